"""BM25's numbers, by its formula."""

from __future__ import annotations

import math

import numpy as np
import pytest

from pageful.text.bm25 import dampings, idf, odds, shares


def test_a_rare_term_tells_more_than_a_common_one() -> None:
    assert odds(9, 0) == 19
    assert odds(9, 9) == pytest.approx(0.5 / 9.5)
    assert idf(9, 2) == pytest.approx(math.log(1 + 7.5 / 2.5))


def test_a_long_document_needs_a_term_more_often() -> None:
    lengths = np.array([50, 100, 200], np.float32)
    damping = dampings(lengths, 100.0, 1.2, 0.75)
    assert damping.tolist() == pytest.approx([0.75, 1.2, 2.1])
    assert shares(np.array([0.75, 1.2, 6.3], np.float32), damping).tolist() == pytest.approx(
        [0.5, 0.5, 0.75]
    )


def test_documents_without_words_have_a_damping() -> None:
    assert dampings(np.zeros(1, np.float32), 0.0, 1.0, 0.75).tolist() == [0.25]

"""The embedder that comes along: a text's vector is the weighted sum of its terms' vectors."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cached_property
from itertools import chain, repeat
from pathlib import Path

import numpy as np
import numpy.typing as npt

from pageful.code.terms import splitting as terms
from pageful.embedding.term_vectors import TermVectors, digest_of, read_table, term_vectors
from pageful.embedding.vectors import scale_to_unit

_TABLE = Path(__file__).parent / "weights" / "terms.npz"
_FEW = 24
"""Terms of a query that are looked for one by one: the table of all takes as long as a hundred."""


class StaticEmbedder:
    """The embedder that comes with pageful, trained on documentation and the code below it.

    The vector of a text is the sum of `log(1 + times)` times the vector of each of its terms,
    scaled to unit length; unknown terms add nothing.
    """

    @cached_property
    def name(self) -> str:
        """`static@` and a digest of the weights."""
        return f"static@{digest_of(_weights())}"

    def embed(self, texts: Sequence[str]) -> npt.NDArray[np.float32]:
        """Embed texts, shape (texts, dimensions), each row of unit length or zero."""
        return self.embed_terms([_count_terms(text) for text in texts])

    def embed_terms(self, counted: Sequence[Mapping[str, int]]) -> npt.NDArray[np.float32]:
        """Embed texts by the counts of their terms, as `terms.chunk_terms` gives them.

        Terms that begin with a mark (`terms.DEFINES` and the like) add nothing.
        """
        known = self._term_vectors
        sums = np.zeros((len(counted), known.rows.shape[1]), np.float32)
        numbers, weights, ends = _join_terms(counted, known)
        begin = 0
        for row, end in zip(sums, ends, strict=True):
            if begin < end:
                said = known.rows[numbers[begin:end]].astype(np.float32)
                np.matmul(weights[begin:end], said, out=row)
            begin = end
        return scale_to_unit(sums)

    @cached_property
    def _term_vectors(self) -> TermVectors:
        return term_vectors(_weights())


def _weights() -> bytes:
    return read_table(_TABLE)


def _join_terms(
    counted: Sequence[Mapping[str, int]], known: TermVectors
) -> tuple[npt.NDArray[np.int32], npt.NDArray[np.float32], list[int]]:
    """Return the known terms of all texts in a row: numbers, weights, and the end of each text."""
    said = list(chain.from_iterable(counted))
    if len(said) <= _FEW:
        every = map(known.number_of, said)
    else:
        every = map(known.numbers.get, said, repeat(-1))
    numbers = np.fromiter(every, np.int32)
    times = np.fromiter(chain.from_iterable(counts.values() for counts in counted), np.float32)
    has = numbers >= 0
    before = np.concatenate(([0], np.cumsum(has)))
    ends = before[np.cumsum([len(counts) for counts in counted], dtype=np.int64)]
    numbers = numbers[has]
    return numbers, np.log1p(times[has]) * known.scales[numbers], ends.tolist()


def _count_terms(text: str) -> dict[str, int]:
    counts: dict[str, int] = {}
    for word, times in Counter(terms.words(text)).items():
        for term in terms.parts(word):
            counts[term] = counts.get(term, 0) + times
    return counts

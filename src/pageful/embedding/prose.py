"""The embedder of prose that comes along: a text's vector is the weighted sum of its word pieces'.

All sums are whole numbers below 2⁵³, which float64 holds exactly, and what follows is rounded as
IEEE 754 says: the same text has the same bytes on every platform, alone or among others.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cached_property
from itertools import chain
from pathlib import Path

import numpy as np
import numpy.typing as npt

from pageful.embedding.pieces import fold, split_word, split_words
from pageful.embedding.term_vectors import TermVectors, digest_of, read_table, term_vectors

TABLE = Path(__file__).parent / "tables" / "prose.npz"
COMMON = 150
"""Pieces, the most frequent ones, that say nothing of a text's language: "die" is English too."""

_MOST_TIMES = 1024
"""Repetitions that are told apart: a piece that is in one passage more often is no prose."""
_TIMES = np.rint(1024 * np.log1p(np.arange(_MOST_TIMES + 1)))
"""The weight of a piece by its repetitions, in whole numbers."""
_WORDS = 20_000
"""Words whose pieces are remembered, some 4 MB: 26,000 passages of three vaults had 16,000."""
_EXACT = 20
"""Bits that are left of a sum before it is squared: squares of 256 of them add up exactly."""


class ProseEmbedder:
    """The embedder of English prose, made after a sentence encoder's vectors of real passages.

    The vector of a text is the sum of `log(1 + times)` times the vector of each of its word pieces,
    scaled to unit length; words that are not made of known pieces add nothing, nor do numbers.
    """

    def __init__(self, table: Path = TABLE) -> None:
        self._path = table

    @cached_property
    def name(self) -> str:
        """`prose@` and a digest of the table.

        Raises:
            TableError: the table is missing.
        """
        return f"prose@{digest_of(read_table(self._path))}"

    @cached_property
    def dimensions(self) -> int:
        """The length of each vector."""
        return int(self._table.rows.shape[1])

    def embed(self, texts: Sequence[str]) -> npt.NDArray[np.float32]:
        """Embed texts, shape (texts, dimensions), each row of unit length or zero.

        Raises:
            TableError: the table is missing or broken.
        """
        sums = np.zeros((len(texts), self.dimensions), np.float64)
        for row, text in zip(sums, texts, strict=True):
            pieces = Counter(
                chain.from_iterable(map(self._words.__getitem__, split_words(fold(text))))
            )
            if pieces:
                self._add_up(pieces, row)
        return _scale_exactly(sums)

    def is_known(self, word: str) -> bool:
        """Tell whether a word is one piece that the table's training texts had.

        Raises:
            TableError: the table is missing or broken.
        """
        pieces = self._words[fold(word)]
        return len(pieces) == 1 and pieces[0] < self._table.trained

    def is_common(self, word: str) -> bool:
        """Tell whether a word is too frequent in texts to tell their language.

        Raises:
            TableError: the table is missing or broken.
        """
        pieces = self._words[fold(word)]
        return len(pieces) == 1 and pieces[0] < COMMON

    def _add_up(self, pieces: Counter[int], row: npt.NDArray[np.float64]) -> None:
        numbers = np.fromiter(pieces, np.int32, len(pieces))
        times = np.fromiter(pieces.values(), np.int64, len(pieces))
        weights = _TIMES[np.minimum(times, _MOST_TIMES)] * self._scales[numbers]
        np.matmul(weights, self._table.rows[numbers].astype(np.float64), out=row)

    @cached_property
    def _scales(self) -> npt.NDArray[np.float64]:
        """The rows' scales as whole numbers: float16 has none finer than 2⁻²⁴."""
        return np.asarray(self._table.scales.astype(np.float64) * 2**24, np.float64)

    @cached_property
    def _table(self) -> TermVectors:
        return term_vectors(read_table(self._path))

    @cached_property
    def _words(self) -> _WordPieces:
        return _WordPieces(self._table)


class _WordPieces(dict[str, tuple[int, ...]]):
    """The pieces of each word that was asked for, by their rows."""

    def __init__(self, table: TermVectors) -> None:
        super().__init__()
        self._numbers = table.numbers

    def __missing__(self, word: str) -> tuple[int, ...]:
        if len(self) >= _WORDS:
            self.clear()
        found = () if word.isdigit() else split_word(word, self._numbers)
        self[word] = found
        return found


def _scale_exactly(sums: npt.NDArray[np.float64]) -> npt.NDArray[np.float32]:
    """Scale rows of whole numbers to unit length, without a rounding that could differ."""
    _, exponents = np.frexp(np.abs(sums).max(axis=1, initial=0))
    rows = np.rint(np.ldexp(sums, (_EXACT - exponents)[:, None]))
    lengths = np.sqrt((rows * rows).sum(axis=1, keepdims=True))
    lengths[lengths == 0] = 1
    return np.asarray(rows / lengths, np.float32)

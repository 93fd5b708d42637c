"""How the chunks of a corpus lie in its files, worked out once for each state of an index."""

from __future__ import annotations

import weakref
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from pageful.code.ranking.bm25 import Floats
from pageful.code.ranking.corpus import Corpus

Integers = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Shape:
    """For each file its first chunk and how many terms it has; the means of both kinds.

    `first` has one entry more than there are files: the number of chunks.
    """

    first: Integers
    lengths: Floats
    mean_chunk: float
    mean_file: float

    def span(self, file: int) -> tuple[int, int]:
        """Where the chunks of a file begin and end."""
        return int(self.first[file]), int(self.first[file + 1])


_last: tuple[weakref.ref[npt.NDArray[np.int32]], Shape] | None = None


def shape_of(corpus: Corpus) -> Shape:
    """The shape of a corpus; that of the last one asked for is kept while its arrays live."""
    global _last  # noqa: PLW0603 - one index is searched again and again
    if _last is not None and _last[0]() is corpus.files:
        return _last[1]
    shape = _shape(corpus)
    _last = weakref.ref(corpus.files), shape
    return shape


def _shape(corpus: Corpus) -> Shape:
    files = len(corpus.paths)
    lengths = np.bincount(corpus.files, corpus.lengths, files).astype(np.float32)
    first = np.searchsorted(corpus.files, np.arange(files + 1)).astype(np.int64)
    total = float(corpus.lengths.sum(dtype=np.float64))
    return Shape(first, lengths, total / max(1, len(corpus.lengths)), total / max(1, files))

"""Statistics of a corpus: the chunks and terms of its files, and mean lengths."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from pageful.text.bm25 import Floats

if TYPE_CHECKING:
    from pageful.code.ranking.corpus import Corpus

Integers = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class CorpusStats:
    """For each file its first chunk and how many terms it has; the means of both kinds.

    `first` has one entry more than there are files: the number of chunks.
    """

    first: Integers
    lengths: Floats
    mean_chunk: float
    mean_file: float

    @classmethod
    def of(cls, lengths: Floats, owners: npt.NDArray[np.int32], files: int) -> CorpusStats:
        """The shape of chunks with these lengths and these files, of so many files in all."""
        terms = np.bincount(owners, lengths, files).astype(np.float32)
        first = np.searchsorted(owners, np.arange(files + 1)).astype(np.int64)
        total = float(lengths.sum(dtype=np.float64))
        return cls(first, terms, total / max(1, len(lengths)), total / max(1, files))

    def span(self, file: int) -> tuple[int, int]:
        """Where the chunks of a file begin and end."""
        return int(self.first[file]), int(self.first[file + 1])


def stats_of(corpus: Corpus) -> CorpusStats:
    """Return the statistics of a corpus, which caches them while its chunks are the same."""
    return corpus.shape

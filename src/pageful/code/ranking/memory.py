"""A corpus in memory, made from files and their chunks at once."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from functools import cached_property

import numpy as np
import numpy.typing as npt

from pageful.code.chunking.chunk import Chunk
from pageful.code.embedding.embedder import Embedder
from pageful.code.embedding.passage import passage
from pageful.code.ranking.centroids import centroids_of
from pageful.code.ranking.corpus_stats import CorpusStats
from pageful.code.terms.splitting import DEFINES, chunk_terms

_NOTHING = (np.empty(0, np.int32), np.empty(0, np.float32))


class MemoryCorpus:
    """A `Corpus` of (path, chunks) pairs; it keeps the chunks too, by position."""

    def __init__(
        self, files: Iterable[tuple[str, Sequence[Chunk]]], embedder: Embedder | None = None
    ) -> None:
        postings: defaultdict[str, tuple[list[int], list[int]]] = defaultdict(lambda: ([], []))
        numbers: list[int] = []
        lengths: list[int] = []
        self.paths: list[str] = []
        self.chunks: list[Chunk] = []
        for path, chunks in files:
            for chunk in chunks:
                counted = chunk_terms(path, chunk)
                for term, count in counted.counts.items():
                    positions, counts = postings[term]
                    positions.append(len(self.chunks))
                    counts.append(count)
                numbers.append(len(self.paths))
                lengths.append(counted.length)
                self.chunks.append(chunk)
            self.paths.append(path)
        self.files = np.array(numbers, np.int32)
        self.lengths = np.array(lengths, np.float32)
        passages = (
            passage(self.paths[file], chunk.text)
            for file, chunk in zip(self.files, self.chunks, strict=True)
        )
        self.vectors = embedder.embed(list(passages)) if embedder else None
        self._postings = {
            term: (np.array(positions, np.int32), np.array(counts, np.float32))
            for term, (positions, counts) in postings.items()
        }

    @cached_property
    def shape(self) -> CorpusStats:
        """How the chunks lie in the files."""
        return CorpusStats.of(self.lengths, self.files, len(self.paths))

    @cached_property
    def centroids(self) -> npt.NDArray[np.float32] | None:
        """One vector a file."""
        if self.vectors is None:
            return None
        return centroids_of(self.vectors, self.lengths, self.shape.first)

    def postings(self, term: str) -> tuple[npt.NDArray[np.int32], npt.NDArray[np.float32]]:
        """Positions of the chunks with that term, ascending, and how often each has it."""
        return self._postings.get(term, _NOTHING)

    def names(self) -> Iterable[str]:
        """Names that chunks define, as they are written and as `terms.join_parts`."""
        return (term[1:] for term in self._postings if term[0] == DEFINES)

"""The vectors of a project as ranking reads them: of files here, of chunks from the database."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from pageful.code.ranking.array_vectors import ArrayVectors, Mask
from pageful.code.ranking.layout import Integers
from pageful.code.store.damage import DamagedIndexError
from pageful.code.store.postgres.catalog import PostgresCatalog
from pageful.code.store.postgres.database import Database
from pageful.code.store.postgres.vectors import read_chunk_vectors
from pageful.lazy.dataclasses import dataclass
from pageful.text.bm25 import Floats

_ALL = "all"
_FILES_AT_ONCE = 20_000  # whose vectors are one value, which PostgreSQL limits to 1 GB
_MOST_KEPT = 64 << 20
"""Bytes of all chunks' vectors that are kept for the next search: 250,000 of 128 dimensions."""


@dataclass(frozen=True, eq=False)
class StoredVectors:
    """`ranking.corpus.ChunkVectors` of a project whose files' vectors are `centroids`.

    Cosines are computed here, of the same numbers in the same way as in every other store: sums
    that the database makes in another order differ in their last digits, and so would scores.
    """

    database: Database
    catalog: PostgresCatalog
    centroids: Floats

    def of_chunk(self, chunk: int) -> Floats:
        """Return the vector of a chunk, zeros if it has none."""
        file, number = self.catalog.locate(chunk)
        of_file: Floats = self._read(np.array([file]))[number].astype(np.float32)
        return of_file

    def chunk_cosines(self, vector: Floats) -> Floats:
        """Compute the cosine of each chunk to a vector."""
        return ArrayVectors(self._all(), self.catalog).chunk_cosines(vector)

    def file_cosines(self, vector: Floats) -> Floats:
        """Compute the cosine of each file to a vector."""
        cosines: Floats = self.centroids @ vector
        return cosines

    def nearest_chunks(self, vector: Floats, files: Integers, among: Mask | None) -> Integers:
        """Find in each of some files the chunk nearest to a vector, in one trip."""
        if not len(files):
            return np.zeros(0, np.int64)
        starts = self.catalog.starts
        wanted = np.sort(files)
        part = self._read(wanted)
        sizes = starts[wanted + 1] - starts[wanted]
        begins = np.cumsum(sizes) - sizes
        found = []
        for file in files.tolist():
            at = int(np.searchsorted(wanted, file))
            start, size, begin = int(starts[file]), int(sizes[at]), int(begins[at])
            near = ArrayVectors(part[begin : begin + size], self.catalog).chunk_cosines(vector)
            allowed = np.ones(size, np.bool_) if among is None else among[start : start + size]
            found.append(start + int(np.argmax(np.where(allowed, near, np.float32(-2)))))
        return np.array(found, np.int64)

    def _all(self) -> npt.NDArray[np.float16]:
        kept = self.catalog.chunk_vectors.get(_ALL)
        if kept is None:
            files = np.arange(len(self.catalog.paths))
            blocks = np.array_split(files, len(files) // _FILES_AT_ONCE + 1)
            kept = np.concatenate([self._read(block) for block in blocks])
            if kept.nbytes <= _MOST_KEPT:
                self.catalog.chunk_vectors[_ALL] = kept
        return kept

    def _read(self, files: Integers) -> npt.NDArray[np.float16]:
        """Read the vectors of all chunks of some files, given in ascending order."""
        starts, numbers = self.catalog.starts, self.catalog.file_numbers
        sizes = starts[files + 1] - starts[files]
        table = np.zeros((int(sizes.sum()), self.centroids.shape[1]), np.float16)
        there = files[self.catalog.embedded[files]]
        if not len(there):
            return table
        count = int((starts[there + 1] - starts[there]).sum())
        rows = np.repeat(self.catalog.embedded[files], sizes)
        vectors = read_chunk_vectors(self.database, numbers[there].tolist(), count)
        if vectors.shape[1] != table.shape[1]:
            raise DamagedIndexError("chunks have not the vectors that they should have")
        table[rows] = vectors
        return table

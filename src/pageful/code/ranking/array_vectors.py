"""The vectors of a corpus as arrays in memory: of its chunks, and of its whole files."""

from __future__ import annotations

from functools import cached_property
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from pageful.code.ranking.layout import Integers, Layout
from pageful.lazy.dataclasses import dataclass
from pageful.text.bm25 import Floats

Mask: TypeAlias = npt.NDArray[np.bool_]
Vectors: TypeAlias = npt.NDArray[np.float16] | npt.NDArray[np.float32]
"""One vector a row. An index stores float16; arithmetic is in float32."""

_BLOCK = 4096
"""Files whose vectors are summed at a time: a bound on the memory of float32 copies."""
_EXCLUDED = np.float32(-2)
"""A value below any cosine, which is at least -1."""


@dataclass(frozen=True, eq=False)
class ArrayVectors:
    """`ranking.corpus.ChunkVectors` over one array.

    `chunks` has one unit vector a chunk, zeros for a chunk without one. `known_centroids` (float32,
    one row a file) are given where they are cheaper to update than to compute.
    """

    chunks: Vectors
    layout: Layout
    known_centroids: Floats | None = None

    @cached_property
    def centroids(self) -> Floats:
        """The vector of each file, float32, as `centroids_of` computes it."""
        if self.known_centroids is not None:
            return self.known_centroids
        return centroids_of(self.chunks, self.layout.lengths, self.layout.starts)

    @property
    def has_centroids(self) -> bool:
        """Return whether the centroids are at hand: only some queries need them."""
        return "centroids" in self.__dict__ or self.known_centroids is not None

    def of_chunk(self, chunk: int) -> Floats:
        """Return the vector of a chunk."""
        return as_float32(self.chunks[chunk])

    def chunk_cosines(self, vector: Floats) -> Floats:
        """Compute the cosine of each chunk to a unit vector."""
        cosines: Floats = as_float32(self.chunks) @ vector
        return cosines

    def file_cosines(self, vector: Floats) -> Floats:
        """Compute the cosine of each file to a unit vector."""
        cosines: Floats = self.centroids @ vector
        return cosines

    def nearest_chunks(self, vector: Floats, files: Integers, among: Mask | None) -> Integers:
        """Find in each of some files the chunk nearest to a unit vector."""
        nearest = [self._nearest_chunk(vector, file, among) for file in files.tolist()]
        return np.array(nearest, np.int64)

    def _nearest_chunk(self, vector: Floats, file: int, among: Mask | None) -> int:
        start, end = int(self.layout.starts[file]), int(self.layout.starts[file + 1])
        cosines = as_float32(self.chunks[start:end]) @ vector
        if among is not None:
            cosines = np.where(among[start:end], cosines, _EXCLUDED)
        return start + int(np.argmax(cosines))


def as_float32(vectors: Vectors) -> Floats:
    """Convert vectors for arithmetic, without a copy where they are float32 already."""
    return vectors.astype(np.float32, copy=False)


def centroids_of(vectors: Vectors, lengths: Floats, starts: Integers) -> Floats:
    """Compute each file's vector: its chunks' mean, weighted by their lengths, at unit length.

    `vectors` and `lengths` are by chunk; `starts` is each file's first chunk, with the number of
    all chunks at the end. A file without chunks, or without vectors, has zeros. The vector of a
    file does not depend on the other files.
    """
    sums = np.zeros((len(starts) - 1, vectors.shape[1]), np.float32)
    files = np.flatnonzero(np.diff(starts))
    for block in np.array_split(files, len(files) // _BLOCK + 1):
        if block.size:
            start, end = starts[block[0]], starts[block[-1] + 1]
            weighed = as_float32(vectors[start:end]) * lengths[start:end, None]
            sums[block] = np.add.reduceat(weighed, starts[block] - start, axis=0)
    norms = np.linalg.norm(sums, axis=1, keepdims=True)
    centroids: Floats = (sums / np.where(norms > 0, norms, 1)).astype(np.float32)
    return centroids

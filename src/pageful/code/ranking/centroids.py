"""What whole files are about: their vectors, from those of their chunks."""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from pageful.text.bm25 import Floats

Integers: TypeAlias = npt.NDArray[np.int64]
Vectors: TypeAlias = npt.NDArray[np.float16] | npt.NDArray[np.float32]
"""One a row. An index keeps halves of floats, and they are counted with as whole ones."""

_BLOCK = 4096  # files whose vectors are summed at a time


def floats(vectors: Vectors) -> Floats:
    """Vectors to be counted with."""
    return vectors.astype(np.float32, copy=False)


def centroids_of(vectors: Vectors, lengths: Floats, first: Integers) -> Floats:
    """Each file's vector: its chunks' mean, by their lengths, at unit length.

    `vectors` and `lengths` are by chunk; `first` is each file's first chunk, with the number of all
    chunks at the end. A file without chunks, or without vectors, has zeros. What a file gets does
    not depend on the other files.
    """
    sums = np.zeros((len(first) - 1, vectors.shape[1]), np.float32)
    files = np.flatnonzero(np.diff(first))
    for block in np.array_split(files, len(files) // _BLOCK + 1):
        if block.size:
            start, end = first[block[0]], first[block[-1] + 1]
            weighed = floats(vectors[start:end]) * lengths[start:end, None]
            sums[block] = np.add.reduceat(weighed, first[block] - start, axis=0)
    norms = np.linalg.norm(sums, axis=1, keepdims=True)
    centroids: Floats = (sums / np.where(norms > 0, norms, 1)).astype(np.float32)
    return centroids

"""The protocol by which ranking reads an index: few calls, each for many terms or chunks."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Protocol, TypeAlias

import numpy as np
import numpy.typing as npt

from pageful.code.ranking.array_vectors import Mask
from pageful.code.ranking.layout import Integers, Layout, Positions
from pageful.text.bm25 import Floats

Postings: TypeAlias = tuple[Positions, npt.NDArray[np.float32]]
"""Positions of the chunks with a term, ascending, and the count of each, at most 255."""


class ChunkVectors(Protocol):
    """The vectors of a corpus, all of one embedder; those asked for are of unit length."""

    def of_chunk(self, chunk: int) -> Floats:
        """Return the vector of a chunk, zeros if it has none."""

    def chunk_cosines(self, vector: Floats) -> Floats:
        """Compute the cosine of each chunk to a vector, float32 by chunk."""

    def file_cosines(self, vector: Floats) -> Floats:
        """Compute the cosine of each file to a vector, float32 by file.

        A file's vector is that of `array_vectors.centroids_of`.
        """

    def nearest_chunks(self, vector: Floats, files: Integers, among: Mask | None) -> Integers:
        """Find in each of some files the chunk nearest to a vector, of those that `among` allows.

        Every file has a chunk that is allowed. Of equally near chunks the first is taken.
        """


class Corpus(Protocol):
    """The chunks of a project as ranking reads them. Each call may be a trip to a database."""

    @property
    def layout(self) -> Layout:
        """The chunks and files of the corpus."""

    @property
    def vectors(self) -> ChunkVectors | None:
        """The vectors of the chunks; `None` if no chunk has one."""

    def postings(self, terms: Collection[str]) -> Mapping[str, Postings]:
        """Read the posting list of each of some terms, an empty one where no chunk has it."""

    def texts(self, chunks: Sequence[int]) -> Sequence[str]:
        """Read the texts of some chunks."""

    def names(self) -> Iterable[str]:
        """Read the names that chunks define, as they are written and as `terms.join_parts`.

        Some may be of chunks that are gone: those have no postings.
        """

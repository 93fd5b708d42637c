"""What ranking reads of an index, wherever that is kept."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Protocol

import numpy as np
import numpy.typing as npt

from pageful.code.ranking.centroids import Vectors
from pageful.code.ranking.corpus_stats import CorpusStats


class Corpus(Protocol):
    """The chunks of a project as ranking sees them, each known by its position from 0.

    Chunks stand in the order of repository, path and line, so that position breaks ties.
    """

    @property
    def lengths(self) -> npt.NDArray[np.float32]:
        """Terms of each chunk, as `terms.ChunkTerms.length` counts them."""

    @property
    def files(self) -> npt.NDArray[np.int32]:
        """Number of each chunk's file, an index into `paths`; it never falls with position."""

    @property
    def paths(self) -> Sequence[str]:
        """Path of each file, relative to its repository, with forward slashes."""

    @property
    def vectors(self) -> Vectors | None:
        """One unit vector a chunk, zero where a chunk has none; `None` without an embedder."""

    @property
    def shape(self) -> CorpusStats:
        """How the chunks lie in the files; worked out once."""

    @property
    def centroids(self) -> npt.NDArray[np.float32] | None:
        """One vector a file, as `centroids.centroids_of` has it; worked out once."""

    def postings(self, term: str) -> tuple[npt.NDArray[np.int32], npt.NDArray[np.float32]]:
        """Positions of the chunks with that term, ascending, and how often each has it."""

    def names(self) -> Iterable[str]:
        """Names that chunks define, as they are written and as `terms.join_parts`.

        Some may be of chunks that are gone: those have no `postings`.
        """

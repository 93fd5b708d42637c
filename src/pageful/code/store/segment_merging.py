"""Choose the segments of an index to merge, and number their chunks in the merged ones."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate
from typing import Protocol, TypeVar

import numpy as np
import numpy.typing as npt

from pageful.code.store.seals import unseal
from pageful.lazy.dataclasses import dataclass

# A search reads a list a segment and term; merging down to half leaves room for a dozen updates.
MOST_SEGMENTS = 24
_AFTER_MERGE = 12
_MOST_CHUNKS = 1 << 16  # whose numbers fit into two bytes of a posting list


class SegmentSize(Protocol):
    """The facts about a segment by which it is chosen for a merge."""

    @property
    def number(self) -> int:
        """The number of the segment."""

    @property
    def living(self) -> int:
        """The number of chunks whose files are there."""

    @property
    def embedded(self) -> bool:
        """Return whether it has vectors."""


S = TypeVar("S", bound=SegmentSize)


def by_vectors(segments: Sequence[S]) -> list[list[S]]:
    """Group segments by whether they have vectors: merged with others, those would lose theirs."""
    by_number = sorted(segments, key=lambda each: each.number)
    waiting = [each for each in by_number if not each.embedded]
    filled = [each for each in by_number if each.embedded]
    return [group for group in (waiting, filled) if group]


def smallest(segments: Sequence[S]) -> list[S]:
    """Choose the segments to merge: as many as needed, up to `_MOST_CHUNKS` chunks together."""
    by_size = sorted(segments, key=lambda each: each.living)
    sizes = accumulate(each.living for each in by_size)
    fitting = sum(1 for size in sizes if size <= _MOST_CHUNKS)
    return by_size[: min(fitting, len(segments) - _AFTER_MERGE)]


@dataclass(frozen=True, slots=True, eq=False)
class MergingSegment:
    """A segment to merge; by chunk whether its file is there, its terms, its file's number."""

    number: int
    chunks: int
    alive: npt.NDArray[np.bool_]
    lengths: npt.NDArray[np.float32]
    files: npt.NDArray[np.int64]
    embedded: bool

    @classmethod
    def of(
        cls,
        living: npt.NDArray[np.int64],
        number: int,
        chunks: int,
        lengths: bytes,
        files: bytes,
        embedded: int,
    ) -> MergingSegment:
        """Make a segment of its sealed columns; `living` are the numbers of files, ascending."""
        owners = np.frombuffer(unseal(files), np.int64)
        alive = np.isin(owners, living)
        measured = np.frombuffer(unseal(lengths), np.float32)
        return cls(number, chunks, alive, measured, owners, bool(embedded))

    @property
    def living(self) -> int:
        """The number of chunks whose files are there."""
        return int(self.alive.sum())


def destinations(segments: Sequence[MergingSegment]) -> list[npt.NDArray[np.int64]]:
    """Number the chunks of each segment in the merged one; -1 for dropped ones."""
    start = 0
    places = []
    for each in segments:
        places.append(np.where(each.alive, start - 1 + np.cumsum(each.alive), -1))
        start += each.living
    return places

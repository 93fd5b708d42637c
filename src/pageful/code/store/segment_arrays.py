"""The chunks of segments as arrays, and the positions that they have in a catalog."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import numpy as np
import numpy.typing as npt

from pageful.code.ranking.layout import Integers, Positions
from pageful.lazy.dataclasses import dataclass


@dataclass(frozen=True, eq=False)
class Segment:
    """The arrays of a segment, kept for as long as the index has it: segments are immutable.

    `lengths` (float32) and `owners` (int64, file numbers) are by chunk of the segment.
    `is_embedded` says whether it has vectors, which may be added later.
    """

    lengths: npt.NDArray[np.float32]
    owners: npt.NDArray[np.int64]
    is_embedded: bool


def owner_runs(owners: Integers) -> Iterator[tuple[int, int]]:
    """Yield the file and the number of its chunks of each run of a segment's owners.

    Chunks of one file are contiguous in a segment.
    """
    begins = np.flatnonzero(np.concatenate([[True], owners[1:] != owners[:-1]]))
    runs = np.diff(np.append(begins, len(owners)))
    return zip(owners[begins].tolist(), runs.tolist(), strict=True)


def positions_by_segment(
    segments: Mapping[int, Segment], file_numbers: Integers, starts: Integers
) -> dict[int, Positions]:
    """Compute the position of each chunk of some segments, -1 for a dropped one.

    `file_numbers` and `starts` are those of a catalog, by file.
    """
    by_number = np.argsort(file_numbers)
    return {
        number: _chunk_positions(segment.owners, file_numbers, by_number, starts)
        for number, segment in segments.items()
    }


def _chunk_positions(
    owners: Integers, file_numbers: Integers, by_number: Integers, starts: Integers
) -> Positions:
    """Compute the positions of a segment's chunks, -1 for dropped ones.

    Chunks of one file are contiguous in a segment.
    """
    if not len(by_number) or not len(owners):
        return np.full(len(owners), -1, np.int32)
    begins = np.flatnonzero(np.concatenate([[True], owners[1:] != owners[:-1]]))
    runs = np.diff(np.append(begins, len(owners)))
    numbers = owners[begins]
    found = np.searchsorted(file_numbers, numbers, sorter=by_number).clip(max=len(by_number) - 1)
    indices = by_number[found]
    first = np.where(file_numbers[indices] == numbers, starts[indices], -1)
    positions = np.repeat(first, runs) + np.arange(len(owners)) - np.repeat(begins, runs)
    return np.where(np.repeat(first, runs) < 0, -1, positions).astype(np.int32)


def chunk_lengths(
    segments: Mapping[int, Segment], positions: Mapping[int, Positions], chunks: int
) -> npt.NDArray[np.float32]:
    """Collect the lengths of a catalog's chunks from its segments."""
    lengths = np.zeros(chunks, np.float32)
    for number, position in positions.items():
        alive = position >= 0
        lengths[position[alive]] = segments[number].lengths[alive]
    return lengths

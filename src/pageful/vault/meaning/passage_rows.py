"""The vectors of a vault's passages as one table of small whole numbers."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from pageful.lazy.dataclasses import dataclass

Integers = npt.NDArray[np.int64]
Lines = npt.NDArray[np.int32]
Vectors = npt.NDArray[np.int8]
Floats = npt.NDArray[np.float64]

SCALE = 127
"""The whole number that stands for 1: a byte holds it, and rankings stay as they are."""
_BLOCK = 1_024
"""Rows that are compared at once: half a megabyte of float32 at 128 dimensions, which a processor's
cache holds. With 16 times as many it takes five times as long."""
_EXACT_IN_FLOAT32 = 2**24 // SCALE**2
"""Dimensions up to which float32 adds the products of two rows without rounding."""


@dataclass(frozen=True, eq=False)
class PassageRows:
    """The passages of some notes, note after note.

    Of the note `i`, which had the content `digests[i]`, they are `lines` (where each begins) and
    `vectors` (shape (passages, dimensions), in 127ths of unit length) up to `ends[i]`.
    """

    paths: tuple[str, ...]
    digests: tuple[bytes, ...]
    ends: Integers
    lines: Lines
    vectors: Vectors

    @classmethod
    def empty(cls) -> PassageRows:
        """Return the rows of no note."""
        none = np.zeros(0, np.int32)
        return cls((), (), np.zeros(0, np.int64), none, np.zeros((0, 0), np.int8))

    def __len__(self) -> int:
        return len(self.paths)

    @cached_property
    def starts(self) -> Integers:
        """Return the first passage of each note."""
        return np.concatenate([np.zeros(1, np.int64), self.ends[:-1]])[: len(self.ends)]

    @cached_property
    def numbers(self) -> dict[str, int]:
        """Return the number of each note, by path."""
        return {path: number for number, path in enumerate(self.paths)}

    def is_whole(self) -> bool:
        """Return whether the parts fit each other, as those of a file may not."""
        counts = np.diff(self.ends, prepend=0)
        return bool(
            len(self.paths) == len(self.digests) == len(self.ends)
            and (counts > 0).all()
            and (self.ends[-1] if len(self.ends) else 0) == len(self.lines) == len(self.vectors)
        )

    def only(self, kept: Sequence[bool]) -> PassageRows:
        """Return the rows of some of the notes."""
        if all(kept):
            return self
        mask = np.array(kept, np.bool_)
        counts = np.diff(self.ends, prepend=0)
        passages = np.repeat(mask, counts)
        return PassageRows(
            tuple(path for path, keep in zip(self.paths, kept, strict=True) if keep),
            tuple(digest for digest, keep in zip(self.digests, kept, strict=True) if keep),
            np.cumsum(counts[mask]),
            self.lines[passages],
            self.vectors[passages],
        )

    def add(self, others: Sequence[PassageRows]) -> PassageRows:
        """Return these rows and others behind them."""
        parts = [each for each in (self, *others) if len(each)]
        if not parts:
            return self
        counts = [np.diff(each.ends, prepend=0) for each in parts]
        return PassageRows(
            tuple(path for each in parts for path in each.paths),
            tuple(digest for each in parts for digest in each.digests),
            np.cumsum(np.concatenate(counts)),
            np.concatenate([each.lines for each in parts]),
            np.concatenate([each.vectors for each in parts]),
        )

    def compare(self, vector: npt.NDArray[np.int8]) -> Floats:
        """Return the nearness of each passage to a vector, of shape (passages,), up to 1.

        Whole numbers are added, so that the order is the same on every machine.
        """
        kind = np.dtype(np.float32 if len(vector) <= _EXACT_IN_FLOAT32 else np.float64)
        sought: npt.NDArray[np.floating[Any]] = vector.astype(kind)
        sums = np.zeros(len(self.vectors))
        for begin in range(0, len(self.vectors), _BLOCK):
            block: npt.NDArray[np.floating[Any]] = self.vectors[begin : begin + _BLOCK].astype(kind)
            sums[begin : begin + _BLOCK] = block @ sought
        return sums / SCALE**2

    def best_of_notes(self, nearness: Floats) -> Floats:
        """Return the nearness of each note's nearest passage, of shape (notes,)."""
        if not len(self.ends):
            return np.zeros(0)
        best: Floats = np.maximum.reduceat(nearness, self.starts)
        return best

    def span(self, path: str) -> slice:
        """Return the passages of a note, as a range of rows."""
        number = self.numbers[path]
        return slice(int(self.starts[number]), int(self.ends[number]))

    def mean_of(self, path: str) -> Vectors:
        """Return the mean of a note's passages, as long as one of them."""
        sums = self.vectors[self.span(path)].astype(np.int64).sum(axis=0)
        length = math.sqrt(int((sums * sums).sum())) or 1.0
        mean: Vectors = np.rint(sums * (SCALE / length)).astype(np.int8)
        return mean


def quantize(vectors: npt.NDArray[np.float32]) -> Vectors:
    """Return vectors of at most unit length in 127ths, rounded."""
    return np.rint(vectors.astype(np.float64) * SCALE).astype(np.int8)

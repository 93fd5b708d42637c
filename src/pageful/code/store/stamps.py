"""Stamps of files as a database keeps them: its integers are signed."""

from __future__ import annotations

from pageful.files.stamp import Stamp


def signed_stamp(stamp: Stamp) -> tuple[int, ...]:
    """Convert a stamp to signed integers of 64 bits, all of which an inode number may need."""
    return (*stamp[:3], (stamp.inode + (1 << 63)) % (1 << 64) - (1 << 63))


def stamp_of(size: int, modified: int, changed: int, inode: int) -> Stamp:
    """Convert signed integers back to a stamp."""
    return Stamp(size, modified, changed, inode % (1 << 64))

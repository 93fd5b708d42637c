"""The stamp of a file: what the file system says of it, by which a later change is seen."""

from __future__ import annotations

import os
import time
from typing import NamedTuple

SETTLING_NS = 2_000_000_000
"""Nanoseconds after which the times that a change left can be trusted.

Two changes within the resolution of a file system's clock leave the same times. The coarsest in
use is FAT's, two seconds.
"""
_UNSETTLED = -1


class Stamp(NamedTuple):
    """The file system's account of a file or directory: bytes, nanoseconds, and its number.

    Where that is too fresh to be trusted `modified` is -1, and so no later stamp equals it. The
    same guard against a "racy clean" entry as in git's index, see
    https://git-scm.com/docs/racy-git.
    """

    size: int
    modified: int
    changed: int
    inode: int

    @property
    def is_settled(self) -> bool:
        """Return whether a file with this very stamp is sure to be the same."""
        return self.modified != _UNSETTLED

    def settled(self, horizon: int) -> Stamp:
        """Return the stamp as it can be trusted, where changes from `horizon` on are too fresh."""
        if self.modified >= horizon or self.changed >= horizon:
            return self._replace(modified=_UNSETTLED)
        return self


def stamp(status: os.stat_result) -> Stamp:
    """Return the stamp of a file from its status, however fresh."""
    return Stamp(status.st_size, status.st_mtime_ns, status.st_ctime_ns, status.st_ino)


def stamp_of(path: str, horizon: int) -> Stamp | None:
    """Return the settled stamp of what is at a path, `None` if nothing is; follow no link."""
    try:
        return stamp(os.lstat(path)).settled(horizon)
    except (OSError, ValueError):
        return None


def horizon() -> int:
    """Return the time from which on changes are too fresh to be trusted, seen from now."""
    return time.time_ns() - SETTLING_NS

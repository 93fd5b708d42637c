"""What a walk saw of a repository: enough to tell later what has changed since."""

from __future__ import annotations

import os
import time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

SETTLING_NS = 2_000_000_000
"""How old a change must be before the times it left can be trusted, in nanoseconds.

Two changes within the resolution of a file system's clock leave the same times. The coarsest in
use is FAT's, two seconds.
"""
_UNSETTLED = -1


class Stamp(NamedTuple):
    """What the file system says of a file or directory: bytes, nanoseconds, and its number.

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
        """Whether a file with this very stamp is sure to be the same."""
        return self.modified != _UNSETTLED


@dataclass(frozen=True, slots=True)
class Snapshot:
    """The files of a repository that may be indexed, and all that decided on which these are.

    Paths are relative to the repository, with forward slashes, in no order; the repository itself
    is `""`. `rules` are the ignore files and configuration files that were looked for, by
    absolute path, with `None` where there is none. `skipped` says why a path that a user might
    miss is left out; names that are no text stand there with their bytes escaped.
    """

    files: Mapping[str, Stamp]
    directories: Mapping[str, Stamp]
    rules: Mapping[str, Stamp | None]
    skipped: Mapping[str, str]


def stamp(status: os.stat_result, horizon: int) -> Stamp:
    """The stamp of a file; `horizon` is the time from which on changes are too fresh."""
    modified, changed = status.st_mtime_ns, status.st_ctime_ns
    if modified >= horizon or changed >= horizon:
        modified = _UNSETTLED
    return Stamp(status.st_size, modified, changed, status.st_ino)


def stamp_of(path: str, horizon: int) -> Stamp | None:
    """The stamp of what is at a path, or `None` if nothing is; links are not followed."""
    try:
        return stamp(os.lstat(path), horizon)
    except (OSError, ValueError):
        return None


def horizon() -> int:
    """The time from which on changes are too fresh to be trusted, seen from now."""
    return time.time_ns() - SETTLING_NS

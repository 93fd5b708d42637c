"""A tree of directories that the system watches: whether anything in it has changed since a walk.

Linux alone (inotify(7)): an event is in the queue before the call that caused it returns, so that
asking sees everything that was written before, with no thread that listens and no waiting. Where
the system can't tell, the answer is that anything may have changed.
"""

from __future__ import annotations

import contextlib
import os
import sys
import time
import weakref
from collections.abc import Collection, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from inotify_simple import INotify

_LOCAL = frozenset(
    (
        *("bcachefs", "btrfs", "ext2", "ext3", "ext4", "f2fs", "jfs", "overlay", "ramfs"),
        *("reiserfs", "tmpfs", "xfs", "zfs"),
    )
)
"""File systems that nobody but this system writes to.

On all others (NFS, SMB, FUSE, 9p, virtiofs, vboxsf …) another system's writes cause no event.
"""

_TRUSTED = 300.0
"""Seconds after a walk for which the system's word is taken.

It does not tell of a write through a mapping into memory, or by a name outside of the tree of a
file that has several. Chosen by hand: rare against calls, soon against a working day.
"""

# 36 35 98:0 /mnt1 /mnt/parent\040dir rw,noatime master:1 - ext3 /dev/root rw,errors=continue
_MOUNTS = Path("/proc/self/mountinfo")
_MOUNT_POINT = 4
"""The number of a line's field, from 0; the type follows ` - `. See proc_pid_mountinfo(5)."""


class _Directory(NamedTuple):
    """A directory as one that is moved or replaced is told apart: device and number."""

    device: int
    inode: int


class TreeWatch:
    """Watches the directories of one tree. For one thread at a time.

    A walk begins with `begin`, calls `add` for each directory before it reads that, and ends with
    `end`. From then on `is_unchanged` answers for the time since `begin`.
    """

    def __init__(self, root: Path) -> None:
        self._root = root
        self._events = _open()
        if self._events is not None:
            weakref.finalize(self, self._events.close)
        self._watches: Mapping[int, Collection[str]] = {}
        self._added: dict[int, Collection[str]] = {}
        self._identity: _Directory | None = None
        self._is_whole = False
        self._has_changed = True
        self._begun = 0.0

    def begin(self) -> None:
        """Begin a walk: events of before are those that it will see itself."""
        self._drain()
        self._has_changed = False
        self._begun = time.monotonic()
        self._added = {}
        self._identity = _identity(self._root)
        self._is_whole = is_local(self._root)

    def add(self, directory: str, names: Collection[str] = ()) -> None:
        """Watch a directory, by an absolute path without links, that is about to be read.

        With `names`, changes of other entries do not count.
        """
        if self._events is None:
            return
        try:
            self._added[self._events.add_watch(directory, _mask())] = names
        except OSError:  # gone again, or no watch is left of those that the system grants
            self._is_whole = False

    def doubt(self) -> None:
        """Take back the promise for this walk: it depends on more than its directories."""
        self._is_whole = False

    def end(self) -> None:
        """End a walk: what it did not come by is not watched any more."""
        for watch in self._watches.keys() - self._added.keys():
            with contextlib.suppress(OSError):  # the system has dropped it with its directory
                if self._events is not None:
                    self._events.rm_watch(watch)
        self._watches = self._added

    def is_unchanged(self) -> bool:
        """Return whether the tree is sure to be as the last walk found it."""
        is_old = time.monotonic() - self._begun > _TRUSTED
        if self._events is None or not self._is_whole or is_old:
            return False
        self._drain()
        return not self._has_changed and _identity(self._root) == self._identity

    def close(self) -> None:
        """Watch nothing any more, for good."""
        if self._events is not None:
            self._events.close()
        self._events, self._watches, self._is_whole = None, {}, False

    def _drain(self) -> None:
        """Take what is in the queue. An overflow is an event too, of no watch."""
        if self._events is None:
            return
        from inotify_simple import flags

        watches = {**self._watches, **self._added}
        for event in self._events.read(timeout=0):
            # The last event of a watch that `end` removed is of none that is known.
            names = watches.get(event.wd)
            counts = names is not None and (not names or event.name in (*names, ""))
            if counts or event.mask & flags.Q_OVERFLOW:
                self._has_changed = True


def is_local(directory: Path) -> bool:
    """Return whether a directory is on a file system that only this system writes to."""
    try:
        lines = _MOUNTS.read_text(encoding="utf-8", errors="surrogateescape").splitlines()
    except OSError:
        return False
    kinds = dict(map(_mount, lines))
    above = (str(each) for each in (directory, *directory.parents))
    return next((kinds[place] in _LOCAL for place in above if place in kinds), False)


def _mount(line: str) -> tuple[str, str]:
    """A mount point and its file system's type; of several there the last covers the others."""
    fields, _, kind = line.partition(" - ")
    point = fields.split(" ")[_MOUNT_POINT]
    for code in (r"\040", r"\011", r"\012", r"\134"):
        point = point.replace(code, chr(int(code[1:], 8)))
    return point, kind.split(" ")[0]


def _open() -> INotify | None:
    """A queue of events; absent where the system has none or grants no more."""
    if sys.platform != "linux":
        return None
    try:
        from inotify_simple import INotify

        return INotify(nonblocking=True)
    except (ImportError, OSError):
        return None


def _mask() -> int:
    """Whatever may change a directory's entries, or what a file in it is."""
    from inotify_simple import flags

    entries = flags.CREATE | flags.DELETE | flags.MOVED_FROM | flags.MOVED_TO
    contents = flags.MODIFY | flags.ATTRIB | flags.CLOSE_WRITE
    itself = flags.DELETE_SELF | flags.MOVE_SELF
    return int(entries | contents | itself | flags.ONLYDIR | flags.DONT_FOLLOW)


def _identity(directory: Path) -> _Directory | None:
    try:
        status = os.lstat(directory)
    except OSError:
        return None
    return _Directory(status.st_dev, status.st_ino)

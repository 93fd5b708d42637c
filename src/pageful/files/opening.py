"""Open files below a directory and nothing else, whatever is swapped in the meantime."""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from pageful.files.stamp import Stamp, stamp
from pageful.lazy.dataclasses import dataclass

_NO_LINK = getattr(os, "O_NOFOLLOW", 0)
_FILE = os.O_RDONLY | _NO_LINK | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
_DIRECTORY = getattr(os, "O_PATH", os.O_RDONLY) | _NO_LINK | getattr(os, "O_DIRECTORY", 0)
_STEPWISE = os.open in os.supports_dir_fd and _NO_LINK != 0
_MOST_OPEN = 64  # directories kept open: processes may have 1,024 files, and paths 2,000 parts


@dataclass(frozen=True, slots=True)
class Content:
    """A file's bytes, and its stamp from before they were read."""

    data: bytes
    stamp: Stamp


class NotRegular(OSError):
    """The path is a folder, a pipe, a socket or a device."""


class TooLarge(OSError):
    """Raised for a file of more bytes than are read; `size` says how many."""

    def __init__(self, size: int) -> None:
        super().__init__(errno.EFBIG, os.strerror(errno.EFBIG))
        self.size = size


class Opener:
    """A reader of regular files by their real paths, within a `with` block.

    A real path has no symbolic link in it. One that has become a link since is refused: below
    `root`, every part of a path is opened for itself, from the directory before. Where the system
    knows no such way of opening, what was opened is compared with what is at the path.
    """

    def __init__(self, root: Path) -> None:
        self.root = root
        self._base = str(root).rstrip("/")
        self._place: str | None = None
        # The directories on the way to the last file, outermost first, each with its handle.
        self._parts: list[str] = []
        self._handles: list[int] = []

    def __enter__(self) -> Opener:
        return self

    def __exit__(self, *_: object) -> None:
        self._leave(0)

    def read(self, real: str, most: int) -> Content:
        """Read a file of at most `most` bytes.

        Raises:
            OSError: it can't be read; `NotRegular` if it is no regular file, `TooLarge` if it has
                more bytes.
        """
        data, status = self._read(real, most)
        return Content(data, stamp(status))

    def read_bytes(self, real: str, most: int) -> bytes:
        """Read a file of at most `most` bytes, without a look at its times.

        Raises:
            OSError: as from `read`.
        """
        return self._read(real, most)[0]

    def _read(self, real: str, most: int) -> tuple[bytes, os.stat_result]:
        handle = self._open(real)
        # No context manager here: a search of a large tree would spend a fifth of its time in it.
        try:
            status = os.fstat(handle)
            if not stat.S_ISREG(status.st_mode):
                raise NotRegular(errno.EINVAL, "not a regular file")
            if status.st_size > most:
                raise TooLarge(status.st_size)
            return _read(handle, status.st_size, most), status
        finally:
            os.close(handle)

    def _open(self, real: str) -> int:
        if not _STEPWISE:
            return _open_same_file(real)
        place, _, name = real.rpartition("/")
        if place != self._place:
            self._enter(place)
        return os.open(name, _FILE, dir_fd=self._handles[-1])

    def _enter(self, place: str) -> None:
        """Open the directories on the way to a place, but those that are still open."""
        self._place = None
        is_below = place == self._base or place.startswith(f"{self._base}/")
        top = (self._base if is_below else place) or "/"
        within = place[len(self._base) :].split("/") if is_below else []
        parts = [top, *filter(None, within)]
        shared = 0
        for known, wanted in zip(self._parts, parts, strict=False):
            if known != wanted:
                break
            shared += 1
        self._leave(min(shared, _MOST_OPEN))
        for part in parts[len(self._handles) :]:
            below = {"dir_fd": self._handles[-1]} if self._handles else {}
            handle = os.open(part, _DIRECTORY, **below)
            if len(self._handles) > _MOST_OPEN:
                os.close(self._handles.pop())
                self._parts.pop()
            self._handles.append(handle)
            self._parts.append(part)
        self._place = place

    def _leave(self, depth: int) -> None:
        """Close the directories below the first `depth`."""
        while len(self._handles) > depth:
            os.close(self._handles.pop())
            self._parts.pop()
        self._place = None


def read_start(path: str, most: int) -> bytes:
    """Read the first `most` bytes of a file; follow no link at its name, and wait for no pipe.

    Raises:
        OSError: it can't be read.
    """
    with _closing(os.open(path, _FILE)) as handle:
        return os.read(handle, most)


def _read(handle: int, size: int, most: int) -> bytes:
    """Read all bytes of a file, which may have grown; in one read where it did not."""
    data = os.read(handle, size + 1)
    if len(data) == size:
        return data
    parts = [data]
    while part := os.read(handle, 1 << 20):
        parts.append(part)
        if sum(map(len, parts)) > most:
            raise TooLarge(sum(map(len, parts)))
    return b"".join(parts)


def _open_same_file(real: str) -> int:
    """Open a file, and make sure that it is the one at the path and was reached by no link."""
    handle = os.open(real, _FILE)
    try:
        if os.path.realpath(real) != real or not os.path.samestat(os.fstat(handle), os.lstat(real)):
            raise OSError(errno.ELOOP, os.strerror(errno.ELOOP))
    except BaseException:
        os.close(handle)
        raise
    return handle


@contextmanager
def _closing(handle: int) -> Iterator[int]:
    try:
        yield handle
    finally:
        with suppress(OSError):
            os.close(handle)

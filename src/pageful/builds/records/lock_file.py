"""A file that one process at a time holds; where the system has no `flock`, a library's lock."""

from __future__ import annotations

import contextlib
import errno
import os
import time
from pathlib import Path
from typing import TYPE_CHECKING, Self

if TYPE_CHECKING:
    from filelock import BaseFileLock

_TICK = 0.05
"""Seconds between two attempts to take a lock that somebody else has."""


class FileLock:
    """A lock that ends with its process at the latest. Any thread may release it.

    `filelock` has the same lock, and it and this one exclude each other; but it loads asyncio,
    SQLite and TLS, a quarter of all that is loaded to watch a build.
    """

    def __init__(self, file: Path, *, timeout: float = 0.0) -> None:
        self._file = file
        self._timeout = timeout
        self._descriptor: int | None = None
        self._other: BaseFileLock | None = None

    def __enter__(self) -> Self:
        self.acquire()
        return self

    def __exit__(self, *_: object) -> None:
        self.release()

    def acquire(self) -> None:
        """Take the lock.

        Raises:
            TimeoutError: another holder has had it for all of the time.
            OSError: the file can't be opened for writing.
        """
        until = time.monotonic() + self._timeout
        while not self._try_acquire():
            if time.monotonic() >= until:
                raise TimeoutError(errno.ETIMEDOUT, f"{self._file} is locked")
            time.sleep(_TICK)

    def release(self) -> None:
        """Give the lock back, if it is held."""
        descriptor, self._descriptor = self._descriptor, None
        other, self._other = self._other, None
        if descriptor is not None:
            os.close(descriptor)
        if other is not None:
            other.release()

    def _try_acquire(self) -> bool:
        """Try once; it fails too where whoever had it has just removed the file."""
        try:
            import fcntl
        except ImportError:
            return self._try_other()
        descriptor = os.open(self._file, os.O_RDWR | os.O_CREAT, 0o600)
        is_ours = False
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            is_ours = os.fstat(descriptor).st_nlink > 0
        except BlockingIOError:
            return False
        except OSError as error:
            # Some network file systems have no such locks.
            if error.errno not in (errno.ENOSYS, errno.EOPNOTSUPP):
                raise
            return self._try_other()
        finally:
            if is_ours:
                self._descriptor = descriptor
            else:
                os.close(descriptor)
        return is_ours

    def _try_other(self) -> bool:
        from filelock import FileLock as OtherLock

        lock = OtherLock(self._file, mode=0o600, thread_local=False)
        with contextlib.suppress(TimeoutError):
            lock.acquire(blocking=False)
            self._other = lock
        return self._other is not None

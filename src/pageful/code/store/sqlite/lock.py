"""The write lock of an index: one writer at a time over threads and processes."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from pageful.tool.context import Caller
from pageful.tool.errors import ToolError

if TYPE_CHECKING:
    from filelock import BaseFileLock

_LOCK = "lock"
_POLL = 0.1  # seconds between two looks at whether the caller has cancelled


@contextmanager
def write_lock(directory: Path, caller: Caller, *, wait: bool = True) -> Iterator[bool]:
    """Hold the write lock of the index in a directory, as `Store.write_lock` says.

    Raises:
        Cancelled: the caller gave up waiting.
        ToolError: the directory can't be written.
    """
    # Imported late: most searches need no lock, and the import is slow.
    from filelock import FileLock

    lock = FileLock(directory / _LOCK)
    while not _try_acquire(lock, directory):
        if not wait:
            yield False
            return
        caller.checkpoint()
        caller.progress("Waiting for another process that writes this index")
    try:
        yield True
    finally:
        lock.release()


def _try_acquire(lock: BaseFileLock, directory: Path) -> bool:
    from filelock import Timeout

    try:
        directory.mkdir(mode=0o700, parents=True, exist_ok=True)  # It holds the indexed text.
        lock.acquire(timeout=_POLL)
    except Timeout:
        return False
    except OSError as error:
        raise ToolError(
            f"The index in {directory} can't be written: {error.strerror}.",
            "Make room or check the permissions, or name another directory with `--data`.",
        ) from error
    return True


def is_locked(directory: Path) -> bool:
    """Return whether a writer holds the lock of the index in a directory at this moment."""
    from filelock import FileLock, Timeout

    lock = FileLock(directory / _LOCK)
    try:
        lock.acquire(timeout=0)
    except Timeout:
        return True
    except OSError:
        return False
    lock.release()
    return False

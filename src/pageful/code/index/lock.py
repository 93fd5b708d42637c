"""The write lock of an index: one writer at a time over threads and processes."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from pageful.code.index.projects import Project
from pageful.tool.context import Caller
from pageful.tool.errors import ToolError

if TYPE_CHECKING:
    from filelock import BaseFileLock

_POLL = 0.1  # seconds between two looks at whether the caller has cancelled


@contextmanager
def write_lock(project: Project, caller: Caller, *, wait: bool = True) -> Iterator[bool]:
    """Hold the project's write lock, and yield whether it was acquired.

    It is not acquired if another writer holds it and `wait` is false.

    Raises:
        Cancelled: the caller gave up waiting.
        ToolError: the project's directory can't be written.
    """
    # Imported late: most searches need no lock, and the import is slow.
    from filelock import FileLock

    lock = FileLock(project.lock)
    while not _acquired(lock, project):
        if not wait:
            yield False
            return
        caller.checkpoint()
        caller.progress("Waiting for another process that writes this index")
    try:
        yield True
    finally:
        lock.release()


def _acquired(lock: BaseFileLock, project: Project) -> bool:
    from filelock import Timeout

    try:
        project.make_directory()
        lock.acquire(timeout=_POLL)
    except Timeout:
        return False
    except OSError as error:
        raise ToolError(
            f"The index in {project.directory} can't be written: {error.strerror}.",
            "Make room or check the permissions, or name another directory with `--data`.",
        ) from error
    return True


def is_being_written(project: Project) -> bool:
    """Whether a writer holds the project's lock at this moment."""
    from filelock import FileLock, Timeout

    lock = FileLock(project.lock)
    try:
        lock.acquire(timeout=0)
    except Timeout:
        return True
    except OSError:
        return False
    lock.release()
    return False

"""One writer at a time for each index, over threads and processes."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from pageful.code.index.projects import Project
from pageful.tool.context import Caller
from pageful.tool.errors import ToolError

if TYPE_CHECKING:
    from filelock import BaseFileLock

_POLL = 0.1


@contextmanager
def writing(project: Project, caller: Caller, *, wait: bool = True) -> Iterator[bool]:
    """Be the one who writes the project's index, whether it came to that is given.

    Without `wait`, it does not where someone else writes now.

    Raises:
        Cancelled: the caller gave up waiting.
        ToolError: the project's directory can't be written.
    """
    # Loaded where a lock is needed: most searches need none, and it takes its time.
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
    """Whether someone writes the project's index at this moment."""
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

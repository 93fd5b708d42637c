"""One writer at a time for each index, over threads and processes."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from filelock import FileLock, Timeout

from laconic.caller import Caller
from laconic.code.projects import Project

_POLL = 0.1


@contextmanager
def writing(project: Project, caller: Caller, *, wait: bool = True) -> Iterator[bool]:
    """Be the one who writes the project's index, whether it came to that is given.

    Without `wait`, it does not where someone else writes now.

    Raises:
        Cancelled: the caller gave up waiting.
    """
    project.directory.mkdir(parents=True, exist_ok=True)
    lock = FileLock(project.lock)
    while True:
        caller.checkpoint()
        try:
            lock.acquire(timeout=_POLL)
            break
        except Timeout:
            if not wait:
                yield False
                return
            caller.progress("Waiting for another process that writes this index")
    try:
        yield True
    finally:
        lock.release()


def is_being_written(project: Project) -> bool:
    """Whether someone writes the project's index at this moment."""
    lock = FileLock(project.lock)
    try:
        lock.acquire(timeout=0)
    except Timeout:
        return True
    lock.release()
    return False

"""The lock of a project: one build at a time, of whatever process."""

from __future__ import annotations

import contextlib
import hashlib
import os
import stat
import tempfile
from collections.abc import Iterator
from pathlib import Path

from filelock import BaseFileLock, FileLock, Timeout

from pageful.builds.records.directories import directory_for
from pageful.tool.context import Caller
from pageful.tool.errors import Cancelled, ToolError


@contextlib.contextmanager
def lock_project(root: Path, caller: Caller, build: str | None = None) -> Iterator[bool]:
    """Hold the project: wait for any other build of it, in this process or another, to end.

    It gives whether it had to wait.

    `build` is the id of the one that wants to run, by which others that wait can name it.

    Raises:
        Cancelled: the caller gave up waiting.
        ToolError: there is no place for the lock.
    """
    has_waited = False
    with contextlib.ExitStack() as held:
        for file in _lock_files(root):
            lock, holder = FileLock(file, mode=0o600), file.with_suffix(".build")
            has_waited |= _acquire(lock, holder, caller)
            held.callback(lock.release)
            with contextlib.suppress(OSError):
                holder.touch(0o600)
                holder.write_text(build or "", encoding="utf-8")
        yield has_waited


def _acquire(lock: BaseFileLock, holder: Path, caller: Caller) -> bool:
    """Take a lock, and return whether somebody else had it."""
    message = ""
    while True:
        caller.checkpoint()
        try:
            lock.acquire(timeout=0.2 if message else 0)
        except Timeout:
            before, message = message, _waiting_message(holder)
            if message != before:
                caller.progress(message)
        except KeyboardInterrupt:
            raise Cancelled from None
        except OSError as error:
            raise _no_place_error(Path(lock.lock_file).parent, error) from None
        else:
            return bool(message)


def _lock_files(root: Path) -> Iterator[Path]:
    """The locks: beside temporary files, and with the records, as not all share the former."""
    name = hashlib.sha256(str(root).encode("utf-8", "surrogateescape")).hexdigest()[:16]
    yield _own_directory() / f"{name}.lock"
    with contextlib.suppress(OSError, RuntimeError):
        shared = directory_for(root, "maven") / "building.lock"
        shared.touch(0o600)
        yield shared


def _own_directory() -> Path:
    """Return the user's own directory for locks: anybody else's could have links in it.

    Raises:
        ToolError: there can't be one.
    """
    user = os.getuid() if hasattr(os, "getuid") else "user"
    directory = Path(tempfile.gettempdir()) / f"pageful-{user}"
    try:
        with contextlib.suppress(FileExistsError):
            directory.mkdir(mode=0o700)
        found = directory.lstat()
    except OSError as error:
        raise _no_place_error(directory, error) from None
    if not stat.S_ISDIR(found.st_mode) or user not in ("user", found.st_uid):
        raise _no_place_error(directory, "it is not a directory of yours")
    return directory


def _no_place_error(directory: Path, reason: OSError | str) -> ToolError:
    why = getattr(reason, "strerror", None) or reason
    return ToolError(
        f"No lock can be kept in {directory}, by which builds wait for each other: {why}.",
        "Remove what is there or make room, or set TMPDIR to a directory that can be written.",
    )


def _waiting_message(holder: Path) -> str:
    try:
        build = holder.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError):
        build = ""
    if build:
        return f"waiting for build {build} of this project to end"
    return "waiting for another build of this project to end"

"""A program and all its descendants: started in one session, ended together."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import time
from collections.abc import Collection, Mapping, Sequence
from pathlib import Path

import psutil

from pageful.builds.process.parent_death import kill_with_command

_PATIENCE = 2.0
"""Seconds between asking a process tree to end and killing it."""

_TICK = 0.02


def start(argv: Sequence[str], directory: Path, environment: Mapping[str, str]) -> ProcessTree:
    """Start a program in a new session, its output and errors in one pipe.

    Raises:
        OSError: the program can't be started.
    """
    process = subprocess.Popen(
        argv,
        cwd=directory,
        env=dict(environment),
        bufsize=0,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        start_new_session=True,
        # A command that is killed with all of its group is not to leave a session behind.
        preexec_fn=kill_with_command(),  # noqa: PLW1509 -- none where there are threads
    )
    return ProcessTree(process)


class ProcessTree:
    """A running program with its descendants, also those whose parent has died."""

    def __init__(self, process: subprocess.Popen[bytes]) -> None:
        self.process = process

    def members(self) -> list[psutil.Process]:
        """List the live processes of the tree: descendants, and those of the session."""
        return members(self.process.pid)

    def end(self) -> None:
        """End the whole tree: ask, wait a little, kill the rest."""
        end(self.process.pid)
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.process.wait(_PATIENCE)


def members(leader: int) -> list[psutil.Process]:
    """List the live processes of a session; its leader may be dead."""
    found: dict[int, psutil.Process] = {}
    with contextlib.suppress(psutil.Error):
        root = psutil.Process(leader)
        found = {each.pid: each for each in [root, *root.children(recursive=True)]}
    for each in psutil.process_iter():
        if each.pid not in found and _session(each.pid) == leader:
            found[each.pid] = each
    return list(found.values())


def end(leader: int) -> None:
    """End a session: its leader and all processes that it started."""
    asked = members(leader)
    if not asked:
        return
    _signal_group(leader, signal.SIGTERM)
    for each in asked:
        with contextlib.suppress(psutil.Error):
            each.terminate()
    _wait(asked)
    left = [each for each in {*asked, *members(leader)} if _lives(each)]
    for each in left:
        with contextlib.suppress(psutil.Error):
            each.kill()
    _wait(left)


def _wait(asked: Collection[psutil.Process]) -> None:
    """Wait until no process lives; zombies, as in a container without init, count as dead."""
    until = time.monotonic() + _PATIENCE
    while any(map(_lives, asked)) and time.monotonic() < until:
        time.sleep(_TICK)


def _signal_group(leader: int, number: int) -> None:
    if hasattr(os, "killpg"):
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(leader, number)


def _lives(process: psutil.Process) -> bool:
    try:
        return process.is_running() and process.status() != psutil.STATUS_ZOMBIE
    except psutil.Error:
        return False


def _session(pid: int) -> int | None:
    if not hasattr(os, "getsid"):
        return None
    try:
        return os.getsid(pid)
    except OSError:
        return None

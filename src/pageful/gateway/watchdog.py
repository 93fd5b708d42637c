"""A small process that ends process groups whose gateway was killed and could not do it itself."""

from __future__ import annotations

import os
import signal
import time
from contextlib import suppress

LOOK = 0.05
"""Seconds between two looks whether processes have ended: a person does not notice them."""

GRACE = 2.0
"""Seconds from the end of a server's input to TERM, and from there to KILL."""


class Watchdog:
    """A process that outlives this one, told by a pipe which groups there are.

    It is forked before there are threads. Once this process has ended, however it did, the pipe is
    at its end, and every group that is still noted is ended.
    """

    def __init__(self) -> None:
        read, self._write = os.pipe()
        process = os.fork()
        if process == 0:
            try:
                os.close(self._write)
                _watch(read)
            finally:
                os._exit(0)
        os.close(read)
        self._process = process

    def note(self, group: int) -> None:
        """Note a process group that is to end with this process."""
        self._tell(f"+{group}\n")

    def forget(self, group: int) -> None:
        """Forget a process group, which has ended."""
        self._tell(f"-{group}\n")

    def close(self) -> None:
        """End the watchdog, and the groups that are still noted."""
        os.close(self._write)
        with suppress(ChildProcessError):
            os.waitpid(self._process, 0)

    def _tell(self, text: str) -> None:
        with suppress(OSError):
            os.write(self._write, text.encode())


def end_group(group: int, number: signal.Signals) -> bool:
    """Send a signal to a process group; false where nobody is in it any more."""
    try:
        os.killpg(group, number)
    except (ProcessLookupError, PermissionError):
        return False
    return True


def is_alive(group: int) -> bool:
    """Tell whether anybody is in a process group, but for the dead whom nobody has buried."""
    try:
        os.killpg(group, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return _has_living_member(group)


def _has_living_member(group: int) -> bool:
    """Look through the system's processes; where it does not list them, take them for living."""
    try:
        names = os.listdir("/proc")  # noqa: PTH208 -- it is looked at often
    except OSError:
        return True
    return any(name.isdigit() and _is_living_member(name, group) for name in names)


def _is_living_member(process: str, group: int) -> bool:
    try:
        with open(f"/proc/{process}/stat", "rb") as file:  # noqa: PTH123
            # > 4711 (node) S 4700 4699 4699 0 -1
            state, _parent, its_group = file.read().rpartition(b")")[2].split()[:3]
    except (OSError, ValueError):
        return False
    return int(its_group) == group and state not in (b"Z", b"X")


def _watch(pipe: int) -> None:
    """Wait for the end of a pipe, then for groups to end, and end those that do not."""
    os.setsid()
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)
    # The client waits for the end of these streams, and must not wait for this process.
    nowhere = os.open(os.devnull, os.O_RDWR)
    for descriptor in (0, 1, 2):
        os.dup2(nowhere, descriptor)
    groups = _read_groups(pipe)
    for number in (signal.SIGTERM, signal.SIGKILL):
        if not _wait_for(groups, GRACE):
            for group in groups:
                end_group(group, number)


def _read_groups(pipe: int) -> set[int]:
    groups: set[int] = set()
    with os.fdopen(pipe, encoding="ascii") as lines:
        for line in lines:
            change = groups.add if line[0] == "+" else groups.discard
            change(int(line[1:]))
    return groups


def _wait_for(groups: set[int], seconds: float) -> bool:
    """Wait until nobody is in any of some groups; false after some seconds."""
    end = time.monotonic() + seconds
    while any(map(is_alive, groups)):
        if time.monotonic() > end:
            return False
        time.sleep(LOOK)
    return True

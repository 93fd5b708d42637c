"""All processes that a server has started, wherever they went, by a mark that they inherit."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Mapping
from contextlib import suppress

from pageful.lazy.dataclasses import dataclass, field

MARK = "PAGEFUL_GATEWAY"
"""The environment variable that marks a server's processes; one without it, in a session of its
own, is meant to outlive its server."""

LOOK = 0.05
"""Seconds between two looks whether processes have ended: a person does not notice them."""

GRACE = 2.0
"""Seconds from the end of a server's input to TERM: as long as clients give it."""

LAST_GRACE = 1.5
"""Seconds from TERM to KILL: all of it is over within five, with one for a busy machine."""

LAST_TRIES = 10
"""KILLs at most: a process that starts others while it is looked for is found at the next one."""


def mark_environment(environment: Mapping[str, str], mark: str) -> dict[str, str]:
    """Return an environment with a mark, beside those of the gateways around this one."""
    return {**environment, MARK: f"{environment.get(MARK, '')} {mark}".lstrip()}


@dataclass
class Descendants:
    """A server, which leads its process group, and all that it has started.

    Where the system does not list its processes, that is its group. `since` is when the server
    began, as the system counts: what is older is not looked at.
    """

    group: int
    mark: str
    since: int = 0
    _known: dict[int, int] = field(default_factory=dict)

    def are_left(self) -> bool:
        """Tell whether any process is left, but for the dead whom nobody has buried."""
        self._known = {pid: begin for pid, begin in self._known.items() if _is_same(pid, begin)}
        if not self._known:
            self._known = self._find()
        return bool(self._known)

    def end(self, grace: float = GRACE) -> None:
        """Give all that is left some seconds, send TERM, and a little later KILL."""
        if not self._wait(grace):
            self._send(signal.SIGTERM)
            if not self._wait(LAST_GRACE):
                for _ in range(LAST_TRIES):
                    self._send(signal.SIGKILL)
                    if self._wait(LOOK):
                        return

    def _wait(self, seconds: float) -> bool:
        """Wait until nobody is left; false after some seconds."""
        end = time.monotonic() + seconds
        while self.are_left():
            if time.monotonic() > end:
                return False
            time.sleep(LOOK)
        return True

    def _send(self, number: signal.Signals) -> None:
        """Send a signal to the group at once, and to who has left it one by one."""
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(self.group, number)
        self._known = self._find()
        for pid in self._known:
            with suppress(OSError):
                if os.getpgid(pid) != self.group:
                    os.kill(pid, number)

    def _find(self) -> dict[int, int]:
        """Find the living, and when each has begun: the number of a process is given again."""
        try:
            names = os.listdir("/proc")  # noqa: PTH208 -- it is looked at often
        except OSError:
            return _find_group(self.group)
        every = {int(name): stat for name in names if name.isdigit() and (stat := _stat(name))}
        if not every:
            return _find_group(self.group)
        found: dict[int, bool] = {}
        for pid in every:
            self._judge(pid, every, found)
        return {pid: every[pid].begin for pid, ours in found.items() if ours}

    def _judge(self, pid: int, every: Mapping[int, _Stat], found: dict[int, bool]) -> bool:
        """Tell whether a process is one of the server's.

        Some write over their environment: these are known by their parents.
        """
        if pid not in found:
            stat = every.get(pid)
            found[pid] = False
            if stat is not None:
                found[pid] = stat.begin >= self.since and (
                    stat.group == self.group
                    or self._has_mark(pid)
                    or (
                        stat.parent in every
                        and every[stat.parent].session == stat.session
                        and self._judge(stat.parent, every, found)
                    )
                )
        return found[pid]

    def _has_mark(self, pid: int) -> bool:
        try:
            with open(f"/proc/{pid}/environ", "rb") as file:  # noqa: PTH123
                environment = file.read()
        except OSError:
            return False
        start = environment.find(f"{MARK}=".encode())
        value = environment[start : environment.find(b"\0", start)] if start >= 0 else b""
        return self.mark.encode() in value


@dataclass(frozen=True, slots=True)
class _Stat:
    """A living process, as the system lists it."""

    parent: int
    group: int
    session: int
    begin: int


def _stat(process: str | int) -> _Stat | None:
    try:
        with open(f"/proc/{process}/stat", "rb") as file:  # noqa: PTH123
            # > 4711 (node) S 4700 4699 4699 0 -1 4194560 152 0 0 0 1 0 0 0 20 0 1 0 998877
            words = file.read().rpartition(b")")[2].split()
        if words[0] in (b"Z", b"X"):
            return None
        return _Stat(int(words[1]), int(words[2]), int(words[3]), int(words[19]))
    except (OSError, ValueError, IndexError):
        return None


def begin_of(process: int) -> int:
    """Return when a process began, as the system counts; 0 where it does not say."""
    stat = _stat(process)
    return stat.begin if stat else 0


def _is_same(pid: int, begin: int) -> bool:
    if not begin:
        return bool(_find_group(pid))
    stat = _stat(pid)
    return stat is not None and stat.begin == begin


def _find_group(group: int) -> dict[int, int]:
    """Tell whether anybody is in a group, where that is all that can be known."""
    try:
        os.killpg(group, 0)
    except ProcessLookupError:
        return {}
    except PermissionError:
        pass
    return {group: 0}

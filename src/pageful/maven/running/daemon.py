"""The Maven Daemon that carries a build out: a process that does not end with the client."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Iterable

import psutil

from pageful.lazy.dataclasses import dataclass

_ID = "-Dmvnd.id="
_PATIENCE = 2.0
"""Seconds that a build gets to end once its test forks are gone; then the Daemon goes with it."""

_TICK = 0.05


@dataclass(frozen=True, slots=True)
class Daemon:
    """A running Daemon. It carries out one build at a time: whatever it started is that build's."""

    process: psutil.Process

    @classmethod
    def of(cls, number: str) -> Daemon | None:
        """Find the Daemon of an id, as the log gives it, if it lives."""
        mark = f"{_ID}{number}"
        for process in psutil.process_iter(["cmdline"]) if number else ():
            if mark in (process.info["cmdline"] or ()):
                return cls(process)
        return None

    def children(self) -> list[psutil.Process]:
        """The processes that it has started, such as the JVMs that tests run in."""
        with contextlib.suppress(psutil.Error):
            return self.process.children(recursive=True)
        return []

    def end_build(self, client: int) -> None:
        """End the build that it carries out for a client, and if it can be, nothing else.

        With its forks killed a goal fails and the build ends, which the client (a process id) is
        told and ends too. Where that does not happen in time, as while it compiles, the Daemon
        itself is killed; the next build starts another.
        """
        until = time.monotonic() + _PATIENCE
        while _lives(client) and time.monotonic() < until:
            _kill(self.children())
            time.sleep(_TICK)
        if _lives(client):
            _kill([*self.children(), self.process])


def _kill(processes: Iterable[psutil.Process]) -> None:
    for process in processes:
        with contextlib.suppress(psutil.Error):
            process.kill()


def _lives(pid: int) -> bool:
    try:
        return psutil.Process(pid).status() != psutil.STATUS_ZOMBIE
    except psutil.Error:
        return False

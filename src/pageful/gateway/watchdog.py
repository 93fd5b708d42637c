"""A small process that ends servers whose gateway was killed and could not do it itself."""

from __future__ import annotations

import os
import signal
import time
from contextlib import suppress
from threading import Thread

from pageful.gateway.descendants import GRACE, Descendants


class Watchdog:
    """A process that outlives this one, told by a pipe which servers there are.

    It is forked before there are threads. Once this process has ended, however it did, the pipe is
    at its end, and every server that is still noted is ended with all that it has started.
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

    def note(self, server: Descendants) -> None:
        """Note a server that is to end with this process."""
        self._tell(f"{server.group} {server.mark} {server.since}\n")

    def note_leaving(self, server: Descendants) -> None:
        """Note that a server's time has begun: who ends it later does not begin anew."""
        self._tell(f"{server.group} {server.mark} {server.since} {time.monotonic()}\n")

    def forget(self, server: Descendants) -> None:
        """Forget a server, of which nothing is left."""
        self._tell(f"{server.group}\n")

    def close(self) -> None:
        """End the watchdog, and the servers that are still noted."""
        os.close(self._write)
        with suppress(ChildProcessError):
            os.waitpid(self._process, 0)

    def _tell(self, text: str) -> None:
        with suppress(OSError):
            os.write(self._write, text.encode())


def _watch(pipe: int) -> None:
    """Wait for the end of a pipe, then end what is still noted, all at a time."""
    os.setsid()
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)
    # The client waits for the end of these streams, and must not wait for this process.
    nowhere = os.open(os.devnull, os.O_RDWR)
    for descriptor in (0, 1, 2):
        os.dup2(nowhere, descriptor)
    ending = [Thread(target=server.end, args=[grace]) for server, grace in _read_servers(pipe)]
    for thread in ending:
        thread.start()
    for thread in ending:
        thread.join()


def _read_servers(pipe: int) -> list[tuple[Descendants, float]]:
    """Read to a pipe's end which servers are left, and the seconds that each has still."""
    servers: dict[str, tuple[Descendants, float | None]] = {}
    with os.fdopen(pipe, encoding="ascii") as lines:
        for line in lines:
            match line.split():
                case [group, mark, since, *leaving]:
                    server = Descendants(int(group), mark, int(since))
                    servers[group] = (server, float(leaving[0]) if leaving else None)
                case [group]:
                    servers.pop(group, None)
    now = time.monotonic()
    return [
        (server, GRACE if leaving is None else max(0.0, GRACE - (now - leaving)))
        for server, leaving in servers.values()
    ]

"""Counts the round trips between a client and a database, on the wire."""

from __future__ import annotations

import re
import select
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress


@contextmanager
def counted_trips(address: str) -> Iterator[tuple[str, Callable[[], int]]]:
    """An address that leads to the same database, and how often a client has waited there.

    A trip is what a client sends until the server answers, in however many packets.
    """
    match = re.search(r"@127\.0\.0\.1:(\d+)/", address)
    assert match
    trips = [0]
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = listener.getsockname()[1]
        ended = threading.Event()
        threading.Thread(
            target=_accept, args=(listener, int(match[1]), trips, ended), daemon=True
        ).start()
        try:
            yield address.replace(f":{match[1]}/", f":{port}/"), lambda: trips[0]
        finally:
            ended.set()


def _accept(listener: socket.socket, port: int, trips: list[int], ended: threading.Event) -> None:
    listener.settimeout(0.1)
    while not ended.is_set():
        with suppress(TimeoutError, OSError):
            client, _ = listener.accept()
            threading.Thread(target=_pass_on, args=(client, port, trips), daemon=True).start()


def _pass_on(client: socket.socket, port: int, trips: list[int]) -> None:
    with client, socket.create_connection(("127.0.0.1", port)) as server, suppress(OSError):
        client.settimeout(None)
        is_waiting = False
        while True:
            for ready in select.select([client, server], [], [])[0]:
                data = ready.recv(1 << 16)
                if not data:
                    return
                if ready is client and not is_waiting:
                    trips[0] += 1
                is_waiting = ready is client
                (server if ready is client else client).sendall(data)

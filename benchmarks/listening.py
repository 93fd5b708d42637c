"""Servers on HTTP, run for as long as they are measured."""

from __future__ import annotations

import socket
import subprocess
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress

_STARTING = 60.0
"""Seconds for a server's start."""

_ENDING = 6.0
"""Seconds for its end: the gateway has four."""


def free_port() -> int:
    """A port that nobody listens on."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port: int = listener.getsockname()[1]
    return port


@contextmanager
def listening(
    command: Sequence[str], port: int, environment: Mapping[str, str] | None = None
) -> Iterator[str]:
    """Run a server until it listens; end it afterwards."""
    quiet = subprocess.DEVNULL
    with subprocess.Popen(
        command, stdin=quiet, stdout=quiet, stderr=quiet, env=environment
    ) as process:
        try:
            _wait_for(port, process)
            yield f"http://127.0.0.1:{port}/mcp"
        finally:
            process.terminate()
            with suppress(subprocess.TimeoutExpired):
                process.wait(_ENDING)
            # A server may wait for streams that its client leaves open.
            process.kill()


def _wait_for(port: int, process: subprocess.Popen[bytes]) -> None:
    end = time.monotonic() + _STARTING
    while time.monotonic() < end and process.poll() is None:
        try:
            socket.create_connection(("127.0.0.1", port)).close()
        except ConnectionRefusedError:
            time.sleep(0.1)
        else:
            return
    raise TimeoutError(f"nobody listens on port {port}")

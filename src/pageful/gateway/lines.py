"""Lines of a stream of bytes, of any length, until its end or until somebody stops the reading."""

from __future__ import annotations

import os
import select
from collections.abc import Iterator

_CHUNK = 1 << 20
"""Bytes read at once: a line of 64 MB needs 64 calls, and most messages one."""

_LOOK_MS = 500
"""Milliseconds of one wait: the handler of a signal that came just before it runs after it."""


class LineReader:
    """The lines of a file descriptor; another thread can stop it while it waits.

    `received` counts the bytes so far.
    """

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor
        self._wake_read, self._wake_write = os.pipe()
        self._poll = select.poll()
        self._poll.register(descriptor, select.POLLIN)
        self._poll.register(self._wake_read, select.POLLIN)
        self._stopped = False
        self.received = 0

    def __iter__(self) -> Iterator[bytes]:
        """Yield each line with its line end; the last one may have none."""
        pieces: list[bytes] = []
        while chunk := self._next_chunk():
            start = 0
            while end := chunk.find(b"\n", start) + 1:
                yield b"".join((*pieces, chunk[start:end]))
                pieces.clear()
                start = end
            if start < len(chunk):
                pieces.append(chunk[start:])
        if pieces:
            yield b"".join(pieces)

    def stop(self) -> None:
        """End the reading as if the stream had ended."""
        self._stopped = True
        os.write(self._wake_write, b".")

    def close(self) -> None:
        """Free what the reader holds; the descriptor stays open."""
        os.close(self._wake_read)
        os.close(self._wake_write)

    def _next_chunk(self) -> bytes:
        while not self._stopped:
            ready = {descriptor for descriptor, _ in self._poll.poll(_LOOK_MS)}
            if self._descriptor in ready:
                chunk = os.read(self._descriptor, _CHUNK)
                self.received += len(chunk)
                return chunk
        return b""


def write_all(descriptor: int, data: bytes) -> None:
    """Write all of some bytes to a file descriptor, however few it takes at once.

    Raises:
        OSError: nobody reads them any more.
    """
    rest = memoryview(data)
    while rest:
        rest = rest[os.write(descriptor, rest) :]

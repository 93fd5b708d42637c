"""A worker process: reads requests from its input, and writes their batches to its output.

A message is its length in eight bytes, then a pickle. A worker whose parent dies reads the end of
its input, and exits too.
"""

from __future__ import annotations

import os
import pickle
import signal
import struct
import sys
import traceback
from typing import Any, BinaryIO

_LENGTH = struct.Struct("<Q")


class WorkerFailed(Exception):
    """A worker could not process its request; the text is its traceback."""


def send(stream: BinaryIO, message: object) -> None:
    """Write one message."""
    data = pickle.dumps(message, protocol=pickle.HIGHEST_PROTOCOL)
    stream.write(_LENGTH.pack(len(data)))
    stream.write(data)
    stream.flush()


def receive(stream: BinaryIO) -> Any:
    """Read one message.

    Raises:
        EOFError: the other side has ended.
    """
    head = stream.read(_LENGTH.size)
    if len(head) < _LENGTH.size:
        raise EOFError
    (length,) = _LENGTH.unpack(head)
    data = stream.read(length)
    if len(data) < length:
        raise EOFError
    return pickle.loads(data)  # noqa: S301 -- the other side is our own process


def main() -> None:
    """Process requests until the input ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    # Output is for batches alone: whatever else prints goes to the log.
    output = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    from pageful.code.index.batch import build_batch

    while True:
        try:
            request = receive(sys.stdin.buffer)
        except EOFError:
            return
        try:
            message: object = build_batch(request)
        except Exception:
            message = WorkerFailed(traceback.format_exc())
        try:
            send(output, message)
        except BrokenPipeError:
            return


if __name__ == "__main__":
    main()

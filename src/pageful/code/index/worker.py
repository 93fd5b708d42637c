"""A worker process: reads tasks from its input, writes their drafts to its output, until both end.

A message is its length in eight bytes, then a pickle. A worker whose parent dies reads the end of
its input, and ends too.
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
    """A worker could not do its task; the text is its traceback."""


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
    """Work off tasks until there are no more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    # Output is for drafts alone: whatever else prints goes to the log.
    output = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    from pageful.code.index.batch import drafted

    while True:
        try:
            task = receive(sys.stdin.buffer)
        except EOFError:
            return
        try:
            answer: object = drafted(task)
        except Exception:
            answer = WorkerFailed(traceback.format_exc())
        try:
            send(output, answer)
        except BrokenPipeError:
            return


if __name__ == "__main__":
    main()

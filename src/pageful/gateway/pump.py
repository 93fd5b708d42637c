"""The pump: messages from the client to the upstream and back, in order, until one of them ends.

Two threads, one for each direction, and nothing between them but the session.
"""

from __future__ import annotations

import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from importlib import import_module
from types import FrameType

from pageful.gateway.lines import LineReader, write_all
from pageful.gateway.session import Session
from pageful.gateway.upstream import Upstream

_SHOWN = 200
"""Characters of a line that is no message, as stderr says it."""


def pump(session: Session, upstream: Upstream) -> int:
    """Serve the client on stdin and stdout until it has left, or until the upstream has ended.

    Returns:
        The upstream's exit code; 128 + the signal's number where one ended this program.
    """
    output = _ClientOutput(1, upstream)
    reader = LineReader(0)
    threading.Thread(
        target=_read_client, args=(session, upstream, reader, output), daemon=True
    ).start()
    # What tools' answers need is imported once the first message, which needs it not, is through.
    prepare = [lambda: import_module("pageful.gateway.answers")]
    with _leaving_on_signals(upstream) as received:
        for line in upstream.lines():
            answer = session.from_server(line)
            if answer is None:
                _report_noise(line)
            else:
                output.write(answer if answer.endswith(b"\n") else answer + b"\n")
            if prepare:
                threading.Thread(target=prepare.pop(), daemon=True).start()
        end = upstream.end()
        for answer in session.unanswered(end):
            output.write(answer)
    return 128 + received[0] if received else end.exit_code


def _read_client(
    session: Session, upstream: Upstream, reader: LineReader, output: _ClientOutput
) -> None:
    for line in reader:
        answer = session.from_client(line)
        if answer is None:
            upstream.send(line)
        else:
            output.write(answer)
    upstream.leave()


class _ClientOutput:
    """The client's stream, which both threads write to; once it is broken the upstream is left."""

    def __init__(self, descriptor: int, upstream: Upstream) -> None:
        self._descriptor = descriptor
        self._upstream = upstream
        self._writing = threading.Lock()

    def write(self, line: bytes) -> None:
        try:
            with self._writing:
                write_all(self._descriptor, line)
        except OSError:
            self._upstream.leave()


@contextmanager
def _leaving_on_signals(upstream: Upstream) -> Iterator[list[int]]:
    """End the upstream in its own time when this program is told to end."""
    received: list[int] = []

    def leave(number: int, _frame: FrameType | None) -> None:
        received.append(number)
        upstream.leave()

    numbers = [signal.SIGTERM, signal.SIGINT]
    if signal.getsignal(signal.SIGHUP) is not signal.SIG_IGN:
        numbers.append(signal.SIGHUP)
    before = {number: signal.signal(number, leave) for number in numbers}
    try:
        yield received
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _report_noise(line: bytes) -> None:
    """Say on stderr what the upstream printed that is no message."""
    if text := line.decode(errors="replace").strip():
        with suppress(OSError, ValueError):
            print(f"pageful: no message, left out: {text[:_SHOWN]}", file=sys.stderr, flush=True)

"""The pump: messages from the client to the upstream and back, in order, until one of them ends.

Two threads, one for each direction, and nothing between them but the session.
"""

from __future__ import annotations

import os
import select
import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from importlib import import_module
from types import FrameType

from pageful.gateway.descendants import GRACE, LAST_GRACE
from pageful.gateway.lines import LineReader, write_all
from pageful.gateway.session import Session
from pageful.gateway.upstream import Upstream
from pageful.lazy.dataclasses import dataclass, field

_STDIN, _STDOUT = 0, 1

STANDSTILL = 0.25
"""Seconds without a byte from a client that has left, after which the upstream has to end: it has
two more to take what it was sent, and nothing of it is to be left after five."""

LAST = GRACE + LAST_GRACE + 0.5
"""Seconds from a signal to the end, whatever happens: what the upstream has, and a little."""

FIRST = 2.0
"""Seconds for a client's first message where the upstream has ended before it: that is on its way,
and is answered with the reason."""

_SHOWN = 200
"""Characters of a line that is no message, as stderr says it."""


def pump(session: Session, upstream: Upstream) -> int:
    """Serve the client on stdin and stdout until it has left, or until the upstream has ended.

    Returns:
        The upstream's exit code; 128 + the signal's number where one ended this program.
    """
    output = _ClientOutput(_STDOUT, upstream)
    client = _ClientInput(session, upstream, output)
    client.start()
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
        if not received:
            client.began.wait(FIRST)
        for answer in session.error_answers(end):
            output.write(answer)
        upstream.close()
    return 128 + received[0] if received else end.exit_code


@dataclass
class _ClientInput:
    """The client's messages, on their way upstream."""

    session: Session
    upstream: Upstream
    output: _ClientOutput
    reader: LineReader = field(default_factory=lambda: LineReader(_STDIN))
    began: threading.Event = field(default_factory=threading.Event)
    ended: threading.Event = field(default_factory=threading.Event)

    def start(self) -> None:
        for target in (self._pass, self._watch):
            threading.Thread(target=target, daemon=True).start()

    def _pass(self) -> None:
        try:
            for line in self.reader:
                answer = self.session.from_client(line)
                if answer is None:
                    self.upstream.send(line)
                else:
                    self.output.write(answer)
                self.began.set()
        except OSError:
            # There is no standard input at all: the client has left.
            return
        finally:
            self.began.set()
            self.ended.set()
            self.upstream.leave()

    def _watch(self) -> None:
        """Notice that the client has left, though the upstream takes no more of its messages."""
        poll = select.poll()
        poll.register(_STDIN, 0)
        poll.poll()
        received = -1
        while not self.ended.wait(STANDSTILL) and received != self.reader.received:
            received = self.reader.received
        self.upstream.leave()


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
        # A client that does not read may hold this program where it writes.
        ending = threading.Timer(LAST, os._exit, [128 + number])
        ending.daemon = True
        ending.start()

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

"""A client's session over HTTP: its upstream, and the streams that its messages go out on."""

from __future__ import annotations

import asyncio
import threading
import time
from collections import deque

from pageful.gateway.frames import Id, read_frame
from pageful.gateway.http_replies import Lines
from pageful.gateway.renumbering import number_of, progress_token
from pageful.gateway.session import Session
from pageful.gateway.upstream import End, Upstream
from pageful.lazy.dataclasses import dataclass, field

_WAITING = 1_000
"""Messages that wait for a stream at most: the oldest go, as nobody listens."""


@dataclass
class HttpSession:
    """A session: answers go to the stream of their request, the rest to the client's own stream."""

    id: str
    session: Session
    upstream: Upstream
    loop: asyncio.AbstractEventLoop
    last_used: float = field(default_factory=time.monotonic)
    is_lost: bool = False
    ended: bool = False
    _answers: dict[Id, Lines] = field(default_factory=dict)
    _tokens: dict[object, Lines] = field(default_factory=dict)
    _listening: Lines | None = None
    _waiting: deque[bytes] = field(default_factory=lambda: deque(maxlen=_WAITING))

    def start(self) -> None:
        """Begin to read the upstream."""
        threading.Thread(target=self._read_upstream, daemon=True).start()

    async def send(self, line: bytes) -> Lines | None:
        """Send a client's message; return the stream of its answer where it is a request."""
        self.last_used = time.monotonic()
        frame = read_frame(line)
        lines: Lines | None = None
        if frame.method is not None and frame.id is not None:
            lines = self._answers[frame.id] = asyncio.Queue()
            if (token := progress_token(frame.message)) is not None:
                self._tokens[token] = lines
        await asyncio.to_thread(self._pass, line)
        return lines

    def listen(self) -> Lines | None:
        """Open the client's own stream; `None` where it has one."""
        self.last_used = time.monotonic()
        if self._listening is not None:
            return None
        lines: Lines = asyncio.Queue()
        while self._waiting:
            lines.put_nowait(self._waiting.popleft())
        self._listening = lines
        return lines

    def stop_listening(self, lines: Lines) -> None:
        """Close the client's own stream."""
        self.last_used = time.monotonic()
        if self._listening is lines:
            self._listening = None

    @property
    def is_idle(self) -> bool:
        """Tell whether nobody waits for anything."""
        return self._listening is None and not self._answers

    def leave(self) -> None:
        """End the session."""
        self.upstream.leave()

    def _pass(self, line: bytes) -> None:
        answer = self.session.from_client(line)
        if answer is None:
            self.upstream.send(line.rstrip(b"\r\n") + b"\n")
        else:
            self.loop.call_soon_threadsafe(self._deliver, answer)

    def _read_upstream(self) -> None:
        for line in self.upstream.lines():
            answer = self.session.from_server(line)
            if answer is not None:
                self.loop.call_soon_threadsafe(self._deliver, answer)
        # Who hears that the upstream has ended finds no session any more: its end takes time.
        self.is_lost = True
        end = self.upstream.end()
        self._answer_open_calls(end)
        self.upstream.close()
        # A call may have come between the last answer and that mark.
        self._answer_open_calls(end)
        self.loop.call_soon_threadsafe(self._end)

    def _answer_open_calls(self, end: End) -> None:
        for answer in self.session.error_answers(end):
            self.loop.call_soon_threadsafe(self._deliver, answer)

    def _deliver(self, line: bytes) -> None:
        frame = read_frame(line)
        identifier = frame.id
        if frame.is_answer and identifier is not None and identifier in self._answers:
            lines = self._answers.pop(identifier)
            self._tokens = {key: each for key, each in self._tokens.items() if each is not lines}
            lines.put_nowait(line)
            lines.put_nowait(None)
        elif progress := self._tokens.get(number_of(frame.message)):
            # Before the answer, on the same stream: on another one it might come too late.
            progress.put_nowait(line)
        elif self._listening is not None:
            self._listening.put_nowait(line)
        elif self._answers:
            next(reversed(self._answers.values())).put_nowait(line)
        else:
            self._waiting.append(line)

    def _end(self) -> None:
        self.ended = True
        for lines in (*self._answers.values(), *filter(None, [self._listening])):
            lines.put_nowait(None)

"""The gateway on HTTP: an ASGI application that gives each client a session and an upstream."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress

from pageful.gateway.faces import PROTOCOL_VERSION
from pageful.gateway.frames import Frame, read_frame
from pageful.gateway.http_exchange import SharedSession, refusal, serve_request
from pageful.gateway.http_replies import Lines, reply, reply_error, stream
from pageful.gateway.http_session import HttpSession
from pageful.gateway.keeping import MemoryStore
from pageful.gateway.session import Session
from pageful.gateway.upstream import Upstream
from pageful.lazy.dataclasses import dataclass, field
from pageful.serve.http_guard import Receive, Scope, Send
from pageful.tool.errors import ToolError

_LARGEST = 64 * 1024 * 1024
"""Bytes of a message at most."""

_SESSIONS = 64
"""Sessions at a time: each may be a process."""

_IDLE = 3600.0
"""Seconds after which a session that nobody waits for ends: a pause for lunch."""

_SPARED = 120.0
"""Seconds after which it ends where others wait for its place: many clients never end theirs."""

_HANDSHAKES = ("2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25")
"""Revisions that begin with a handshake, and have sessions over HTTP."""

RawHeaders = Sequence[tuple[bytes, bytes]]
MakeUpstream = Callable[[], Upstream]
MakeSession = Callable[[], Session]


@dataclass
class HttpApplication:
    """The sessions of a gateway's clients, and what all have in common that have none."""

    make_upstream: MakeUpstream
    make_session: MakeSession
    sessions: dict[str, HttpSession] = field(default_factory=dict)
    shared: SharedSession | None = None
    leaving: list[HttpSession] = field(default_factory=list)
    _sharing: asyncio.Lock = field(default_factory=asyncio.Lock)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve a request."""
        if scope["type"] == "lifespan":
            await _live(receive, send)
            return
        if scope["path"] != "/mcp":
            await reply(send, 404, "The server is at /mcp.")
            return
        headers = {name: value.decode("latin-1") for name, value in scope["headers"]}
        match scope["method"]:
            case "POST":
                await self._post(headers, scope["headers"], receive, send)
            case "GET" | "DELETE" if _has_no_session(headers):
                await reply(send, 405, "This revision has no session: POST messages.")
            case "GET":
                await self._get(headers, receive, send)
            case "DELETE":
                await self._delete(headers, send)
            case _:
                await reply(send, 405, "POST messages, GET their stream, DELETE the session.")

    async def end(self) -> None:
        """End all sessions, and wait for their upstreams."""
        for session in (*self.sessions.values(), *filter(None, [self.shared])):
            self._leave(session)
        while any(not session.ended for session in self.leaving):
            await asyncio.sleep(0.02)  # seconds between two looks: nobody waits for this

    async def _post(
        self, headers: Mapping[bytes, str], raw: RawHeaders, receive: Receive, send: Send
    ) -> None:
        line = await _read_body(receive)
        if line is None:
            await reply(send, 413, f"A message has at most {_LARGEST:,} bytes.")
            return
        frame = read_frame(line)
        if _has_no_session(headers) or (b"mcp-session-id" not in headers and _is_modern(frame)):
            await self._exchange(line, frame, raw, receive, send)
            return
        session = await self._session_of(headers, frame, send)
        if session is None:
            return
        lines = await session.send(line)
        if lines is None:
            await reply(send, 202, "")
        else:
            await stream(lines, send, [(b"mcp-session-id", session.id.encode())])

    async def _session_of(
        self, headers: Mapping[bytes, str], frame: Frame, send: Send
    ) -> HttpSession | None:
        """Return a message's session, a new one for `initialize`; or refuse the message."""
        if frame.method == "initialize" and b"mcp-session-id" not in headers:
            return await self._begin(send)
        if b"mcp-session-id" not in headers:
            await reply(send, 400, "Mcp-Session-Id is missing: begin with `initialize`.")
            return None
        return await self._find(headers, send)

    async def _begin(self, send: Send) -> HttpSession | None:
        self._sweep(_IDLE)
        if len(self.sessions) >= _SESSIONS:
            self._sweep(_SPARED)
        if len(self.sessions) >= _SESSIONS:
            await reply(send, 503, "Too many sessions: end one, or try again later.")
            return None
        upstream = await self._start_upstream(send)
        if upstream is None:
            return None
        loop = asyncio.get_running_loop()
        session = HttpSession(secrets.token_urlsafe(24), self.make_session(), upstream, loop)
        self.sessions[session.id] = session
        session.start()
        return session

    async def _start_upstream(self, send: Send) -> Upstream | None:
        try:
            return await asyncio.to_thread(self.make_upstream)
        except ToolError as error:
            await reply(send, 502, str(error))
            return None

    async def _exchange(
        self, line: bytes, frame: Frame, raw: RawHeaders, receive: Receive, send: Send
    ) -> None:
        """Serve a request without a session; a notification says nothing in this revision."""
        if frame.message is not None and frame.method is not None and "id" not in frame.message:
            await reply(send, 202, "")
        elif said := refusal(frame, raw, self.shared):
            await reply_error(send, frame.id, *said)
        elif session := await self._share(send):
            await serve_request(session, line, frame, receive, send)

    async def _share(self, send: Send) -> SharedSession | None:
        """Return the session that all requests without one have in common; it begins with them."""
        async with self._sharing:
            if self.shared is None or self.shared.is_lost:
                upstream = await self._start_upstream(send)
                if upstream is None:
                    return None
                loop, session = asyncio.get_running_loop(), self.make_session()
                if session.store is not None:
                    session.store = MemoryStore(is_shared=True)
                self.shared = SharedSession("", session, upstream, loop)
                self.shared.start()
            return self.shared

    async def _find(self, headers: Mapping[bytes, str], send: Send) -> HttpSession | None:
        session = self.sessions.get(headers.get(b"mcp-session-id", ""))
        if session is None or session.is_lost:
            await reply(send, 404, "There is no such session: begin a new one.")
            return None
        return session

    async def _get(self, headers: Mapping[bytes, str], receive: Receive, send: Send) -> None:
        session = await self._find(headers, send)
        if session is None:
            return
        lines = session.listen()
        if lines is None:
            await reply(send, 409, "This session has its stream already.")
            return
        hanging_up = asyncio.ensure_future(_wait_for_hanging_up(receive, lines))
        try:
            await stream(lines, send, [(b"mcp-session-id", session.id.encode())])
        finally:
            hanging_up.cancel()
            session.stop_listening(lines)

    async def _delete(self, headers: Mapping[bytes, str], send: Send) -> None:
        session = await self._find(headers, send)
        if session is not None:
            del self.sessions[session.id]
            self._leave(session)
            await reply(send, 200, "")

    def _leave(self, session: HttpSession) -> None:
        """End a session, and remember it until it has ended: that takes its server's time."""
        self.leaving = [each for each in self.leaving if not each.ended] + [session]
        session.leave()

    def _sweep(self, seconds: float) -> None:
        """Forget sessions that have ended, and end those that have been idle for some seconds."""
        oldest = time.monotonic() - seconds
        for session in tuple(self.sessions.values()):
            if session.ended or (session.is_idle and session.last_used < oldest):
                del self.sessions[session.id]
                self._leave(session)


def _has_no_session(headers: Mapping[bytes, str]) -> bool:
    version = headers.get(b"mcp-protocol-version")
    return version is not None and version not in _HANDSHAKES


def _is_modern(frame: Frame) -> bool:
    """Tell whether a request says its revision, as those do that begin without a handshake."""
    params = (frame.message or {}).get("params")
    meta = params.get("_meta") if isinstance(params, dict) else None
    return isinstance(meta, dict) and PROTOCOL_VERSION in meta


async def _read_body(receive: Receive) -> bytes | None:
    pieces: list[bytes] = []
    size, more = 0, True
    while more:
        message = await receive()
        pieces.append(message.get("body", b""))
        size += len(pieces[-1])
        more = message.get("more_body", False)
        if size > _LARGEST:
            return None
    # Between the tokens of JSON a line end is a space.
    return b"".join(pieces).replace(b"\r", b" ").replace(b"\n", b" ").strip() + b"\n"


async def _wait_for_hanging_up(receive: Receive, lines: Lines) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
    lines.put_nowait(None)


async def _live(receive: Receive, send: Send) -> None:
    # The end of the server ends this as well, which uvicorn would report as a fault.
    with suppress(asyncio.CancelledError):
        while (message := await receive())["type"] != "lifespan.shutdown":
            await send({"type": f"{message['type']}.complete"})
        await send({"type": "lifespan.shutdown.complete"})

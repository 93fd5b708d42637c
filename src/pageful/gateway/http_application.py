"""The gateway on HTTP: an ASGI application that gives each client a session and an upstream."""

from __future__ import annotations

import asyncio
import json
import secrets
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field

from pageful.gateway.faces import PROTOCOL_VERSION
from pageful.gateway.frames import Frame, read_frame
from pageful.gateway.http_session import HttpSession, Lines
from pageful.gateway.session import Session
from pageful.gateway.upstream import Upstream
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

_UNSUPPORTED_VERSION = -32022
_HANDSHAKES = ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"]
"""Revisions with sessions; without one, nobody could tell whose a kept result is."""

MakeUpstream = Callable[[], Upstream]
MakeSession = Callable[[], Session]


@dataclass
class HttpApplication:
    """The sessions of a gateway's clients."""

    make_upstream: MakeUpstream
    make_session: MakeSession
    sessions: dict[str, HttpSession] = field(default_factory=dict)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve a request."""
        if scope["type"] == "lifespan":
            await _live(receive, send)
            return
        if scope["path"] != "/mcp":
            await _reply(send, 404, "The server is at /mcp.")
            return
        headers = {name: value.decode("latin-1") for name, value in scope["headers"]}
        match scope["method"]:
            case "POST":
                await self._post(headers, receive, send)
            case "GET":
                await self._get(headers, receive, send)
            case "DELETE":
                await self._delete(headers, send)
            case _:
                await _reply(send, 405, "POST messages, GET their stream, DELETE the session.")

    async def end(self) -> None:
        """End all sessions, and wait for their upstreams."""
        for session in self.sessions.values():
            session.leave()
        while any(not session.ended for session in self.sessions.values()):
            await asyncio.sleep(0.02)  # seconds between two looks: nobody waits for this

    async def _post(self, headers: Mapping[bytes, str], receive: Receive, send: Send) -> None:
        line = await _read_body(receive)
        if line is None:
            await _reply(send, 413, f"A message has at most {_LARGEST:,} bytes.")
            return
        frame = read_frame(line)
        session = await self._session_of(headers, frame, send)
        if session is None:
            return
        lines = await session.send(line)
        if lines is None:
            await _reply(send, 202, "")
        else:
            await _stream(lines, session.id, send)

    async def _session_of(
        self, headers: Mapping[bytes, str], frame: Frame, send: Send
    ) -> HttpSession | None:
        """Return a message's session, a new one for `initialize`; or refuse the message."""
        if frame.method == "initialize" and b"mcp-session-id" not in headers:
            return await self._begin(send)
        if b"mcp-session-id" not in headers:
            await _refuse_version(frame, send)
            return None
        return await self._find(headers, send)

    async def _begin(self, send: Send) -> HttpSession | None:
        self._sweep(_IDLE)
        if len(self.sessions) >= _SESSIONS:
            self._sweep(_SPARED)
        if len(self.sessions) >= _SESSIONS:
            await _reply(send, 503, "Too many sessions: end one, or try again later.")
            return None
        try:
            upstream = await asyncio.to_thread(self.make_upstream)
        except ToolError as error:
            await _reply(send, 502, str(error))
            return None
        loop = asyncio.get_running_loop()
        session = HttpSession(secrets.token_urlsafe(24), self.make_session(), upstream, loop)
        self.sessions[session.id] = session
        session.start()
        return session

    async def _find(self, headers: Mapping[bytes, str], send: Send) -> HttpSession | None:
        session = self.sessions.get(headers.get(b"mcp-session-id", ""))
        if session is None or session.is_lost:
            await _reply(send, 404, "There is no such session: begin a new one.")
            return None
        return session

    async def _get(self, headers: Mapping[bytes, str], receive: Receive, send: Send) -> None:
        session = await self._find(headers, send)
        if session is None:
            return
        lines = session.listen()
        if lines is None:
            await _reply(send, 409, "This session has its stream already.")
            return
        hanging_up = asyncio.ensure_future(_wait_for_hanging_up(receive, lines))
        try:
            await _stream(lines, session.id, send)
        finally:
            hanging_up.cancel()
            session.stop_listening(lines)

    async def _delete(self, headers: Mapping[bytes, str], send: Send) -> None:
        session = await self._find(headers, send)
        if session is not None:
            del self.sessions[session.id]
            session.leave()
            await _reply(send, 200, "")

    def _sweep(self, seconds: float) -> None:
        """Forget sessions that have ended, and end those that have been idle for some seconds."""
        oldest = time.monotonic() - seconds
        for session in tuple(self.sessions.values()):
            if session.ended or (session.is_idle and session.last_used < oldest):
                del self.sessions[session.id]
                session.leave()


async def _refuse_version(frame: Frame, send: Send) -> None:
    """Refuse a message without a session; a client of 2026-07-28 falls back to a handshake."""
    params = (frame.message or {}).get("params")
    meta = params.get("_meta") if isinstance(params, dict) else None
    asked = meta.get(PROTOCOL_VERSION) if isinstance(meta, dict) else None
    if asked is None:
        await _reply(send, 400, "Mcp-Session-Id is missing: begin with `initialize`.")
        return
    error = {
        "code": _UNSUPPORTED_VERSION,
        "message": "Over HTTP the gateway needs sessions, which this revision does not have.",
        "data": {"supported": _HANDSHAKES, "requested": asked},
    }
    body = json.dumps({"jsonrpc": "2.0", "id": frame.id, "error": error})
    await _reply(send, 400, body, "application/json")


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


async def _stream(lines: Lines, session: str, send: Send) -> None:
    headers = [
        (b"content-type", b"text/event-stream"),
        (b"cache-control", b"no-cache"),
        (b"mcp-session-id", session.encode()),
    ]
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    # The header goes out at once: a client waits for it.
    await send({"type": "http.response.body", "body": b": \n\n", "more_body": True})
    while (line := await lines.get()) is not None:
        body = b"event: message\ndata: " + line.rstrip(b"\r\n") + b"\n\n"
        await send({"type": "http.response.body", "body": body, "more_body": True})
    await send({"type": "http.response.body", "body": b""})


async def _wait_for_hanging_up(receive: Receive, lines: Lines) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
    lines.put_nowait(None)


async def _reply(send: Send, status: int, text: str, kind: str = "text/plain") -> None:
    body = text.encode()
    headers = [(b"content-type", f"{kind}; charset=utf-8".encode())]
    headers.append((b"content-length", str(len(body)).encode()))
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})


async def _live(receive: Receive, send: Send) -> None:
    # The end of the server ends this as well, which uvicorn would report as a fault.
    with suppress(asyncio.CancelledError):
        while (message := await receive())["type"] != "lifespan.shutdown":
            await send({"type": f"{message['type']}.complete"})
        await send({"type": "lifespan.shutdown.complete"})

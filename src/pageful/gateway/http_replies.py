"""Answers of the gateway on HTTP: a text, a JSON message, or a stream of messages."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence

from pageful.serve.http_guard import Send

Lines = asyncio.Queue[bytes | None]
"""Messages for one stream; `None` is its end."""

_STATUS = {
    **dict.fromkeys((-32700, -32600, -32602, -32020, -32021, -32022), 400),
    -32601: 404,
}
"""HTTP statuses of errors by their codes, as revision 2026-07-28 has them; all others are 200."""

_PING = 15.0
"""Seconds without a message after which a stream says that it is alive: proxies wait for 30."""


async def reply(send: Send, status: int, text: str, kind: str = "text/plain") -> None:
    """Answer with a text."""
    body = text.encode()
    headers = [(b"content-type", f"{kind}; charset=utf-8".encode())]
    headers.append((b"content-length", str(len(body)).encode()))
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})


async def reply_error(send: Send, identifier: object, code: int, message: str) -> None:
    """Answer with an error of JSON-RPC."""
    error = {"code": code, "message": message}
    body = json.dumps({"jsonrpc": "2.0", "id": identifier, "error": error})
    await reply(send, status_of(code), body, "application/json")


def status_of(code: object) -> int:
    """Return the HTTP status of an error, by its code."""
    return _STATUS.get(code, 200) if isinstance(code, int) else 200


async def stream(
    lines: Lines, send: Send, headers: Sequence[tuple[bytes, bytes]] = (), first: bytes = b""
) -> None:
    """Answer with messages as they come, until their end."""
    every = [(b"content-type", b"text/event-stream"), (b"cache-control", b"no-cache"), *headers]
    await send({"type": "http.response.start", "status": 200, "headers": every})
    # The header goes out at once: a client waits for it.
    await _send_part(send, _event(first) if first else b": \n\n")
    while True:
        try:
            line = await asyncio.wait_for(lines.get(), _PING)
        except TimeoutError:
            await _send_part(send, b": \n\n")
            continue
        if line is None:
            break
        await _send_part(send, _event(line))
    await send({"type": "http.response.body", "body": b""})


async def _send_part(send: Send, body: bytes) -> None:
    await send({"type": "http.response.body", "body": body, "more_body": True})


def _event(line: bytes) -> bytes:
    return b"event: message\ndata: " + line.rstrip(b"\r\n") + b"\n\n"

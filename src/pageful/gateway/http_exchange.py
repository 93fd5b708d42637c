"""Requests without a session, as revision 2026-07-28 has them: all go to one upstream."""

from __future__ import annotations

import asyncio
import itertools
import json
from collections.abc import Iterator, Sequence
from typing import Any

from pageful.gateway.faces import PROTOCOL_VERSION
from pageful.gateway.frames import Frame, read_frame
from pageful.gateway.http_replies import Lines, reply, reply_error, status_of, stream
from pageful.gateway.http_session import HttpSession
from pageful.gateway.json_text import NotJson
from pageful.gateway.renumbering import (
    Numbered,
    number_of,
    number_request,
    restore_answer,
    restore_notification,
)
from pageful.gateway.request_headers import HeaderPaths, find_mismatch, header_paths
from pageful.lazy.dataclasses import dataclass, field
from pageful.serve.http_guard import Receive, Send

_INVALID_REQUEST, _INVALID_PARAMS, _HEADER_MISMATCH = -32600, -32602, -32020

_LARGEST_NUMBER_OPEN = 1_000
"""Requests at a time, subscriptions among them: each is a connection, and a line of a table."""

_WAITING_FOR_STREAM = 15.0
"""Seconds after which a request without a message gets a stream, which can say that it is alive;
until then its answer may have a status of its own."""


@dataclass
class _Exchange:
    """A request that waits for its answer, and the messages for its client."""

    numbered: Numbered
    method: str
    tool: str | None
    lines: Lines = field(default_factory=asyncio.Queue)


@dataclass
class SharedSession(HttpSession):
    """The upstream of all requests without a session, each under a number of ours."""

    paths: dict[str, HeaderPaths] = field(default_factory=dict)
    _numbers: Iterator[int] = field(default_factory=lambda: itertools.count(1))
    _exchanges: dict[object, _Exchange] = field(default_factory=dict)

    async def serve(self, line: bytes, frame: Frame, receive: Receive, send: Send) -> None:
        """Send a request, and answer with what comes of it; who hangs up cancels it.

        Raises:
            NotJson: it is no object, or has a key twice.
        """
        if len(self._exchanges) >= _LARGEST_NUMBER_OPEN:
            await reply(send, 503, "Too many requests are open: try again later.")
            return
        numbered_line, numbered = number_request(line, next(self._numbers))
        exchange = _Exchange(numbered, frame.method or "", _tool(frame))
        self._exchanges[numbered.number] = exchange
        self._answers[numbered.number] = exchange.lines
        hanging_up = asyncio.ensure_future(_wait_for_hanging_up(receive, exchange.lines))
        try:
            await asyncio.to_thread(self._pass, numbered_line)
            await _answer(exchange.lines, send)
        finally:
            hanging_up.cancel()
            await self._forget(numbered.number)

    async def _forget(self, number: int) -> None:
        """Forget a request; one without an answer is cancelled, but a call for what there is."""
        exchange = self._exchanges.pop(number, None)
        if exchange is None or self._answers.pop(number, None) is None or self.ended:
            return
        if exchange.method != "server/discover":
            message = {"method": "notifications/cancelled", "params": {"requestId": number}}
            line = json.dumps({"jsonrpc": "2.0", **message}).encode() + b"\n"
            await asyncio.to_thread(self._pass, line)

    def _deliver(self, line: bytes) -> None:
        """Pass a message on to the client whose request it is of."""
        frame = read_frame(line)
        if frame.is_answer:
            exchange = self._exchanges.pop(frame.id, None)
            if exchange is not None and frame.id is not None:
                self._answers.pop(frame.id, None)
                if exchange.method == "tools/list":
                    self._note_tools(line)
                exchange.lines.put_nowait(restore_answer(line, exchange.numbered))
                exchange.lines.put_nowait(None)
            return
        exchange = self._exchanges.get(number_of(frame.message)) or self._only_exchange()
        if exchange is not None:
            exchange.lines.put_nowait(restore_notification(line, exchange.numbered))

    def _only_exchange(self) -> _Exchange | None:
        """Return the request that a message without a number is of, where there is but one.

        Of several clients nobody could tell whose a log message is, and it is nobody else's.
        """
        every = [each for each in self._exchanges.values() if "subscriptions/" not in each.method]
        return every[0] if len(every) == 1 else None

    def _note_tools(self, line: bytes) -> None:
        result = json.loads(line).get("result")
        tools = result.get("tools") if isinstance(result, dict) else None
        for tool in tools if isinstance(tools, list) else ():
            if isinstance(tool, dict):
                self.paths[str(tool.get("name"))] = header_paths(tool)


def refusal(
    frame: Frame, headers: Sequence[tuple[bytes, bytes]], session: SharedSession | None
) -> tuple[int, str] | None:
    """Say why a request is no request of this revision: an error's code and message."""
    if frame.message is None or frame.method is None or frame.id is None:
        return _INVALID_REQUEST, "A body is one request or one notification."
    params = frame.message.get("params")
    meta = params.get("_meta") if isinstance(params, dict) else None
    if not isinstance(meta, dict) or not isinstance(meta.get(PROTOCOL_VERSION), str):
        return _INVALID_PARAMS, f"params._meta needs `{PROTOCOL_VERSION}`."
    paths = session.paths.get(_tool(frame) or "", {}) if session else {}
    if wrong := find_mismatch(frame, headers, paths):
        return _HEADER_MISMATCH, wrong
    return None


async def serve_request(
    session: SharedSession, line: bytes, frame: Frame, receive: Receive, send: Send
) -> None:
    """Serve a request; one that can't be read is refused."""
    try:
        await session.serve(line, frame, receive, send)
    except NotJson as error:
        await reply_error(send, frame.id, _INVALID_REQUEST, str(error))


async def _answer(lines: Lines, send: Send) -> None:
    """Answer with one message and its status where that comes first, else with a stream."""
    try:
        first = await asyncio.wait_for(lines.get(), _WAITING_FOR_STREAM)
    except TimeoutError:
        await stream(lines, send)
        return
    if first is None:
        await reply(send, 502, "The server has ended.")
        return
    frame = read_frame(first)
    if not frame.is_answer:
        await stream(lines, send, first=first)
        return
    error = frame.message.get("error") if frame.message else None
    status = status_of(error.get("code")) if isinstance(error, dict) else 200
    await reply(send, status, first.decode(), "application/json")


async def _wait_for_hanging_up(receive: Receive, lines: Lines) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
    lines.put_nowait(None)


def _tool(frame: Frame) -> str | None:
    params: Any = (frame.message or {}).get("params")
    name = params.get("name") if isinstance(params, dict) else None
    return name if isinstance(name, str) else None

"""The stdio transport: a client's last requests are answered too, and so are broken ones.

The SDK ends with the end of input, drops lines that it can't read, and leaves a client waiting.
Here its streams go through an object that knows which requests are still to be answered.
"""

from __future__ import annotations

import json
import logging
import os
import re
import select
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from typing import Any, Protocol

import anyio
from anyio.streams.memory import MemoryObjectReceiveStream, MemoryObjectSendStream
from mcp.server.lowlevel.server import Server
from mcp.server.stdio import stdio_server
from mcp.shared.message import SessionMessage
from mcp_types import (
    INVALID_REQUEST,
    PARSE_ERROR,
    ErrorData,
    JSONRPCError,
    JSONRPCNotification,
    JSONRPCRequest,
    JSONRPCResponse,
    RequestId,
    jsonrpc_message_adapter,
)
from pydantic import ValidationError

from pageful.lazy.dataclasses import dataclass, field
from pageful.tool.parameters import show_value

_log = logging.getLogger("pageful")

LAST_ANSWERS = 60.0
"""Seconds that calls have after the end of input: as long as clients wait for an answer."""

_LOOK = 0.05
"""Seconds between two looks whether all is answered: a person does not notice them."""

_NOTIFICATIONS = "notifications/"
"""The beginning of the method of all MCP's notifications, which are never answered."""

# > "\ud83d"
_LONE_SURROGATE = re.compile("[\ud800-\udfff]")

Incoming = SessionMessage | Exception


class _Readable(Protocol):
    """The stream of messages that the SDK read."""

    def __aiter__(self) -> AsyncIterator[Incoming]: ...


class _Writable(Protocol):
    """The stream of messages for the SDK to write."""

    async def send(self, item: SessionMessage, /) -> None: ...

    async def aclose(self) -> None: ...


async def converse(server: Server[Any]) -> None:
    """Serve the client on stdin and stdout until it has left.

    At the end of input the calls under way are answered first, for `LAST_ANSWERS` at the most; but
    nobody is waited for once nobody reads the output.

    Raises:
        BrokenPipeError: what read the output has ended.
    """
    broken = False
    with _original_output() as output:
        try:
            async with stdio_server() as (read, write):
                client = _Client(write, output)
                try:
                    await _relay(server, client, read)
                except anyio.get_cancelled_exc_class():
                    if output.is_broken() and not client.has_left:
                        # A thread that waits on stdin can't be woken: leave without joining it.
                        os._exit(0)
                    raise
        except* BrokenPipeError:
            broken = True
    if broken:
        raise BrokenPipeError


async def _relay(server: Server[Any], client: _Client, read: _Readable) -> None:
    to_server, from_client = anyio.create_memory_object_stream[Incoming](0)
    to_client, from_server = anyio.create_memory_object_stream[SessionMessage](0)
    async with anyio.create_task_group() as tasks:
        tasks.start_soon(client.listen, read, to_server)
        tasks.start_soon(client.answer, from_server)
        await server.run(from_client, to_client, server.create_initialization_options())


@dataclass
class _Client:
    """The client that is served: its streams, and its requests without an answer yet."""

    write: _Writable
    output: _Output
    unanswered: set[RequestId] = field(default_factory=set)
    has_left: bool = False

    async def listen(self, read: _Readable, to_server: MemoryObjectSendStream[Incoming]) -> None:
        """Pass the client's messages on, and answer broken ones, until its input ends."""
        async with to_server:
            async for item in read:
                message = _check(item if isinstance(item, SessionMessage) else _reread(item))
                if isinstance(message, SessionMessage):
                    self._note(message)
                    await to_server.send(message)
                elif message:
                    await self.write.send(SessionMessage(message))
            self.has_left = True
            with anyio.move_on_after(LAST_ANSWERS):
                while self.unanswered and not self.output.is_broken():
                    await anyio.sleep(_LOOK)

    async def answer(self, from_server: MemoryObjectReceiveStream[SessionMessage]) -> None:
        """Pass the server's messages on, until it has ended."""
        try:
            async for message in from_server:
                await self.write.send(message)
                if isinstance(message.message, JSONRPCResponse | JSONRPCError):
                    self._settle(message.message.id)
        finally:
            await self.write.aclose()

    def _settle(self, identifier: RequestId | None) -> None:
        if identifier is not None:
            self.unanswered.discard(identifier)

    def _note(self, message: SessionMessage) -> None:
        match message.message:
            case JSONRPCRequest(id=identifier):
                self.unanswered.add(identifier)
            case JSONRPCNotification(
                method="notifications/cancelled", params={"requestId": int() | str() as identifier}
            ):
                # A request that the client took back is never answered.
                self._settle(identifier)


def _check(
    message: SessionMessage | JSONRPCError | None,
) -> SessionMessage | JSONRPCError | None:
    """Refuse a request with a broken `id`, which the SDK takes for a notification.

    Its client would wait for ever. MCP's notifications are told by their names.
    """
    if not isinstance(message, SessionMessage):
        return message
    match message.message:
        case JSONRPCNotification(method=method) if not method.startswith(_NOTIFICATIONS):
            needed = "an `id` that is a string or a whole number"
            problem = f"Invalid request: {show_value(method)} needs {needed}."
            return _error(None, INVALID_REQUEST, problem)
    return message


def _reread(error: Exception) -> SessionMessage | JSONRPCError | None:
    """Make of a line that the SDK could not read a message, an answer, or nothing."""
    if not isinstance(error, ValidationError):
        _log.warning("a line could not be read: %s", error)
        return None
    problems = error.errors(include_url=False)
    if problems[0]["type"] == "json_invalid":
        return _reread_text(str(problems[0]["input"]).strip())
    whole = (each["input"] for each in problems if _concerns_whole(each["type"], len(each["loc"])))
    return _refusal(next(whole, None))


def _reread_text(line: str) -> SessionMessage | JSONRPCError | None:
    """Read a line whose JSON holds half of a surrogate pair, as JavaScript cuts its strings."""
    if not line:
        return None
    try:
        whole = _LONE_SURROGATE.sub("\ufffd", json.dumps(json.loads(line), ensure_ascii=False))
        return SessionMessage(jsonrpc_message_adapter.validate_json(whole, by_name=False))
    except ValidationError as error:
        again = _reread(error) if error.errors()[0]["type"] != "json_invalid" else None
        return again or _error(None, PARSE_ERROR, f"Parse error: {show_value(line)} is no JSON.")
    except (ValueError, RecursionError) as error:
        reason = f"{error}" if isinstance(error, ValueError) else "too deep"
        problem = f"Parse error: {show_value(line)} is no JSON: {reason}."
        return _error(None, PARSE_ERROR, problem)


def _concerns_whole(kind: str, depth: int) -> bool:
    """Tell whether a problem is of a whole message: it is no object, or it lacks a member."""
    return (kind, depth) in (("model_type", 1), ("missing", 2))


def _refusal(message: object) -> JSONRPCError | None:
    """Answer JSON that is no message of JSON-RPC; `None` for one that is itself an answer."""
    if isinstance(message, list):
        problem = "Invalid request: MCP has no batches; send each message on a line of its own."
        return _error(None, INVALID_REQUEST, problem)
    if not isinstance(message, dict):
        problem = f"Invalid request: {show_value(message)} is no object."
        return _error(None, INVALID_REQUEST, problem)
    if "method" not in message and ("result" in message or "error" in message):
        _log.warning("an answer to no request was dropped: %s", show_value(message))
        return None
    identifier = message.get("id")
    known = isinstance(identifier, int | str) and not isinstance(identifier, bool)
    problem = (
        'Invalid request: it needs `"jsonrpc": "2.0"`, a `method` that is a string, and `params` '
        "that are an object, if any."
    )
    return _error(identifier if known else None, INVALID_REQUEST, problem)


def _error(identifier: RequestId | None, code: int, problem: str) -> JSONRPCError:
    return JSONRPCError(jsonrpc="2.0", id=identifier, error=ErrorData(code=code, message=problem))


@dataclass(frozen=True)
class _Output:
    """The program's output, as it was started with it."""

    descriptor: int

    def is_broken(self) -> bool:
        """Tell whether nobody reads the output any more; false where the system can't tell."""
        if sys.platform == "win32":
            return False
        poll = select.poll()
        poll.register(self.descriptor, 0)
        return any(events & (select.POLLERR | select.POLLHUP) for _, events in poll.poll(0))


@contextmanager
def _original_output() -> Iterator[_Output]:
    """Keep the program's output at hand, though the SDK replaces it."""
    descriptor = os.dup(sys.stdout.fileno())
    try:
        yield _Output(descriptor)
    finally:
        os.close(descriptor)

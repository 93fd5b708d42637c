"""An upstream at an address: streamable HTTP, its session, its streams, and their resumption."""

from __future__ import annotations

import http.client
import json
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from queue import SimpleQueue
from typing import Any

from pageful.gateway.event_stream import read_events
from pageful.gateway.frames import Frame, Id, read_frame
from pageful.gateway.http_client import HttpClient, NoConnection, read_problem
from pageful.gateway.request_headers import HeaderPaths, header_paths, message_headers
from pageful.gateway.upstream import End

_GRACE = 2.0
"""Seconds for answers that are under way when the client has left."""

_RESUMPTIONS = 5
"""Times that a broken stream is taken up again without a further message."""

_RETRY = 1.0
"""Seconds before that, where the server does not name any."""

_SESSION_LOST = 4
"""The exit code where the server has forgotten the session: the client begins a new one."""

_BOTH = "application/json, text/event-stream"


class RemoteServer:
    """A server at an address. Each request has a connection, whose answer a thread reads."""

    def __init__(self, client: HttpClient) -> None:
        self._client = client
        self._received: SimpleQueue[bytes | None] = SimpleQueue()
        self._session: str | None = None
        self._version: str | None = None
        self._paths: dict[str, HeaderPaths] = {}
        self._readers: list[threading.Thread] = []
        self._sockets: dict[Id, socket.socket] = {}
        self._cancelled: set[Id] = set()
        self._left = threading.Event()
        self._end = End(0, "The server's session ended")

    def send(self, line: bytes) -> None:
        """Send it a message, and read the answer in a thread."""
        frame = read_frame(line)
        if frame.method == "notifications/cancelled":
            self._note_cancelled(_param(frame, "requestId"))
            if not self._version:
                # From 2026-07-28 on a request is cancelled by hanging up.
                self._hang_up(_param(frame, "requestId"))
                return
        tool = _param(frame, "name")
        headers = {
            "Content-Type": "application/json",
            "Accept": _BOTH,
            **message_headers(frame, self._version, self._paths.get(str(tool), {})),
            **self._session_header(),
        }
        try:
            connection = self._client.send("POST", headers, line.strip())
        except NoConnection as error:
            self._fail(frame, str(error))
            return
        if frame.id is not None and frame.method:
            self._sockets[frame.id] = connection.sock
        reader = _start(self._read_answer, connection, frame)
        self._readers = [each for each in self._readers if each.is_alive()] + [reader]
        if frame.method in ("initialize", "notifications/initialized"):
            # What follows is of the session that this begins.
            reader.join()

    def lines(self) -> Iterator[bytes]:
        """Yield its messages until the client has left or the session is lost."""
        while (line := self._received.get()) is not None:
            yield line

    def leave(self) -> None:
        """Wait a little for answers under way, then end the session."""
        if not self._left.is_set():
            self._left.set()
            _start(self._end_session)

    def end(self) -> End:
        """Say what the end was."""
        return self._end

    def close(self) -> None:
        """Do nothing: the session has ended."""

    def _session_header(self) -> dict[str, str]:
        return {"Mcp-Session-Id": self._session} if self._session else {}

    def _read_answer(self, connection: http.client.HTTPConnection, frame: Frame) -> None:
        try:
            response = connection.getresponse()
            self._take_up(response, frame)
            if response.isclosed() and not response.will_close:
                self._client.keep(connection)
            else:
                response.close()
                connection.close()
        except (OSError, http.client.HTTPException) as error:
            self._fail(
                frame, f"{self._client.url} has hung up: {type(error).__name__} {error}".strip()
            )
        finally:
            if frame.id is not None:
                self._sockets.pop(frame.id, None)
                self._cancelled.discard(frame.id)

    def _note_cancelled(self, identifier: object) -> None:
        """Note that nobody waits for a request's answer."""
        if isinstance(identifier, int | str) and identifier in self._sockets:
            self._cancelled.add(identifier)

    def _hang_up(self, identifier: object) -> None:
        """Cancel a request by ending its connection."""
        if isinstance(identifier, int | str) and (open_socket := self._sockets.get(identifier)):
            with suppress(OSError):
                open_socket.shutdown(socket.SHUT_RDWR)

    def _take_up(self, response: http.client.HTTPResponse, frame: Frame) -> None:
        kind = (response.headers.get_content_type() or "").lower()
        if frame.method == "initialize" and response.status == 200:
            self._session = response.headers.get("Mcp-Session-Id")
        if response.status == 200 and kind == "text/event-stream":
            self._read_stream(response, frame)
        elif kind == "application/json" and response.status != 401:
            self._read_json(response, frame)
        elif response.status in (200, 202, 204):
            response.read()
            if frame.method == "notifications/initialized":
                _start(self._listen)
        else:
            self._refused(response, frame)

    def _read_json(self, response: http.client.HTTPResponse, frame: Frame) -> None:
        body = response.read()
        answer = read_frame(body)
        if answer.is_answer and (answer.id == frame.id or frame.id is None):
            self._receive(body, frame)
        elif frame.id is None:
            # Nobody waits for an answer to a notification.
            return
        elif response.status == 404 and self._session:
            self._lose_session()
        else:
            error = (answer.message or {}).get("error")
            said = error.get("message") if isinstance(error, dict) else None
            self._fail(frame, f"HTTP {response.status} {response.reason}: {said or body[:200]!r}")

    def _refused(self, response: http.client.HTTPResponse, frame: Frame) -> None:
        if response.status == 404 and self._session:
            self._lose_session()
            return
        problem = f"{self._client.url}: {read_problem(response)}"
        if response.status in (401, 403):
            challenge = response.headers.get("WWW-Authenticate")
            wanted = f" It asks for: {challenge}." if challenge else ""
            problem += f".{wanted} Give a token: --header 'Authorization: Bearer ${{TOKEN}}'"
        self._fail(frame, problem)

    # Streams

    def _read_stream(self, response: http.client.HTTPResponse, frame: Frame) -> None:
        """Read messages until the answer to a request has come, over new connections if need be."""
        last, retry, answered = self._read_messages(response, frame)
        for _ in range(_RESUMPTIONS):
            if answered or last is None or frame.id in {None, *self._cancelled}:
                break
            time.sleep(retry)
            again = self._resume(last)
            if again is None:
                continue
            newest, retry, answered = self._read_messages(again, frame)
            last = newest or last
        if not answered:
            self._fail(frame, f"{self._client.url} ended its stream without an answer")

    def _read_messages(
        self, response: http.client.HTTPResponse, frame: Frame
    ) -> tuple[str | None, float, bool]:
        """Read a stream; return its last event's id, its delay, and whether the answer came."""
        last, retry, answered = None, _RETRY, False
        try:
            for event in read_events(iter(response.readline, b"")):
                last = event.id or last
                retry = event.retry if event.retry is not None else retry
                if event.data and self._receive(event.data, frame):
                    # Nothing may follow the answer, even if the server leaves the stream open.
                    answered = True
                    break
        except (OSError, http.client.HTTPException):
            pass
        return last, retry, answered

    def _listen(self) -> None:
        """Read the stream of messages that answer no request, where the server has one."""
        last: str | None = None
        failures = 0
        while failures < _RESUMPTIONS and not self._left.is_set():
            response = self._resume(last)
            if response is None:
                return
            newest, retry, _ = self._read_messages(response, Frame(None, None, None))
            failures = 0 if newest else failures + 1
            last = newest or last
            time.sleep(retry)

    def _resume(self, last: str | None) -> http.client.HTTPResponse | None:
        """Open a stream after an event; `None` where the server has none to open."""
        headers = {"Accept": "text/event-stream", **self._session_header()}
        if self._version:
            headers["MCP-Protocol-Version"] = self._version
        if last is not None:
            headers["Last-Event-ID"] = last
        try:
            response = self._client.send("GET", headers).getresponse()
        except (OSError, http.client.HTTPException):
            return None
        is_stream = response.headers.get_content_type() == "text/event-stream"
        return response if response.status == 200 and is_stream else None

    # Messages

    def _receive(self, data: bytes, frame: Frame) -> bool:
        """Pass a message on as a line; true where it is the answer to a request."""
        # Between the tokens of JSON a line end is a space, and within its strings there is none.
        line = data.replace(b"\r", b" ").replace(b"\n", b" ").strip()
        answer = read_frame(line)
        is_ours = answer.is_answer and answer.id == frame.id
        if is_ours:
            self._note(answer, line, frame.method)
        if is_ours and frame.id in self._cancelled and _is_error(answer, line):
            # Only HTTP needs an answer to a request that was cancelled.
            return True
        self._received.put(line + b"\n")
        return is_ours

    def _note(self, answer: Frame, line: bytes, method: str | None) -> None:
        """Note what later requests need: the revision, and arguments that go into headers."""
        if method not in ("initialize", "tools/list"):
            return
        result = _result(answer, line)
        version = result.get("protocolVersion")
        if method == "initialize" and isinstance(version, str):
            self._version = version
        for tool in result.get("tools") or ():
            if isinstance(tool, dict):
                self._paths[str(tool.get("name"))] = header_paths(tool)

    def _fail(self, frame: Frame, problem: str) -> None:
        """Answer a request that the server does not answer, unless it was cancelled."""
        if frame.method is not None and frame.id is not None and frame.id not in self._cancelled:
            self._received.put(_error(frame.id, problem))

    def _lose_session(self) -> None:
        problem = f"{self._client.url} has forgotten the session (HTTP 404)"
        self._end = End(_SESSION_LOST, problem)
        self._received.put(None)

    def _end_session(self) -> None:
        end = time.monotonic() + _GRACE
        for reader in self._readers:
            reader.join(max(0.0, end - time.monotonic()))
        if self._session:
            deleting = _start(self._delete)
            deleting.join(_GRACE)
        self._received.put(None)

    def _delete(self) -> None:
        try:
            self._client.send("DELETE", self._session_header()).getresponse()
        except (OSError, http.client.HTTPException):
            return


def _param(frame: Frame, name: str) -> Any:
    params = (frame.message or {}).get("params")
    return params.get(name) if isinstance(params, dict) else None


def _result(answer: Frame, line: bytes) -> dict[str, Any]:
    message = answer.message if answer.message is not None else json.loads(line)
    result = message.get("result")
    return result if isinstance(result, dict) else {}


def _is_error(answer: Frame, line: bytes) -> bool:
    return "error" in (answer.message if answer.message is not None else json.loads(line))


def _error(identifier: Id, problem: str) -> bytes:
    error = {"code": -32000, "message": problem}
    return json.dumps({"jsonrpc": "2.0", "id": identifier, "error": error}).encode() + b"\n"


def _start(target: Any, *arguments: Any) -> threading.Thread:
    thread = threading.Thread(target=target, args=arguments, daemon=True)
    thread.start()
    return thread

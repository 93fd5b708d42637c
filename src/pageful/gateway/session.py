"""A client's session with an upstream: what becomes of each message, there and back."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from contextlib import suppress
from threading import Lock
from typing import TYPE_CHECKING, Any

from pageful.gateway.counting import Note, ignore
from pageful.gateway.faces import PROTOCOL_VERSION, choose_face, client_name
from pageful.gateway.frames import Frame, Id, may_be_message, read_frame
from pageful.gateway.open_requests import OpenRequest, OpenRequests
from pageful.gateway.settings import Settings
from pageful.gateway.upstream import End
from pageful.lazy.dataclasses import dataclass, field

if TYPE_CHECKING:
    from pageful.gateway.answers import Answers
    from pageful.gateway.keeping import Store

SERVER_ENDED = -32000
"""The error code of calls that a server did not live to answer: the first of those for servers."""

_RECALL = "recall"
"""The beginning of the names that the tool for the rest of cut results can have."""


@dataclass
class Session:
    """One client and one upstream. It has no streams: lines go in, and lines come out."""

    settings: Settings
    store: Store | None = None
    note: Note = ignore
    requests: OpenRequests = field(default_factory=OpenRequests)
    client: str = ""

    _answers: Answers | None = None
    _making: Lock = field(default_factory=Lock)

    @property
    def answers(self) -> Answers:
        """Tools' answers: imported with the first, as a client's first message needs nothing of it.

        Both directions may ask for it at a time.
        """
        from pageful.gateway.answers import Answers

        with self._making:
            if self._answers is None:
                self._answers = Answers(self.settings, self.store, self.note)
            return self._answers

    def from_client(self, line: bytes) -> bytes | None:
        """Note a client's message; return the answer where it is ours, else it goes upstream."""
        try:
            return self._from_client(line)
        except Exception as error:
            _report(error)
            return None

    def from_server(self, line: bytes) -> bytes | None:
        """Return what the client gets of an upstream's line; `None` where it is no message."""
        if not may_be_message(line):
            return None
        try:
            return self._from_server(line)
        except Exception as error:
            _report(error)
            return line

    def _from_client(self, line: bytes) -> bytes | None:
        frame = read_frame(line)
        if frame.message is None:
            self._note_batch(line)
            return None
        if frame.method == "notifications/cancelled":
            self.requests.cancel(_member(frame.message.get("params"), "requestId"))
        if frame.method is None or frame.id is None:
            return None
        request = self._open_request(frame, frame.id)
        if self._is_recall(request):
            return self._answer_recall(frame, request)
        self.requests.add(request)
        return None

    def _from_server(self, line: bytes) -> bytes:
        frame = read_frame(line)
        if frame.message is None and not frame.is_answer:
            self._settle_batch(line)
            return line
        request = self.requests.settle(frame.id) if frame.is_answer else None
        if request is None or request.method not in ("tools/call", "tools/list"):
            return line
        try:
            text = line.decode()
        except UnicodeDecodeError:
            return line
        changed = (
            self.answers.rewrite_list(text, request)
            if request.method == "tools/list"
            else self.answers.rewrite_result(text, request)
        )
        return line if changed is text else changed.encode()

    def error_answers(self, end: End) -> Iterator[bytes]:
        """Yield an error for each request that the upstream did not live to answer."""
        for request in self.requests.take_all():
            said = f" It said last: {end.last_words[-1]}" if end.last_words else ""
            error = {
                "code": SERVER_ENDED,
                "message": f"{end.problem} before it answered.{said}",
                "data": {"exitCode": end.exit_code, "stderr": list(end.last_words)},
            }
            yield _line({"jsonrpc": "2.0", "id": request.id, "error": error})

    def _open_request(self, frame: Frame, identifier: Id) -> OpenRequest:
        assert frame.message is not None
        assert frame.method is not None
        params = frame.message.get("params")
        name = client_name(params) or self.client
        if frame.method == "initialize":
            self.client = name
        tool = _member(params, "name") if frame.method == "tools/call" else None
        return OpenRequest(
            identifier,
            frame.method,
            tool if isinstance(tool, str) else None,
            choose_face(name, self.settings.face),
            is_first_page=_member(params, "cursor") is None,
        )

    def _note_batch(self, line: bytes) -> None:
        """Note the requests of a batch, which revision 2025-03-26 has; their results stay."""
        for message in _batch(line):
            if isinstance(message.get("method"), str) and type(message.get("id")) in (int, str):
                self.requests.add(OpenRequest(message["id"], "batch"))

    def _settle_batch(self, line: bytes) -> None:
        for message in _batch(line):
            if "method" not in message and type(message.get("id")) in (int, str):
                self.requests.settle(message["id"])

    def _is_recall(self, request: OpenRequest) -> bool:
        named = request.tool is not None and request.tool.startswith(_RECALL)
        return named and self.store is not None and request.tool == self.answers.recall_name

    def _answer_recall(self, frame: Frame, request: OpenRequest) -> bytes:
        assert frame.message is not None
        params = frame.message.get("params")
        result = dict(self.answers.recall(_member(params, "arguments")))
        if _is_modern(params):
            result["resultType"] = "complete"
        return _line({"jsonrpc": "2.0", "id": request.id, "result": result})


def _report(error: Exception) -> None:
    with suppress(OSError, ValueError):
        said = f"{type(error).__name__}: {error}"
        print(f"pageful: a message passes as it came, for a fault: {said}", file=sys.stderr)


def _member(value: object, key: str) -> Any:
    return value.get(key) if isinstance(value, dict) else None


def _is_modern(params: object) -> bool:
    """Tell whether a request is of revision 2026-07-28 or later: its results say what they are."""
    return _member(_member(params, "_meta"), PROTOCOL_VERSION) is not None


def _batch(line: bytes) -> Iterator[dict[str, Any]]:
    if line.lstrip()[:1] != b"[":
        return
    try:
        messages = json.loads(line)
    except (ValueError, RecursionError):
        return
    yield from (message for message in messages if isinstance(message, dict))


def _line(message: object) -> bytes:
    return json.dumps(message, separators=(",", ":")).encode() + b"\n"

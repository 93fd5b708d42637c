"""A client's session with an upstream: what becomes of each message, there and back."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from pageful.gateway.counting import Note, ignore
from pageful.gateway.credentials import looks_secret
from pageful.gateway.cutting import cut_page
from pageful.gateway.faces import choose_face, client_name
from pageful.gateway.frames import Frame, Id, may_be_message, read_frame
from pageful.gateway.json_text import NotJson, write
from pageful.gateway.keeping import Store
from pageful.gateway.open_requests import OpenRequest, OpenRequests
from pageful.gateway.recalling import (
    NAME,
    RecallRequest,
    foot,
    read_request,
    recall,
    recall_definition,
)
from pageful.gateway.results import ResultRules, rewrite_result
from pageful.gateway.settings import Settings
from pageful.gateway.showing import Shown, show
from pageful.gateway.tool_facts import ToolFacts, read_tool_page, rewrite_tool_list
from pageful.gateway.upstream import End
from pageful.tool.errors import ToolError

SERVER_ENDED = -32000
"""The error code of calls that a server did not live to answer: the first of those for servers."""

_NAME_LENGTH = 64
"""Characters that clients take of a tool's name."""

# > GitHub MCP Server
_NOT_IN_NAMES = re.compile(r"[^A-Za-z0-9_-]+")


@dataclass
class Session:
    """One client and one upstream. It has no streams: lines go in, and lines come out."""

    settings: Settings
    store: Store | None = None
    note: Note = ignore
    requests: OpenRequests = field(default_factory=OpenRequests)
    client: str = ""
    recall_name: str = NAME
    _tools: dict[str, ToolFacts] = field(default_factory=dict)
    _send_json: set[str] = field(default_factory=set)

    def from_client(self, line: bytes) -> bytes | None:
        """Note a client's message; return the answer where it is ours, else it goes upstream."""
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

    def from_server(self, line: bytes) -> bytes | None:
        """Return what the client gets of an upstream's line; `None` where it is no message."""
        if not may_be_message(line):
            return None
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
            self._rewrite_list(text, request)
            if request.method == "tools/list"
            else self._rewrite_result(text, request)
        )
        return line if changed is text else changed.encode()

    def unanswered(self, end: End) -> Iterator[bytes]:
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

    # The list of tools

    def _rewrite_list(self, text: str, request: OpenRequest) -> str:
        try:
            page = read_tool_page(json.loads(text).get("result") or {})
            if page is None or request.face == "data":
                return text
            self._note_tools(page.tools, fresh=request.is_first_page)
            more = recall_definition(self.recall_name) if page.is_last and self.store else None
            drop = frozenset(
                tool.name for tool in page.tools if request.face == "page" and self._may_drop(tool)
            )
            return rewrite_tool_list(text, drop, more)
        except (NotJson, ValueError, RecursionError, AttributeError):
            return text

    def _note_tools(self, tools: tuple[ToolFacts, ...], *, fresh: bool) -> None:
        if fresh:
            self._tools.clear()
        self._tools.update((tool.name, tool) for tool in tools)
        self.recall_name = NAME
        if NAME in self._tools:
            suffix = _NOT_IN_NAMES.sub("_", self.settings.name).strip("_") or "pageful"
            self.recall_name = f"{NAME}_{suffix}"[:_NAME_LENGTH]

    def _may_drop(self, tool: ToolFacts) -> bool:
        return not tool.feeds_interface and not self.settings.excepts(tool.name)

    # Results

    def _rewrite_result(self, text: str, request: OpenRequest) -> str:
        tool = request.tool or ""
        facts = self._tools.get(tool, ToolFacts(tool))
        rules = ResultRules(
            tool,
            request.face,
            show=lambda value: self._show(value, tool, facts.budget or self.settings.budget),
            allow_python=tool not in self._send_json,
            is_excepted=self.settings.excepts(tool),
            feeds_interface=facts.feeds_interface,
        )
        rewritten = rewrite_result(text, rules)
        if rewritten.has_json:
            self._send_json.add(tool)
        self.note(rewritten.decision)
        return rewritten.line

    def _show(self, value: Any, tool: str, budget: int) -> Shown:
        """Show data within a budget; what can't be kept is not cut."""
        whole = show(value)
        if len(whole.text) <= budget or self.store is None:
            return whole
        source = write(value)
        if looks_secret(source):
            return Shown(whole.text, f"{whole.reason}; not cut: it looks as if it held credentials")
        page = cut_page(value, 1, budget, lambda part: show(part).text)
        if page is None or not page.hides:
            return whole
        try:
            request = RecallRequest(self.store.keep(tool, source))
        except OSError as error:
            return Shown(whole.text, f"{whole.reason}; not cut: {error.strerror}")
        return Shown(page.text + foot(page, request, self.recall_name), f"{whole.reason}; cut")

    # Recall

    def _is_recall(self, request: OpenRequest) -> bool:
        return self.store is not None and request.tool == self.recall_name

    def _answer_recall(self, frame: Frame, request: OpenRequest) -> bytes:
        assert frame.message is not None
        assert self.store is not None
        failed = False
        try:
            wanted = read_request(_member(frame.message.get("params"), "arguments"))
            text = recall(wanted, self.recall_name, self.store, self.settings.budget)
        except ToolError as error:
            text, failed = str(error), True
        result = {"content": [{"type": "text", "text": text}], "isError": failed}
        if _is_modern(frame.message.get("params")):
            result["resultType"] = "complete"
        return _line({"jsonrpc": "2.0", "id": request.id, "result": result})


def _member(value: object, key: str) -> Any:
    return value.get(key) if isinstance(value, dict) else None


def _is_modern(params: object) -> bool:
    """Tell whether a request is of revision 2026-07-28 or later: its results say what they are."""
    return _member(_member(params, "_meta"), "io.modelcontextprotocol/protocolVersion") is not None


def _batch(line: bytes) -> Iterator[dict[str, Any]]:
    if line.lstrip()[:1] != b"[":
        return
    try:
        messages = json.loads(line)
    except (ValueError, RecursionError):
        return
    yield from (message for message in messages if isinstance(message, dict))


def _line(message: object) -> bytes:
    return f"{write(message)}\n".encode()

"""Answers of a server's tools, as a client gets them; and those of `recall`."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from pageful.gateway.counting import Note, ignore
from pageful.gateway.credentials import looks_secret
from pageful.gateway.cutting import cut_page
from pageful.gateway.json_text import NotJson, write
from pageful.gateway.keeping import Store
from pageful.gateway.open_requests import OpenRequest
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
from pageful.tool.errors import ToolError

_NAME_LENGTH = 64
"""Characters that clients take of a tool's name."""

# > GitHub MCP Server
_NOT_IN_NAMES = re.compile(r"[^A-Za-z0-9_-]+")


@dataclass
class Answers:
    """The rewriting of a server's answers, with the facts about its tools that they tell."""

    settings: Settings
    store: Store | None
    note: Note = ignore
    recall_name: str = NAME
    _tools: dict[str, ToolFacts] = field(default_factory=dict)
    _send_json: set[str] = field(default_factory=set)

    def rewrite_list(self, text: str, request: OpenRequest) -> str:
        """Rewrite an answer to tools/list: without output schemas where there are pages."""
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

    def rewrite_result(self, text: str, request: OpenRequest) -> str:
        """Rewrite an answer to tools/call: its data as a page."""
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
        page = cut_page(value, 1, budget, lambda part: show(part).text, whole.text)
        if page is None or not page.hides:
            return whole
        try:
            request = RecallRequest(self.store.keep(tool, source))
        except OSError as error:
            return Shown(whole.text, f"{whole.reason}; not cut: {error.strerror}")
        return Shown(page.text + foot(page, request, self.recall_name), f"{whole.reason}; cut")

    def recall(self, arguments: object) -> Mapping[str, Any]:
        """Answer a call of `recall` with a result."""
        assert self.store is not None
        failed = False
        try:
            wanted = read_request(arguments)
            text = recall(wanted, self.recall_name, self.store, self.settings.budget)
        except ToolError as error:
            text, failed = str(error), True
        return {"content": [{"type": "text", "text": text}], "isError": failed}

"""Answers of a server's tools, as a client gets them; and those of `recall`."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

from pageful.gateway.counting import RECALL, Decision, FieldSize, Note, ignore
from pageful.gateway.faces import Face
from pageful.gateway.fitting import KeepingPlace, show_selected
from pageful.gateway.json_text import NotJson
from pageful.gateway.keeping import Store
from pageful.gateway.open_requests import OpenRequest
from pageful.gateway.recalling import (
    NAME,
    read_request,
    recall,
    recall_definition,
)
from pageful.gateway.results import ResultRules, rewrite_result
from pageful.gateway.settings import Settings
from pageful.gateway.showing import Shown
from pageful.gateway.tool_facts import ToolFacts, read_tool_page, rewrite_tool_list
from pageful.lazy.dataclasses import dataclass, field, replace
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
            if page is None:
                return text
            self._note_tools(page.tools, fresh=request.is_first_page)
            faces = {self._face(tool, request) for tool in self._tools}
            if (faces or {request.face}) == {"data"}:
                return text
            more = recall_definition(self.recall_name) if page.is_last and self.store else None
            drop = frozenset(
                tool.name
                for tool in page.tools
                if self._face(tool.name, request) == "page" and self._may_drop(tool)
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
        fields: dict[str, FieldSize] = {}
        rules = ResultRules(
            tool,
            self._face(tool, request),
            show=lambda value, compact: self._show(value, compact, facts, fields),
            allow_python=tool not in self._send_json,
            is_excepted=self.settings.excepts(tool),
            feeds_interface=facts.feeds_interface,
        )
        rewritten = rewrite_result(text, rules)
        if rewritten.has_json:
            self._send_json.add(tool)
        self.note(replace(rewritten.decision, fields=fields))
        return rewritten.line

    def _face(self, tool: str, request: OpenRequest) -> Face:
        """Choose the face of a tool's results: its view's, else the client's."""
        form = self.settings.views.for_tool(tool).form
        return request.face if form is None or form == "untouched" else form

    def _show(
        self, value: Any, compact: str | None, facts: ToolFacts, fields: dict[str, FieldSize]
    ) -> Shown:
        """Show data as their view wants them, within a budget; what is left out is kept."""
        if self.settings.notes_fields:
            from pageful.gateway.field_sizes import measure_fields

            fields.update(measure_fields(value))
        view = self.settings.views.for_tool(facts.name)
        place = KeepingPlace(
            facts.name,
            view.budget or facts.budget or self.settings.budget,
            None if view.store is False else self.store,
            self.recall_name,
        )
        return show_selected(value, view, place, compact)

    def recall(self, arguments: object) -> Mapping[str, Any]:
        """Answer a call of `recall` with a result."""
        assert self.store is not None
        failed, tool = False, ""
        try:
            wanted = read_request(arguments)
            kept = self.store.find(wanted.id)
            tool = kept.tool if kept else tool
            text = recall(wanted, self.recall_name, self.store, self.settings.budget)
        except ToolError as error:
            text, failed = str(error), True
        self.note(Decision(tool, RECALL, 0, len(text)))
        return {"content": [{"type": "text", "text": text}], "isError": failed}

"""Facts about the upstream's tools, as far as it has listed them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pageful.gateway.json_text import by_key, items, join_object, members, write
from pageful.lazy.dataclasses import dataclass

_BUDGET = "anthropic/maxResultSizeChars"
"""The key of a tool's `_meta` that says how many characters its results may have."""

_SMALLEST_BUDGET = 1_000
"""Characters: a page with less room says nothing."""


@dataclass(frozen=True)
class ToolFacts:
    """A tool, as its definition tells what may be done with its results."""

    name: str
    feeds_interface: bool = False
    budget: int | None = None


@dataclass(frozen=True)
class ToolPage:
    """A page of a list of tools: the tools, and whether more pages follow."""

    tools: tuple[ToolFacts, ...]
    is_last: bool


def read_tool_facts(definition: Mapping[str, Any]) -> ToolFacts:
    """Read the facts of a tool's definition."""
    meta = definition.get("_meta")
    meta = meta if isinstance(meta, Mapping) else {}
    budget = meta.get(_BUDGET)
    has_budget = isinstance(budget, int) and budget >= _SMALLEST_BUDGET
    return ToolFacts(
        str(definition.get("name")),
        # > {"ui": {"resourceUri": "ui://weather/view.html"}}
        # > {"ui/resourceUri": "ui://weather/view.html"}
        feeds_interface=any(key == "ui" or key.startswith("ui/") for key in meta),
        budget=budget if has_budget else None,
    )


def read_tool_page(result: Mapping[str, Any]) -> ToolPage | None:
    """Read a page of a list of tools; return `None` for anything else."""
    tools = result.get("tools")
    if not isinstance(tools, list) or not all(isinstance(tool, dict) for tool in tools):
        return None
    return ToolPage(tuple(map(read_tool_facts, tools)), is_last=result.get("nextCursor") is None)


def rewrite_tool_list(line: str, drop_schema_of: frozenset[str], more: object | None) -> str:
    """Take output schemas out of an answer to tools/list, and append a definition.

    All that is not changed stays as it stands in the text.

    Raises:
        NotJson: the text is no such answer.
    """
    result = by_key(members(line))["result"]
    listed = by_key(members(line, result.value_start))["tools"]
    tools = [
        _without_schema(line, item.start) if item.value.get("name") in drop_schema_of else
        line[item.start : item.end]
        for item in items(line, listed.value_start)
    ]  # fmt: skip
    if more is not None:
        tools.append(write(more))
    return f"{line[: listed.value_start]}[{','.join(tools)}]{line[listed.end :]}"


def _without_schema(line: str, start: int) -> str:
    kept = (part for part in members(line, start) if part.key != "outputSchema")
    return join_object(line[part.start : part.end] for part in kept)

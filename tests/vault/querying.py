"""Queries over vaults that tests make in memory, and their answers as JSON."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from pageful.tool.context import Caller
from pageful.vault.dataview.answers import query_json, value_json
from pageful.vault.dataview.engine import Engine
from pageful.vault.dataview.pages import Pages
from pageful.vault.dataview.results import QueryResult
from pageful.vault.graph.adjacency import build_graph
from pageful.vault.values.budget import Budget
from pageful.vault.values.clock import Clock
from pageful.vault.values.date_text import parse_date
from pageful.vault.values.zones import UTC_ZONE
from snapshots import parsed

NOON = parse_date("2022-03-05T12:00:00", UTC_ZONE)
assert NOON is not None
CLOCK = Clock(NOON.millis, UTC_ZONE)
"""A Saturday."""


def run(
    texts: Mapping[str, str], query: str, origin: str = "", budget: Budget | None = None
) -> QueryResult:
    """What a query finds in a vault of notes by their texts."""
    snapshot = parsed(texts)
    graph = build_graph(snapshot, Caller())
    return Engine().run(query, snapshot, graph, origin=origin, clock=CLOCK, budget=budget)


def answer(texts: Mapping[str, str], query: str, origin: str = "") -> dict[str, Any]:
    """The same as JSON."""
    return query_json(run(texts, query, origin))


def value(texts: Mapping[str, str], expression: str, origin: str = "a.md") -> Any:
    """The value of an expression in a note, as JSON."""
    snapshot = parsed(texts)
    graph = build_graph(snapshot, Caller())
    found = Engine().evaluate(expression, snapshot, graph, origin=origin, clock=CLOCK)
    return value_json(found)


def field(text: str, name: str) -> Any:
    """The value of a field of a note with a text."""
    return value({"a.md": text}, f'this["{name}"]')


def names(texts: Mapping[str, str], query: str, origin: str = "") -> list[str]:
    """The files that a list of files has, without `.md`."""
    listed = answer(texts, query, origin)["values"]
    return [each["$link"]["path"].removesuffix(".md") for each in listed]


def column(texts: Mapping[str, str], query: str, origin: str = "") -> list[Any]:
    """The cells of a table's only column."""
    return [cell for (cell,) in answer(texts, query, origin)["rows"]]


def vault(paths: Iterable[str], text: str = "") -> dict[str, str]:
    """Notes that all have one text."""
    return dict.fromkeys(paths, text)


def pages(texts: Mapping[str, str]) -> Pages:
    """The pages of notes by their texts."""
    snapshot = parsed(texts)
    return Pages(snapshot, build_graph(snapshot, Caller()), CLOCK)


def date(text: str) -> dict[str, str]:
    """A day as JSON has it."""
    return {"$date": f"{text}T00:00:00.000Z"}


def link(path: str, **parts: object) -> dict[str, Any]:
    """A link as JSON has it."""
    plain = {"path": path, "display": None, "subpath": None, "embed": False, "type": "file"}
    return {"$link": plain | parts}

"""Expressions of bases over vaults that tests make in memory."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pageful.tool.context import Caller
from pageful.vault.bases.errors import ExpressionError
from pageful.vault.bases.evaluation import evaluate
from pageful.vault.bases.parsing import parse_expression
from pageful.vault.bases.rows import Context, Row
from pageful.vault.bases.syntax import Expression
from pageful.vault.bases.texts import text_of
from pageful.vault.bases.values import (
    DateValue,
    ErrorValue,
    FileValue,
    LinkValue,
    TagValue,
    Value,
    is_number,
)
from pageful.vault.bases.vault_files import VaultFiles
from pageful.vault.graph.adjacency import build_graph
from pageful.vault.values.budget import Budget
from pageful.vault.values.clock import Clock
from pageful.vault.values.date_text import parse_date
from pageful.vault.values.zones import named_zone
from snapshots import parsed

ZONE = named_zone("Europe/Berlin")
assert ZONE is not None
NOON = parse_date("2026-03-14T12:00:00", ZONE)
assert NOON is not None
CLOCK = Clock(NOON.millis, ZONE)
"""Noon of a Saturday in Berlin."""

ROW = "Breads/Rye.md"
"""The note whose row expressions see unless a test says otherwise."""


def row(
    texts: Mapping[str, str] | str = "",
    path: str = ROW,
    *,
    formulas: Mapping[str, str] | None = None,
    this: str | None = None,
    types: Mapping[str, str] | None = None,
    budget: Budget | None = None,
    values: tuple[Value, ...] | None = None,
) -> Row:
    """Make a row of a vault of notes by their texts; one text alone is that of the row's note."""
    notes = {path: texts} if isinstance(texts, str) else texts
    snapshot = parsed(notes)
    vault = VaultFiles(snapshot, build_graph(snapshot, Caller()), CLOCK.zone, types)
    read = {name: _formula(text) for name, text in (formulas or {}).items()}
    context = Context(vault, read, this, CLOCK, Budget() if budget is None else budget)
    return Row(path, context, values)


def _formula(text: str) -> Expression | ExpressionError:
    try:
        return parse_expression(text)
    except ExpressionError as error:
        return error


def result(expression: str, texts: Mapping[str, str] | str = "", **options: Any) -> Value:
    """Evaluate an expression for a row, whose arguments are those of `row`."""
    return evaluate(parse_expression(expression), row(texts, **options))


def value(expression: str, texts: Mapping[str, str] | str = "", **options: Any) -> Any:
    """Evaluate an expression; numbers and lists come as Python has them, other values as text."""
    return plain(result(expression, texts, **options))


def plain(found: Value) -> Any:
    """Return a value as Python has it, dates, links and the like as text."""
    match found:
        case None | bool() | str():
            return found
        case tuple():
            return [plain(each) for each in found]
        case Mapping():
            return {key: plain(each) for key, each in found.items()}
        case ErrorValue(message, hint):
            return f"error: {message} {hint}".rstrip()
        case _ if is_number(found):
            assert isinstance(found, (int, float))
            return found
        case _:
            return text_of(found, CLOCK, Budget())


def properties(**named: object) -> str:
    """Write a note with some properties."""
    lines = [f"{name}: {written}" for name, written in named.items()]
    return "\n".join(["---", *lines, "---", ""])


__all__ = [
    "CLOCK",
    "ROW",
    "DateValue",
    "FileValue",
    "LinkValue",
    "TagValue",
    "plain",
    "properties",
    "result",
    "row",
    "value",
]

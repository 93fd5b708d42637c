"""Expressions evaluated on a clock that stands still, for tests of the query language."""

from __future__ import annotations

from collections.abc import Mapping
from zoneinfo import ZoneInfo

import pytest

from pageful.vault.dataview.context import Context, NoLinks
from pageful.vault.dataview.evaluation import evaluate
from pageful.vault.dataview.grammar import parse_expression
from pageful.vault.values.budget import Budget
from pageful.vault.values.clock import Clock
from pageful.vault.values.failures import EvaluationError
from pageful.vault.values.printing import text_of
from pageful.vault.values.values import Value
from pageful.vault.values.zones import Zone

UTC = Zone("UTC", ZoneInfo("UTC"), local=True)
CLOCK = Clock(1_795_222_094_628, UTC)
"""2026-11-21, a Saturday, 00:48:14.628."""


class OnePage(NoLinks):
    """Links to `test` lead to a page, and `t` is short for it."""

    def __init__(self, fields: Mapping[str, Value]) -> None:
        self._fields = fields

    def resolve(self, path: str) -> Mapping[str, Value] | None:
        return self._fields if path in ("test", "t") else None

    def normalize(self, path: str) -> str:
        return "test" if path == "t" else path


def context(seen: Mapping[str, Value] | None = None, budget: Budget | None = None) -> Context:
    """A context with a small budget."""
    return Context(OnePage({"x": 1.0}), seen or {}, CLOCK, budget or Budget(500_000, 500_000))


def value(text: str, row: Mapping[str, Value] | None = None, **seen: Value) -> Value:
    """What the expression is, for a row and with what it sees beside it."""
    return evaluate(parse_expression(text, CLOCK), context(seen), row)


def printed(text: str) -> str:
    """What the expression is, as text."""
    return text_of(value(text))


def fails(text: str, problem: str | None = None) -> None:
    """The expression is read, and has no value."""
    with pytest.raises(EvaluationError, match=problem):
        value(text)

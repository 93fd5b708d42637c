"""Functions of regular expressions."""

from __future__ import annotations

from pageful.vault.bases.functions.function import Function, Functions
from pageful.vault.bases.rows import Row
from pageful.vault.bases.texts import text_of
from pageful.vault.bases.values import RegExpValue, Value
from pageful.vault.javascript_regex import compile_regex
from pageful.vault.javascript_regex.within_budget import within_budget


def _matches(row: Row, pattern: RegExpValue, value: Value) -> Value:
    text = text_of(value, row.context.clock, row.context.budget)
    expression = compile_regex(pattern.source, pattern.flags)
    with within_budget(pattern.source, row.context.budget):
        return expression.search(text) is not None


FUNCTIONS: Functions = {"matches": Function(_matches, 1, 1)}

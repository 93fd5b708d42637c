"""Functions of regular expressions, and searches with them within a budget."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from pageful.vault.bases.functions.function import Function, Functions
from pageful.vault.bases.rows import Row
from pageful.vault.bases.texts import text_of
from pageful.vault.bases.values import RegExpValue, Value
from pageful.vault.javascript_regex import SlowPattern, compile_regex
from pageful.vault.values.failures import OutOfBudget

if TYPE_CHECKING:
    from pageful.vault.javascript_regex import JavaScriptRegex


@contextmanager
def searching(pattern: RegExpValue, row: Row) -> Iterator[JavaScriptRegex]:
    """Give the compiled expression, and limit what is done with it to the view's time.

    Raises:
        OutOfBudget: Time was used up before, or this one text alone takes too long.
    """
    row.context.budget.check_time()
    began = time.monotonic()
    try:
        yield compile_regex(pattern.source, pattern.flags)
    except SlowPattern as slow:
        raise OutOfBudget(slow.problem) from None
    finally:
        row.context.budget.add_regex_time(pattern.source, time.monotonic() - began)


def _matches(row: Row, pattern: RegExpValue, value: Value) -> Value:
    text = text_of(value, row.context.clock, row.context.budget)
    with searching(pattern, row) as expression:
        return expression.search(text) is not None


FUNCTIONS: Functions = {"matches": Function(_matches, 1, 1)}

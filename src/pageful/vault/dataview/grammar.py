"""Parsers of whole texts in the query language; each takes all of the text or raises."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar, cast

from pageful.vault.dataview import expression_parsing, query_parsing
from pageful.vault.dataview.inline_values import inline_value
from pageful.vault.dataview.scanner import Scanner
from pageful.vault.dataview.syntax import Expression, Query
from pageful.vault.values.clock import Clock, current_clock
from pageful.vault.values.values import Value

T = TypeVar("T")


def parse_query(text: str, clock: Clock | None = None) -> Query:
    """Parse a query; `date(today)` and the like are resolved by the clock.

    Raises:
        ToolError: It is no query, or nests too deep; says the line, a caret and what was expected.
    """
    return whole(query_parsing.query, text, clock)


def parse_expression(text: str, clock: Clock | None = None) -> Expression:
    """Parse an expression, without white space around it.

    Raises:
        ToolError: The text is no expression.
    """
    return cast(Expression, whole(expression_parsing.expression, text, clock))


def parse_inline_value(text: str, clock: Clock) -> Value:
    """Parse the value of an inline field: the value that the whole text is, else the text."""
    scanner = Scanner(text, clock)
    found = inline_value(scanner)
    return text if found is None or not scanner.at_end else found


def whole(rule: Callable[[Scanner], T | None], text: str, clock: Clock | None = None) -> T:
    """Parse all of a text by a rule of the grammar.

    Raises:
        ToolError: the rule does not read the text, or not to its end.
    """
    scanner = Scanner(text, clock or current_clock())
    found = rule(scanner)
    if found is None or not scanner.at_end:
        if found is not None:
            scanner.miss("the end")
        raise scanner.failure()
    return found

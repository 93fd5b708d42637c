"""The operators of order: `<`, `>`, `<=`, `>=`."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from pageful.vault.bases.dates import length_in_milliseconds, parse_date
from pageful.vault.bases.equality import is_equal
from pageful.vault.bases.numbers import number_of, parse_number
from pageful.vault.bases.operands import TEXTS, date_of, length_of
from pageful.vault.bases.rows import Row
from pageful.vault.bases.texts import text_of
from pageful.vault.bases.values import (
    DateValue,
    DurationValue,
    Value,
    is_number,
    type_name,
)
from pageful.vault.values.utf16 import to_units

_CHARACTERS_OF_STEP = 64
"""The characters of a text that cost one step: a rough estimate, as a budget's of texts."""


_Comparison: TypeAlias = Callable[[float | str, float | str], bool]


def comparison(compare: _Comparison, *, allows_equal: bool) -> Callable[[Value, Value, Row], Value]:
    """Return an operation of order: null beside null, and false where there is no order."""

    def run(first: Value, second: Value, row: Row) -> Value:
        if is_number(first) and is_number(second):
            return compare(first, second)  # type: ignore[arg-type]
        if first is None or second is None:
            return None
        first, second = date_of(first), date_of(second)
        operands = _comparable(first, second, row)
        if operands is None:
            return False
        # A day without a time equals all moments of the day, and so is not after them either.
        return compare(*operands) or (allows_equal and is_equal(first, second, row))

    return run


def _comparable(first: Value, second: Value, row: Row) -> tuple[float | str, float | str] | None:
    """Return two numbers, or two texts, that are in the order of two values."""
    if isinstance(first, DateValue) or isinstance(second, DateValue):
        return _both(_moment(first, row), _moment(second, row))
    if isinstance(first, DurationValue) or isinstance(second, DurationValue):
        return _both(_milliseconds(first, row), _milliseconds(second, row))
    if type_name(first) in TEXTS and type_name(second) in TEXTS:
        return _units(first, row), _units(second, row)
    return _both(_count(first, row), _count(second, row))


def _both(first: float | None, second: float | None) -> tuple[float, float] | None:
    return None if first is None or second is None else (first, second)


def _moment(value: Value, row: Row) -> float | None:
    """Return the milliseconds of a date, or of the date that a text says."""
    if isinstance(value, str):
        value = parse_date(value, row.context.clock.zone)
    if isinstance(value, DateValue):
        return value.date.millis
    return number_of(value) if is_number(value) else None


def _milliseconds(value: Value, row: Row) -> float | None:
    """Return the milliseconds of a duration, or of the duration that a text says."""
    length = length_of(value)
    if length is not None:
        return length_in_milliseconds(length, row.context.clock)
    return number_of(value) if is_number(value) else None


def _units(value: Value, row: Row) -> str:
    """Return a text by its code units, in whose order JavaScript has texts."""
    text = text_of(value, row.context.clock, row.context.budget)
    row.context.budget.step(len(text) // _CHARACTERS_OF_STEP)
    return to_units(text)


def _count(value: Value, row: Row) -> float | None:
    """Return the number that a value is in comparisons; None of a text that says none."""
    if isinstance(value, (bool, int, float)):
        return float(value)
    if type_name(value) in TEXTS:
        return parse_number(text_of(value, row.context.clock, row.context.budget))
    return None

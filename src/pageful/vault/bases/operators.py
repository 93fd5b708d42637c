"""The operators between two values."""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import TypeAlias

from pageful.vault.bases.comparisons import comparison
from pageful.vault.bases.dates import add, difference, length_in_milliseconds, parse_date
from pageful.vault.bases.durations import scale, total
from pageful.vault.bases.equality import is_equal
from pageful.vault.bases.numbers import divide, number_of, remainder
from pageful.vault.bases.operands import TEXTS, date_of, length_of
from pageful.vault.bases.rows import Row
from pageful.vault.bases.syntax import Operator
from pageful.vault.bases.texts import text_of
from pageful.vault.bases.values import DateValue, DurationValue, Value, is_number, type_name
from pageful.vault.values.failures import EvaluationError

Operation: TypeAlias = Callable[[Value, Value, Row], Value]


def _invalid(first: Value, second: Value) -> EvaluationError:
    message = f"Invalid operator between {type_name(first)} and {type_name(second)}"
    return EvaluationError(message)


def _plus(first: Value, second: Value, row: Row) -> Value:
    if is_number(first) and is_number(second):
        return first + second  # type: ignore[operator]
    date, other = date_of(first), date_of(second)
    if isinstance(date, DateValue) and (length := length_of(second)):
        return add(date, length)
    if isinstance(first, DurationValue):
        if isinstance(other, DateValue):
            return add(other, first)
        if length := length_of(second):
            return total(first, length)
    if type_name(first) in TEXTS or type_name(second) in TEXTS:
        return _join(first, second, row)
    if isinstance(first, tuple) or isinstance(second, tuple):
        return _concatenate(first, second, row)
    return _of_numbers(operator.add, first, second)


def _concatenate(first: Value, second: Value, row: Row) -> Value:
    """Join two lists; null is a list of nothing."""
    one, other = () if first is None else first, () if second is None else second
    if not isinstance(one, tuple) or not isinstance(other, tuple):
        raise _invalid(first, second)
    row.context.budget.allocate(len(one) + len(other))
    return one + other


def _join(first: Value, second: Value, row: Row) -> str:
    budget, clock = row.context.budget, row.context.clock
    text = text_of(first, clock, budget) + text_of(second, clock, budget)
    budget.allocate(len(text))
    return text


def _minus(first: Value, second: Value, row: Row) -> Value:
    first, second = date_of(first), date_of(second)
    if isinstance(first, DateValue):
        return _before(first, second, row)
    if isinstance(first, DurationValue) and (length := length_of(second)):
        return total(first, scale(length, -1.0))
    return _of_numbers(operator.sub, first, second)


def _before(date: DateValue, second: Value, row: Row) -> Value:
    """Subtract a duration or another date from a date."""
    if length := length_of(second):
        return add(date, length, -1)
    other = parse_date(second, row.context.clock.zone) if isinstance(second, str) else second
    if isinstance(other, DateValue):
        return difference(date, other)
    return _of_numbers(operator.sub, date, second)


def _times(first: Value, second: Value, _row: Row) -> Value:
    if isinstance(first, DurationValue) and is_number(second):
        return scale(first, number_of(second))
    return _of_numbers(operator.mul, first, second)


def _divide(first: Value, second: Value, row: Row) -> Value:
    if isinstance(first, DurationValue):
        if isinstance(second, DurationValue):
            clock = row.context.clock
            lengths = (length_in_milliseconds(each, clock) for each in (first, second))
            return divide(*lengths)
        if is_number(second) and second:
            return scale(first, divide(1.0, number_of(second)))
    return _of_numbers(divide, first, second)


def _modulo(first: Value, second: Value, _row: Row) -> Value:
    return _of_numbers(remainder, first, second)


_COUNTED = frozenset(("Null", "Boolean", "Number", "String"))
"""The types that count as numbers in arithmetic, a text by what it says."""


def _of_numbers(apply: Callable[[float, float], float], first: Value, second: Value) -> Value:
    """Apply arithmetic to the numbers that two values count as.

    Null counts as 0, but null beside a date, a file or the like gives null.
    """
    if type_name(first) in _COUNTED and type_name(second) in _COUNTED:
        return apply(number_of(first), number_of(second))
    if first is None or second is None:
        return None
    raise _invalid(first, second)


def _equals(first: Value, second: Value, row: Row) -> Value:
    return is_equal(first, second, row)


def _differs(first: Value, second: Value, row: Row) -> Value:
    return not is_equal(first, second, row)


OPERATIONS: dict[Operator, Operation] = {
    "==": _equals,
    "!=": _differs,
    "<": comparison(operator.lt, allows_equal=False),
    ">": comparison(operator.gt, allows_equal=False),
    "<=": comparison(operator.le, allows_equal=True),
    ">=": comparison(operator.ge, allows_equal=True),
    "+": _plus,
    "-": _minus,
    "*": _times,
    "/": _divide,
    "%": _modulo,
}
"""The operators but `&&` and `||`, which may leave out their second operand."""


def negate(value: Value) -> Value:
    """Return the negative of a number or duration.

    Raises:
        EvaluationError: The value is neither.
    """
    if isinstance(value, DurationValue):
        return scale(value, -1.0)
    if type_name(value) not in _COUNTED:
        raise EvaluationError(f"Invalid operator - before {type_name(value)}")
    return -number_of(value)

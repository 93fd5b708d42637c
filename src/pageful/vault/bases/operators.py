"""The operators between two values."""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import TypeAlias

from pageful.vault.bases.dates import (
    add,
    difference,
    length_in_milliseconds,
    parse_date,
    parse_duration,
    scale,
    total,
)
from pageful.vault.bases.equality import is_equal
from pageful.vault.bases.numbers import divide, number_of, parse_number, remainder
from pageful.vault.bases.rows import Row
from pageful.vault.bases.syntax import Operator
from pageful.vault.bases.texts import text_of
from pageful.vault.bases.values import (
    DateValue,
    DurationValue,
    RelativeDateValue,
    Value,
    is_number,
    type_name,
)
from pageful.vault.values.failures import EvaluationError
from pageful.vault.values.utf16 import to_units

Operation: TypeAlias = Callable[[Value, Value, Row], Value]

_TEXTS = frozenset(("String", "Link", "Url", "Tag", "HTML", "Icon", "Image"))
"""The types that are joined, and put in order, as texts."""

_CHARACTERS_OF_STEP = 64
"""The characters of a text that cost one step: a rough estimate, as a budget's of texts."""


def _invalid(first: Value, second: Value) -> EvaluationError:
    message = f"Invalid operator between {type_name(first)} and {type_name(second)}"
    return EvaluationError(message)


def _date(value: Value) -> Value:
    return value.moment if isinstance(value, RelativeDateValue) else value


def _length(value: Value) -> DurationValue | None:
    """Return the duration that a value is, or that a text says."""
    if isinstance(value, str):
        return parse_duration(value)
    return value if isinstance(value, DurationValue) else None


def _plus(first: Value, second: Value, row: Row) -> Value:
    if is_number(first) and is_number(second):
        return first + second  # type: ignore[operator]
    date, other = _date(first), _date(second)
    if isinstance(date, DateValue) and (length := _length(second)):
        return add(date, length)
    if isinstance(first, DurationValue):
        if isinstance(other, DateValue):
            return add(other, first)
        if length := _length(second):
            return total(first, length)
    if type_name(first) in _TEXTS or type_name(second) in _TEXTS:
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
    first, second = _date(first), _date(second)
    if isinstance(first, DateValue):
        return _before(first, second, row)
    if isinstance(first, DurationValue) and (length := _length(second)):
        return total(first, scale(length, -1.0))
    return _of_numbers(operator.sub, first, second)


def _before(date: DateValue, second: Value, row: Row) -> Value:
    """Subtract a duration or another date from a date."""
    if length := _length(second):
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


_Comparison: TypeAlias = Callable[[float | str, float | str], bool]


def _comparison(compare: _Comparison, *, allows_equal: bool) -> Operation:
    """Return an operation of order: null beside null, and false where there is no order."""

    def run(first: Value, second: Value, row: Row) -> Value:
        if is_number(first) and is_number(second):
            return compare(first, second)  # type: ignore[arg-type]
        if first is None or second is None:
            return None
        first, second = _date(first), _date(second)
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
    if type_name(first) in _TEXTS and type_name(second) in _TEXTS:
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
    length = _length(value)
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
    if type_name(value) in _TEXTS:
        return parse_number(text_of(value, row.context.clock, row.context.budget))
    return None


OPERATIONS: dict[Operator, Operation] = {
    "==": _equals,
    "!=": _differs,
    "<": _comparison(operator.lt, allows_equal=False),
    ">": _comparison(operator.gt, allows_equal=False),
    "<=": _comparison(operator.le, allows_equal=True),
    ">=": _comparison(operator.ge, allows_equal=True),
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

"""The operators, by the types of their operands."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import TypeAlias

from pageful.vault.dataview.context import Context
from pageful.vault.dataview.syntax import Operator
from pageful.vault.values.dates import difference, plus
from pageful.vault.values.durations import add, map_amounts, negate, normalize
from pageful.vault.values.failures import EvaluationError
from pageful.vault.values.objects import object_of
from pageful.vault.values.ordering import compare
from pageful.vault.values.printing import text_of
from pageful.vault.values.truth import is_true
from pageful.vault.values.utf16 import length
from pageful.vault.values.values import Date, Duration, Value, type_name

Operation: TypeAlias = Callable[[Value, Value, Context], Value]
_Handler: TypeAlias = Callable[..., Value]


def compare_values(first: Value, second: Value, context: Context) -> int:
    """Compare two values, links by the notes they resolve to."""
    if type(first) is float and type(second) is float:
        return -1 if first < second else (0 if first == second else 1)
    return compare(first, second, context.links.normalize, context.budget)


def equal(first: Value, second: Value, context: Context) -> bool:
    """Evaluate `first = second`."""
    if type(first) is str and type(second) is str:
        if first == second:
            return True
        if first.isascii() and second.isascii() and first.isprintable() and second.isprintable():
            return False
    return compare_values(first, second, context) == 0


def less(first: Value, second: Value, context: Context) -> bool:
    """Evaluate `first < second`."""
    return compare_values(first, second, context) < 0


def operation(operator: Operator) -> Operation:
    """Find the operation of an operator."""
    return _OPERATIONS[operator]


def operate(operator: Operator, first: Value, second: Value, context: Context) -> Value:
    """Evaluate `first operator second`.

    Raises:
        EvaluationError: There is no such operation between values of these types.
    """
    return _OPERATIONS[operator](first, second, context)


def _dispatch(operator: Operator) -> Operation:
    handlers = _HANDLERS[operator]

    def apply(first: Value, second: Value, context: Context) -> Value:
        one, other = type_name(first), type_name(second)
        for types in ((one, other), (one, "*"), ("*", other)):
            handler = handlers.get(types)
            if handler is not None:
                return handler(context, first, second)
        raise EvaluationError(f"No implementation found for '{one} {operator} {other}'.")

    return apply


def _add_numbers(_context: Context, first: float, second: float) -> Value:
    return float(first) + second


def _subtract_numbers(_context: Context, first: float, second: float) -> Value:
    return float(first) - second


def _multiply_numbers(_context: Context, first: float, second: float) -> Value:
    return float(first) * second


def divide(first: float, second: float) -> float:
    """Divide: by zero it is an infinity, zero by zero NaN."""
    if second:
        return float(first) / second
    if not first or math.isnan(first):
        return math.nan
    return math.copysign(math.inf, first) * math.copysign(1, second)


def _divide_numbers(_context: Context, first: float, second: float) -> Value:
    return divide(first, second)


def _remainder(_context: Context, first: float, second: float) -> Value:
    if not second or math.isinf(first):
        return math.nan
    return math.fmod(first, second)


def _append(context: Context, first: str, second: Value) -> Value:
    return _concatenate_texts(context, first, text_of(second, context.budget))


def _prepend(context: Context, first: Value, second: str) -> Value:
    return _concatenate_texts(context, text_of(first, context.budget), second)


def _concatenate_texts(context: Context, first: str, second: str) -> str:
    context.budget.allocate(len(first) + len(second))
    return first + second


def repeat(context: Context, text: str, times: float) -> str:
    """Repeat a text `times` times, rounded down; negative counts as 0.

    Raises:
        EvaluationError: `times` is infinite.
        OutOfBudget: The text becomes too long.
    """
    if times < 0 or math.isnan(times):
        return ""
    if math.isinf(times):
        raise EvaluationError("A text can't be repeated without end.")
    context.budget.allocate(length(text) * math.floor(times))
    return text * math.floor(times)


def _times(context: Context, times: float, text: str) -> Value:
    return repeat(context, text, times)


def _date_plus(_context: Context, date: Date, length: Duration) -> Value:
    return plus(date, length)


def _plus_date(_context: Context, length: Duration, date: Date) -> Value:
    return plus(date, length)


def _date_minus(_context: Context, date: Date, length: Duration) -> Value:
    return plus(date, negate(length))


def _date_difference(_context: Context, first: Date, second: Date) -> Value:
    return normalize(difference(first, second))


def _add_durations(_context: Context, first: Duration, second: Duration) -> Value:
    return normalize(add(first, second))


def _subtract_durations(_context: Context, first: Duration, second: Duration) -> Value:
    return normalize(add(first, negate(second)))


def _divide_duration(_context: Context, length: Duration, by: float) -> Value:
    return normalize(map_amounts(length, lambda amount: divide(amount, by)))


def _multiply_duration(_context: Context, length: Duration, by: float) -> Value:
    return normalize(map_amounts(length, lambda amount: amount * by))


def _scale_duration(context: Context, by: float, length: Duration) -> Value:
    return _multiply_duration(context, length, by)


def _concatenate(context: Context, first: tuple[Value, ...], second: tuple[Value, ...]) -> Value:
    context.budget.allocate(len(first) + len(second))
    return (*first, *second)


def _merge(context: Context, first: Mapping[str, Value], second: Mapping[str, Value]) -> Value:
    context.budget.allocate(len(first) + len(second))
    return object_of([*first.items(), *second.items()])


def _null(_context: Context, _first: Value, _second: Value) -> Value:
    return None


_HANDLERS: dict[str, dict[tuple[str, str], _Handler]] = {
    "+": {
        ("number", "number"): _add_numbers,
        ("string", "*"): _append,
        ("*", "string"): _prepend,
        ("date", "duration"): _date_plus,
        ("duration", "date"): _plus_date,
        ("duration", "duration"): _add_durations,
        ("array", "array"): _concatenate,
        ("object", "object"): _merge,
        ("null", "null"): _null,
        ("date", "null"): _null,
        ("null", "date"): _null,
    },
    "-": {
        ("number", "number"): _subtract_numbers,
        ("date", "date"): _date_difference,
        ("date", "duration"): _date_minus,
        ("duration", "duration"): _subtract_durations,
        ("null", "null"): _null,
        ("date", "null"): _null,
        ("null", "date"): _null,
    },
    "*": {
        ("number", "number"): _multiply_numbers,
        ("string", "number"): repeat,
        ("number", "string"): _times,
        ("duration", "number"): _multiply_duration,
        ("number", "duration"): _scale_duration,
        ("null", "null"): _null,
    },
    "/": {
        ("number", "number"): _divide_numbers,
        ("duration", "number"): _divide_duration,
        ("null", "null"): _null,
    },
    "%": {("number", "number"): _remainder, ("null", "null"): _null},
}

_OPERATIONS: dict[Operator, Operation] = {
    "+": _dispatch("+"),
    "-": _dispatch("-"),
    "*": _dispatch("*"),
    "/": _dispatch("/"),
    "%": _dispatch("%"),
    "&": lambda first, second, _: is_true(first) and is_true(second),
    "|": lambda first, second, _: is_true(first) or is_true(second),
    "=": equal,
    "!=": lambda first, second, context: not equal(first, second, context),
    "<": less,
    "<=": lambda first, second, context: compare_values(first, second, context) <= 0,
    ">": lambda first, second, context: compare_values(first, second, context) > 0,
    ">=": lambda first, second, context: compare_values(first, second, context) >= 0,
}

"""Functions of lists."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from pageful.vault.bases.dates import parse_date
from pageful.vault.bases.equality import contains, unique
from pageful.vault.bases.functions.function import Evaluate, Fields, Function, Functions, Scope
from pageful.vault.bases.functions.strings import slice_of
from pageful.vault.bases.ordering import sort_list
from pageful.vault.bases.rows import Row
from pageful.vault.bases.statistics import median, standard_deviation, total
from pageful.vault.bases.texts import TextWriter, text_of
from pageful.vault.bases.truth import is_true
from pageful.vault.bases.values import DateValue, RelativeDateValue, Value, is_number

List = tuple[Value, ...]


def _contains(row: Row, values: List, wanted: Value) -> Value:
    return contains(values, wanted, row)


def _contains_all(row: Row, values: List, *wanted: Value) -> Value:
    return all(contains(values, each, row) for each in wanted)


def _contains_any(row: Row, values: List, *wanted: Value) -> Value:
    return any(contains(values, each, row) for each in wanted)


def _filter(row: Row, scope: Scope, values: List, keep: Evaluate) -> Value:
    return tuple(
        [
            value
            for at, value in enumerate(values)
            if is_true(keep(row, {**scope, "value": value, "index": float(at)}))
        ]
    )


def _map(row: Row, scope: Scope, values: List, change: Evaluate) -> Value:
    row.context.budget.allocate(len(values))
    found = list[Value]()
    for at, value in enumerate(values):
        found.append(change(row, {**scope, "value": value, "index": float(at)}))
        if isinstance(found[-1], (str, tuple)):
            row.context.budget.allocate(len(found[-1]))
    return tuple(found)


def _reduce(
    row: Row, scope: Scope, values: List, step: Evaluate, start: Evaluate | None = None
) -> Value:
    result = start(row, scope) if start else None
    for at, value in enumerate(values):
        result = step(row, {**scope, "value": value, "index": float(at), "acc": result})
    return result


def _flat(row: Row, values: List) -> Value:
    found = list[Value]()
    for value in values:
        if isinstance(value, tuple):
            row.context.budget.allocate(len(value))
            found += value
        else:
            found.append(value)
    return tuple(found)


def _join(row: Row, values: List, separator: Value = ",") -> Value:
    clock, budget = row.context.clock, row.context.budget
    return TextWriter(clock, budget).join(values, text_of(separator, clock, budget))


def _slice(_row: Row, values: List, start: Value = None, end: Value = None) -> Value:
    return values[slice_of(start, end, len(values))]


def _numbers(row: Row, values: List) -> list[float]:
    row.context.budget.step(len(values))
    return [float(value) for value in values if is_number(value)]  # type: ignore[arg-type]


_Aggregate = Callable[[Sequence[float]], float | None]


def _of_numbers(aggregate: _Aggregate) -> Function:
    """Return the function of the numbers in a list; null if there are none."""

    def call(row: Row, values: List) -> Value:
        numbers = _numbers(row, values)
        return aggregate(numbers) if numbers else None

    return Function(call)


def _sum(row: Row, values: List) -> Value:
    return total(_numbers(row, values))


def _mean(row: Row, values: List) -> Value:
    """Return the sum of the numbers by the length of the list: what is no number counts as 0."""
    return _sum(row, values) / len(values) if values else None  # type: ignore[operator]


def _of_dates(choose: Callable[..., DateValue]) -> Function:
    """Return the function of the dates in a list, those that texts say among them."""

    def call(row: Row, values: List) -> Value:
        row.context.budget.step(len(values))
        found = [_date(value, row) for value in values]
        dates = [date for date in found if date is not None]
        return choose(dates, key=lambda each: each.date.millis) if dates else None

    return Function(call)


def _date(value: Value, row: Row) -> DateValue | None:
    match value:
        case DateValue():
            return value
        case RelativeDateValue(moment):
            return moment
        case str():
            return parse_date(value, row.context.clock.zone)
        case _:
            return None


FUNCTIONS: Functions = {
    "contains": Function(_contains, 1, 1),
    "containsAll": Function(_contains_all, 1, -1),
    "containsAny": Function(_contains_any, 1, -1),
    "filter": Function(_filter, 1, 1, lazy=True),
    "flat": Function(_flat),
    "join": Function(_join, 0, 1),
    "map": Function(_map, 1, 1, lazy=True),
    "reduce": Function(_reduce, 1, 2, lazy=True),
    "reverse": Function(lambda _row, values: values[::-1]),
    "slice": Function(_slice, 0, 2),
    "sort": Function(lambda row, values: sort_list(values, row)),
    "unique": Function(lambda row, values: unique(values, row)),
    "sum": Function(_sum),
    "mean": Function(_mean),
    "median": _of_numbers(median),
    "stddev": _of_numbers(standard_deviation),
    "min": _of_numbers(min),
    "max": _of_numbers(max),
    "earliest": _of_dates(min),
    "latest": _of_dates(max),
}

FIELDS: Fields = {"length": lambda _row, values: float(len(values))}

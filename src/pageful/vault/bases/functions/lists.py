"""Functions of lists."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from pageful.vault.bases.equality import contains, unique
from pageful.vault.bases.functions.function import Evaluate, Fields, Function, Functions, Scope
from pageful.vault.bases.functions.strings import slice_of
from pageful.vault.bases.numbers import number_of
from pageful.vault.bases.ordering import sort_list
from pageful.vault.bases.rows import Row
from pageful.vault.bases.statistics import mean, median, standard_deviation, total
from pageful.vault.bases.texts import TextWriter, text_of
from pageful.vault.bases.truth import is_true
from pageful.vault.bases.values import DateValue, RelativeDateValue, Value

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
    return tuple(
        [
            change(row, {**scope, "value": value, "index": float(at)})
            for at, value in enumerate(values)
        ]
    )


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


_Aggregate = Callable[[Sequence[float]], float | None]


def _of_numbers(aggregate: _Aggregate) -> Function:
    def call(row: Row, values: List) -> Value:
        row.context.budget.step(len(values))
        return aggregate([number_of(value) for value in values])

    return Function(call)


def _extreme(choose: Callable[[List, Row], List]) -> Function:
    """Return the function that gives the first of the values in an order, null of none."""

    def call(row: Row, values: List) -> Value:
        ordered = choose(tuple([value for value in values if value is not None]), row)
        return ordered[0] if ordered else None

    return Function(call)


def _smallest(values: List, row: Row) -> List:
    return sort_list(values, row)


def _largest(values: List, row: Row) -> List:
    return sort_list(values, row)[::-1]


def _dates(values: List) -> List:
    return tuple([value for value in values if isinstance(value, (DateValue, RelativeDateValue))])


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
    "sum": _of_numbers(total),
    "mean": _of_numbers(mean),
    "median": _of_numbers(median),
    "stddev": _of_numbers(standard_deviation),
    "min": _extreme(_smallest),
    "max": _extreme(_largest),
    "earliest": _extreme(lambda values, row: _smallest(_dates(values), row)),
    "latest": _extreme(lambda values, row: _largest(_dates(values), row)),
}

FIELDS: Fields = {"length": lambda _row, values: float(len(values))}

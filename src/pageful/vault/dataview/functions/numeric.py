"""Functions of numbers, and the least and greatest of values."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import reduce

from pageful.vault.dataview.context import Context
from pageful.vault.dataview.functions.overloads import Overloads, on, otherwise
from pageful.vault.dataview.functions.overloads import null as _null
from pageful.vault.values.failures import EvaluationError
from pageful.vault.values.numbers import round_half_up, round_to_places
from pageful.vault.values.ordering import compare
from pageful.vault.values.values import Function, Value

# The limit of ECMAScript's `toFixed`.
_MOST_PLACES = 100


def _round(_: Context, number: float) -> Value:
    return round_half_up(number)


def _round_to(_: Context, number: float, places: float) -> Value:
    if places <= 0:
        return round_half_up(number)
    if places >= _MOST_PLACES + 1:
        raise EvaluationError("round() takes at most 100 decimal places.")
    return round_to_places(number, 0 if math.isnan(places) else int(places))


def _whole(step: Callable[[float], int]) -> Callable[[Context, float], Value]:
    def run(_: Context, number: float) -> Value:
        return float(step(number)) if math.isfinite(number) else number

    return run


def _stepwise(name: str, step: Callable[[float], int]) -> Overloads:
    return Overloads(name, on("number", _whole(step)), on("null", _null), vectors={1: (0,)})


round_ = Overloads(
    "round",
    on("number", _round),
    on("null", _null),
    on("number number", _round_to),
    on("number null", lambda context, number, _places: _round(context, number)),
    on("null *", _null),
    vectors={1: (0,), 2: (0,)},
)
trunc = _stepwise("trunc", math.trunc)
floor = _stepwise("floor", math.floor)
ceil = _stepwise("ceil", math.ceil)


def _first(_: Context, first: Value, _second: Value) -> Value:
    return first


def _second(_: Context, _first: Value, second: Value) -> Value:
    return second


def _order(context: Context, first: Value, second: Value) -> int:
    return compare(first, second, context.links.normalize, context.budget)


def _lesser(context: Context, first: Value, second: Value) -> Value:
    return first if _order(context, first, second) <= 0 else second


def _greater(context: Context, first: Value, second: Value) -> Value:
    return first if _order(context, first, second) > 0 else second


def _extreme(name: str, choose: Callable[[Context, Value, Value], Value]) -> Overloads:
    def of_array(context: Context, elements: tuple[Value, ...]) -> Value:
        return overloads(context, *elements)

    def of_all(context: Context, *values: Value) -> Value:
        if not values:
            return None
        return reduce(lambda first, second: overloads(context, first, second), values)

    overloads: Overloads = Overloads(
        name,
        on("* null", _first),
        on("null *", _second),
        on("* *", choose),
        on("array", of_array),
        otherwise(of_all),
    )
    return overloads


min_ = _extreme("min", _lesser)
max_ = _extreme("max", _greater)


def _extreme_by(name: str, keeps: Callable[[int], bool]) -> Overloads:
    def of_array(context: Context, elements: tuple[Value, ...], key: Function) -> Value:
        found = [(key.call(element), element) for element in elements]
        ranked = [pair for pair in found if pair[0] is not None]
        if not ranked:
            return elements[0] if elements else None
        best, *others = ranked
        for other in others:
            if not keeps(_order(context, best[0], other[0])):
                best = other
        return best[1]

    return Overloads(name, on("array function", of_array), on("null function", _null))


minby = _extreme_by("minby", lambda order: order <= 0)
maxby = _extreme_by("maxby", lambda order: order > 0)

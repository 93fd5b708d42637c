"""Functions that transform lists, or select from them."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from itertools import chain
from typing import cast

from pageful.vault.dataview.context import Context
from pageful.vault.dataview.functions.overloads import Overloads, null, on, otherwise
from pageful.vault.dataview.indexing import value_at
from pageful.vault.dataview.sorting import order_of
from pageful.vault.values.failures import EvaluationError
from pageful.vault.values.objects import object_of
from pageful.vault.values.ordering import compare
from pageful.vault.values.printing import text_of
from pageful.vault.values.truth import is_true
from pageful.vault.values.utf16 import from_units, to_units
from pageful.vault.values.utf16 import length as units
from pageful.vault.values.values import Function, Value

_Array = tuple[Value, ...]


def _itself(_: Context, value: Value) -> Value:
    return value


def _sort(context: Context, elements: _Array) -> Value:
    places = order_of([elements], [False], context.budget, context.links.normalize)
    return tuple([elements[place] for place in places])


def _sort_by(context: Context, elements: _Array, key: Function) -> Value:
    keys = [key.call(element) for element in elements]
    places = order_of([keys], [False], context.budget, context.links.normalize)
    return tuple([elements[place] for place in places])


sort = Overloads("sort", on("array", _sort), on("array function", _sort_by), on("*", _itself))


def _unique(context: Context, elements: _Array) -> Value:
    """Sort, and keep the first of equal elements; links are compared as written."""
    kept = list[Value]()
    previous: Value = None
    for place in order_of([elements], [False], context.budget):
        if not kept or compare(previous, elements[place], budget=context.budget):
            kept.append(elements[place])
        previous = elements[place]
    return tuple(kept)


unique = Overloads("unique", on("array", _unique), on("null", null))


def _reversed_text(_: Context, text: str) -> Value:
    return from_units(to_units(text)[::-1])


reverse = Overloads(
    "reverse",
    on("array", lambda _, elements: tuple(elements)[::-1]),
    on("string", _reversed_text),
    on("*", _itself),
)
length = Overloads(
    "length",
    on("array", lambda _, elements: float(len(elements))),
    on("object", lambda _, fields: float(len(fields))),
    on("string", lambda _, text: float(units(text))),
    on("null", lambda _, _null: 0.0),
)


def _without_nulls(_: Context, elements: _Array) -> Value:
    return tuple([element for element in elements if element is not None])


nonnull = Overloads(
    "nonnull",
    on("array", _without_nulls),
    otherwise(lambda context, *values: _without_nulls(context, values)),
)
firstvalue = Overloads(
    "firstvalue",
    on("array", lambda _, elements: next((e for e in elements if e is not None), None)),
    on("null", null),
)


def _quantifier(name: str, holds: Callable[[Iterable[bool]], bool]) -> Overloads:
    def of_array(_: Context, elements: _Array) -> Value:
        return holds(is_true(element) for element in elements)

    def by_function(_: Context, elements: _Array, condition: Function) -> Value:
        return holds(is_true(condition.call(element)) for element in elements)

    return Overloads(
        name,
        on("array", of_array),
        on("array function", by_function),
        otherwise(lambda context, *values: of_array(context, values)),
    )


all_ = _quantifier("all", all)
any_ = _quantifier("any", any)
none = _quantifier("all", lambda truths: not any(truths))


def join_texts(context: Context, texts: list[str], separator: str) -> str:
    """Join texts with a separator."""
    context.budget.allocate(sum(map(len, texts)) + len(texts) * len(separator))
    return separator.join(texts)


def _join(context: Context, elements: _Array, separator: str = ", ") -> Value:
    return join_texts(context, [text_of(e, context.budget) for e in elements], separator)


def _text(context: Context, value: Value, *_separator: Value) -> Value:
    return text_of(value, context.budget)


join = Overloads(
    "join",
    on("array string", _join),
    on("array null", lambda context, elements, _: _join(context, elements)),
    on("* string", _text),
    on("array", _join),
    on("*", _text),
    vectors={2: (1,)},
)


def _filter(_: Context, elements: _Array, condition: Function) -> Value:
    return tuple([element for element in elements if is_true(condition.call(element))])


def _map(context: Context, elements: _Array, change: Function) -> Value:
    context.budget.allocate(len(elements))
    return tuple([change.call(element) for element in elements])


filter_ = Overloads("filter", on("array function", _filter), on("null *", null))
map_ = Overloads("map", on("array function", _map), on("null *", null))


def _flat(context: Context, elements: _Array, depth: float = 1.0) -> Value:
    result = list(elements)
    while depth >= 1 and any(isinstance(element, tuple) for element in result):
        parts = [element if isinstance(element, tuple) else (element,) for element in result]
        context.budget.allocate(sum(map(len, parts)))
        result = list(chain.from_iterable(parts))
        depth -= 1
    return tuple(result)


flat = Overloads("flat", on("array", _flat), on("array number", _flat), on("null", null))


def _slice(
    context: Context, elements: _Array, start: float = 0.0, end: float | None = None
) -> Value:
    count = len(elements)
    first, last = (
        element_position(start, count),
        count if end is None else element_position(end, count),
    )
    context.budget.allocate(max(0, last - first))
    return tuple(elements[first:last]) if first < last else ()


def element_position(index: float, count: int) -> int:
    """Clamp an index to 0 to `count`; a negative one counts from the end."""
    if math.isnan(index):
        return 0
    if math.isinf(index):
        return count if index > 0 else 0
    return min(max(int(index) + (count if index <= -1 else 0), 0), count)


slice_ = Overloads(
    "slice",
    on("array", _slice),
    on("array number", _slice),
    on("array number number", _slice),
    on("null", null),
)


def extract(context: Context, *arguments: Value) -> Value:
    """Reduce an object to the given fields, as `extract(object, key, …)`; of a list, each one.

    Raises:
        EvaluationError: A key is no string, or the object takes none.
    """
    if not arguments:
        return "extract(object, key1, ...) requires at least 1 argument"
    of, *keys = arguments
    context.budget.step(len(arguments))
    if isinstance(of, tuple):
        return tuple([extract(context, element, *keys) for element in of])
    if not all(isinstance(key, str) for key in keys):
        raise EvaluationError("extract(object, key1, ...) must be called with string keys.")
    names = cast(list[str], keys)
    return object_of([(name, value_at(of, name, context)) for name in names])

"""The order of any two values.

Null is lowest; values of different types are in the order of their types' names; values without an
order, such as functions, are equal.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Any, TypeAlias, cast

from pageful.vault.values import collation
from pageful.vault.values.budget import Budget
from pageful.vault.values.durations import milliseconds, same_units
from pageful.vault.values.utf16 import to_units
from pageful.vault.values.values import Date, Duration, Link, Value, type_name

Normalize: TypeAlias = Callable[[str], str]
"""A function from the path in a link to the path of the note that it means."""


def path_as_written(path: str) -> str:
    """Return a link's path unchanged."""
    return path


_CHARACTERS_OF_STEP = 16
"""The characters of two texts that are compared for the price of one step: a rough estimate."""


def compare(
    first: Value,
    second: Value,
    normalize: Normalize = path_as_written,
    budget: Budget | None = None,
) -> int:
    """Compare two values: -1 if `first` comes before `second`, 0 if they are equal, else 1.

    It takes one step of the budget for each element of a list or object, and for every
    sixteen characters of two texts.

    Dates of one moment in two zones, and durations of one length in different units, are not equal:
    each comes after the other. Links within lists and objects count as they are written.
    """
    if first is second:
        return 0 if first == first else 1
    one, other = type_name(first), type_name(second)
    if budget is not None and isinstance(first, str) and isinstance(second, str):
        budget.step((len(first) + len(second)) // _CHARACTERS_OF_STEP)
    if one == other:
        if one in _NESTED:
            return _NESTED[one](first, second, normalize, budget)
        return _COMPARISONS[one](first, second, normalize)
    if first is None or second is None:
        return -1 if first is None else 1
    return -1 if one < other else 1


def _sign(first: float, second: float) -> int:
    if first < second:
        return -1
    return 0 if first == second else 1


def _numbers(first: object, second: object, _normalize: Normalize) -> int:
    return _sign(cast(float, first), cast(float, second))


def _strings(first: object, second: object, _normalize: Normalize) -> int:
    return collation.compare(cast(str, first), cast(str, second))


def _links(first: object, second: object, normalize: Normalize) -> int:
    one, other = cast(Link, first), cast(Link, second)
    by_path = collation.compare(normalize(one.path), normalize(other.path))
    if by_path or one.type != other.type:
        return by_path or collation.compare(one.type, other.type)
    return collation.compare(one.subpath or "", other.subpath or "")


def _dates(first: object, second: object, _normalize: Normalize) -> int:
    one, other = cast(Date, first), cast(Date, second)
    if one.millis < other.millis:
        return -1
    return 0 if one == other else 1


def _durations(first: object, second: object, _normalize: Normalize) -> int:
    one, other = cast(Duration, first), cast(Duration, second)
    if milliseconds(one) < milliseconds(other):
        return -1
    return 0 if same_units(one, other) else 1


def _arrays(first: object, second: object, _normalize: Normalize, budget: Budget | None) -> int:
    one, other = cast(tuple[Value, ...], first), cast(tuple[Value, ...], second)
    if budget is not None:
        budget.step(1 + min(len(one), len(other)))
    for left, right in zip(one, other, strict=False):
        if order := compare(left, right, budget=budget):
            return order
    return _sign(len(one), len(other))


def _objects(first: object, second: object, normalize: Normalize, budget: Budget | None) -> int:
    one, other = cast(Mapping[str, Value], first), cast(Mapping[str, Value], second)
    keys, others = sorted(one, key=_by_units), sorted(other, key=_by_units)
    if order := _arrays(tuple(keys), tuple(others), normalize, budget):
        return order
    for key in keys:
        if order := compare(one[key], other.get(key), budget=budget):
            return order
    return 0


def _by_units(key: str) -> str:
    return key if key.isascii() else to_units(key)


def _level(_first: object, _second: object, _normalize: Normalize) -> int:
    return 0


_Comparison: TypeAlias = Callable[[object, object, Normalize], int]
_COMPARISONS: dict[str, _Comparison] = {
    "null": _level,
    "boolean": _numbers,
    "number": _numbers,
    "string": _strings,
    "link": _links,
    "date": _dates,
    "duration": _durations,
    "widget": _level,
    "html": _level,
    "function": _level,
}
_NESTED: dict[str, Callable[[object, object, Normalize, Budget | None], int]] = {
    "array": _arrays,
    "object": _objects,
}


def plain_sort_key(value: Value, normalize: Normalize = path_as_written) -> Any:
    """Return a key that sorts values of one type like `compare`; None for types without one."""
    match value:
        case str():
            return collation.sort_key(value)
        case bool() | int() | float():
            return None if math.isnan(value) else value
        case Link(path, type=kind, subpath=subpath):
            named = collation.sort_key(normalize(path)), collation.sort_key(kind)
            return (*named, collation.sort_key(subpath or ""))
        case _:
            return None

"""Sorting by values, fast where Python's own order is that of the language."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cmp_to_key
from typing import Any

from pageful.vault.values.budget import Budget
from pageful.vault.values.ordering import Normalize, compare, path_as_written, plain_sort_key
from pageful.vault.values.values import Date, Value, type_name

_NULL: Any = ()
"""A sort key lower than that of any value."""


def order_of(
    columns: Sequence[Sequence[Value]],
    descending: Sequence[bool],
    budget: Budget,
    normalize: Normalize = path_as_written,
) -> list[int]:
    """Sort row indexes by the first column, then by the next; equal rows keep their order.

    `columns` has the values of all rows for each key, `descending` whether that key turns the
    order around. Links count by what `normalize` makes of their paths.

    Raises:
        OutOfBudget: it takes too much.
    """
    places = list(range(len(columns[0]))) if columns else []
    budget.step(len(places) * len(columns) * len(places).bit_length())
    plain = [_plain_keys(column, normalize) for column in columns]
    if any(keys is None for keys in plain):
        places.sort(key=cmp_to_key(_comparison(columns, descending, budget, normalize)))
        return places
    for keys, downwards in reversed(list(zip(plain, descending, strict=True))):
        assert keys is not None
        places.sort(key=keys.__getitem__, reverse=downwards)
    return places


def _comparison(
    columns: Sequence[Sequence[Value]],
    descending: Sequence[bool],
    budget: Budget,
    normalize: Normalize,
) -> Callable[[int, int], int]:
    keys = [(column, -1 if down else 1) for column, down in zip(columns, descending, strict=True)]

    def order(first: int, second: int) -> int:
        budget.step()
        for column, sign in keys:
            if found := compare(column[first], column[second], normalize, budget):
                return sign * found
        return 0

    return order


def _plain_keys(values: Sequence[Value], normalize: Normalize) -> list[Any] | None:
    """Keys that Python sorts alike, which is much faster; `None` if there are none.

    Of values of several types the name of the type decides first, and null is lowest.
    """
    types = {type_name(value) for value in values}
    zones = {value.zone for value in values if isinstance(value, Date)} if "date" in types else ()
    if len(zones) > 1:
        return None
    keys = [_plain_key(value, normalize) for value in values]
    if None in keys:
        return None
    if len(types) > 1:
        named = zip(values, keys, strict=True)
        return [_NULL if value is None else (type_name(value), key) for value, key in named]
    return keys


def _plain_key(value: Value, normalize: Normalize) -> Any:
    if value is None:
        return _NULL
    return value.millis if isinstance(value, Date) else plain_sort_key(value, normalize)

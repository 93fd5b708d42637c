"""In which order rows stand that have values to go by."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cmp_to_key
from typing import Any

from pageful.vault.dataview.context import Context
from pageful.vault.dataview.operators import compared
from pageful.vault.values.ordering import Normalize, plain_sort_key
from pageful.vault.values.values import Date, Value, type_name

_NULL: Any = ()


def order_of(
    columns: Sequence[Sequence[Value]], descending: Sequence[bool], context: Context
) -> list[int]:
    """The places of the rows, sorted by the first column, then by the next; equals as they stand.

    `columns` has the values of all rows for each key, `descending` whether that key turns the
    order around.
    """
    places = list(range(len(columns[0]))) if columns else []
    context.budget.step(len(places) * len(columns) * len(places).bit_length())
    normalize = context.links.normalize
    plain = [_plain_keys(column, normalize) for column in columns]
    if any(keys is None for keys in plain):
        places.sort(key=cmp_to_key(_comparison(columns, descending, context)))
        return places
    for keys, downwards in reversed(list(zip(plain, descending, strict=True))):
        assert keys is not None
        places.sort(key=keys.__getitem__, reverse=downwards)
    return places


def _comparison(
    columns: Sequence[Sequence[Value]], descending: Sequence[bool], context: Context
) -> Callable[[int, int], int]:
    keys = [(column, -1 if down else 1) for column, down in zip(columns, descending, strict=True)]

    def order(first: int, second: int) -> int:
        context.budget.step()
        for column, sign in keys:
            if found := compared(column[first], column[second], context):
                return sign * found
        return 0

    return order


def _plain_keys(values: Sequence[Value], normalize: Normalize) -> list[Any] | None:
    """Keys that Python sorts alike, which is much faster; `None` where there are none."""
    zones = {value.zone for value in values if isinstance(value, Date)}
    if len(zones) > 1:
        return None
    keys = [_plain_key(value, normalize) for value in values]
    return None if None in keys else keys


def _plain_key(value: Value, normalize: Normalize) -> Any:
    """Null is lowest; then the name of the type decides, then the value."""
    if value is None:
        return _NULL
    key = value.millis if isinstance(value, Date) else plain_sort_key(value, normalize)
    return None if key is None else (type_name(value), key)

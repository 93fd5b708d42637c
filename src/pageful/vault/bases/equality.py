"""The equality of values, as `==`, `contains()` and `unique()` have it."""

from __future__ import annotations

import math
from collections.abc import Mapping

from pageful.vault.bases.dates import length_in_milliseconds, parse_date, same_date
from pageful.vault.bases.durations import parse_duration
from pageful.vault.bases.links import linked_path, parse_link, same_link
from pageful.vault.bases.numbers import parse_number
from pageful.vault.bases.rows import Row
from pageful.vault.bases.texts import text_of
from pageful.vault.bases.values import (
    DateValue,
    DurationValue,
    FileValue,
    LinkValue,
    RelativeDateValue,
    TagValue,
    Value,
    is_number,
)

_PLAIN = frozenset((str, float, int, bool))
"""The types whose values Python compares as expressions do."""


def is_equal(first: Value, second: Value, row: Row) -> bool:
    """Return whether two values are equal, a text and another value if the text means it.

    Null equals null alone, and a list of one what is in it. Links are equal if they lead to one
    file, and a link equals that file. A date without a time equals every moment of its day.
    """
    row.context.budget.step()
    if first is None or second is None:
        return first is second
    if type(first) is type(second):
        return first == second if type(first) in _PLAIN else _same_type(first, second, row)
    return _is_loosely_equal(first, second, row) or _is_loosely_equal(second, first, row)


def _same_type(first: Value, second: Value, row: Row) -> bool:
    match first, second:
        case DateValue() as one, DateValue() as other:
            return same_date(one, other)
        case DurationValue() as one, DurationValue() as other:
            clock = row.context.clock
            return length_in_milliseconds(one, clock) == length_in_milliseconds(other, clock)
        case LinkValue() as one, LinkValue() as other:
            return same_link(one, other, row)
        case TagValue(one), TagValue(other):
            return one.lower() == other.lower()
        case tuple() as one, tuple() as other:
            return len(one) == len(other) and all(
                is_equal(left, right, row) for left, right in zip(one, other, strict=True)
            )
        case Mapping() as one, Mapping() as other:
            return one.keys() == other.keys() and all(
                is_equal(one[key], other[key], row) for key in one
            )
        case _:
            return first == second


def _is_loosely_equal(first: Value, second: Value, row: Row) -> bool:
    """Return whether values of two types are equal, the types in one of both orders."""
    match first, second:
        case RelativeDateValue(moment), _:
            return is_equal(moment, second, row)
        case (tuple(), tuple()) | (Mapping(), Mapping()):
            return False
        case (only,), _:
            return is_equal(only, second, row)
        case LinkValue(), FileValue(path):
            return linked_path(first, row) == path
        case str(), _:
            return _text_means(first, second, row)
        case ((bool() | int() | float()), (bool() | int() | float())):
            return first == second
        case _:
            return False


def _text_means(text: str, value: Value, row: Row) -> bool:
    """Return whether a text means a value of another type."""
    match value:
        case DateValue():
            date = parse_date(text, row.context.clock.zone)
            return date is not None and same_date(date, value)
        case DurationValue():
            length = parse_duration(text)
            return length is not None and is_equal(length, value, row)
        case LinkValue():
            link = parse_link(text, row.path)
            return text == value.target if link is None else same_link(link, value, row)
        case FileValue(path):
            link = parse_link(text, row.path)
            return text == path if link is None else linked_path(link, row) == path
        case TagValue(name):
            return text.removeprefix("#").lower() == name.lower()
        case bool() | int() | float():
            return parse_number(text) == value
        case tuple() | Mapping():
            return False
        case _:
            return text == text_of(value, row.context.clock, row.context.budget)


def contains(values: tuple[Value, ...], wanted: Value, row: Row) -> bool:
    """Return whether a list has a value; a tag within the wanted one counts as that."""
    return any(is_equal(value, wanted, row) or _is_nested_tag(value, wanted) for value in values)


def _is_nested_tag(value: Value, wanted: Value) -> bool:
    if not isinstance(value, TagValue):
        return False
    name = wanted.name if isinstance(wanted, TagValue) else wanted
    if not isinstance(name, str) or not name.removeprefix("#"):
        return False
    return value.name.lower().startswith(f"{name.removeprefix('#').lower()}/")


def unique(values: tuple[Value, ...], row: Row) -> tuple[Value, ...]:
    """Return a list without repeated values: by their texts, each type apart."""
    found: dict[object, Value] = {}
    for value in values:
        row.context.budget.step()
        found.setdefault(_identity(value, row), value)
    return tuple(found.values())


def _identity(value: Value, row: Row) -> object:
    if is_number(value):
        assert isinstance(value, (int, float))
        return float, "NaN" if math.isnan(value) else float(value)
    return type(value), text_of(value, row.context.clock, row.context.budget)

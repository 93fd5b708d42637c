"""The order of values: of a sorted list, of the rows of a view."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeVar

from pageful.vault.bases.dates import length_in_milliseconds
from pageful.vault.bases.rows import Row
from pageful.vault.bases.texts import text_of
from pageful.vault.bases.values import (
    DateValue,
    DurationValue,
    ErrorValue,
    FileValue,
    LinkValue,
    RelativeDateValue,
    UrlValue,
    Value,
)
from pageful.vault.values import collation

T = TypeVar("T")

# > Chapter 12
_DIGITS = re.compile(r"\d+")
# Of digits: numbers within texts that are longer are in the order of their first digits.
_WIDTH = 20
_CHARACTERS_OF_STEP = 16
"""The characters of a text that are put in order for the price of one step: a rough estimate."""
_LAST = 9
"""The rank of what has no value: null, missing, an error."""


def sort_values(
    items: Iterable[T], value_of: Callable[[T], tuple[Value, Row]], *, descending: bool = False
) -> list[T]:
    """Sort by a value of each item, without changing the order of equals; null comes last always.

    `value_of` gives the value with the row that it was made for. Where all other values are true or
    false, null counts as false.
    """
    found = [(item, *value_of(item)) for item in items]
    types = {type(value) for _, value, _ in found}
    if types == {bool, type(None)}:
        found = [(item, False if value is None else value, row) for item, value, row in found]
    keyed = [(sort_key(value, row), item) for item, value, row in found]
    last = [item for key, item in keyed if key[0] == _LAST]
    ranked = [each for each in keyed if each[0][0] != _LAST]
    ranked.sort(key=lambda each: each[0], reverse=descending)
    return [item for _, item in ranked] + last


def sort_list(values: tuple[Value, ...], row: Row) -> tuple[Value, ...]:
    """Sort the elements of a list from the smallest to the largest, null last."""
    row.context.budget.step(len(values) * max(1, len(values).bit_length()))
    return tuple(sort_values(values, lambda value: (value, row)))


def sort_key(value: Value, row: Row) -> tuple[Any, ...]:
    """Return a key that sorts values: of one type by what they are, else by their types."""
    row.context.budget.step()
    match value:
        case str() | LinkValue() | FileValue():
            return 4, _text_key(_visible_text(value, row), row)
        case None | ErrorValue():
            return (_LAST,)
        case bool():
            return 0, value
        case int() | float():
            return (1, value) if value == value else (_LAST,)
        case DateValue(date) | RelativeDateValue(DateValue(date)):
            return 2, date.millis
        case DurationValue():
            return 3, length_in_milliseconds(value, row.context.clock)
        case tuple():
            return 5, tuple([sort_key(each, row) for each in value])
        case Mapping():
            return 6, _text_key(text_of(value, row.context.clock, row.context.budget), row)
        case _:
            return 4, _text_key(_visible_text(value, row), row)


def _visible_text(value: Value, row: Row) -> str:
    """Return the text that a value is sorted by: a link's is what it shows."""
    shown = value
    match value:
        case LinkValue(target, display) | UrlValue(target, display):
            shown = target if display is None else display
        case FileValue(path):
            shown = path.rpartition("/")[2]
    return text_of(shown, row.context.clock, row.context.budget)


def _text_key(text: str, row: Row) -> str:
    row.context.budget.step(len(text) // _CHARACTERS_OF_STEP)
    return text_key(text)


def text_key(text: str) -> str:
    """Return a key that sorts texts as a reader would, numbers within them by their values."""
    return collation.sort_key(_DIGITS.sub(lambda found: found[0].rjust(_WIDTH, "0"), text))

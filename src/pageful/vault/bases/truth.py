"""The truth and the emptiness of values."""

from __future__ import annotations

import math
from collections.abc import Mapping

from pageful.vault.bases.values import (
    ErrorValue,
    HTMLValue,
    IconValue,
    ImageValue,
    LinkValue,
    TagValue,
    UrlValue,
    Value,
)


def is_true(value: Value) -> bool:
    """Return whether a value is true: false are null, false, 0, NaN, empty texts and lists."""
    match value:
        case None | bool() | str() | tuple():
            return bool(value)
        case int() | float():
            return value != 0 and not math.isnan(value)
        case ErrorValue():
            return False
        case _:
            return not is_empty(value) or isinstance(value, Mapping)


def is_empty(value: Value) -> bool:
    """Return whether a value is null, or a text, list or object with nothing in it."""
    match value:
        case None:
            return True
        case bool():
            return False
        case int() | float():
            return math.isnan(value)
        case str() | tuple():
            return len(value) == 0
        case LinkValue(text) | UrlValue(text) | TagValue(text) | HTMLValue(text):
            return text == ""
        case IconValue(text) | ImageValue(text):
            return text == ""
        case Mapping():
            return len(value) == 0
        case _:
            return False

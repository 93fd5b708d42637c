"""The truth of values."""

from __future__ import annotations

from collections.abc import Mapping

from pageful.vault.values.durations import milliseconds
from pageful.vault.values.values import Date, Duration, Link, Value


def is_true(value: Value) -> bool:
    """Return whether a value is true.

    False are null, 0, "", [], {}, a link without a path, 1970-01-01 in UTC, and a duration of 0.
    """
    match value:
        case None | bool() | int() | float() | str() | tuple():
            return bool(value)
        case Date():
            return value.millis != 0
        case Duration():
            return milliseconds(value) != 0
        case Link():
            return bool(value.path)
        case Mapping():
            return len(value) > 0
        case _:
            return True

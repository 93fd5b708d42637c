"""Operands as operators take them: dates, durations and texts."""

from __future__ import annotations

from pageful.vault.bases.durations import parse_duration
from pageful.vault.bases.values import DurationValue, RelativeDateValue, Value

TEXTS = frozenset(("String", "Link", "Url", "Tag", "HTML", "Icon", "Image"))
"""The types that are joined, and put in order, as texts."""


def date_of(value: Value) -> Value:
    """Return the date of a relative date; any other value stays."""
    return value.moment if isinstance(value, RelativeDateValue) else value


def length_of(value: Value) -> DurationValue | None:
    """Return the duration that a value is, or that a text says."""
    if isinstance(value, str):
        return parse_duration(value)
    return value if isinstance(value, DurationValue) else None

"""Frontmatter in the language: typed values, and the names of fields."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import TypeAlias

from pageful.vault.dataview.inline_values import embeddable_link
from pageful.vault.dataview.scanner import Scanner
from pageful.vault.values.clock import Clock
from pageful.vault.values.date_text import parse_date, parse_duration
from pageful.vault.values.names import canonical_name
from pageful.vault.values.objects import object_of
from pageful.vault.values.values import Value

# More than the distinct keys of a large vault.
_MOST_NAMES = 4096

Occurrences: TypeAlias = dict[str, list[Value]]
"""The values of each field by its key as it is written, in the order of the note."""


def typed_value(value: object, clock: Clock) -> Value:
    """Type a value of the frontmatter: a text that is a whole date, duration or link becomes it."""
    match value:
        case str():
            return typed_text(value, clock)
        case bool() | None:
            return value
        case int() | float():
            return float(value)
        case list() | tuple():
            return tuple([typed_value(element, clock) for element in value])
        case Mapping():
            return object_of((str(key), typed_value(part, clock)) for key, part in value.items())
        case _:
            return None


def typed_text(text: str, clock: Clock) -> Value:
    """Type a text: the date, duration or link that it is as a whole, else the text."""
    if not text:
        return text
    first = text[0]
    if first in "-0123456789":
        return parse_date(text, clock.zone) or parse_duration(text) or text
    if first in "![" and text.endswith("]]"):
        scanner = Scanner(text, clock)
        link = embeddable_link(scanner)
        return link if link is not None and scanner.at_end else text
    return text


def untyped_value(value: object) -> Value:
    """Convert a value of the frontmatter as in YAML, where every text stays a text."""
    match value:
        case str() | bool() | None:
            return value
        case int() | float():
            return float(value)
        case list() | tuple():
            return tuple([untyped_value(element) for element in value])
        case Mapping():
            return object_of((str(key), untyped_value(part)) for key, part in value.items())
        case _:
            return None


def add_fields(occurrences: Occurrences, others: Iterable[tuple[str, Iterable[Value]]]) -> None:
    """Append the values of other fields to those that have the same key."""
    for key, values in others:
        occurrences.setdefault(key, []).extend(values)


def fields_by_name(occurrences: Occurrences) -> dict[str, Value]:
    """Index fields by their names as written, and by the names' canonical forms.

    A name with one value has that value, one with more a list of them. Where a key is canonical
    itself, others with that canonical form do not join it.
    """
    canonical: Occurrences = {}
    for key, values in occurrences.items():
        name = _canonical(key)
        if name and name not in occurrences:
            canonical.setdefault(name, []).extend(values)
    return {key: _one_or_all(values) for key, values in (occurrences | canonical).items()}


@lru_cache(maxsize=_MOST_NAMES)
def _canonical(key: str) -> str:
    return canonical_name(key)


def _one_or_all(values: list[Value]) -> Value:
    return values[0] if len(values) == 1 else tuple(values)

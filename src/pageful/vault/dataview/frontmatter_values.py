"""Frontmatter as the language sees it: typed values, and the names that fields go by."""

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

_MOST_NAMES = 4096

Occurrences: TypeAlias = dict[str, list[Value]]
"""The values of each field by its key as it is written, in the order they stand in the note."""


def typed(value: object, clock: Clock) -> Value:
    """A value of the frontmatter; a text that is a date, a duration or a link as a whole is one."""
    match value:
        case str():
            return typed_text(value, clock)
        case bool() | None:
            return value
        case int() | float():
            return float(value)
        case list() | tuple():
            return tuple([typed(element, clock) for element in value])
        case Mapping():
            return object_of((str(key), typed(part, clock)) for key, part in value.items())
        case _:
            return None


def typed_text(text: str, clock: Clock) -> Value:
    """The date, else the duration, else the link that the whole text is, else the text."""
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


def untyped(value: object) -> Value:
    """A value of the frontmatter as YAML has it, where every text stays one."""
    match value:
        case str() | bool() | None:
            return value
        case int() | float():
            return float(value)
        case list() | tuple():
            return tuple([untyped(element) for element in value])
        case Mapping():
            return object_of((str(key), untyped(part)) for key, part in value.items())
        case _:
            return None


def add(occurrences: Occurrences, others: Iterable[tuple[str, Iterable[Value]]]) -> None:
    """Put the values of other fields after those that have the same key."""
    for key, values in others:
        occurrences.setdefault(key, []).extend(values)


def named(occurrences: Occurrences) -> dict[str, Value]:
    """The fields by name: each as it is written, and by the canonical form of that.

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

"""Properties of notes as values: by the type that the vault gives them, else by their look."""

from __future__ import annotations

import re
from collections.abc import Mapping

from pageful.vault.bases.dates import parse_date
from pageful.vault.bases.links import parse_link
from pageful.vault.bases.values import DateValue, TagValue, Value
from pageful.vault.values.zones import Zone

# > 2026-06-10
# > 2026-06-10T12:34
_DATE_LOOK = re.compile(r"\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?)?", re.ASCII)
_DATES = frozenset(("date", "datetime"))
"""Types of `.obsidian/types.json` whose texts are dates; those of other types never are."""
_LISTS = frozenset(("multitext", "aliases", "tags"))
"""Types of lists, to which a single value is a list of one."""


def property_value(raw: object, name: str, kind: str, source: str, zone: Zone) -> Value:
    """Return a property's value as expressions have it.

    Args:
        raw: The value as YAML has it.
        name: The property's name; the elements of `tags` are tags.
        kind: The type that the vault gives it: `text`, `date`, …; empty if it gives none.
        source: The note's path, from which its links lead.
        zone: The reader's zone, in which dates are read.
    """
    if isinstance(raw, str) and (kind in _DATES or not kind):
        date = _date(raw, kind, zone)
        if date is not None:
            return date
    if kind in _LISTS and raw is not None and not isinstance(raw, list):
        raw = [raw]
    if name.lower() == "tags" and isinstance(raw, list):
        return tuple([_tag(each, source) for each in raw])
    return _value(raw, source)


def _date(text: str, kind: str, zone: Zone) -> DateValue | None:
    if not kind and not _DATE_LOOK.fullmatch(text):
        return None
    date = parse_date(text, zone)
    if date is not None and kind == "datetime":
        return DateValue(date.date)
    return date


def _tag(raw: object, source: str) -> Value:
    return TagValue(raw.removeprefix("#")) if isinstance(raw, str) else _value(raw, source)


def _value(raw: object, source: str) -> Value:
    match raw:
        case str():
            return parse_link(raw, source) or raw
        case bool() | None:
            return raw
        case int() | float():
            return float(raw)
        case list() | tuple():
            return tuple([_value(each, source) for each in raw])
        case Mapping():
            return {str(key): _value(each, source) for key, each in raw.items()}
        case _:
            return None

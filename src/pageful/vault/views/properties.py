"""The properties of a note on one line: with their values if these are short."""

from __future__ import annotations

from collections.abc import Mapping

from pageful.text.single_line import join_lines, name
from pageful.text.units import amount

LONGEST = 120
"""The approximate length of the line in characters, for which a page of a note reserves room."""


def summary(properties: Mapping[str, object]) -> str:
    """Name the properties, with their values if those have room; else give their number."""
    whole = _with_values(properties)
    return f"Properties: {whole}" if whole else _names(properties)


def _with_values(properties: Mapping[str, object]) -> str:
    """Return all names and values; empty if one has no short form or there is no room."""
    pairs, room = [], LONGEST
    for key, value in properties.items():
        words = _words(value)
        if words is None or (room := room - len(key) - len(words)) < 0:
            return ""
        pairs.append(f"{name(key)}: {words}")
    line = "; ".join(pairs)
    return line if len(line) <= LONGEST else ""


def _words(value: object) -> str | None:
    match value:
        case None:
            return "empty"
        case bool():
            return str(value).lower()
        case str():
            return join_lines(value) if len(value) <= LONGEST else None
        case int() | float():
            return f"{value:g}" if isinstance(value, float) else _digits(value)
        case list() | tuple() if len(value) <= LONGEST:
            words = [_words(item) for item in value if not isinstance(item, list | tuple)]
            known = [each for each in words if each is not None]
            return ", ".join(known) if len(known) == len(value) else None
        case _:
            return None


def _digits(value: int) -> str | None:
    return str(value) if value.bit_length() <= LONGEST else None


def _names(properties: Mapping[str, object]) -> str:
    shown, room = [], LONGEST
    for key in map(name, properties):
        room -= len(key) + 2
        if room < 0:
            break
        shown.append(key)
    more = len(properties) - len(shown)
    rest = f"{more:,} more" if shown else "their names are long"
    return f"{amount(len(properties), 'property')}: {', '.join([*shown, rest] if more else shown)}"

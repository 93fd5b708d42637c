"""The reader of filters: texts, and maps of one of `and`, `or` and `not` to lists of filters."""

from __future__ import annotations

from typing import cast

from pageful.vault.bases.base import BrokenFilter, Combination, Condition, Filter, Junction
from pageful.vault.bases.yaml_lines import YamlLines
from pageful.vault.parsing.yaml_reader import Value

_JUNCTIONS = ("and", "or", "not")
_LONGEST = 60
"""Characters of a broken filter that are shown."""


def read_filter(yaml: YamlLines, written: Value, line: int) -> Filter:
    """Read a filter at a line; a broken one keeps no row, as in Obsidian, and says why."""
    if isinstance(written, dict):
        return _combination(yaml, written, line)
    if isinstance(written, list):
        return _broken_filter(written, line, "a list stands below one of `and`, `or`, `not`")
    return Condition(expression_text(written), line)


def _combination(yaml: YamlLines, written: dict[str, Value], line: int) -> Filter:
    if len(written) != 1:
        words = ", ".join(f"`{key}`" for key in written)
        reason = f"a filter has one of `and`, `or`, `not`; here are {words or 'none'}"
        return _broken_filter(written, line, reason)
    ((word, parts),) = written.items()
    line = yaml.line(written, word)
    if word not in _JUNCTIONS:
        return _broken_filter(written, line, f"`{word}` is none of `and`, `or`, `not`")
    if parts is None:
        parts = []
    if not isinstance(parts, list):
        return _broken_filter(written, line, f"`{word}` has no list of filters")
    read = tuple(
        read_filter(yaml, each, yaml.line(parts, number)) for number, each in enumerate(parts)
    )
    return Combination(cast(Junction, word), read, line)


def _broken_filter(written: Value, line: int, reason: str) -> BrokenFilter:
    text = ", ".join(written) if isinstance(written, dict) else expression_text(written)
    return BrokenFilter(text if len(text) <= _LONGEST else f"{text[:_LONGEST]}…", line, reason)


def expression_text(value: Value) -> str:
    """Return a value as the text of an expression: `true` and `3` are ones, null is empty."""
    match value:
        case None:
            return ""
        case bool():
            return "true" if value else "false"
        case dict() | list():
            return "[…]" if isinstance(value, list) else "{…}"
        case _:
            return str(value)

"""YAML 1.2 as values: read by its core schema, within bounds, with the lines of what is wrong."""

from __future__ import annotations

import re
from typing import Any, TypeAlias

from yaml._yaml import CParser
from yaml.events import (
    AliasEvent,
    DocumentStartEvent,
    MappingEndEvent,
    MappingStartEvent,
    ScalarEvent,
    SequenceEndEvent,
    SequenceStartEvent,
)

from pageful.lazy.dataclasses import dataclass

Value: TypeAlias = "bool | int | float | str | list[Value] | dict[str, Value] | None"
"""A value of YAML. Dates are text, as in YAML 1.2."""

LARGEST = 1_000_000
"""Characters that are read."""
DEEPEST = 100
"""Levels of lists and mappings that are read."""
MOST_VALUES = 100_000
"""Values that are read, where an alias counts as all that it repeats."""

_NULLS = frozenset(("", "~", "null", "Null", "NULL"))
_BOOLEANS = {
    "true": True, "True": True, "TRUE": True, "false": False, "False": False, "FALSE": False,
}  # fmt: skip
_NUMBER_STARTS = frozenset("+-.0123456789")
# > -12
_WHOLE = re.compile(r"[-+]?[0-9]{1,18}")
# > 0o17
_OCTAL = re.compile(r"0o[0-7]{1,20}")
# > 0xff
_HEXADECIMAL = re.compile(r"0x[0-9a-fA-F]{1,15}")
# > 4.25e-3
_REAL = re.compile(
    r"[-+]?(?:\.[0-9]+|[0-9]+\.[0-9]*|(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)[eE][-+]?[0-9]+)"
)
_SURROGATE = re.compile("[\ud800-\udfff]")


class Unreadable(Exception):
    """The YAML breaks a rule at a line, counted from 0 within the YAML."""

    def __init__(self, line: int, reason: str) -> None:
        super().__init__(reason)
        self.line = line
        self.reason = reason


@dataclass(slots=True)
class _OpenCollection:
    """A list or mapping that has not ended: `key` is set while its value is awaited."""

    value: list[Value] | dict[str, Value]
    anchor: str | None
    line: int
    before: int
    height: int = 1
    key: str | None = None


class YamlReader:
    """A builder of a YAML document's value from the parser's events, without recursion."""

    def __init__(self, yaml: str, noun: str = "YAML") -> None:
        self._noun = noun
        self._parser = CParser(_SURROGATE.sub("\ufffd", yaml))
        self._open: list[_OpenCollection] = []
        self._anchors: dict[str, tuple[Value, int, int]] = {}
        self._count = 0
        self._documents = 0
        self._root: Value = None

    def mapping(self) -> dict[str, Value]:
        """Return the document, a mapping; empty without one.

        Raises:
            Unreadable: a bound is exceeded, or it is no mapping.
            YAMLError: it is no YAML.
        """
        next_event = self._parser.get_event
        while (event := next_event()) is not None:
            self._take(event)
        if self._root is None:
            return {}
        if not isinstance(self._root, dict):
            raise Unreadable(0, f"the {self._noun} is no mapping of names to values")
        return self._root

    def _take(self, event: Any) -> None:
        kind = type(event)
        if kind is ScalarEvent:
            self.scalar(event)
        elif kind is MappingStartEvent:
            self._begin(event, {})
        elif kind is SequenceStartEvent:
            self._begin(event, [])
        elif kind is MappingEndEvent or kind is SequenceEndEvent:
            self._end()
        elif kind is AliasEvent:
            self._repeat(event)
        elif kind is DocumentStartEvent:
            self._documents += 1
            if self._documents > 1:
                raise Unreadable(event.start_mark.line, "a second document begins")

    def scalar(self, event: Any) -> None:
        """Take a scalar: a name or a value."""
        text: str = event.value
        plain = event.implicit[0] and event.tag is None
        awaited = self.awaits_name()
        value = text if awaited or not plain else plain_value(text)
        self._count += 1
        if event.anchor is not None:
            self._anchors[event.anchor] = value, 1, 0
        self.add(value, event.start_mark.line, 0)

    def _begin(self, event: Any, value: list[Value] | dict[str, Value]) -> None:
        line = event.start_mark.line
        if len(self._open) >= DEEPEST:
            raise Unreadable(line, f"values are nested deeper than {DEEPEST} levels")
        self._open.append(_OpenCollection(value, event.anchor, line, self._count))

    def _end(self) -> None:
        done = self._open.pop()
        self._count += 1
        if done.anchor is not None:
            self._anchors[done.anchor] = done.value, self._count - done.before, done.height
        self.add(done.value, done.line, done.height)

    def _repeat(self, event: Any) -> None:
        line = event.start_mark.line
        if event.anchor not in self._anchors:
            raise Unreadable(line, f"the alias *{event.anchor} has no complete value before it")
        value, size, height = self._anchors[event.anchor]
        self._count += size
        if len(self._open) + height > DEEPEST:
            raise Unreadable(line, f"values are nested deeper than {DEEPEST} levels")
        self.add(value, line, height)

    def awaits_name(self) -> bool:
        """Return whether the next value is a name of a mapping."""
        if not self._open:
            return False
        top = self._open[-1]
        return top.key is None and type(top.value) is dict

    def add(self, value: Value, line: int, height: int) -> None:
        """Add a complete value of `height` levels to the open collection."""
        if self._count > MOST_VALUES:
            raise Unreadable(line, f"there are more than {MOST_VALUES:,} values")
        if not self._open:
            self._root = value
            return
        top = self._open[-1]
        if height >= top.height:
            top.height = height + 1
        if isinstance(top.value, list):
            top.value.append(value)
        elif top.key is None:
            top.key = self._key(value, top.value, line)
        else:
            top.value[top.key] = value
            top.key = None

    def _key(self, value: Value, mapping: dict[str, Value], line: int) -> str:
        key = value if isinstance(value, str) else _flow(value)
        if key in mapping:
            raise Unreadable(line, f"the name {key[:100]!r} is there twice")
        return key


def plain_value(text: str) -> Value:
    """Convert a scalar without quotes, by YAML 1.2's core schema.

    `yes`, dates and `1_000` are text; `012` is 12. Numbers that JSON or 64 bits can't hold are
    text too.
    """
    if text in _NULLS:
        return None
    if text[0] in _NUMBER_STARTS:
        return _number(text)
    return _BOOLEANS.get(text, text)


def _number(text: str) -> Value:
    if _WHOLE.fullmatch(text):
        return int(text)
    if _REAL.fullmatch(text):
        number = float(text)
        return text if number in (float("inf"), float("-inf")) else number
    if _OCTAL.fullmatch(text) or _HEXADECIMAL.fullmatch(text):
        return int(text, 0)
    return text


def _flow(value: Value) -> str:
    """Return a list or mapping in place of a name as text on one line."""
    if isinstance(value, dict):
        pairs = (key if held is None else f"{key}: {_flow(held)}" for key, held in value.items())
        return f"{{ {', '.join(pairs)} }}"
    if isinstance(value, list):
        return f"[ {', '.join(map(_flow, value))} ]"
    return _NAMES.get(value, str(value)) if value is None or isinstance(value, bool) else str(value)


_NAMES = {None: "null", True: "true", False: "false"}

"""Positions of the parts of JSON in its text: a change leaves every other byte as it came."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from pageful.anything.json_text import write_json

# > {"a": 1}
_SPACE = re.compile(r"[ \t\n\r]*")
# A string, which stays, or the space between two tokens, which goes.
# > {"a b": [1,  2]}
_TOKEN = re.compile(r'("(?:[^"\\]|\\.)*")|[ \t\n\r]+', re.DOTALL)

_DECODER = json.JSONDecoder()
_scan = _DECODER.scan_once  # type: ignore[attr-defined]
_scan_string = json.decoder.scanstring  # type: ignore[attr-defined]


class NotJson(ValueError):
    """The error of a text that is not the JSON looked for, or that can't be changed safely."""


@dataclass(frozen=True, slots=True)
class Member:
    """A member of an object: its key, its value, and the positions of both in the text."""

    key: str
    value: Any
    start: int
    value_start: int
    end: int


@dataclass(frozen=True, slots=True)
class Item:
    """An item of an array: its value, and its position in the text."""

    value: Any
    start: int
    end: int


def members(text: str, start: int = 0) -> tuple[Member, ...]:
    """Read the members of the object that begins at a place of a text.

    Raises:
        NotJson: there is no object, it is too deep, or a key stands in it twice.
    """
    found = tuple(_checked(_members(text, _skip(text, start))))
    if len({member.key for member in found}) < len(found):
        raise NotJson("a key stands twice in one object")
    return found


def items(text: str, start: int) -> tuple[Item, ...]:
    """Read the items of the array that begins at a place of a text.

    Raises:
        NotJson: there is no array, or it is too deep.
    """
    return tuple(_checked(_items(text, _skip(text, start))))


def by_key(found: tuple[Member, ...]) -> dict[str, Member]:
    """Return members by their keys."""
    return {member.key: member for member in found}


def join_object(written: Iterable[str]) -> str:
    """Join members that are written already to an object."""
    return f"{{{','.join(written)}}}"


def write(value: object) -> str:
    """Write a value as compact JSON; a lone surrogate as an escape, which UTF-8 can hold."""
    return write_json(value)


def write_member(key: str, value: object) -> str:
    """Write one member of an object."""
    return f"{write(key)}:{write(value)}"


def without_spaces(text: str) -> str:
    """Take the spaces between tokens out of a JSON text; numbers and strings stay as they are."""
    return _TOKEN.sub(lambda match: match[1] or "", text)


def _checked(parts: Iterator[Any]) -> Iterator[Any]:
    try:
        yield from parts
    except (ValueError, IndexError, RecursionError, StopIteration, RuntimeError) as error:
        raise NotJson(str(error)) from None


def _skip(text: str, position: int) -> int:
    match = _SPACE.match(text, position)
    return match.end() if match else position


def _expect(text: str, position: int, character: str) -> int:
    if text[position] != character:
        raise NotJson(f"{character} is missing at {position}")
    return position + 1


def _members(text: str, start: int) -> Iterator[Member]:
    position = _skip(text, _expect(text, start, "{"))
    if text[position] == "}":
        return
    while True:
        begin = position
        key, position = _scan_string(text, _expect(text, begin, '"'))
        begin_value = _skip(text, _expect(text, _skip(text, position), ":"))
        value, end = _scan(text, begin_value)
        yield Member(key, value, begin, begin_value, end)
        position = _skip(text, end)
        if text[position] == "}":
            return
        position = _skip(text, _expect(text, position, ","))


def _items(text: str, start: int) -> Iterator[Item]:
    position = _skip(text, _expect(text, start, "["))
    if text[position] == "]":
        return
    while True:
        value, end = _scan(text, position)
        yield Item(value, position, end)
        position = _skip(text, end)
        if text[position] == "]":
            return
        position = _skip(text, _expect(text, position, ","))

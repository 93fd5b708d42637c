"""Positions of the parts of JSON in its text: a change leaves every other byte as it came."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import count
from typing import Any

from pageful.anything.json_text import write_json
from pageful.lazy.dataclasses import dataclass, replace

# > {"a": 1}
_SPACE = re.compile(r"[ \t\n\r]*")
# A string, which stays, or the space between two tokens, which goes.
# > {"a b": [1,  2]}
_TOKEN = re.compile(r'("(?:[^"\\]|\\.)*")|[ \t\n\r]+', re.DOTALL)

_FEW = 8
"""Items that are opened while they are read: where there are more, each is small."""

_DECODER = json.JSONDecoder()
_scan = _DECODER.scan_once  # type: ignore[attr-defined]
_scan_string = json.decoder.scanstring  # type: ignore[attr-defined]


class NotJson(ValueError):
    """The error of a text that is not the JSON looked for, or that can't be changed safely."""


@dataclass(frozen=True, slots=True)
class Item:
    """An item of an array: its value, its position in the text, and what was opened of it."""

    value: Any
    start: int
    end: int
    members: tuple[Member, ...] = ()


@dataclass(frozen=True, slots=True)
class Member:
    """A member of an object: its key, its value, the positions of both, what was opened of it."""

    key: str
    value: Any
    start: int
    value_start: int
    end: int
    members: tuple[Member, ...] = ()
    items: tuple[Item, ...] = ()


def members(text: str, start: int = 0, *, open_path: Sequence[str] = ()) -> tuple[Member, ...]:
    """Read the members of the object that begins at a place of a text.

    The member with the first key of a path is opened, in it the one with the second key, and so on,
    and the first objects in the array at the path's end: so all is read once.

    Raises:
        NotJson: there is no object, it is too deep, or a key stands in it twice.
    """
    found = tuple(_checked(_members(text, _skip(text, start), open_path)))
    check_keys(found)
    return found


def check_keys(found: Sequence[Member]) -> None:
    """Refuse an object that has a key twice.

    Raises:
        NotJson: it has.
    """
    if len({member.key for member in found}) < len(found):
        raise NotJson("a key stands twice in one object")


def items(text: str, start: int) -> tuple[Item, ...]:
    """Read the items of the array that begins at a place of a text.

    Raises:
        NotJson: there is no array, or it is too deep.
    """
    return tuple(_checked(_items(text, _skip(text, start), opens=False)))


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
    except IndexError:
        raise NotJson("the text ends too early") from None
    except (ValueError, RecursionError, StopIteration, RuntimeError) as error:
        raise NotJson(str(error)) from None


def _skip(text: str, position: int) -> int:
    match = _SPACE.match(text, position)
    return match.end() if match else position


def _expect(text: str, position: int, character: str) -> int:
    if text[position] != character:
        raise NotJson(f"{character} is missing at {position}")
    return position + 1


def _members(text: str, start: int, path: Sequence[str]) -> Iterator[Member]:
    position = _skip(text, _expect(text, start, "{"))
    if text[position] == "}":
        return
    while True:
        begin = position
        key, position = _scan_string(text, _expect(text, begin, '"'))
        begin_value = _skip(text, _expect(text, _skip(text, position), ":"))
        if path and key == path[0]:
            member = _open(text, begin_value, path[1:])
            member = replace(member, key=key, start=begin)
        else:
            value, end = _scan(text, begin_value)
            member = Member(key, value, begin, begin_value, end)
        yield member
        position = _skip(text, member.end)
        if text[position] == "}":
            return
        position = _skip(text, _expect(text, position, ","))


def _open(text: str, start: int, path: Sequence[str]) -> Member:
    """Read a value with the positions of what is in it: an object, or an array at a path's end."""
    if text[start] == "{" and path:
        inner = tuple(_members(text, start, path))
        end = _end_after(text, start, inner)
        return Member("", {each.key: each.value for each in inner}, start, start, end, inner)
    if text[start] == "[" and not path:
        listed = tuple(_items(text, start, opens=True))
        end = _end_after(text, start, listed)
        return Member("", [each.value for each in listed], start, start, end, items=listed)
    value, end = _scan(text, start)
    return Member("", value, start, start, end)


def _end_after(text: str, start: int, parts: Sequence[Member | Item]) -> int:
    """Find the end of an object or array that begins at a place and has some parts."""
    return _skip(text, parts[-1].end if parts else start + 1) + 1


def _items(text: str, start: int, *, opens: bool) -> Iterator[Item]:
    position = _skip(text, _expect(text, start, "["))
    if text[position] == "]":
        return
    for number in count():
        if opens and number < _FEW and text[position] == "{":
            inner = tuple(_members(text, position, ()))
            end = _end_after(text, position, inner)
            item = Item({each.key: each.value for each in inner}, position, end, inner)
        else:
            value, end = _scan(text, position)
            item = Item(value, position, end)
        yield item
        position = _skip(text, item.end)
        if text[position] == "]":
            return
        position = _skip(text, _expect(text, position, ","))

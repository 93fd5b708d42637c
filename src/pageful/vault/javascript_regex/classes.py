"""The parser of character classes: `[a-z]`, and nested ones with the flag `v`."""

from __future__ import annotations

from pageful.lazy.dataclasses import dataclass
from pageful.vault.javascript_regex.code_points import (
    EVERYTHING,
    NOTHING,
    CodePoints,
    complement,
    difference,
    intersection,
    of_property,
    union,
    with_equivalents,
)
from pageful.vault.javascript_regex.cursor import Cursor
from pageful.vault.javascript_regex.escapes import character_escape, set_escape
from pageful.vault.javascript_regex.syntax_tree import Node, OneOf, OneOfTexts

_DOUBLES = frozenset("&!#$%*+,.:;<=>?@^`~")
_RESERVED = frozenset("()[]{}/-|")

_Text = tuple[int, ...]


def points_of(one: OneOf) -> CodePoints:
    """Return all code points of a set."""
    points = union(one.points, *map(of_property, one.properties))
    return complement(points) if one.negated else points


def read_class(cursor: Cursor) -> Node:
    """Read a class after its bracket."""
    if cursor.flags.sets:
        found = _set_class(cursor)
        single = OneOf(found.points)
        texts = tuple(sorted(found.texts, key=len, reverse=True))
        return OneOfTexts(texts, single) if texts else single
    return _plain_class(cursor)


def _plain_class(cursor: Cursor) -> OneOf:
    opening = cursor.at - 1
    negated = cursor.accept("^")
    points: list[tuple[int, int]] = []
    properties: list[str] = []
    while not cursor.accept("]"):
        if not cursor.rest:
            cursor.fail("This class is never closed.", opening)
        _plain_range(cursor, points, properties)
    return OneOf(union(tuple(points)), tuple(dict.fromkeys(properties)), negated)


def _plain_range(cursor: Cursor, points: list[tuple[int, int]], properties: list[str]) -> None:
    """Read a character, a set, or a range from one character to another."""
    start = cursor.at
    first = _plain_atom(cursor)
    is_range = cursor.is_at("-") and not cursor.is_at("-]") and cursor.at + 1 < len(cursor.source)
    if not is_range:
        _add(first, points, properties)
        return
    cursor.at += 1
    last = _plain_atom(cursor)
    if isinstance(first, int) and isinstance(last, int):
        if first > last:
            cursor.fail("This range is out of order.", start)
        points.append((first, last))
        return
    if cursor.flags.unicode:
        cursor.fail("A set of characters is no end of a range.", start)
    for atom in (first, ord("-"), last):
        _add(atom, points, properties)


def _add(atom: int | OneOf, points: list[tuple[int, int]], properties: list[str]) -> None:
    if isinstance(atom, int):
        points.append((atom, atom))
    else:
        points.extend(atom.points)
        properties += atom.properties


def _plain_atom(cursor: Cursor) -> int | OneOf:
    if not cursor.accept("\\"):
        return ord(cursor.next())
    if cursor.accept("b"):
        return 0x08
    return set_escape(cursor) or character_escape(cursor, in_class=True)


@dataclass(frozen=True, slots=True)
class _Strings:
    """The matches of a class with the flag `v`: characters, and texts of other lengths."""

    points: CodePoints = NOTHING
    texts: frozenset[_Text] = frozenset()

    def union(self, more: _Strings) -> _Strings:
        return _Strings(union(self.points, more.points), self.texts | more.texts)

    def intersection(self, more: _Strings) -> _Strings:
        return _Strings(intersection(self.points, more.points), self.texts & more.texts)

    def difference(self, less: _Strings) -> _Strings:
        return _Strings(difference(self.points, less.points), self.texts - less.texts)


def _set_class(cursor: Cursor) -> _Strings:
    opening = cursor.at - 1
    cursor.descend()
    negated = cursor.accept("^")
    found = _read_operands(cursor, opening)
    cursor.ascend()
    if not negated:
        return found
    if found.texts:
        cursor.fail("A negated class can't hold texts.", opening)
    return _Strings(complement(found.points))


def _read_operands(cursor: Cursor, opening: int) -> _Strings:
    """Read to the end of the class: a union, or an intersection, or a subtraction."""
    found, sign = _Strings(), ""
    count = 0
    while not cursor.accept("]"):
        if not cursor.rest:
            cursor.fail("This class is never closed.", opening)
        if count and (now := _sign(cursor)) != sign:
            if count > 1 or not now:
                cursor.fail("A class has either &&, or --, or neither.")
            sign = now
        operand = _operand(cursor, ranges=not sign)
        found = {"": found.union, "&&": found.intersection, "--": found.difference}[sign](operand)
        count += 1
    return found


def _sign(cursor: Cursor) -> str:
    return next((sign for sign in ("&&", "--") if cursor.accept(sign)), "")


def _operand(cursor: Cursor, *, ranges: bool) -> _Strings:
    if cursor.accept("["):
        return _set_class(cursor)
    if cursor.accept("\\q{"):
        return _texts(cursor)
    start = cursor.at
    if cursor.accept("\\"):
        if cursor.accept("b"):
            return _run(cursor, 0x08, start, ranges=ranges)
        if one := set_escape(cursor):
            points = points_of(one)
            return _Strings(_with_case_variants(cursor, points))
        cursor.at = start
    return _run(cursor, _set_character(cursor), start, ranges=ranges)


def _with_case_variants(cursor: Cursor, points: CodePoints) -> CodePoints:
    """Add the case variants of a set, if case is ignored."""
    if not cursor.flags.ignore_case or points == EVERYTHING:
        return points
    return with_equivalents(points, unicode=True)


def _run(cursor: Cursor, first: int, start: int, *, ranges: bool) -> _Strings:
    last = first
    if ranges and cursor.is_at("-") and not cursor.is_at("--"):
        cursor.at += 1
        if not cursor.rest:
            cursor.fail("Here the end of a range was expected.")
        last = _set_character(cursor)
        if last < first:
            cursor.fail("This range is out of order.", start)
    return _Strings(_with_case_variants(cursor, ((first, last),)))


def _texts(cursor: Cursor) -> _Strings:
    r"""Read the alternatives of `\q{a|bc}`."""
    opening, found = cursor.at - 3, _Strings()
    text: list[int] = []
    while cursor.rest:
        if cursor.here not in "|}":
            text.append(_set_character(cursor))
            continue
        found = found.union(_alternative(cursor, text))
        text = []
        if cursor.next() == "}":
            return found
    return cursor.fail(r"This \q{ is never closed.", opening)


def _alternative(cursor: Cursor, text: list[int]) -> _Strings:
    if len(text) == 1:
        return _Strings(_with_case_variants(cursor, ((text[0], text[0]),)))
    return _Strings(NOTHING, frozenset([(*text,)]))


def _set_character(cursor: Cursor) -> int:
    if cursor.accept("\\"):
        return 0x08 if cursor.accept("b") else character_escape(cursor, in_class=True)
    here = cursor.here
    if here in _RESERVED or (here in _DOUBLES and cursor.is_at(here * 2)):
        cursor.fail(f"`{here}` must be escaped in a class with the flag v.")
    return ord(cursor.next())

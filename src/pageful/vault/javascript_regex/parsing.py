"""The parser of regular expressions: ECMAScript 2024, with annex B without `u` or `v`."""

from __future__ import annotations

import re

from pageful.vault.javascript_regex.classes import read_class
from pageful.vault.javascript_regex.cursor import Cursor
from pageful.vault.javascript_regex.escapes import character_escape, set_escape
from pageful.vault.javascript_regex.flags import Flags
from pageful.vault.javascript_regex.syntax_tree import (
    AnyCharacter,
    Boundary,
    Character,
    Choice,
    Expression,
    Group,
    Look,
    Node,
    Reference,
    Repeat,
    Sequence,
)

# > {2,5}
_BRACES = re.compile(r"\{(\d+)(?:(,)(\d*))?\}", re.ASCII)
# > <year>
_NAME = re.compile(r"<((?:[^\W\d]|\$)(?:\w|[$\u200c\u200d])*)>")
# > 12
_DECIMAL = re.compile(r"[1-9][0-9]*")
# > (?<year>\d{4})-(\d\d)
_OPENING = re.compile(r"\\.|\[|\]|\((?:(?!\?)|\?<(?![=!]))", re.DOTALL)
_LOOKS = {"?=": (False, False), "?!": (False, True), "?<=": (True, False), "?<!": (True, True)}
_MOST_TIMES = 1 << 31


def read(source: str, flags: Flags) -> Expression:
    """Read an expression.

    Raises:
        PatternError: the source is not an expression.
    """
    return _Parser(source, flags).expression()


class _Parser(Cursor):
    """The parser of one expression, whose groups have been counted beforehand."""

    def __init__(self, source: str, flags: Flags) -> None:
        super().__init__(source, flags)
        self._count, self._has_names = _groups(source, nested=flags.sets)
        self._opened = 0
        self._names: dict[str, int] = {}
        self._wanted: list[tuple[str, int]] = []
        self._called: dict[int, str] = {}

    def expression(self) -> Expression:
        root = self._choice()
        if self.rest:
            self.fail("This parenthesis closes nothing.")
        for name, at in self._wanted:
            if name not in self._names:
                self.fail(f"No group has the name {name!r}.", at)
        return Expression(
            _resolve_names(root, self._called, self._names), self._opened, self._names
        )

    def _choice(self) -> Node:
        parts = [self._sequence()]
        while self.accept("|"):
            parts.append(self._sequence())
        return parts[0] if len(parts) == 1 else Choice(tuple(parts))

    def _sequence(self) -> Node:
        parts: list[Node] = []
        while self.rest and not self.is_at("|") and not self.is_at(")"):
            parts.append(self._term())
        return parts[0] if len(parts) == 1 else Sequence(tuple(parts))

    def _term(self) -> Node:
        start = self.at
        atom = self._boundary() or self._parenthesis() or self._atom()
        return self._repeat(atom, start)

    def _boundary(self) -> Node | None:
        if self.accept("^"):
            return Boundary("^")
        if self.accept("$"):
            return Boundary("$")
        if self.accept("\\b"):
            return Boundary("b")
        return Boundary("B") if self.accept("\\B") else None

    def _parenthesis(self) -> Node | None:
        opening = self.at
        if not self.accept("("):
            return None
        self.descend()
        node = self._look(opening) or self._group(opening)
        self.ascend()
        return node

    def _look(self, opening: int) -> Node | None:
        for mark, (behind, negated) in _LOOKS.items():
            if self.accept(mark):
                return Look(self._body(opening), behind, negated)
        return None

    def _group(self, opening: int) -> Node:
        if self.accept("?:"):
            return Group(self._body(opening))
        number = self._opened = self._opened + 1
        if self.accept("?"):
            name = self.accept_match(_NAME)
            if not name:
                self.fail("After (? one of : = ! <= <! or <name> was expected.")
            if name[1] in self._names:
                self.fail(f"Two groups have the name {name[1]!r}.", name.start())
            self._names[name[1]] = number
        return Group(self._body(opening), number)

    def _body(self, opening: int) -> Node:
        body = self._choice()
        if not self.accept(")"):
            self.fail("This parenthesis is never closed.", opening)
        return body

    def _atom(self) -> Node:
        if self.accept("."):
            return AnyCharacter()
        if self.accept("["):
            return read_class(self)
        if self.accept("\\"):
            return self._escape()
        if self.here in "*+?" or (self.here == "{" and _BRACES.match(self.source, self.at)):
            self.fail("Here is nothing to repeat.")
        if self.here in "{}]" and self.flags.unicode:
            self.fail(f"`{self.here}` must be escaped with the flag u or v.")
        return Character(ord(self.next()))

    def _escape(self) -> Node:
        if self.is_at("k") and (self._has_names or self.flags.unicode):
            return self._named_reference()
        number = _DECIMAL.match(self.source, self.at)
        if number and (self.flags.unicode or _at_most(number[0], self._count)):
            if not _at_most(number[0], self._count):
                self.fail(f"There is no group {number[0]}.")
            self.at = number.end()
            return Reference(int(number[0]))
        return set_escape(self) or Character(character_escape(self, in_class=False))

    def _named_reference(self) -> Node:
        at = self.at
        self.at += 1
        name = self.accept_match(_NAME)
        if not name:
            self.fail(r"After \k the name of a group was expected, as in \k<name>.")
        self._wanted.append((name[1], at))
        marker = -len(self._wanted)
        self._called[marker] = name[1]
        return Reference(marker)

    def _repeat(self, atom: Node, start: int) -> Node:
        times = self._times()
        if times is None:
            return atom
        if isinstance(atom, Boundary) or (isinstance(atom, Look) and self._is_firm(atom)):
            self.fail("What has no width can't be repeated.", start)
        least, most = times
        if most is not None and most < least:
            self.fail("The numbers of these braces are out of order.")
        lazy = self.accept("?")
        return Repeat(atom, min(least, _MOST_TIMES), most, lazy)

    def _is_firm(self, look: Look) -> bool:
        return look.behind or self.flags.unicode

    def _times(self) -> tuple[int, int | None] | None:
        for sign, times in (("*", (0, None)), ("+", (1, None)), ("?", (0, 1))):
            if self.accept(sign):
                return times
        braces = self.accept_match(_BRACES)
        if not braces:
            return None
        least = _clamp_count(braces[1])
        if not braces[2]:
            return least, least
        return least, _clamp_count(braces[3]) if braces[3] else None


def _clamp_count(digits: str) -> int:
    """Parse a number of repetitions, clamped to the largest that is supported."""
    return min(int(digits), _MOST_TIMES) if len(digits) < 20 else _MOST_TIMES


def _at_most(digits: str, number: int) -> bool:
    return len(digits) < 10 and int(digits) <= number


def _groups(source: str, *, nested: bool) -> tuple[int, bool]:
    """Count the capturing groups, and tell whether one has a name."""
    count, has_names, depth = 0, False, 0
    for found in _OPENING.finditer(source):
        if found[0] == "[":
            depth = depth + 1 if nested else 1
        elif found[0] == "]":
            depth = max(0, depth - 1)
        elif found[0][0] == "(" and not depth:
            count += 1
            has_names = has_names or len(found[0]) > 1
    return count, has_names


def _resolve_names(node: Node, called: dict[int, str], names: dict[str, int]) -> Node:
    """Replace the names of references by group numbers."""
    if not called:
        return node
    match node:
        case Reference(number) if number < 0:
            return Reference(names[called[number]])
        case Sequence(parts):
            return Sequence(tuple(_resolve_names(part, called, names) for part in parts))
        case Choice(parts):
            return Choice(tuple(_resolve_names(part, called, names) for part in parts))
        case Group(body, number):
            return Group(_resolve_names(body, called, names), number)
        case Look(body, behind, negated):
            return Look(_resolve_names(body, called, names), behind, negated)
        case Repeat(body, least, most, lazy):
            return Repeat(_resolve_names(body, called, names), least, most, lazy)
        case _:
            return node

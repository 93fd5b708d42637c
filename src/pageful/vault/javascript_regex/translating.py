"""The translation of JavaScript's regular expressions for the `regex` package.

Where the two differ in more than spelling:

- A pass of a repetition that matches nothing, beyond those that are asked for, does not count. So
  what is left of the text is kept before such a pass, and after it more must be gone.
- With each pass of a repetition the groups within it are forgotten. So a pass is captured, and what
  was captured before the last one does not count.
- A group that took part in nothing is empty where it is referred to.
"""

from __future__ import annotations

from typing import assert_never

import regex

from pageful.lazy.dataclasses import dataclass, field
from pageful.vault.javascript_regex.classes import points_of
from pageful.vault.javascript_regex.code_points import (
    LAST,
    LINE_ENDS,
    WORD,
    CodePoints,
    equivalents,
    with_equivalents,
)
from pageful.vault.javascript_regex.flags import Flags
from pageful.vault.javascript_regex.node_facts import (
    groups,
    has_letter,
    is_ascii,
    is_unit,
    needs_guard,
    optional_groups,
    walk,
    weight,
)
from pageful.vault.javascript_regex.syntax_tree import (
    AnyCharacter,
    Boundary,
    Character,
    Choice,
    Expression,
    Group,
    Look,
    Node,
    OneOf,
    OneOfTexts,
    Reference,
    Repeat,
    Sequence,
)

MOST_WRITTEN = 200_000
"""The longest translation, in characters."""

MOST_WEIGHT = 50_000
"""The most nodes of an expression once required passes of repetitions are written out.

The `regex` package does write them out, at some 300 bytes a node.
"""

_NOT_A_LINE_END = r"[^\n\r\u2028\u2029]"


class TooLong(Exception):
    """An expression is larger than `MOST_WRITTEN` or `MOST_WEIGHT`."""


@dataclass(frozen=True, slots=True)
class Translation:
    """An expression for the `regex` package.

    The group `n` is named `g<n>`. `loops` are, for a group, the numbers of the captured passes that
    its own must lie in, the innermost first: they are named `l<number>`. `never` are groups whose
    captures are never used.
    """

    pattern: str
    flags: int
    loops: dict[int, tuple[int, ...]]
    never: frozenset[int]


def translate(expression: Expression, flags: Flags, *, has_only_newlines: bool) -> Translation:
    r"""Write an expression, for texts whose only ends of lines are `\n`, or for any text.

    Raises:
        TooLong: it would be too long.
    """
    return _Writer(expression, flags, has_only_newlines).translation()


@dataclass
class _Writer:
    expression: Expression
    flags: Flags
    plain: bool
    loops: dict[int, tuple[int, ...]] = field(default_factory=dict)
    never: set[int] = field(default_factory=set)
    within: tuple[int, ...] = ()
    opened: tuple[int, ...] = ()
    numbers: dict[int, int] = field(default_factory=dict)
    made: int = 0
    length: int = 0

    def translation(self) -> Translation:
        """Write it all."""
        root = self.expression.root
        if weight(root) > MOST_WEIGHT:
            raise TooLong
        kinds = {type(node) for node in walk(root)}
        folds = self.flags.ignore_case and Reference in kinds
        has_properties = any(isinstance(n, OneOf) and n.properties for n in walk(root))
        # The package's own flag for ASCII makes \b what it is in JavaScript, and case too; but
        # it would make properties and references blind for all other characters.
        self.is_ascii = not folds and not has_properties
        self.folds = self.flags.ignore_case and not self.flags.unicode and self.is_ascii
        self.folds = self.folds and all(map(is_ascii, walk(root)))
        self.folds = self.folds and any(map(has_letter, walk(root)))
        options = regex.VERSION0 | (regex.ASCII if self.is_ascii else regex.UNICODE)
        options |= regex.MULTILINE if self.flags.multiline else 0
        options |= regex.IGNORECASE if self.folds else 0
        pattern = self._write(root, behind=False)
        return Translation(pattern, int(options), self.loops, frozenset(self.never))

    def _write(self, node: Node, *, behind: bool) -> str:
        text = self._any(node, behind=behind)
        self.length += len(text) if isinstance(node, Repeat | OneOf) else 1
        if self.length > MOST_WRITTEN:
            raise TooLong
        return text

    def _any(self, node: Node, *, behind: bool) -> str:
        match node:
            case Character(code):
                return self._character(code)
            case OneOf():
                return self._one_of(node)
            case OneOfTexts(texts, single):
                options = ["".join(map(self._character, text)) for text in texts if len(text) > 1]
                empty = [""] if () in texts else []
                return f"(?:{'|'.join([*options, self._one_of(single), *empty])})"
            case AnyCharacter():
                return self._dot()
            case Boundary(kind):
                return self._boundary(kind)
            case Look():
                return self._look(node)
            case Group(body, number):
                return self._group(body, number, behind=behind)
            case Reference(number):
                return self._reference(number)
            case Repeat():
                return self._repeat(node, behind=behind)
            case Sequence(parts):
                return "".join(self._write(part, behind=behind) for part in parts)
            case Choice(parts):
                choice = "|".join(self._write(part, behind=behind) for part in parts)
                return f"(?:{choice})"
            case _:
                assert_never(node)

    def _character(self, code: int) -> str:
        if self.flags.ignore_case and not self.folds:
            alike = equivalents(code, unicode=self.flags.unicode)
            if len(alike) > 1:
                return _set(tuple((each, each) for each in sorted(alike)))
        return _escape(code)

    def _one_of(self, one: OneOf) -> str:
        if self.flags.ignore_case and not self.folds:
            points = points_of(OneOf(one.points, one.properties))
            points = with_equivalents(points, unicode=self.flags.unicode)
            return _set(points, negated=one.negated)
        return _set(one.points, one.properties, negated=one.negated)

    def _dot(self) -> str:
        if self.flags.dot_all:
            return "(?s:.)"
        return "." if self.plain else _NOT_A_LINE_END

    def _boundary(self, kind: str) -> str:
        if kind in "bB":
            return self._edge(kind)
        if not self.flags.multiline:
            return r"\A" if kind == "^" else r"\Z"
        if self.plain:
            return kind
        ends = _set(LINE_ENDS)
        return rf"(?:^|(?<={ends}))" if kind == "^" else rf"(?={ends}|\Z)"

    def _edge(self, kind: str) -> str:
        wide = self.flags.unicode and self.flags.ignore_case
        if self.is_ascii and not wide:
            return f"\\{kind}"
        word = _set(with_equivalents(WORD, unicode=True) if wide else WORD)
        edge = f"(?:(?<={word})(?!{word})|(?<!{word})(?={word}))"
        return edge if kind == "b" else f"(?!{edge})"

    def _look(self, look: Look) -> str:
        if look.negated:
            self.never |= set(groups(look.body))
        mark = f"?{'<' if look.behind else ''}{'!' if look.negated else '='}"
        return f"({mark}{self._write(look.body, behind=look.behind)})"

    def _group(self, body: Node, number: int, *, behind: bool) -> str:
        if not number:
            return f"(?:{self._write(body, behind=behind)})"
        self.loops[number] = self.within
        self.opened = (*self.opened, number)
        written = self._write(body, behind=behind)
        self.opened = self.opened[:-1]
        return f"(?P<g{number}>{written})"

    def _reference(self, number: int) -> str:
        if number in self.opened:
            return "(?:)"
        name = f"(?P=g{number})"
        return f"(?(g{number}){f'(?i:{name})' if self.flags.ignore_case else name})"

    def _repeat(self, repeat: Repeat, *, behind: bool) -> str:
        least, most, lazy = repeat.least, repeat.most, "?" if repeat.lazy else ""
        if most != 0 and most != least and needs_guard(repeat.body):
            rest = None if most is None else most - least
            needed = f"{self._pass(repeat, behind)}{_times(least, least)}" if least else ""
            times = _times(0, rest)
            lazy = lazy if times else ""
            guarded = f"{self._guard(self._pass(repeat, behind), behind)}{times}{lazy}"
            return f"(?:{guarded}{needed})" if behind else f"(?:{needed}{guarded})"
        times = _times(least, most)
        return f"{self._pass(repeat, behind)}{times}{lazy if times else ''}"

    def _pass(self, repeat: Repeat, behind: bool) -> str:
        """Write one pass of a repetition, as a unit."""
        many = repeat.most is None or repeat.most > 1
        if not many or not any(optional_groups(repeat.body)):
            written = self._write(repeat.body, behind=behind)
            return written if is_unit(repeat.body) else f"(?:{written})"
        # The same pass may be written twice, and is one then.
        number, before = self.numbers.setdefault(id(repeat), len(self.numbers)), self.within
        self.within = (number, *before)
        written = self._write(repeat.body, behind=behind)
        self.within = before
        return f"(?P<l{number}>{written})"

    def _guard(self, body: str, behind: bool) -> str:
        """Guard a pass against an empty match; inside a lookbehind it is read from the right."""
        self.made += 1
        name = f"h{self.made}"
        if behind:
            return rf"(?:(?<!\A(?P={name})){body}(?<=(?P<{name}>\A(?s:.*))))"
        return rf"(?:(?=(?P<{name}>(?s:.*))){body}(?!(?P={name})\Z))"


def _times(least: int, most: int | None) -> str:
    if (least, most) == (1, 1):
        return ""
    short = {(0, None): "*", (1, None): "+", (0, 1): "?"}.get((least, most))
    return short or f"{{{least},{'' if most is None else most}}}"


def _escape(code: int) -> str:
    character = chr(code)
    if character.isascii() and not character.isalnum():
        return f"\\x{code:02x}"
    return character


def _set(points: CodePoints, properties: tuple[str, ...] = (), *, negated: bool = False) -> str:
    if not points and not properties:
        return "(?s:.)" if negated else "(?!)"
    if points == ((0, LAST),):
        return "(?!)" if negated else "(?s:.)"
    ranges = (_range(low, high) for low, high in points)
    return f"[{'^' if negated else ''}{''.join(ranges)}{''.join(properties)}]"


def _range(low: int, high: int) -> str:
    return f"\\U{low:08x}" if low == high else f"\\U{low:08x}-\\U{high:08x}"

"""A parser of search queries in Obsidian's language: https://help.obsidian.md/plugins/search.

query    = every ("OR" every)*            adjacent parts bind tighter than OR
every    = part+
part     = "-" part | name ":" part | "(" query ")" | property | "phrase" | /pattern/ | word
property = "[" query (":" query)? "]"
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Literal, NoReturn, cast

from pageful.lazy import patterns
from pageful.lazy.dataclasses import dataclass, field
from pageful.tool.errors import ToolError
from pageful.vault.javascript_regex import PatternError
from pageful.vault.search.operators import OPERATORS, Operator
from pageful.vault.search.query import (
    And,
    Comparison,
    Empty,
    Not,
    Or,
    Pattern,
    Phrase,
    Property,
    Query,
    Scoped,
    Word,
)
from pageful.vault.search.query_errors import (
    SHOWN_AROUND,
    caret_line,
    operator_advice,
    quote_character,
)
from pageful.vault.search.region_matching import regex_of
from pageful.vault.search.unparse import quote_phrase

MOST_CHARACTERS = 10_000
DEEPEST = 50
"""The deepest nesting of groups, operators and negations."""

_Room = Literal["text", "name", "value"]
"""The context of a part: the query, a property's name, or its value."""

# > rye OR wheat
_SPACE = patterns.compile(r"\s*")
# > path:Recipes
_OPERATOR = patterns.compile(r"([A-Za-z][A-Za-z-]*):")
# > author:Ada
_UNKNOWN = patterns.compile(r"([A-Za-z][A-Za-z_-]+):(?=[^\s:/\\()])")
# > "steam oven"
_PHRASE = patterns.compile(r'"((?:[^"\\]|\\.)*)"', re.DOTALL)
# > /rye|wheat/i
_PATTERN = patterns.compile(
    r"/(?![*/])((?:[^\\/\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+)/(?=(\w*)(?:[\s)\]:]|$))"
)
# > /[a/
_LOOSE_PATTERN = patterns.compile(r"/(?![*/])((?:[^\\/\s]|\\.)+)/(?=()(?:[\s)\]:]|$))")
# > [[Starter]]
_LINK = patterns.compile(r"!?\[\[[^\[\]\n]+\]\]")
# > >= 4
_COMPARISON = patterns.compile(r"(<=|>=|<|>)\s*")
_WORDS: dict[_Room, re.Pattern[str]] = {
    # > rye sourdough
    "text": re.compile(r'[^\s()"]+'),
    # > status:open]
    "name": re.compile(r'[^\s()":\]]+'),
    # > open]
    "value": re.compile(r'[^\s()"\]]+'),
}
# > -draft
_NEGATION = patterns.compile(r"-(?=[^\s>)\]-])")
# > OR wheat
_OR = patterns.compile(r'OR(?![^\s()"\[\]])')
_AROUND = 40
"""Characters of the query that an error shows on either side. Chosen by hand."""


def parse_search(text: str, operators: Mapping[str, Operator] = OPERATORS) -> Query:
    """Read a query in the language of some operators; an empty one matches everything.

    Raises:
        ToolError: the query is no query, or too long or too deep.
    """
    if len(text) > MOST_CHARACTERS:
        raise ToolError(
            f"The query has {len(text):,} characters; {MOST_CHARACTERS:,} are the most.",
            "Search for fewer words.",
        )
    return _QueryParser(text, operators).whole()


@dataclass
class _QueryParser:
    """A reader of one query, at an offset in it."""

    text: str
    operators: Mapping[str, Operator] = field(default_factory=lambda: OPERATORS)
    at: int = 0
    room: _Room = "text"
    depth: int = 0

    def whole(self) -> Query:
        self._space()
        if self.at == len(self.text):
            return And(())
        query = self._any()
        if self.at < len(self.text):
            self._fail("This parenthesis closes nothing.", quote_phrase(")"))
        return query

    def _any(self) -> Query:
        parts = [self._every()]
        while self._accept_or():
            parts.append(self._every())
        return parts[0] if len(parts) == 1 else Or(tuple(parts))

    def _every(self) -> Query:
        parts: list[Query] = []
        while not self._at_end() and not self._at_or():
            parts.append(self._part())
            self._space()
        if not parts:
            self._error_here("a word, a phrase in quotes, or an operator")
        return parts[0] if len(parts) == 1 else And(tuple(parts))

    def _part(self) -> Query:
        self.depth += 1
        if self.depth > DEEPEST:
            self._fail(f"The query is nested deeper than {DEEPEST} levels.", "", "Nest it less.")
        part = self._negation() or self._operator_part() or self._single()
        self.depth -= 1
        return part

    def _negation(self) -> Query | None:
        if not self._accept(_NEGATION):
            return None
        return Not(self._part())

    def _single(self) -> Query:
        return (
            self._group()
            or self._phrase()
            or self._pattern()
            or self._link()
            or self._property()
            or self._comparison()
            or self._word()
        )

    def _group(self) -> Query | None:
        opening = self.at
        if not self._accept_character("("):
            return None
        self._space()
        query = self._any()
        if not self._accept_character(")"):
            self._fail("This parenthesis is never closed.", quote_phrase("("), at=opening)
        return query

    def _operator_part(self) -> Query | None:
        found = _OPERATOR.match(self.text, self.at)
        if found is None or self.room == "name":
            return None
        operator = self.operators.get(found[1].lower())
        # Of a property's value only the case can be said.
        if operator is None or (self.room == "value" and operator.exact is None):
            self._refuse_unknown()
            return None
        self.at = found.end()
        return Scoped(operator, self._operand(operator))

    def _operand(self, operator: Operator) -> Query:
        self._space()
        if self._at_end() or self._at_or():
            if operator.is_of_tasks:
                return Phrase("")
            self._error_here(f"what to look for after `{operator.name}:`")
        return self._part()

    def _refuse_unknown(self) -> None:
        """Refuse an unknown operator; a text like a URL is a word."""
        found = _UNKNOWN.match(self.text, self.at)
        if found is None or self.room != "text":
            return
        word = _match(_WORDS["text"], self.text, self.at)
        self._fail(
            f"There is no operator `{found[1]}:`.",
            "",
            operator_advice(found[1], word, self.operators),
        )

    def _phrase(self) -> Query | None:
        if not self.text.startswith('"', self.at):
            return None
        found = _PHRASE.match(self.text, self.at)
        if found is None:
            self._fail(
                "This quote is never closed.",
                "",
                r'Close it; a quote within quotes is written \", as in "12\" disc".',
            )
        self.at = found.end()
        return Phrase(re.sub(r'\\(["\\])', r"\1", found[1]))

    def _pattern(self) -> Query | None:
        found = _PATTERN.match(self.text, self.at) or _LOOSE_PATTERN.match(self.text, self.at)
        if found is None:
            return None
        if found[2]:
            self._refuse_flags(found)
            return None
        pattern = Pattern(found[1])
        try:
            regex_of(pattern, exact=False)
        except PatternError as error:
            self._fail(error.reason, quote_phrase(found[0]), at=found.start(1) + error.at)
        self.at = found.end()
        return pattern

    def _refuse_flags(self, found: re.Match[str]) -> None:
        """Refuse flags, which Obsidian does not have; other letters make the text no pattern."""
        flags = found[2]
        if set(flags) <= set("dgimsuvy"):
            self._fail(
                f"After a pattern no flags can stand, such as `{flags}` here.",
                "",
                f"Write {found[0]} alone: case does not count anyway (with match-case:{found[0]} "
                "it does), and ^ and $ are the ends of lines.",
                at=found.end(),
            )

    def _link(self) -> Query | None:
        found = _LINK.match(self.text, self.at)
        if found is None or self.room != "text":
            return None
        self.at = found.end()
        return Phrase(found[0])

    def _property(self) -> Query | None:
        opening = self.at
        if self.room != "text" or not self._accept_character("["):
            return None
        name = self._within("name")
        value = self._value() if self._accept_character(":") else None
        self.room = "text"
        if not self._accept_character("]"):
            self._fail("This bracket is never closed.", quote_phrase("["), at=opening)
        return Property(name, value)

    def _value(self) -> Query | None:
        self.room = "value"
        self._space()
        return None if self.text.startswith("]", self.at) else self._within("value")

    def _within(self, room: _Room) -> Query:
        self.room = room
        self._space()
        return self._any()

    def _comparison(self) -> Query | None:
        if self.room != "value" or not (sign := self._accept(_COMPARISON)):
            return None
        bound = self._phrase() or self._word()
        assert isinstance(bound, Phrase | Word | Empty)
        text = "null" if isinstance(bound, Empty) else bound.text
        return Comparison(cast("Literal['<', '>', '<=', '>=']", sign.strip()), text)

    def _word(self) -> Query:
        word = self._accept(_WORDS[self.room])
        if not word:
            self._error_here("a word")
        if self.room == "value" and word.lower() == "null":
            return Empty()
        return Word(word)

    def _space(self) -> None:
        self._accept(_SPACE)

    def _at_end(self) -> bool:
        rest = self.text[self.at : self.at + 1]
        closing = {"text": ")", "name": "):]", "value": ")]"}[self.room]
        return not rest or rest in closing

    def _at_or(self) -> bool:
        return _OR.match(self.text, self.at) is not None

    def _accept_or(self) -> bool:
        if not self._at_or():
            return False
        self.at += 2
        self._space()
        return True

    def _accept(self, pattern: re.Pattern[str]) -> str:
        found = _match(pattern, self.text, self.at)
        self.at += len(found)
        return found

    def _accept_character(self, character: str) -> bool:
        taken = self.text.startswith(character, self.at)
        self.at += taken
        return taken

    def _error_here(self, expected: str) -> NoReturn:
        here = self.text[self.at : self.at + 1]
        found = f"stands {quote_character(here)}" if here else "the query ends"
        self._fail(f"Here {found}, where {expected} was expected.", self._literal())

    def _literal(self) -> str:
        """Return the characters at the current offset as a query that finds them."""
        if self.room != "text":
            opening = self.text.rfind("[", 0, self.at)
            return quote_phrase(self.text[opening:].partition("]")[0][:SHOWN_AROUND] + "]")
        if self._at_or():
            return quote_phrase("OR")
        return quote_phrase(self.text[self.at :].strip()[:1] or self.text.split()[-1])

    def _fail(
        self, problem: str, literal: str, advice: str = "", *, at: int | None = None
    ) -> NoReturn:
        """Raise an error at an offset of the query.

        `literal` is how to search for the characters themselves.
        """
        remedy = advice or f"To search for the characters themselves, put them in quotes: {literal}"
        raise ToolError(
            f"{problem}\n{caret_line(self.text, self.at if at is None else at)}", remedy
        )


def _match(pattern: re.Pattern[str], text: str, at: int) -> str:
    found = pattern.match(text, at)
    return found[0] if found else ""

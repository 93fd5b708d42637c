"""The text of a parsed query."""

from __future__ import annotations

import re

from pageful.vault.search.query import (
    And,
    Comparison,
    Empty,
    Files,
    Not,
    Or,
    Pattern,
    Phrase,
    Property,
    Query,
    Scoped,
    Word,
)

# > /tmp
_OPENING_SLASH = re.compile(r"(?:^|[-(:])/")


def quote_phrase(text: str) -> str:
    """Write a text as a phrase."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def unparse(query: Query) -> str:
    """Write a query as text that parses to the same."""
    match query:
        case Word(text):
            return text
        case Phrase(text):
            return quote_phrase(text)
        case Pattern(source):
            return f"/{source}/"
        case And(parts):
            return _gap(parts).join(_within(part, Or) for part in parts)
        case Or(parts):
            return f"{_gap(parts)}OR ".join(_within(part, Or) for part in parts)
        case Not(part):
            text = _within(part, And, Or)
            return f"-({text})" if text[0] in "->" else f"-{text}"
        case Scoped(operator, part):
            return f"{operator.name}:{_within(part, And, Or)}"
        case Property(name, None):
            return f"[{unparse(name)}]"
        case Property(name, value):
            assert value is not None
            return f"[{unparse(name)}:{unparse(value)}]"
        case Comparison(sign, value):
            return f"{sign}{quote_phrase(value)}"
        case Empty():
            return "null"
        case Files(_, text):
            return text


def _gap(parts: tuple[Query, ...]) -> str:
    """Return the space between parts: the end of a line where a word could begin a pattern."""
    words = (unparse(part) for part in parts if not isinstance(part, Pattern))
    return "\n" if any(map(_OPENING_SLASH.search, words)) else " "


def _within(query: Query, *loose: type[And | Or]) -> str:
    """Write a part of a query, in parentheses where it would fall apart."""
    return f"({unparse(query)})" if isinstance(query, (And, *loose)) else unparse(query)

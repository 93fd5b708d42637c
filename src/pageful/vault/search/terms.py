"""The words and phrases of a query that hits are ranked by."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal, TypeAlias

from pageful.text.folding import folded
from pageful.vault.search.query import And, Or, Phrase, Query, Scoped, Word

TermScope: TypeAlias = Literal["any", "content", "path"]
"""Where a term is looked for: in text and path, in the text alone, or in the path alone."""

_SCOPES: dict[str, TermScope] = {
    "file": "path",
    "path": "path",
    "content": "content",
    "line": "content",
    "block": "content",
    "section": "content",
    "task": "content",
    "task-todo": "content",
    "task-done": "content",
}


@dataclass(frozen=True, slots=True)
class Term:
    """A word or phrase, folded, that a hit may hold."""

    text: str
    phrase: bool
    scope: TermScope


def terms(query: Query) -> tuple[Term, ...]:
    """The words and phrases that the query wants, each once, in their order.

    What is negated is none of them, nor are tags, properties and patterns.
    """
    return tuple(dict.fromkeys(_terms(query, "any")))


def is_plain(query: Query) -> bool:
    """Whether the query is words and phrases alone, all of them wanted."""
    parts = query.parts if isinstance(query, And) else (query,)
    return bool(parts) and all(isinstance(part, Word | Phrase) for part in parts)


def _terms(query: Query, scope: TermScope) -> Iterator[Term]:
    match query:
        case Word(text) | Phrase(text) if text:
            yield Term(folded(text), isinstance(query, Phrase), scope)
        case And(parts) | Or(parts):
            for part in parts:
                yield from _terms(part, scope)
        case Scoped("match-case" | "ignore-case", part):
            yield from _terms(part, scope)
        case Scoped(operator, part) if operator in _SCOPES:
            yield from _terms(part, _SCOPES[operator])
        case _:
            pass

"""Suggestions: similar queries with matches for one that has no match."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Iterator
from itertools import islice

from pageful.lazy.dataclasses import dataclass, field, replace
from pageful.text.folding import fold_text
from pageful.tool.errors import ToolError
from pageful.vault.results.search import Suggestion
from pageful.vault.search.deadline import Deadline
from pageful.vault.search.matching import Matcher
from pageful.vault.search.operators import PATH, TAG
from pageful.vault.search.query import And, Or, Phrase, Property, Query, Scoped, Word
from pageful.vault.search.query_parsing import parse_search
from pageful.vault.search.term_index import TermIndex
from pageful.vault.search.term_scores import core
from pageful.vault.search.unparse import unparse

MOST = 3

_MOST_TRIED = 16
_CHOICES = 2
_LIKENESS = 0.75
"""The least similarity of a suggested word, by Ratcliff and Obershelp's measure. Chosen by hand."""
_SHORTEST = 4
_LONGEST = 40


def suggestions(
    query: Query, matcher: Matcher, term_index: TermIndex, *, looser: bool
) -> tuple[Suggestion, ...]:
    """Return at most three queries near to one without matches, each with its number of notes.

    First queries with words spelt as in notes, then, if wanted, `looser` ones that ask for less; of
    these, the ones with the fewest matches come first.

    Raises:
        Cancelled: the caller gave up.
    """
    spelling = _Spelling(term_index, matcher.deadline)
    nearest = (spelling.nearest(query, choice) for choice in range(_CHOICES))
    found = _with_matches((each for each in nearest if each != query), matcher)
    if looser:
        found += sorted(_with_matches(_looser(query), matcher), key=lambda each: each.total)
    return tuple(dict.fromkeys(found))[:MOST]


def _with_matches(queries: Iterator[Query], matcher: Matcher) -> list[Suggestion]:
    """Return the queries, of those given, that have matches."""
    found: dict[str, int] = {}
    try:
        for query in islice(filter(_is_as_written, queries), _MOST_TRIED):
            found.setdefault(unparse(query), len(matcher.paths(query)))
    except ToolError:  # the time is up: what was found so far will do
        pass
    return [Suggestion(text, total) for text, total in found.items() if total]


def _is_as_written(query: Query) -> bool:
    try:
        return parse_search(unparse(query)) == query
    except ToolError:
        return False


def _looser(query: Query) -> Iterator[Query]:
    """Yield queries that ask for less, or for the same in another form."""
    match query:
        case And(parts):
            for number in range(len(parts)):
                rest = parts[:number] + parts[number + 1 :]
                yield rest[0] if len(rest) == 1 else And(rest)
            yield from _change_one(query, _looser)
        case Or():
            yield from _change_one(query, _looser)
        case Word(text) if text.startswith("#"):
            yield Scoped(TAG, query)
        case Word(text) if "/" in text.strip("/"):
            yield Scoped(PATH, query)
        case Phrase(text) if len(text.split()) > 1:
            yield And(tuple(map(Word, text.split())))
        case Scoped(operator, Word(text) | Phrase(text)) if operator is TAG and text.strip("#"):
            yield Word(text.strip("#"))
        case Scoped(_, part):
            yield part
        case Property(name, None):
            yield name
        case Property(name, _):
            yield Property(name)


@dataclass(frozen=True)
class _Spelling:
    """A corrector that compares a word with every word of the notes, while there is time."""

    term_index: TermIndex
    deadline: Deadline
    _known: dict[str, list[str]] = field(default_factory=dict)

    def nearest(self, query: Query, choice: int) -> Query:
        """Replace each word that no note has by a similar one that some note has.

        Raises:
            ToolError: it takes too long.
            Cancelled: the caller gave up.
        """
        match query:
            case And(parts) | Or(parts):
                changed = tuple(self.nearest(part, choice) for part in parts)
                return replace(query, parts=changed)
            case Scoped(_, part):
                return replace(query, part=self.nearest(part, choice))
            case Word(text) | Phrase(text):
                self.deadline.seconds_left(query)
                return replace(query, text=self._text(text, choice))
            case _:
                return query

    def _text(self, text: str, choice: int) -> str:
        for word in dict.fromkeys(text.split()):
            bare = core(word.strip("#"))
            like = self._alike(fold_text(bare))
            text = text.replace(bare, like[min(choice, len(like) - 1)]) if like else text
        return text

    def _alike(self, word: str) -> list[str]:
        """Return similar words of the notes, the nearest first; no word if a note has this one."""
        if word not in self._known:
            self._known[word] = _alike(word, self.term_index)
        return self._known[word]


def _change_one(query: And | Or, changes: Callable[[Query], Iterator[Query]]) -> Iterator[Query]:
    parts = query.parts
    for number, part in enumerate(parts):
        for changed in changes(part):
            yield replace(query, parts=(*parts[:number], changed, *parts[number + 1 :]))


def _alike(word: str, term_index: TermIndex) -> list[str]:
    """Return similar words of the notes, the nearest first; no word if a note has this one."""
    if not _SHORTEST <= len(word) <= _LONGEST or term_index.notes_with(word):
        return []
    near = (
        known
        for known in term_index.vocabulary()
        if abs(len(known) - len(word)) <= 2 and (known[:1] == word[:1] or known[-3:] == word[-3:])
    )
    return difflib.get_close_matches(word, near, _CHOICES, _LIKENESS)

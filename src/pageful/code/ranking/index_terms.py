"""The terms of an index that a query needs, so that all of them can be read at once."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from pageful.code.ranking.query import PHRASE_WORDS, Query
from pageful.code.terms import splitting as terms
from pageful.code.terms.marks import Mark

_MARKS = tuple(terms.MARK + mark for mark in Mark)


def index_terms(text: str, query: Query) -> Iterator[str]:
    """Yield the terms that decide which chunks match a query of this text, some of them twice.

    Left out are the terms of names and folders: which of those are read depends on how many chunks
    have the plain ones.
    """
    yield from query.terms
    yield from whole_terms(terms.words(text)[:PHRASE_WORDS])
    named = (*query.names, *query.scopes)
    for term in whole_terms(named):
        yield from (term, terms.NAME + term, terms.WITHIN + term)
    yield from map(terms.spelling_term, query.names)
    for name in (*named, *query.capitals):
        yield from (terms.DEFINES + name, terms.DEFINES + terms.join_parts(name))
    yield from _MARKS


def whole_terms(words: Iterable[str]) -> set[str]:
    """Return the terms that say that a text has these words whole."""
    return {split[-1] for split in map(terms.parts, words) if split}

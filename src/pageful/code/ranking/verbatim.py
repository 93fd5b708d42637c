"""Find a query in the code as it was typed, which decides what kind of query it is."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from pageful.code.ranking.absence import AbsentName
from pageful.code.ranking.array_vectors import Mask
from pageful.code.ranking.exact_text import find_exact_name, find_exact_text
from pageful.code.ranking.layout import Integers
from pageful.code.ranking.literals import Form, LiteralMatches, find_literal
from pageful.code.ranking.phrases import whole_phrases
from pageful.code.ranking.query import Kind, Query, is_question
from pageful.code.ranking.query_corpus import QueryCorpus
from pageful.code.ranking.scopes import in_scope
from pageful.code.terms import splitting as terms
from pageful.lazy.dataclasses import dataclass, field, replace

MEANT = frozenset({Kind.WORDS, Kind.ERROR})
"""Kinds of queries that mean something; a name or a path only names."""

_FEW = 20
"""Chunks that have a literal of a question: one that more have, such as `Node.js`, is a topic."""
_NONE: Integers = np.empty(0, np.int64)


@dataclass(frozen=True, slots=True)
class Verbatim:
    """A query, and the chunks that have it, or a part of it, as it was typed; all ascending.

    `first` have all of its words in a row and go before all others, those that hold it as it was
    `typed` before these, and those with it as a whole constant (`constants`) before all. `alike`
    have a literal query in any form, `mentioning` a literal that is only a part of the query, or
    the very spelling of a symbol that nothing defines.
    """

    query: Query
    first: Integers = field(default_factory=_NONE.copy)
    alike: Integers = field(default_factory=_NONE.copy)
    mentioning: Integers = field(default_factory=_NONE.copy)
    typed: Integers = field(default_factory=_NONE.copy)
    constants: Integers = field(default_factory=_NONE.copy)

    def leading(self) -> Integers:
        """Return the chunks that go before all others."""
        if not self.typed.size:
            return self.first
        return np.unique(np.concatenate([self.first, self.typed]))

    def tiers(self, chunks: Integers) -> Integers:
        """Return how far before all others each of some chunks goes: 0 for not at all, up to 3."""
        leading = self.leading()
        if not leading.size:
            return np.zeros(len(chunks), np.int64)
        exact: list[Mask] = [
            np.isin(chunks, each) for each in (leading, self.typed, self.constants)
        ]
        found: Integers = np.sum(exact, axis=0, dtype=np.int64)
        return found


def find_verbatim(text: str, query: Query, corpus: QueryCorpus, *, quoted: bool) -> Verbatim:
    """Find the chunks that have a query of this text, or a part of it, as it was typed.

    `quoted` says that quotes stood around it, which makes a text of a topic.
    """
    if query.kind is Kind.SYMBOL:
        for literal in query.literals:
            return _of_symbol(query, find_literal(literal, corpus), corpus)
        return Verbatim(query, mentioning=_find_spelling(text, query, corpus))
    if query.kind is Kind.PATH:
        known = corpus.layout.files_at(query.path)
        typed, constants = (_NONE, _NONE) if known else find_exact_text(text, corpus)
        return Verbatim(query, typed=typed, constants=constants)
    having = [find_literal(each, corpus) for each in query.literals]
    values = (each.at_least(Form.VALUE) for each in having)
    mentioning = [each for each in values if len(each) <= _FEW]
    said = np.unique(np.concatenate([_NONE, *mentioning]))
    first = whole_phrases(text, corpus)
    if first is None and is_question(text) and not quoted:
        return Verbatim(query, mentioning=said)
    typed, constants = find_exact_text(text, corpus, quoted=quoted, phrases=first)
    return Verbatim(query, _NONE if first is None else first, _NONE, said, typed, constants)


def add_definitions_like(
    said: Verbatim, absent: Sequence[AbsentName], corpus: QueryCorpus
) -> Verbatim:
    """Add the definitions that a symbol which nothing has may have meant.

    Those are of the names that begin with it, `closeDocument` for `closeDoc`, else of the nearest.
    """
    if not absent or said.query.kind is not Kind.SYMBOL:
        return said
    lists = [
        corpus.allowed_with(terms.DEFINES + name) for each in absent for name in _most_like(each)
    ]
    return replace(said, mentioning=np.unique(np.concatenate([said.mentioning, *lists])))


def _most_like(absent: AbsentName) -> Sequence[str]:
    begun = terms.join_parts(absent.name)
    longer = [each for each in absent.nearest if terms.join_parts(each).startswith(begun)]
    return longer or absent.nearest[:1]


def _find_spelling(text: str, query: Query, corpus: QueryCorpus) -> Integers:
    """Find the very spelling of a symbol that nothing defines, in whatever spelling."""
    name = query.names[-1]
    spellings = (name, terms.join_parts(name))
    if query.scopes or any(corpus.chunks_with(terms.DEFINES + each).size for each in spellings):
        return _NONE
    return find_exact_name(text.strip(), corpus)


def _of_symbol(query: Query, found: LiteralMatches, corpus: QueryCorpus) -> Verbatim:
    """Decide whether a dotted query is a symbol, or a literal that some text has.

    A dotted name whose parts are defined in that scope is a symbol, unless it is written like a
    value and occurs as one: `group.id` may well be both.
    """
    defining = corpus.chunks_with(terms.DEFINES + query.names[-1])
    typed = found.at_least(Form.TYPED)
    symbol = Verbatim(query, alike=found.chunks)
    if not typed.size and (defining.size or not found.chunks.size):
        return symbol
    is_type = query.scopes[-1][:1].isupper()
    if in_scope(defining, query.scopes, corpus).size and (is_type or not found.is_value):
        return symbol
    literal = replace(query, kind=Kind.LITERAL, names=() if found.is_value else query.names)
    return Verbatim(literal, typed, found.chunks)

"""Find a query in the code as it was typed, which decides what kind of query it is."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import numpy as np

from pageful.code.ranking.layout import Integers
from pageful.code.ranking.literals import Form, LiteralMatches, find_literal
from pageful.code.ranking.phrases import whole_phrases
from pageful.code.ranking.query import Kind, Query
from pageful.code.ranking.query_corpus import QueryCorpus
from pageful.code.ranking.scopes import in_scope
from pageful.code.terms import splitting as terms

MEANT = frozenset({Kind.WORDS, Kind.ERROR})
"""Kinds of queries that mean something; a name or a path only names."""

_FEW = 20
"""Chunks that have a literal of a question: one that more have, such as `Node.js`, is a topic."""
_NONE: Integers = np.empty(0, np.int64)


@dataclass(frozen=True, slots=True)
class Verbatim:
    """A query, and the chunks that have it, or a part of it, as it was typed; all ascending.

    `first` have all of it and go before all others; `alike` have a literal query in any form,
    `mentioning` a literal that is only a part of the query.
    """

    query: Query
    first: Integers = field(default_factory=_NONE.copy)
    alike: Integers = field(default_factory=_NONE.copy)
    mentioning: Integers = field(default_factory=_NONE.copy)


def find_verbatim(text: str, query: Query, corpus: QueryCorpus) -> Verbatim:
    """Find the chunks that have a query of this text, or a part of it, as it was typed."""
    if query.kind is Kind.SYMBOL:
        for literal in query.literals:
            return _of_symbol(query, find_literal(literal, corpus), corpus)
    if query.kind not in MEANT:
        return Verbatim(query)
    having = [find_literal(each, corpus) for each in query.literals]
    values = (each.at_least(Form.VALUE) for each in having)
    mentioning = [each for each in values if len(each) <= _FEW]
    first = whole_phrases(text, corpus)
    return Verbatim(query, first, mentioning=np.unique(np.concatenate([_NONE, *mentioning])))


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

"""Choose the chunks that count as matches of a query, as a reader would count them."""

from __future__ import annotations

import numpy as np

from pageful.code.ranking.array_vectors import Mask
from pageful.code.ranking.evidence import Evidence
from pageful.code.ranking.layout import Integers
from pageful.code.ranking.query import Kind, Query
from pageful.code.ranking.query_corpus import QueryCorpus
from pageful.code.ranking.semantic import SemanticScores
from pageful.code.ranking.verbatim import Verbatim
from pageful.code.terms import splitting as terms
from pageful.lazy.dataclasses import dataclass
from pageful.text.bm25 import Floats

LEAST = 0.2
"""Chunks with less than this share of the best chunk's evidence are not scored."""

MATCHING = 0.5
"""Chunks with this share of the best score or more are matches."""

BEST_FILES = 20
"""Files whose best chunk is a match whatever its score: an answer often has few of the words."""


@dataclass(frozen=True, slots=True)
class Candidates:
    """The chunks to score, ascending, and whether all of them are matches whatever their scores."""

    chunks: Integers
    are_matches: bool


def candidates_for(
    said: Verbatim, found: Evidence, corpus: QueryCorpus, near: SemanticScores | None
) -> Candidates:
    """Return the chunks with the name or literal that is asked for, else those that hold words."""
    among = corpus.among
    allowed = np.ones(len(corpus.layout.lengths), np.bool_) if among is None else among
    named = _whole_mask(said, found, corpus) & allowed
    if named.any():
        return Candidates(np.flatnonzero(named), are_matches=True)
    meant = _words_mask(found, corpus, allowed)
    for verbatim in (said.leading(), said.mentioning):
        meant[verbatim] = True
    if near is not None:
        meant[near.found] = True
    return Candidates(np.flatnonzero(meant & allowed), are_matches=False)


def match_mask(scores: Floats, files: Integers) -> Mask:
    """Return the mask of the candidates that match by their scores; `files` are theirs, ascending.

    Those are the ones with half the best score or more, and the best of each of the best files.
    """
    if not len(scores):
        return np.zeros(0, np.bool_)
    matched: Mask = scores >= np.float32(MATCHING) * scores.max()
    by_file = np.lexsort((-scores, files))
    tops = by_file[np.unique(files, return_index=True)[1]]
    matched[tops[np.argsort(-scores[tops], kind="stable")[:BEST_FILES]]] = True
    return matched


def _whole_mask(said: Verbatim, found: Evidence, corpus: QueryCorpus) -> Mask:
    """Return the mask of the chunks with the whole symbol or literal, empty for other queries."""
    if said.query.kind is Kind.SYMBOL:
        return _symbol_mask(said.query, found, corpus)
    having = np.zeros(len(corpus.layout.lengths), np.bool_)
    if said.query.kind is Kind.LITERAL:
        having[said.alike] = True
        having |= found.defines > 0
    return having


def _symbol_mask(query: Query, found: Evidence, corpus: QueryCorpus) -> Mask:
    """Return the mask of the chunks that have a symbol and its scopes, or begin a file so named."""
    having: Mask = found.defines > 0
    split = {terms.parts(word) for word in (*query.scopes, *query.names)}
    lists = [corpus.chunks_with(each[-1]) for each in split if each]
    if lists:
        counted = np.bincount(np.concatenate(lists), minlength=len(having))
        having |= counted == len(lists)
    for each in map(terms.parts, query.names):
        having[corpus.chunks_with(terms.NAME + "".join(each[-1:]))] = True
    return having


def _words_mask(found: Evidence, corpus: QueryCorpus, allowed: Mask) -> Mask:
    """Return the mask of the chunks that hold most of a query, or begin a file so named."""
    held = (found.chunk + found.named + found.within + found.defines) * allowed
    meant: Mask = (held > 0) & (held >= LEAST * held.max())
    meant[corpus.layout.starts[:-1][(found.name > 0) | (found.folder > 0)]] = True
    return meant

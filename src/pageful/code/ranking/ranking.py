"""Rank the chunks of a corpus for a query, or by their likeness to one of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

import numpy as np

from pageful.code.ranking.absence import AbsentName, absent_names
from pageful.code.ranking.array_vectors import Mask
from pageful.code.ranking.corpus import Corpus
from pageful.code.ranking.evidence import Evidence, gather_evidence
from pageful.code.ranking.index_terms import index_terms
from pageful.code.ranking.layout import Integers, Layout, Positions
from pageful.code.ranking.matching import candidates_for, match_mask
from pageful.code.ranking.phrases import phrase_shares
from pageful.code.ranking.query import Kind, Query, parse_query, strip_quotes
from pageful.code.ranking.query_corpus import QueryCorpus
from pageful.code.ranking.selection import diversify_by_file
from pageful.code.ranking.semantic import SemanticScores, nearness_of_chunks, nearness_of_files
from pageful.code.ranking.verbatim import MEANT, Verbatim, add_definitions_like, find_verbatim
from pageful.code.ranking.weights import FOR_ERRORS, FOR_PATHS, LIKENESS, USUAL, Weights
from pageful.code.terms import splitting as terms
from pageful.embedding.embedder import Embedder
from pageful.lazy.dataclasses import dataclass, replace
from pageful.text.bm25 import Floats, idf

_BY_KIND = {Kind.PATH: FOR_PATHS, Kind.ERROR: FOR_ERRORS}
_LIKE_TERMS = 24
_SIZES = (0.05, 20.0)


MODERATE = 7 / 3
"""Scores of chunks that only resemble what was asked for stay below: a similarity of 0.7."""
_LIFT = 0.01
"""The part of a score that keeps the order of scores which are lifted."""
_FREE = 1.0
"""The largest score that is never lowered; most chunks have less."""


@dataclass(frozen=True, slots=True)
class Ranking:
    """Chunks by position, best first, with the similarity of each to what was asked.

    A similarity is s / (1 + s), where s adds up the shares of the query (of its idf) that the
    chunk's text, its file's text, their names and their path hold, each times its weight, more
    for a definition asked for by name, less for tests and the like, and less for each further
    chunk of one file. It is 0 where there is nothing in common, and means the same for every
    query: above 0.88 the chunk has all of a query of three words or more in a row, or the literal
    that it is; else above 0.7 it defines the symbol, or is of the file, that was asked for.

    `total` counts the matches. Of a symbol those are the chunks that have it whole, with its
    scopes, or define it, and the first of a file so named; of a literal, those that have it, or
    its words as a name. Of anything else, and where nothing has the name, they are the chunks that
    score at least half as much as the best, and the best of each of the best files. `query` is the
    parsed query, `absent` its names that no chunk has.
    """

    chunks: Integers
    scores: Floats
    total: int
    query: Query
    absent: tuple[AbsentName, ...] = ()


def rank(
    query: str,
    corpus: Corpus,
    *,
    embedder: Embedder | None = None,
    among: Mask | None = None,
    want: int,
    weights: Weights | None = None,
) -> Ranking:
    """Find the `want` best chunks for a query, among those that `among` allows.

    Without an embedder, or without vectors in the corpus, words alone decide; without `weights`,
    those for the kind of the query hold.

    Raises:
        ToolError: the embedder's model can't be had or does not answer.
    """
    asked = parse_query(query)
    near = None
    if embedder is not None and corpus.vectors is not None and asked.kind in MEANT:
        vector = embedder.embed([query])[0].astype(np.float32, copy=False)
        near = nearness_of_files(vector, corpus, among)
    bare = strip_quotes(query)
    quoted = bare != query.strip()
    filtered = QueryCorpus(corpus, among)
    filtered.fetch(index_terms(bare, asked))
    said = find_verbatim(bare, asked, filtered, quoted=quoted)
    absent = absent_names(said.query, filtered, has_literal=bool(said.alike.size))
    said = add_definitions_like(said, absent, filtered)
    by_kind = weights or _BY_KIND.get(said.query.kind, USUAL)
    phrases = partial(phrase_shares, query, asked, filtered)
    return replace(_rank(said, filtered, near, want, by_kind, phrases), absent=absent)


def has_meaning(query: str) -> bool:
    """Return whether an embedder has a say in a query."""
    return parse_query(query).kind in MEANT


def find_related(
    chunk: int,
    counts: Mapping[str, int],
    corpus: Corpus,
    *,
    among: Mask | None = None,
    want: int,
) -> Ranking:
    """Find the `want` chunks most like a chunk of the corpus, itself left out.

    `counts` are that chunk's terms (`terms.chunk_terms`); those that tell most of it are the
    query.
    """
    others = np.ones(len(corpus.layout.lengths), np.bool_) if among is None else among.copy()
    others[chunk] = False
    near = None
    if corpus.vectors is not None:
        near = nearness_of_chunks(corpus.vectors.of_chunk(chunk), corpus, others)
    filtered = QueryCorpus(corpus, others)
    asked = Query(Kind.WORDS, *_query_terms(counts, filtered))
    return _rank(Verbatim(asked), filtered, near, want, LIKENESS)


def _query_terms(
    counts: Mapping[str, int], corpus: QueryCorpus
) -> tuple[dict[str, float], frozenset[str]]:
    chunks = len(corpus.layout.lengths)
    plain = {term: count for term, count in counts.items() if term[0] not in terms.PREFIXES}
    corpus.fetch(plain)
    worth = {
        term: count / (count + 1) * idf(chunks, len(corpus.chunks_with(term)))
        for term, count in plain.items()
    }
    most = sorted(worth, key=lambda term: (-worth[term], term))[:_LIKE_TERMS]
    return {term: counts[term] / (counts[term] + 1) for term in most}, frozenset(most)


def _rank(
    said: Verbatim,
    corpus: QueryCorpus,
    near: SemanticScores | None,
    want: int,
    weights: Weights,
    phrases: Callable[[Integers], Floats] | None = None,
) -> Ranking:
    asked, layout = said.query, corpus.layout
    if not len(layout.lengths):
        return Ranking(np.empty(0, np.int64), np.empty(0, np.float32), 0, asked)
    found = gather_evidence(asked, corpus, weights)
    candidates = candidates_for(said, found, corpus, near)
    chunks = candidates.chunks
    scores = _scores(asked, found, near, corpus, chunks, weights)
    if phrases and weights.phrase and asked.kind in MEANT:
        scores += weights.phrase * phrases(chunks)
    if said.mentioning.size and chunks.size:
        scores[np.isin(chunks, said.mentioning)] += _bonus(asked, scores, weights)
    tiers = said.tiers(chunks) if weights.phrase else np.zeros(len(chunks), np.int64)
    files = layout.files[chunks].astype(np.int64)
    if not candidates.are_matches:
        kept = (tiers > 0) | match_mask(scores, files)
        chunks, scores, files, tiers = chunks[kept], scores[kept], files[kept], tiers[kept]
    scores = np.where(_answer_mask(asked, found, layout)[chunks], scores, _moderate(scores))
    if found.only.size:
        only = np.isin(chunks, found.only)
        scores[only] = _lift(scores[only])
    chosen, reached = diversify_by_file(
        chunks, scores, files, tiers=tiers, repeat=weights.repeat, want=want
    )
    return Ranking(chosen, _similarities(reached), len(chunks), asked)


def _bonus(query: Query, scores: Floats, weights: Weights) -> float:
    """Return what the literal of a question adds; the spelling of a symbol outweighs all else."""
    return float(scores.max()) if query.kind is Kind.SYMBOL else weights.literal


def _answer_mask(query: Query, found: Evidence, layout: Layout) -> Mask:
    """Return the mask of exact answers: definitions of the symbol, or chunks of the very file."""
    if query.kind is Kind.SYMBOL:
        return _mask(found.only, layout) if found.only.size else found.asked
    if not query.path:
        return np.zeros(len(layout.lengths), np.bool_)
    return np.isin(layout.files, layout.files_at(query.path))


def _mask(chunks: Positions, layout: Layout) -> Mask:
    mask = np.zeros(len(layout.lengths), np.bool_)
    mask[chunks] = True
    return mask


def _moderate(scores: Floats) -> Floats:
    """Lower scores of chunks that only resemble the query below `MODERATE`, in the same order."""
    room = MODERATE - _FREE
    over = np.maximum(scores - _FREE, 0)
    moderate: Floats = np.minimum(scores, _FREE) + over * room / (over + room)
    return moderate.astype(np.float32)


def _lift(scores: Floats) -> Floats:
    """Lift scores above those of all that only resembles the query, in the same order."""
    lifted: Floats = np.maximum(scores, MODERATE + np.float32(_LIFT) * scores)
    return lifted.astype(np.float32)


def _similarities(scores: Floats) -> Floats:
    similar: Floats = scores / (1 + scores)
    return similar


def _scores(
    query: Query,
    found: Evidence,
    near: SemanticScores | None,
    corpus: QueryCorpus,
    chunks: Integers,
    weights: Weights,
) -> Floats:
    own = (
        weights.chunk * found.chunk[chunks]
        + weights.named * found.named[chunks]
        + weights.within * found.within[chunks]
        + found.defines[chunks]
    )
    if near is not None:
        own += weights.meaning * near.shares[chunks]
    of_file = _file_scores(query, found, corpus.layout, weights)
    factors = _file_factors(corpus, weights)
    files = corpus.layout.files[chunks]
    scores: Floats = ((own + of_file[files]) * factors[files]).astype(np.float32)
    return scores


def _file_scores(query: Query, found: Evidence, layout: Layout, weights: Weights) -> Floats:
    named = weights.name * found.name * found.name_coverage
    if query.kind is Kind.SYMBOL:
        named += weights.whole_name * (found.name_coverage > 1 - 1e-3)
    if query.path:
        named[layout.files_at(query.path)] += weights.name
    scores: Floats = named + weights.file * found.file + weights.folder * found.folder
    return scores


def _file_factors(corpus: QueryCorpus, weights: Weights) -> Floats:
    layout = corpus.layout
    size = np.log(np.clip(layout.file_lengths / (layout.mean_file or 1.0), *_SIZES))
    factors: Floats = 1 + weights.size * size
    for mark, factor in weights.marks.items():
        chunks = corpus.chunks_with(terms.MARK + mark)
        if chunks.size:
            factors[layout.files[chunks]] *= factor
    return factors

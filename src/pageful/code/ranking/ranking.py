"""Rank the chunks of a corpus for a query, or by their likeness to one of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial

import numpy as np
import numpy.typing as npt

from pageful.code.embedding.embedder import Embedder
from pageful.code.ranking.bm25 import Floats, idf
from pageful.code.ranking.corpus import Corpus
from pageful.code.ranking.corpus_stats import shape_of
from pageful.code.ranking.evidence import Evidence, evidence
from pageful.code.ranking.phrases import phrase_shares
from pageful.code.ranking.query import Kind, Query, understood
from pageful.code.ranking.selection import Integers, best
from pageful.code.ranking.semantic import Nearness, nearness_of_chunks, nearness_of_files
from pageful.code.ranking.weights import FOR_ERRORS, FOR_PATHS, LIKENESS, USUAL, Weights
from pageful.code.terms import splitting as terms

_MEANT = frozenset({Kind.WORDS, Kind.ERROR})
"""Kinds of queries that mean something; a name or a path only names."""
_BY_KIND = {Kind.PATH: FOR_PATHS, Kind.ERROR: FOR_ERRORS}
_LIKE_TERMS = 24
_SIZES = (0.05, 20.0)


LEAST = 0.2
"""The share of what the best chunk holds of a query that makes another a match."""


@dataclass(frozen=True, slots=True)
class Ranking:
    """Chunks by position, best first, with the similarity of each to what was asked.

    A similarity is s / (1 + s), where s adds up the shares of the query (of its idf) that the
    chunk's text, its file's text, their names and their path hold, each times its weight, more
    for a definition asked for by name, less for tests and the like, and less for each further
    chunk of one file. It is 0 where there is nothing in common, seldom above 0.7 for a question
    and never below it for a symbol found where it is defined; it means the same for every query.
    `total` counts the chunks that match: those whose text and symbols hold at least a fifth as
    much of the query as the chunk that holds most, the first chunk of a file whose path has a
    word of it, and with an embedder those nearest in meaning. Stop words aside; a rare word is
    more of a query than a frequent one. `query` is what was understood.
    """

    chunks: Integers
    scores: Floats
    total: int
    query: Query


def rank(
    query: str,
    corpus: Corpus,
    *,
    embedder: Embedder | None = None,
    among: npt.NDArray[np.bool_] | None = None,
    text: Callable[[int], str] | None = None,
    want: int,
    weights: Weights | None = None,
) -> Ranking:
    """The `want` best chunks for a query, among those that `among` allows.

    Without an embedder, or without vectors in the corpus, words alone decide; without `weights`,
    those for the kind of the query hold. With `text`, which gives a chunk's text by position, it
    counts too where a chunk has the query word by word.

    Raises:
        ToolError: the embedder's model can't be had or does not answer.
    """
    asked = understood(query)
    near = None
    if embedder is not None and corpus.vectors is not None and asked.kind in _MEANT:
        vector = embedder.embed([query])[0].astype(np.float32, copy=False)
        near = nearness_of_files(vector, corpus, among)
    by_kind = weights or _BY_KIND.get(asked.kind, USUAL)
    phrases = text and partial(phrase_shares, query, asked, corpus, text=text)
    return _ranked(asked, corpus, near, among, want, by_kind, phrases)


def related(
    chunk: int,
    counts: Mapping[str, int],
    corpus: Corpus,
    *,
    among: npt.NDArray[np.bool_] | None = None,
    want: int,
) -> Ranking:
    """The `want` chunks most like a chunk of the corpus, itself left out.

    `counts` are that chunk's terms (`terms.chunk_terms`); those that tell most of it are the
    query.
    """
    others = np.ones(len(corpus.lengths), np.bool_) if among is None else among.copy()
    others[chunk] = False
    near = None
    if corpus.vectors is not None:
        near = nearness_of_chunks(corpus.vectors[chunk], corpus, others)
    asked = Query(Kind.WORDS, *_telling(counts, corpus))
    return _ranked(asked, corpus, near, others, want, LIKENESS)


def _telling(counts: Mapping[str, int], corpus: Corpus) -> tuple[dict[str, float], frozenset[str]]:
    chunks = len(corpus.lengths)
    worth = {
        term: count / (count + 1) * idf(chunks, len(corpus.postings(term)[0]))
        for term, count in counts.items()
        if term[0] not in terms.PREFIXES
    }
    most = sorted(worth, key=lambda term: (-worth[term], term))[:_LIKE_TERMS]
    return {term: counts[term] / (counts[term] + 1) for term in most}, frozenset(most)


def _ranked(
    asked: Query,
    corpus: Corpus,
    near: Nearness | None,
    among: npt.NDArray[np.bool_] | None,
    want: int,
    weights: Weights,
    phrases: Callable[[Integers], Floats] | None = None,
) -> Ranking:
    if not len(corpus.lengths):
        return Ranking(np.empty(0, np.int64), np.empty(0, np.float32), 0, asked)
    found = evidence(asked, corpus, weights)
    chunks = _candidates(found, shape_of(corpus).first, near, among)
    scores = _scores(asked, found, near, corpus, chunks, weights)
    if phrases and weights.phrase and asked.kind in _MEANT:
        scores += weights.phrase * phrases(chunks)
    files = corpus.files[chunks].astype(np.int64)
    chosen, reached = best(chunks, scores, files, repeat=weights.repeat, want=want)
    return Ranking(chosen, _similarities(reached), len(chunks), asked)


def _similarities(scores: Floats) -> Floats:
    similar: Floats = scores / (1 + scores)
    return similar


def _candidates(
    found: Evidence, first: Integers, near: Nearness | None, among: npt.NDArray[np.bool_] | None
) -> Integers:
    held = found.chunk + found.named + found.within + found.defines
    if among is not None:
        held[~among] = 0
    meant = (held > 0) & (held >= LEAST * held.max())
    meant[first[:-1][(found.name > 0) | (found.folder > 0)]] = True
    if near is not None:
        meant[near.found] = True
    return np.flatnonzero(meant if among is None else meant & among)


def _scores(
    query: Query,
    found: Evidence,
    near: Nearness | None,
    corpus: Corpus,
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
    of_file = _file_scores(query, found, corpus, weights)
    factors = _file_factors(corpus, weights)
    files = corpus.files[chunks]
    scores: Floats = ((own + of_file[files]) * factors[files]).astype(np.float32)
    return scores


def _having_path(corpus: Corpus, path: str) -> list[int]:
    end = "/" + path.strip("/")
    return [number for number, known in enumerate(corpus.paths) if ("/" + known).endswith(end)]


def _file_scores(query: Query, found: Evidence, corpus: Corpus, weights: Weights) -> Floats:
    named = weights.name * found.name * found.fit
    if query.kind is Kind.SYMBOL:
        named += weights.whole_name * (found.fit > 1 - 1e-3)
    if query.path:
        named[_having_path(corpus, query.path)] += weights.name
    scores: Floats = named + weights.file * found.file + weights.folder * found.folder
    return scores


def _file_factors(corpus: Corpus, weights: Weights) -> Floats:
    shape = shape_of(corpus)
    size = np.log(np.clip(shape.lengths / (shape.mean_file or 1.0), *_SIZES))
    factors: Floats = 1 + weights.size * size
    for mark, factor in weights.marks.items():
        factors[corpus.files[corpus.postings(terms.MARK + mark)[0]]] *= factor
    return factors

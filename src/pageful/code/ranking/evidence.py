"""Per-chunk and per-file scores of a query, before weights are applied."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from pageful.code.ranking.array_vectors import Mask
from pageful.code.ranking.layout import Positions
from pageful.code.ranking.query import Kind, Query
from pageful.code.ranking.query_corpus import QueryCorpus
from pageful.code.ranking.scopes import in_scope
from pageful.code.ranking.weights import Weights
from pageful.code.terms import splitting as terms
from pageful.code.terms.marks import Mark
from pageful.lazy.dataclasses import dataclass, replace
from pageful.text.bm25 import Floats, dampings, idf, shares

MOST_TERMS = 48
"""Terms of a query that are scored: those that tell most."""

_SHORT_FORMS = range(3, 7)
_SHORT_FORM = 0.7
_OF_FILES = (terms.NAME, terms.FOLDER)


@dataclass(frozen=True, slots=True)
class Evidence:
    """Shares of a query, each from 0 (nothing of it) to 1 (all of it, as often as can matter).

    A share of a query is the idf of what was met over the idf of all that was asked.

    `only` are the chunks that define a symbol as it is spelled, where no file but theirs does,
    tests aside. By chunk: `asked` (bool) whether it defines the name that was asked for, in its
    scope; `chunk`
    the BM25 of its text, `named` the words of the names it defines, `within` those of the
    definitions around it, `defines` the weight of a definition that was asked for by name. By file:
    `file` the BM25 of its whole text, `name` the words of its name, `name_coverage` the share of
    its name that the query has, `folder` the words of its nearest directories. All but `asked` and
    `only` are float32.
    """

    asked: Mask
    only: Positions
    chunk: Floats
    named: Floats
    within: Floats
    defines: Floats
    file: Floats
    name: Floats
    name_coverage: Floats
    folder: Floats


def gather_evidence(query: Query, corpus: QueryCorpus, weights: Weights) -> Evidence:
    """Score the chunks and files of a corpus for a query."""
    return _EvidenceBuilder(query, corpus, weights).done()


class _EvidenceBuilder:
    def __init__(self, query: Query, corpus: QueryCorpus, weights: Weights) -> None:
        self._query = query
        self._weights = weights
        self._corpus = corpus
        self._layout = corpus.layout
        self._files = corpus.layout.files
        chunks, files = len(corpus.layout.lengths), len(corpus.layout.paths)
        by_chunk = (np.zeros(chunks, np.float32) for _ in range(4))
        by_file = (np.zeros(files, np.float32) for _ in range(4))
        self._only = np.zeros(0, np.int32)
        self._found = Evidence(np.zeros(chunks, np.bool_), self._only, *by_chunk, *by_file)

    def done(self) -> Evidence:
        asked = np.float32(self._add_terms())
        found = self._found
        for share in (found.chunk, found.named, found.within, found.file, found.folder, found.name):
            np.divide(share, asked, out=share)
        # A word may be rarer among names than in texts, where its worth is measured.
        for share in (found.name, found.name_coverage):
            np.minimum(share, 1, out=share)
        self._add_definitions()
        return replace(found, only=self._only)

    def _add_terms(self) -> float:
        """Add every term's part, and return the idf of all that was asked."""
        corpus, query = self._corpus, self._query
        corpus.fetch(query.terms)
        chunks = len(self._layout.lengths)
        having = {term: len(corpus.chunks_with(term)) for term in query.terms}
        corpus.fetch(place + term for term in having if not having[term] for place in _OF_FILES)
        worth: dict[str, float] = {}
        asked = 0.0
        for term, weight in query.terms.items():
            known = weight * idf(chunks, having[term])
            if having[term] or self._names_file(term):
                worth[term] = known
            if term in query.single:
                asked += known if having[term] else known / 2
        scored = sorted(worth, key=worth.__getitem__, reverse=True)[:MOST_TERMS]
        corpus.fetch(place for term in scored for place in _place_terms(term, query))
        for term in scored:
            self._add_text(term, worth[term])
            self._add_places(term, worth[term])
        return asked or 1.0

    def _names_file(self, term: str) -> bool:
        return any(self._corpus.chunks_with(place + term).size for place in _OF_FILES)

    def _add_text(self, term: str, worth: float) -> None:
        positions, counts = self._corpus.postings(term)
        if not positions.size:
            return
        found, layout, weights = self._found, self._layout, self._weights
        damping = dampings(
            layout.lengths[positions],
            layout.mean_chunk,
            weights.chunk_saturation,
            weights.chunk_length,
        )
        found.chunk[positions] += np.float32(worth) * shares(counts, damping)
        sums = np.bincount(self._files[positions], counts, len(found.file)).astype(np.float32)
        having = np.flatnonzero(sums)
        damping = dampings(
            layout.file_lengths[having],
            layout.mean_file,
            weights.file_saturation,
            weights.file_length,
        )
        rarity = self._query.terms[term] * idf(len(found.file), having.size)
        found.file[having] += np.float32(rarity) * shares(sums[having], damping)

    def _add_places(self, term: str, worth: float) -> None:
        found, corpus = self._found, self._corpus
        found.named[corpus.chunks_with(terms.NAMED + term)] += worth
        found.within[corpus.chunks_with(terms.WITHIN + term)] += worth
        found.folder[self._files[corpus.chunks_with(terms.FOLDER + term)]] += worth
        having, sizes = corpus.postings(terms.NAME + term)
        files = self._files[having]
        found.name[files] += self._name_worth(term, worth, len(having))
        found.name_coverage[files] += (1 if term in self._query.single else 2) / sizes
        if term in self._query.single:
            self._add_short_names(term, worth, files)

    def _name_worth(self, term: str, worth: float, having: int) -> float:
        """Compute the mean of a term's worth in texts and of that among names."""
        return (worth + self._query.terms[term] * idf(len(self._found.file), having)) / 2

    def _add_short_names(self, term: str, worth: float, known: Positions) -> None:
        """Add files whose names have the beginning of a word, as `auth` of authentication."""
        for short in _short_forms(term):
            having, sizes = self._corpus.postings(terms.NAME + short)
            if not having.size:
                continue
            files = self._files[having]
            new = np.isin(files, known, invert=True)
            part = _SHORT_FORM * self._name_worth(term, worth, len(having))
            self._found.name[files[new]] += part
            self._found.name_coverage[files[new]] += _SHORT_FORM / sizes[new]

    def _add_definitions(self) -> None:
        weights, query = self._weights, self._query
        exact = weights.defines if query.kind is Kind.SYMBOL else weights.mentions
        for name in query.capitals:
            self._add_definition(self._definitions(name), weights.capitals)
        for name in query.names:
            here, other = self._definitions(name), self._definitions(terms.join_parts(name))
            for chunks, weight in ((other, weights.other_case * exact), (here, exact)):
                scoped = in_scope(chunks, query.scopes, self._corpus)
                elsewhere = weights.out_of_scope if scoped.size else 1
                self._add_definition(chunks, weight * elsewhere)
                self._add_definition(scoped, weight)
                self._found.asked[scoped] = True
            self._add_extents(here, name)
            if query.kind is Kind.SYMBOL:
                self._only = self._only_definitions(name)

    def _only_definitions(self, name: str) -> Positions:
        """Return the definitions of a name spelled like that if only one file has any.

        Those of tests count where there are no others.
        """
        chunks = self._corpus.chunks_with(terms.spelling_term(name))
        chunks = in_scope(chunks, self._query.scopes, self._corpus)
        files = self._files[chunks]
        if not _is_one(files):
            tests = self._files[self._corpus.chunks_with(terms.MARK + Mark.TEST)]
            chunks = chunks[np.isin(files, tests, invert=True)]
        return chunks if _is_one(self._files[chunks]) else chunks[:0]

    def _definitions(self, spelling: str) -> Positions:
        return self._corpus.chunks_with(terms.DEFINES + spelling)

    def _add_definition(self, chunks: Positions, weight: float) -> None:
        self._found.defines[chunks] = np.maximum(self._found.defines[chunks], weight)

    def _add_extents(self, chunks: Positions, name: str) -> None:
        """Weigh definitions by their size: a class goes before the object beside it."""
        if not chunks.size:
            return
        within = self._corpus.chunks_with(terms.WITHIN + terms.parts(name)[-1])
        extents = _extents(chunks, within, self._files)
        self._found.defines[chunks] += self._weights.extent * (1 - 1 / extents)


def _is_one(files: Positions) -> bool:
    """Return whether some files, of chunks in order, are one and the same."""
    return bool(files.size) and bool(files[0] == files[-1])


def _place_terms(term: str, query: Query) -> Iterator[str]:
    """Yield the terms of names and folders that score a plain term."""
    yield from (place + term for place in (terms.NAMED, terms.WITHIN, *_OF_FILES))
    if term in query.single:
        yield from (terms.NAME + short for short in _short_forms(term))


def _short_forms(term: str) -> Iterator[str]:
    """Yield the beginnings of a term that names are often cut to."""
    return (term[:letters] for letters in _SHORT_FORMS if letters < len(term))


def _extents(chunks: Positions, within: Positions, files: Positions) -> Floats:
    """Count the chunks that each definition goes on for, at least 1.

    A definition goes on through the chunks that are `within` one of its name, up to the next.
    """
    ends = np.searchsorted(within, np.append(chunks[1:], np.iinfo(np.int32).max))
    extents = np.ones(len(chunks), np.float32)
    for number, (chunk, end) in enumerate(zip(chunks, ends, strict=True)):
        start = int(np.searchsorted(within, chunk, side="right"))
        rest = within[start:end]
        row = rest[(rest - chunk == np.arange(1, len(rest) + 1)) & (files[rest] == files[chunk])]
        extents[number] += len(row)
    return extents

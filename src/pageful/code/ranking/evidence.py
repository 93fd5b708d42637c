"""Per-chunk and per-file scores of a query, before weights are applied."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from pageful.code.ranking.corpus import Corpus
from pageful.code.ranking.corpus_stats import stats_of
from pageful.code.ranking.query import Kind, Query
from pageful.code.ranking.scopes import in_scope
from pageful.code.ranking.weights import Weights
from pageful.code.terms import splitting as terms
from pageful.text.bm25 import Floats, dampings, idf, shares

Positions = npt.NDArray[np.int32]
Mask = npt.NDArray[np.bool_]

MOST_TERMS = 48
"""Terms of a query that are scored: those that tell most."""

_SHORT_FORMS = range(3, 7)
_SHORT_FORM = 0.7


@dataclass(frozen=True, slots=True)
class Evidence:
    """Shares of a query, each from 0 (nothing of it) to 1 (all of it, as often as can matter).

    A share of a query is the idf of what was met over the idf of all that was asked.

    Per chunk: `asked` whether it defines the name that was asked for, in its scope; `chunk` the
    BM25 of its text, `named` the words of the names it defines, `within`
    those of the definitions around it, `defines` what a definition asked for by name weighs. Per
    file: `file` the BM25 of its whole text, `name` the words of its name, `name_coverage` how much
    of its
    name the query has, `folder` the words of its nearest directories.
    """

    asked: Mask
    chunk: Floats
    named: Floats
    within: Floats
    defines: Floats
    file: Floats
    name: Floats
    name_coverage: Floats
    folder: Floats


def gather_evidence(query: Query, corpus: Corpus, weights: Weights) -> Evidence:
    """Score the chunks and files of a corpus for a query."""
    return _Gathering(query, corpus, weights).done()


class _Gathering:
    def __init__(self, query: Query, corpus: Corpus, weights: Weights) -> None:
        self._query = query
        self._weights = weights
        self._corpus = corpus
        self._files = corpus.files
        self._shape = stats_of(corpus)
        chunks, files = len(corpus.lengths), len(corpus.paths)
        by_chunk = (np.zeros(chunks, np.float32) for _ in range(4))
        by_file = (np.zeros(files, np.float32) for _ in range(4))
        self._found = Evidence(np.zeros(chunks, np.bool_), *by_chunk, *by_file)

    def done(self) -> Evidence:
        asked = np.float32(self._add_terms())
        found = self._found
        for share in (found.chunk, found.named, found.within, found.file, found.folder, found.name):
            np.divide(share, asked, out=share)
        # A word may be rarer among names than in texts, where its worth is measured.
        for share in (found.name, found.name_coverage):
            np.minimum(share, 1, out=share)
        self._add_definitions()
        return found

    def _add_terms(self) -> float:
        """Adds every term's part; gives the idf of all that was asked."""
        chunks = len(self._corpus.lengths)
        worth: dict[str, float] = {}
        asked = 0.0
        for term, weight in self._query.terms.items():
            having = len(self._corpus.postings(term)[0])
            known = weight * idf(chunks, having)
            if having or self._names_file(term):
                worth[term] = known
            if term in self._query.single:
                asked += known if having else known / 2
        for term in sorted(worth, key=worth.__getitem__, reverse=True)[:MOST_TERMS]:
            self._add_text(term, worth[term])
            self._add_places(term, worth[term])
        return asked or 1.0

    def _names_file(self, term: str) -> bool:
        return any(
            self._corpus.postings(place + term)[0].size for place in (terms.NAME, terms.FOLDER)
        )

    def _add_text(self, term: str, worth: float) -> None:
        positions, counts = self._corpus.postings(term)
        if not positions.size:
            return
        found, shape, weights = self._found, self._shape, self._weights
        damping = dampings(
            self._corpus.lengths[positions],
            shape.mean_chunk,
            weights.chunk_saturation,
            weights.chunk_length,
        )
        found.chunk[positions] += np.float32(worth) * shares(counts, damping)
        sums = np.bincount(self._files[positions], counts, len(found.file)).astype(np.float32)
        having = np.flatnonzero(sums)
        damping = dampings(
            shape.lengths[having], shape.mean_file, weights.file_saturation, weights.file_length
        )
        rarity = self._query.terms[term] * idf(len(found.file), having.size)
        found.file[having] += np.float32(rarity) * shares(sums[having], damping)

    def _add_places(self, term: str, worth: float) -> None:
        found, postings = self._found, self._corpus.postings
        found.named[postings(terms.NAMED + term)[0]] += worth
        found.within[postings(terms.WITHIN + term)[0]] += worth
        found.folder[self._files[postings(terms.FOLDER + term)[0]]] += worth
        having, sizes = postings(terms.NAME + term)
        files = self._files[having]
        found.name[files] += self._name_worth(term, worth, len(having))
        found.name_coverage[files] += (1 if term in self._query.single else 2) / sizes
        if term in self._query.single:
            self._add_short_names(term, worth, files)

    def _name_worth(self, term: str, worth: float, having: int) -> float:
        """The mean of what a term tells in texts and of what it tells among names."""
        return (worth + self._query.terms[term] * idf(len(self._found.file), having)) / 2

    def _add_short_names(self, term: str, worth: float, known: Positions) -> None:
        """Adds files whose names have the beginning of a word, as `auth` of authentication."""
        for letters in _SHORT_FORMS:
            if letters >= len(term):
                return
            having, sizes = self._corpus.postings(terms.NAME + term[:letters])
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
            self._add_definition(self._defining(name), weights.capitals)
        for name in query.names:
            here, other = self._defining(name), self._defining(terms.join_parts(name))
            for chunks, weight in ((other, weights.other_case * exact), (here, exact)):
                scoped = in_scope(chunks, query.scopes, self._corpus)
                elsewhere = weights.out_of_scope if scoped.size else 1
                self._add_definition(chunks, weight * elsewhere)
                self._add_definition(scoped, weight)
                self._found.asked[scoped] = True
            self._add_extents(here, name)

    def _defining(self, spelling: str) -> Positions:
        return self._corpus.postings(terms.DEFINES + spelling)[0]

    def _add_definition(self, chunks: Positions, weight: float) -> None:
        self._found.defines[chunks] = np.maximum(self._found.defines[chunks], weight)

    def _add_extents(self, chunks: Positions, name: str) -> None:
        """Add what the size of definitions tells: the class before the object beside it."""
        if not chunks.size:
            return
        within = self._corpus.postings(terms.WITHIN + terms.parts(name)[-1])[0]
        extents = _extents(chunks, within, self._files)
        self._found.defines[chunks] += self._weights.extent * (1 - 1 / extents)


def _extents(chunks: Positions, within: Positions, files: Positions) -> Floats:
    """How many chunks each definition goes on for, at least 1.

    A definition goes on through the chunks that stand `within` one of its name, up to the next.
    """
    ends = np.searchsorted(within, np.append(chunks[1:], np.iinfo(np.int32).max))
    extents = np.ones(len(chunks), np.float32)
    for number, (chunk, end) in enumerate(zip(chunks, ends, strict=True)):
        start = int(np.searchsorted(within, chunk, side="right"))
        rest = within[start:end]
        row = rest[(rest - chunk == np.arange(1, len(rest) + 1)) & (files[rest] == files[chunk])]
        extents[number] += len(row)
    return extents

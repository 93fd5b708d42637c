"""What the chunks and files of a corpus have to say for a query."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from laconic.code import terms
from laconic.code.ranking.bm25 import Floats, dampings, idf, shares
from laconic.code.ranking.corpus import Corpus
from laconic.code.ranking.query import Kind, Query
from laconic.code.ranking.weights import Weights

Integers = npt.NDArray[np.int64]
Positions = npt.NDArray[np.int32]

MOST_TERMS = 48
"""Terms of a query that are scored: those that tell most."""

_SHORT_FORMS = range(3, 7)
_SHORT_FORM = 0.7


@dataclass(frozen=True, slots=True)
class Evidence:
    """Shares of a query, each from 0 (nothing of it) to 1 (all of it, as often as can matter).

    A share of a query is the idf of what was met over the idf of all that was asked.

    Per chunk: `chunk` the BM25 of its text, `named` the words of the names it defines, `within`
    those of the definitions around it, `defines` what a definition asked for by name weighs. Per
    file: `file` the BM25 of its whole text, `name` the words of its name, `folder` those of its
    nearest directories, `fit` how much of its name the query has. `first` is each file's first
    chunk, `length` how many words it has.
    """

    chunk: Floats
    named: Floats
    within: Floats
    defines: Floats
    file: Floats
    name: Floats
    fit: Floats
    folder: Floats
    length: Floats
    first: Integers


def evidence(query: Query, corpus: Corpus, weights: Weights) -> Evidence:
    """Gathers what there is for a query."""
    return _Gathering(query, corpus, weights).done()


class _Gathering:
    def __init__(self, query: Query, corpus: Corpus, weights: Weights) -> None:
        self._query = query
        self._weights = weights
        self._corpus = corpus
        self._files = corpus.files
        chunks, files = len(corpus.lengths), len(corpus.paths)
        self._first = np.searchsorted(self._files, np.arange(files))
        length = np.bincount(self._files, corpus.lengths, files).astype(np.float32)
        self._damping = dampings(corpus.lengths, weights.chunk_saturation, weights.chunk_length)
        self._file_damping = dampings(length, weights.file_saturation, weights.file_length)
        chunk, named, within, defines = (np.zeros(chunks, np.float32) for _ in range(4))
        file, name, fit, folder = (np.zeros(files, np.float32) for _ in range(4))
        self._found = Evidence(
            chunk, named, within, defines, file, name, fit, folder, length, self._first
        )

    def done(self) -> Evidence:
        asked = self._add_terms()
        found = self._found
        weighed = found.chunk, found.named, found.within, found.file, found.name, found.folder
        for share in weighed:
            np.divide(share, np.float32(asked), out=share)
        np.minimum(found.fit, 1, out=found.fit)
        self._add_names()
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
            self._add_text(term, self._query.terms[term], worth[term])
            self._add_places(term, worth[term])
        return asked or 1.0

    def _names_file(self, term: str) -> bool:
        return any(
            self._corpus.postings(place + term)[0].size for place in (terms.STEM, terms.FOLDER)
        )

    def _add_text(self, term: str, weight: float, worth: float) -> None:
        positions, counts = self._corpus.postings(term)
        if not positions.size:
            return
        found = self._found
        found.chunk[positions] += worth * shares(counts, self._damping[positions])
        sums = np.bincount(self._files[positions], counts, len(found.file)).astype(np.float32)
        having = np.flatnonzero(sums)
        rarity = weight * idf(len(found.file), having.size)
        found.file[having] += rarity * shares(sums[having], self._file_damping[having])

    def _add_places(self, term: str, worth: float) -> None:
        found, postings = self._found, self._corpus.postings
        found.named[postings(terms.NAMED + term)[0]] += worth
        found.within[postings(terms.WITHIN + term)[0]] += worth
        found.folder[self._files[postings(terms.FOLDER + term)[0]]] += worth
        having, sizes = postings(terms.STEM + term)
        known = self._add_name(having, sizes, self._name_worth(term, worth, len(having)), term)
        if term in self._query.single:
            self._add_short_names(term, worth, known)

    def _name_worth(self, term: str, worth: float, having: int) -> float:
        return (worth + self._query.terms[term] * idf(len(self._found.file), having)) / 2

    def _add_name(self, chunks: Positions, sizes: Floats, worth: float, term: str) -> Integers:
        files = self._files[chunks].astype(np.int64)
        self._found.name[files] += worth
        self._found.fit[files] += (1 if term in self._query.single else 2) / sizes
        return files

    def _add_short_names(self, term: str, worth: float, known: Integers) -> None:
        """Adds files whose names have the beginning of a word, as `auth` of authentication."""
        for letters in _SHORT_FORMS:
            if letters >= len(term):
                return
            having, sizes = self._corpus.postings(terms.STEM + term[:letters])
            new = np.isin(self._files[having], known, invert=True)
            if new.any():
                part = _SHORT_FORM * self._name_worth(term, worth, len(having))
                files = self._files[having[new]]
                self._found.name[files] += part
                self._found.fit[files] += _SHORT_FORM / sizes[new]

    def _add_names(self) -> None:
        weights, query = self._weights, self._query
        exact = weights.defines if query.kind is Kind.SYMBOL else weights.mentions
        named = [(name, weights.capitals) for name in query.capitals]
        for name, weight in [*named, *((name, exact) for name in query.names)]:
            chunks = self._corpus.postings(terms.DEFINES + name)[0]
            self._found.defines[chunks] = np.maximum(self._found.defines[chunks], weight)

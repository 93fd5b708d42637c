"""Names that are asked for and stand nowhere, and the defined names that come nearest."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from heapq import nlargest
from itertools import islice

import numpy as np
import numpy.typing as npt

from pageful.code.ranking.corpus import Corpus
from pageful.code.ranking.query import Kind, Query
from pageful.code.ranking.scopes import in_scope
from pageful.code.terms import splitting as terms

_NEAREST = 3
_LEAST_ALIKE = 0.55
"""The share of two names' pairs of letters that makes them alike: `ErrAbort` and `ErrAborted`."""
_SHARED = 3
_MOST_READ = 32
_MOST_NAMES = 5

Mask = npt.NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Absent:
    """A name that no chunk has that was searched, and defined names like it, the nearest first.

    `elsewhere` says that chunks have it which the filters left out.
    """

    name: str
    nearest: tuple[str, ...]
    elsewhere: bool = False


def absent_names(
    query: Query,
    corpus: Corpus,
    read: Callable[[int], str] | None,
    among: Mask | None,
    *,
    literal_stands: bool = False,
) -> tuple[Absent, ...]:
    """The names of a query that stand nowhere; `read` gives a chunk's text.

    `literal_stands` says that the query, a dotted name, stands somewhere as a whole.
    """
    looking = _Looking(corpus, read, among)
    wanted = _identifiers(query)[:_MOST_NAMES] if len(corpus.lengths) else ()
    missing = [name for name in wanted if not looking.has(name)]
    if query.kind is Kind.SYMBOL and query.literals and read is not None and not literal_stands:
        known = looking.has_defined(query)
        missing = [] if known else list(query.literals)
    return tuple(looking.absent(name) for name in missing)


def _identifiers(query: Query) -> tuple[str, ...]:
    if query.kind is Kind.SYMBOL:
        return query.names
    return tuple(dict.fromkeys(query.names)) if query.kind is Kind.WORDS else ()


@dataclass(frozen=True, slots=True)
class _Looking:
    corpus: Corpus
    read: Callable[[int], str] | None
    among: Mask | None

    def has(self, name: str) -> bool:
        """Whether any chunk that was searched has a name, or a file of it is called so."""
        split = terms.parts(name)
        if not split:
            return True
        if self._allowed(terms.NAME + split[-1]).size:
            return True
        having = self._allowed(split[-1])
        if self.read is None or len(split) < 2 or not 0 < len(having) <= _MOST_READ:
            return bool(having.size)
        # Other names have the same stem: `ErrAborting` that of `ErrAborted`.
        whole = terms.join_parts(name)
        texts = (self.read(int(chunk)) for chunk in having)
        return any(terms.join_parts(word) == whole for text in texts for word in terms.words(text))

    def has_defined(self, query: Query) -> bool:
        """Whether the last name of a qualified one is defined in its scope."""
        return any(
            in_scope(self._allowed(terms.DEFINES + spelling), query.scopes, self.corpus).size
            for name in query.names
            for spelling in (name, terms.join_parts(name))
        )

    def absent(self, name: str) -> Absent:
        """The name, with those that are like all of it or, of a dotted one, like its last part."""
        last = terms.words(name)[-1]
        elsewhere = self.among is not None and bool(
            self.corpus.postings(terms.parts(last)[-1])[0].size
        )
        alike = dict.fromkeys(near for each in {name: 0, last: 0} for near in self._nearest(each))
        return Absent(name, tuple(alike)[:_NEAREST], elsewhere)

    def _nearest(self, name: str) -> Iterator[str]:
        """Defined names like a name, the most alike first, each in one spelling."""
        folded = "".join(map(terms.join_parts, terms.words(name)))
        wanted = _ngrams(folded, 2)
        alike: dict[str, tuple[float, str]] = {}
        for spelling in _similar_spellings(folded, self.corpus.names()):
            other = terms.join_parts(spelling)
            share = _dice(wanted, _ngrams(other, 2))
            # Each name is known as it is written and folded; capitals sort before small letters.
            if share >= _LEAST_ALIKE and spelling <= alike.get(other, (0, spelling))[1]:
                alike[other] = share, spelling
        best = nlargest(4 * _NEAREST, alike.values(), key=lambda each: (each[0], each[1]))
        living = (each for _, each in best if self._allowed(terms.DEFINES + each).size)
        return islice(living, _NEAREST)

    def _allowed(self, term: str) -> npt.NDArray[np.int32]:
        chunks = self.corpus.postings(term)[0]
        return chunks if self.among is None else chunks[self.among[chunks]]


def _similar_spellings(folded: str, names: Iterable[str]) -> Iterator[str]:
    """Those of many names that share a third of a name's runs of three letters.

    All names are one text that each run is sought in: a loop over 100,000 names takes a second.
    """
    spellings = [name for name in names if "\n" not in name]
    starts = np.cumsum([0, *(len(name) + 1 for name in spellings)])
    text = "\n".join(spellings).lower()
    if len(text) != starts[-1] - 1:  # A few capitals of Unicode are two small letters.
        return iter(spellings)
    runs = _ngrams(folded, 3)
    sharing = np.zeros(len(spellings), np.int32)
    for run in runs:
        found = [match.start() for match in re.finditer(re.escape(run), text)]
        sharing[np.unique(np.searchsorted(starts, found, side="right") - 1)] += 1
    enough = np.flatnonzero((sharing > 0) & (_SHARED * sharing >= len(runs)))
    return (spellings[number] for number in enough.tolist())


def _ngrams(text: str, letters: int) -> frozenset[str]:
    return frozenset(text[n : n + letters] for n in range(max(1, len(text) - letters + 1)))


def _dice(one: frozenset[str], other: frozenset[str]) -> float:
    """Compute the Dice coefficient of two sets of n-grams, from 0 to 1."""
    return 2 * len(one & other) / (len(one) + len(other))

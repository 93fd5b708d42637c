"""Find names of a query that no chunk has, and the defined names most like them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from heapq import nlargest
from itertools import islice

import numpy as np

from pageful.code.ranking.layout import Positions
from pageful.code.ranking.query import Kind, Query
from pageful.code.ranking.query_corpus import QueryCorpus
from pageful.code.ranking.scopes import in_scope
from pageful.code.terms import splitting as terms
from pageful.lazy.dataclasses import dataclass

_NEAREST = 3
_LEAST_ALIKE = 0.55
"""The least Dice coefficient of like names' pairs of letters: 0.88 for `ErrAbort`, `ErrAborted`."""
_SHORTEST_BEGINNING = 4
"""The fewest letters of a name that counts as the beginning of others: `closeDoc`."""
_SHARED = 3
_MOST_READ = 32
_MOST_NAMES = 5


@dataclass(frozen=True, slots=True)
class AbsentName:
    """A name that no chunk has that was searched, and defined names like it, the nearest first.

    `elsewhere` says that chunks have it which the filters left out.
    """

    name: str
    nearest: tuple[str, ...]
    elsewhere: bool = False


def absent_names(query: Query, corpus: QueryCorpus, *, has_literal: bool) -> tuple[AbsentName, ...]:
    """Find the names of a query that no chunk has.

    `has_literal` says that some chunk has the query, a dotted name, as a whole.
    """
    looking = _NameSearch(corpus)
    wanted = _identifiers(query)[:_MOST_NAMES] if len(corpus.layout.lengths) else ()
    missing = [name for name in wanted if not looking.has(name)]
    if query.kind is Kind.SYMBOL and query.literals and not has_literal:
        known = looking.has_defined(query)
        missing = [] if known else list(query.literals)
    return tuple(looking.absent(name) for name in missing)


def _identifiers(query: Query) -> tuple[str, ...]:
    if query.kind is Kind.SYMBOL:
        return query.names
    return tuple(dict.fromkeys(query.names)) if query.kind is Kind.WORDS else ()


@dataclass(frozen=True)
class _NameSearch:
    corpus: QueryCorpus

    def has(self, name: str) -> bool:
        """Return whether an allowed chunk has a name, or is of a file of that name."""
        split = terms.parts(name)
        if not split:
            return True
        if self.corpus.allowed_with(terms.NAME + split[-1]).size:
            return True
        having = self.corpus.allowed_with(split[-1])
        if len(split) < 2 or not 0 < len(having) <= _MOST_READ:
            return bool(having.size)
        # Other names have the same stem: `ErrAborting` that of `ErrAborted`. The first text mostly
        # has the name, which saves the time to unpack the others.
        return self._is_in(name, having[:1]) or self._is_in(name, having[1:])

    def _is_in(self, name: str, chunks: Positions) -> bool:
        """Return whether the text of any of some chunks has a name as a whole word."""
        whole, texts = terms.join_parts(name), self.corpus.texts(chunks)
        return any(terms.join_parts(word) == whole for text in texts for word in terms.words(text))

    def has_defined(self, query: Query) -> bool:
        """Return whether the last name of a qualified one is defined in its scope."""
        return any(
            in_scope(defining, query.scopes, self.corpus).size
            for name in query.names
            for spelling in (name, terms.join_parts(name))
            for defining in (self.corpus.allowed_with(terms.DEFINES + spelling),)
        )

    def absent(self, name: str) -> AbsentName:
        """Describe a name by names like all of it and, of a dotted one, like its last part."""
        corpus, last = self.corpus, terms.words(name)[-1]
        filtered = corpus.among is not None
        elsewhere = filtered and bool(corpus.chunks_with(terms.parts(last)[-1]).size)
        likely = [self._nearest(each) for each in dict.fromkeys((name, last))]
        corpus.fetch(terms.DEFINES + each for spellings in likely for each in spellings)
        alike = dict.fromkeys(
            each for spellings in likely for each in self._defined_names(spellings)
        )
        return AbsentName(name, tuple(alike)[:_NEAREST], elsewhere)

    def _defined_names(self, spellings: Iterable[str]) -> Iterator[str]:
        """Yield the first `_NEAREST` of some names that allowed chunks define."""
        allowed_with = self.corpus.allowed_with
        living = (each for each in spellings if allowed_with(terms.DEFINES + each).size)
        return islice(living, _NEAREST)

    @cached_property
    def _names(self) -> Sequence[str]:
        return tuple(self.corpus.corpus.names())

    def _nearest(self, name: str) -> list[str]:
        """List defined names like a name, each in one spelling.

        Those that begin with it go first, then the most alike.
        """
        folded = "".join(map(terms.join_parts, terms.words(name)))
        wanted = _ngrams(folded, 2)
        is_long = len(folded) >= _SHORTEST_BEGINNING
        alike: dict[str, tuple[float, str]] = {}
        for spelling in _similar_spellings(folded, self._names):
            other = terms.join_parts(spelling)
            share = _dice(wanted, _ngrams(other, 2)) + (is_long and other.startswith(folded))
            # Each name is known as it is written and folded; capitals sort before small letters.
            if share >= _LEAST_ALIKE and spelling <= alike.get(other, (0, spelling))[1]:
                alike[other] = share, spelling
        best = nlargest(4 * _NEAREST, alike.values(), key=lambda each: (each[0], each[1]))
        return [each for _, each in best]


def _similar_spellings(folded: str, names: Iterable[str]) -> Iterator[str]:
    """Yield those of many names that share a third of a name's runs of three letters.

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

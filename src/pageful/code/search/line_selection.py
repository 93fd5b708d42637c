"""The choice of the lines of a file that best show why its chunks were found."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import pairwise

from pageful.code.find.uses import imports
from pageful.code.terms.splitting import join_parts, parts, words
from pageful.code.terms.stems import stem
from pageful.lazy.dataclasses import dataclass
from pageful.text.bm25 import idf

_REPEATED = 0.45  # of a word's worth, for each chosen line that has it: the next line adds another
_IMPORT = 0.6  # of a line's worth: an import says little of what is done
_DEFINITION = 0.35  # of the rarest word's worth, more for a line that names a symbol
_AGAIN, _MOST_AGAIN = 0.1, 3  # more, for each further time that a line has a word, up to three
_LEAST = 0.3  # of the best line's worth: lines below it share a common word or two
_BEGINNING = 2  # characters of a word that no stem changes
NAME = "="
"""The prefix of a term that is a whole word and not a part or a stem of one."""


@dataclass(frozen=True, slots=True)
class Passage:
    """A chunk that was found: the numbers of its lines, the share of the best score it has.

    `telling` is the number of the line to show where none has a word of the query.
    """

    first: int
    last: int
    share: float
    telling: int

    @property
    def numbers(self) -> range:
        """The numbers of its lines."""
        return range(self.first, self.last + 1)


@dataclass(frozen=True)
class TermWorth:
    """The worth of the terms of a query: those that fewer chunks of the index have tell more."""

    worth: Mapping[str, float]

    @classmethod
    def of(cls, terms: Mapping[str, float], chunks: int, having: Mapping[str, int]) -> TermWorth:
        """Weigh terms by how many of all chunks have each; `terms` have its weight in the query."""
        return cls({term: weight * idf(chunks, having[term]) for term, weight in terms.items()})

    @cached_property
    def beginnings(self) -> frozenset[str]:
        """The beginnings of the terms, which a stem shares with its word."""
        return frozenset(term[:_BEGINNING] for term in self.worth)

    @property
    def most(self) -> float:
        """The worth of the rarest term."""
        return max(self.worth.values(), default=0.0)

    def of_line(self, terms: Collection[str], shown: Mapping[str, int]) -> float:
        """Return the worth of a line with these terms beside chosen lines that have some."""
        return sum(self.worth[term] * _REPEATED ** shown.get(term, 0) for term in terms)


def terms_of(line: str, beginnings: Collection[str]) -> set[str]:
    """Return the terms of a line, as an index has them, and its whole words.

    Of pairs of neighbouring words, joined, only those with one of some `beginnings`.
    """
    found = words(line)
    joined = [join_parts(word) for word in found]
    pairs = (a + b for a, b in pairwise(joined))
    terms = {stem(pair) for pair in pairs if pair[:_BEGINNING] in beginnings}
    terms.update(NAME + word for word in joined)
    return terms.union(*map(parts, found))


def names_of(line: str) -> set[str]:
    """Return the whole words of a line as terms, each written as `join_parts` does."""
    return {NAME + join_parts(word) for word in words(line)}


def choose_lines(
    rows: Sequence[str],
    passages: Sequence[Passage],
    worth: TermWorth,
    naming: Collection[int],
    most: int,
) -> list[int]:
    """Return the numbers of the lines to show, in order: at most `most`, one of each passage.

    `rows` are all lines of the file, `naming` the numbers of those that name a symbol.
    """
    candidates = [
        candidate for each in passages for candidate in _candidates(rows, each, worth, naming)
    ]
    chosen: list[int] = []
    shown = Counter[str]()
    best = 0.0
    while candidates and len(chosen) < most:
        value, first = max((_value(each, worth, shown), -each.number) for each in candidates)
        best = best or value
        if value < _LEAST * best or not value:
            break
        taken = next(each for each in candidates if each.number == -first)
        candidates.remove(taken)
        chosen.append(taken.number)
        shown.update(taken.terms)
    missed = (each for each in passages if not any(n in each.numbers for n in chosen))
    return sorted({*chosen, *(_best_of(rows, each, worth, naming) for each in missed)})


@dataclass(frozen=True, slots=True)
class _Candidate:
    number: int
    terms: frozenset[str]
    share: float
    bonus: float


def _candidates(
    rows: Sequence[str], passage: Passage, worth: TermWorth, naming: Collection[int]
) -> Iterator[_Candidate]:
    for number in passage.numbers:
        row = rows[number - 1] if number <= len(rows) else ""
        terms = frozenset(terms_of(row, worth.beginnings) & worth.worth.keys())
        if terms:
            again = min(_count(row, terms) - len(terms), _MOST_AGAIN)
            share = passage.share * (_IMPORT if imports(row) else 1.0) * (1 + _AGAIN * again)
            bonus = _DEFINITION * worth.most if number in naming else 0.0
            yield _Candidate(number, terms, share, bonus)


def _count(row: str, terms: Collection[str]) -> int:
    """Count how often a line has some terms; at least once each."""
    found = sum(part in terms for word in words(row) for part in parts(word))
    return max(found, len(terms))


def _value(candidate: _Candidate, worth: TermWorth, shown: Mapping[str, int]) -> float:
    return (worth.of_line(candidate.terms, shown) + candidate.bonus) * candidate.share


def _best_of(
    rows: Sequence[str], passage: Passage, worth: TermWorth, naming: Collection[int]
) -> int:
    """Return the one line of a passage that tells most, whatever the others of the file say."""
    found = list(_candidates(rows, passage, worth, naming))
    if not found:
        return passage.telling
    return max(found, key=lambda each: (_value(each, worth, {}), -each.number)).number

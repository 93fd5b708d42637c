"""Where the notes of a vault hold one term of a query, and how much of it."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from pageful.vault.search.inverted_index import HEAD, Field, Integers
from pageful.vault.search.segment import Postings, Segment
from pageful.vault.search.term_index import TermIndex
from pageful.vault.search.words import has_unspaced, is_letter, words

Floats = npt.NDArray[np.float64]
Truths = npt.NDArray[np.bool_]

MOST_MORE = 3
"""By how many letters a word may be longer than a term and still count as it: `links`, `linked`."""
SHORTEST_STEM = 4
"""How many letters a term has at least that such a word may count as; one less, and it may be one
longer."""

_LONGER = 0.7
"""How much a longer word counts of the term itself."""
_LENGTH = 0.75
"""BM25's b: how much a long text counts against a note."""
_SATURATION = 3.0
"""BM25's k1: how slowly further occurrences count less."""
_WORTH = {
    Field.TITLE: 6.0,
    Field.ALIAS: 5.0,
    Field.HEADING: 1.5,
    Field.TAG: 2.0,
    Field.FOLDER: 2.0,
}
"""As how many occurrences in a text of average length a field counts."""
_WORTH_OF_FIELDS = np.array(
    [sum(worth for field, worth in _WORTH.items() if field & flags) for flags in range(32)]
)
_LONGEST_CHARACTER = 4
"""Bytes of a character in UTF-8."""
_SENTENCE_SIGNS = ",.;:!?…、。，；：！？"


@dataclass(frozen=True, slots=True)
class TermScores:
    """The doc_ids that hold a term, each once: how often, in which fields, of what worth.

    A term is held where it stands as a word: set off by what is no letter or digit, or in a script
    that sets no spaces. It is held too by a word that begins with it and is a little longer: by at
    most three letters, one if the term has three, none if it has less. `gain` grows with
    occurrences towards 1 (BM25's term frequency); `weight` is the inverse document frequency. See
    Robertson and Zaragoza, The Probabilistic Relevance Framework, 2009.
    """

    doc_ids: Integers
    gain: Floats
    named: Truths
    weight: float


class TermScorer:
    """Looks for terms in a term index."""

    def __init__(self, term_index: TermIndex) -> None:
        self._term_index = term_index
        self._found: dict[str, TermScores] = {}

    def scores(self, term: str) -> TermScores:
        """The doc_ids that hold a folded term."""
        if term not in self._found:
            self._found[term] = self._scores_of(term)
        return self._found[term]

    def _scores_of(self, term: str) -> TermScores:
        single = words(term)
        is_word = len(single) == 1 and single[0] == _utf8(term)
        if is_word and (len(term) == 2 or not has_unspaced(term)):
            return self._weighed(*self._listed(single[0], most_more(term)))
        return self._weighed(*self._seen(term))

    def _listed(self, word: bytes, more: int) -> tuple[Integers, Floats, Integers]:
        """Places, occurrences and fields of a word, a doc_id for each of its forms."""
        found: list[tuple[int, Postings, float]] = []
        for start, segment in self._term_index.segments():
            found.append((start, segment.word(word), 1.0))
            if more:
                found.append((start, segment.longer(word, more), _LONGER))
        return (
            _joined(start + each.notes for start, each, _ in found).astype(np.int64),
            _joined(each.counts * worth for _, each, worth in found),
            _joined(each.fields for _, each, _ in found).astype(np.int64),
        )

    def _seen(self, term: str) -> tuple[Integers, Floats, Integers]:
        """Places, occurrences and fields of a term that is more than a word, read in the notes."""
        matcher = WholeWordMatcher(term)
        found: list[tuple[int, int, int]] = []
        for start, segment in self._term_index.segments():
            texts = segment.texts
            found += [
                (start + number, matcher.count(texts[number].decode("utf-8", "surrogatepass")), 0)
                for number in segment.holding(term).tolist()
            ]
            found += [
                (start + number, 0, matcher.in_fields(segment, number))
                for number in segment.naming(term)
            ]
        held = [each for each in found if each[1] or each[2]]
        doc_ids, counts, flags = np.array(held, np.int64).reshape(-1, 3).T
        return doc_ids, counts.astype(np.float64), flags

    def _weighed(self, doc_ids: Integers, counts: Floats, fields: Integers) -> TermScores:
        term_index = self._term_index
        chosen, which = np.unique(doc_ids[term_index.alive[doc_ids]], return_inverse=True)
        alive = term_index.alive[doc_ids]
        often = np.bincount(which, counts[alive], len(chosen))
        marks = np.zeros(len(chosen), np.int64)
        np.bitwise_or.at(marks, which, fields[alive])
        frequency = often / self._lengths[chosen] + _WORTH_OF_FIELDS[marks]
        return TermScores(
            chosen,
            frequency / (frequency + _SATURATION),
            (marks & int(HEAD)) > 0,
            _idf(len(chosen), int(term_index.alive.sum())),
        )

    @cached_property
    def _lengths(self) -> Floats:
        sizes = self._term_index.sizes
        mean = float(sizes.mean()) if len(sizes) else 0.0
        return 1 - _LENGTH + _LENGTH * sizes / max(mean, 1.0)


class WholeWordMatcher:
    """Finds a string in folded texts where it is set off from longer words.

    Each space of it may be the end of a line in the text.
    """

    def __init__(self, sought: str) -> None:
        self._sought = sought
        self._exactly = _utf8(sought)
        self._pattern = re.compile("[ \n]".join(map(re.escape, sought.split(" "))))
        self._most_more = most_more(sought) if is_letter(sought[-1:]) else None
        self._set_off = is_letter(sought[:1])

    def in_texts(self, segment: Segment, among: Sequence[int]) -> list[int]:
        """Those of some notes whose text holds it."""
        texts = segment.texts.on_one_line
        find, data, bounds = texts.data.find, texts.data, texts.bounds
        found = []
        for number in among:
            begin, end = bounds[number]
            at = find(self._exactly, begin, end)
            while at >= 0 and not self._stands_alone(data, begin, at, end):
                at = find(self._exactly, at + 1, end)
            if at >= 0:
                found.append(number)
        return found

    def in_fields(self, segment: Segment, number: int) -> int:
        """Which fields of a note hold it; aliases count as headings."""
        head = segment.heads[number]
        if self._exactly not in head:
            return 0
        path, _, rest = head.decode("utf-8", "surrogatepass").partition("\n")
        fields = Field.FOLDER if self.count(path) else 0
        fields |= Field.TITLE if self.count(path.rpartition("/")[2]) else 0
        return int(fields | (Field.HEADING if self.count(rest) else 0))

    def count(self, text: str) -> int:
        """How often a folded text holds it."""
        found = self._pattern.finditer(text)
        return sum(1 for each in found if self._is_set_off(text, each.start(), each.end()))

    def begins_at(self, text: str, at: int) -> bool:
        """Whether a folded text holds it at some doc_id."""
        found = self._pattern.match(text, at)
        return found is not None and self._is_set_off(text, at, found.end())

    def _stands_alone(self, data: bytes, begin: int, at: int, end: int) -> bool:
        """Whether it is set off where it stands in a text of many, from `begin` to `end`."""
        behind = at + len(self._exactly)
        before = data[max(begin, at - _LONGEST_CHARACTER) : at].decode("utf-8", "ignore")
        reach = _LONGEST_CHARACTER * (1 + (self._most_more or 0))
        after = data[behind : min(end, behind + reach)].decode("utf-8", "ignore")
        around = f"{before[-1:]}{self._sought}{after}"
        start = len(before[-1:])
        return self._is_set_off(around, start, start + len(self._sought))

    def _is_set_off(self, text: str, start: int, end: int) -> bool:
        if self._set_off and start and is_letter(text[start - 1]):
            return False
        if self._most_more is None:
            return True
        rest = text[end : end + self._most_more + 1]
        return len(rest) <= self._most_more or not all(map(is_letter, rest))


def most_more(term: str) -> int:
    """By how many letters a word may be longer than a term and still count as it."""
    return MOST_MORE if len(term) >= SHORTEST_STEM else int(len(term) == SHORTEST_STEM - 1)


def core(term: str) -> str:
    """A term without the signs of a sentence around it: `notes` of `notes,`."""
    return term.rstrip(_SENTENCE_SIGNS) or term


def _joined(arrays: Iterable[npt.NDArray[np.generic]]) -> npt.NDArray[np.float64]:
    return np.concatenate([np.zeros(0), *arrays])


def _idf(holding: int, of: int) -> float:
    return math.log(1 + (of - holding + 0.5) / (holding + 0.5))


def _utf8(text: str) -> bytes:
    return text.encode("utf-8", "surrogatepass")

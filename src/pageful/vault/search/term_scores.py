"""BM25 scores of one term of a query in the notes that contain it."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Sequence
from functools import cached_property

import numpy as np
import numpy.typing as npt

from pageful.lazy.dataclasses import dataclass
from pageful.text.bm25 import odds, shares
from pageful.vault.search.inverted_index import HEAD, Field, Integers
from pageful.vault.search.segment import Postings, Segment
from pageful.vault.search.term_index import TermIndex
from pageful.vault.search.words import has_unspaced, is_letter, words

Floats = npt.NDArray[np.float64]
Truths = npt.NDArray[np.bool_]

# The numbers below were chosen by hand; `benchmarks/vault_quality.py` measures their effect.

MOST_MORE = 3
"""The most letters by which an inflected form is longer than its term: `links`, `linked`.

Long enough for the endings of English and German, `-s`, `-ed`, `-ing`, `-en`.
"""
SHORTEST_STEM = 4
"""The fewest letters of a term with such longer forms. A term of one less may have one letter more,
for its plural."""

_LONGER = 0.7
"""The part of an occurrence that a longer form counts: less than the word itself, as it may be
another word."""
_LENGTH = 0.75
"""BM25's b: the penalty of long texts."""
_SATURATION = 3.0
"""BM25's k1: the larger, the longer further occurrences keep counting."""
_WORTH = {
    Field.TITLE: 6.0,
    Field.ALIAS: 5.0,
    Field.HEADING: 1.5,
    Field.TAG: 2.0,
    Field.FOLDER: 2.0,
}
"""The number of occurrences in a text of average length that each field counts as.

A title or an alias names the whole note; a tag or a folder says what it is about, and a heading
names a part of it alone.
"""
_WORTH_OF_FIELDS = np.array(
    [sum(worth for field, worth in _WORTH.items() if field & flags) for flags in range(32)]
)
_LONGEST_CHARACTER = 4
"""Bytes of a character in UTF-8."""
_SENTENCE_SIGNS = ",.;:!?…、。，；：！？"


@dataclass(frozen=True, slots=True)
class TermScores:
    """The notes that contain a term, as parallel arrays of shape (notes,), each note once.

    `doc_ids` (int64) rise; `gain` (float64) is BM25's saturated term frequency, from 0 to 1;
    `named` (bool) says whether the title, an alias or a heading has the term. `weight` is the
    term's inverse document frequency. See Robertson and Zaragoza, The Probabilistic Relevance
    Framework, 2009.

    A note contains a term as a word: set off by anything but a letter or digit, or in a script
    without spaces. A word that begins with the term and is a little longer counts too: by at most
    three letters, one if the term has three, none if it has fewer.
    """

    doc_ids: Integers
    gain: Floats
    named: Truths
    weight: float


class TermScorer:
    """A scorer of terms in a term index, which looks each term up once."""

    def __init__(self, term_index: TermIndex) -> None:
        self._term_index = term_index
        self._found: dict[str, TermScores] = {}

    def scores(self, term: str) -> TermScores:
        """Return the scores of a folded term."""
        if term not in self._found:
            self._found[term] = self._scores_of(term)
        return self._found[term]

    def _scores_of(self, term: str) -> TermScores:
        single = words(term)
        is_word = len(single) == 1 and single[0] == _utf8(term)
        if is_word and (len(term) == 2 or not has_unspaced(term)):
            return self._weigh(*self._indexed_matches(single[0], most_more(term)))
        return self._weigh(*self._text_matches(term))

    def _indexed_matches(self, word: bytes, more: int) -> tuple[Integers, Floats, Integers]:
        """Return documents, occurrences and fields of a word; a document repeats for each form."""
        found: list[tuple[int, Postings, float]] = []
        for start, segment in self._term_index.segments():
            found.append((start, segment.word(word), 1.0))
            if more:
                found.append((start, segment.longer_words(word, more), _LONGER))
        return (
            _concatenate(start + each.notes for start, each, _ in found).astype(np.int64),
            _concatenate(each.counts * worth for _, each, worth in found),
            _concatenate(each.fields for _, each, _ in found).astype(np.int64),
        )

    def _text_matches(self, term: str) -> tuple[Integers, Floats, Integers]:
        """Return documents, occurrences and fields of a term that is no word, read in the texts."""
        matcher = WholeWordMatcher(term)
        found: list[tuple[int, int, int]] = []
        for start, segment in self._term_index.segments():
            texts = segment.texts
            found += [
                (start + number, matcher.count(texts[number].decode("utf-8", "surrogatepass")), 0)
                for number in segment.notes_with(term).tolist()
            ]
            found += [
                (start + number, 0, matcher.in_fields(segment, number))
                for number in segment.notes_named(term)
            ]
        held = [each for each in found if each[1] or each[2]]
        doc_ids, counts, flags = np.array(held, np.int64).reshape(-1, 3).T
        return doc_ids, counts.astype(np.float64), flags

    def _weigh(self, doc_ids: Integers, counts: Floats, fields: Integers) -> TermScores:
        term_index = self._term_index
        chosen, which = np.unique(doc_ids[term_index.alive[doc_ids]], return_inverse=True)
        alive = term_index.alive[doc_ids]
        often = np.bincount(which, counts[alive], len(chosen))
        marks = np.zeros(len(chosen), np.int64)
        np.bitwise_or.at(marks, which, fields[alive])
        frequency = often / self._lengths[chosen] + field_worths(marks)
        return TermScores(
            chosen,
            shares(frequency, _SATURATION),
            (marks & int(HEAD)) > 0,
            # Not `idf`, whose `log1p` differs in the last bits: JSON has scores in full precision.
            math.log(1 + odds(int(term_index.alive.sum()), len(chosen))),
        )

    @cached_property
    def _lengths(self) -> Floats:
        return length_factors(self._term_index.sizes)


class WholeWordMatcher:
    """A matcher of a string in folded texts where it is set off from longer words.

    Each space of the string also matches the end of a line.
    """

    def __init__(self, sought: str) -> None:
        self._sought = sought
        self._exactly = _utf8(sought)
        self._pattern = re.compile("[ \n]".join(map(re.escape, sought.split(" "))))
        self._most_more = most_more(sought) if is_letter(sought[-1:]) else None
        self._set_off = is_letter(sought[:1])

    def in_texts(self, segment: Segment, among: Sequence[int]) -> list[int]:
        """Return the numbers, of those given, of the texts that contain the string."""
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
        """Return the fields of a note that contain the string; aliases count as headings."""
        head = segment.heads[number]
        if self._exactly not in head:
            return 0
        path, _, rest = head.decode("utf-8", "surrogatepass").partition("\n")
        fields = Field.FOLDER if self.count(path) else 0
        fields |= Field.TITLE if self.count(path.rpartition("/")[2]) else 0
        return int(fields | (Field.HEADING if self.count(rest) else 0))

    def count(self, text: str) -> int:
        """Count the occurrences in a folded text."""
        found = self._pattern.finditer(text)
        return sum(1 for each in found if self._is_set_off(text, each.start(), each.end()))

    def begins_at(self, text: str, at: int) -> bool:
        """Return whether a folded text contains the string at an offset."""
        found = self._pattern.match(text, at)
        return found is not None and self._is_set_off(text, at, found.end())

    def _stands_alone(self, data: bytes, begin: int, at: int, end: int) -> bool:
        """Return whether the string at an offset of packed texts is set off within its text."""
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
    """Return the most letters by which an inflected form may be longer than a term."""
    return MOST_MORE if len(term) >= SHORTEST_STEM else int(len(term) == SHORTEST_STEM - 1)


def core(term: str) -> str:
    """Strip the punctuation of a sentence behind a term: `notes` of `notes,`."""
    return term.rstrip(_SENTENCE_SIGNS) or term


def field_worths(fields: Integers) -> Floats:
    """Return what sets of fields, as bits, count as: occurrences in a text of average length."""
    worths: Floats = _WORTH_OF_FIELDS[fields]
    return worths


def length_factors(sizes: Floats) -> Floats:
    """Return by how much the lengths of texts lessen each occurrence: 1 for an average one."""
    mean = float(sizes.mean()) if len(sizes) else 0.0
    factors: Floats = 1 - _LENGTH + _LENGTH * sizes / max(mean, 1.0)
    return factors


def _concatenate(arrays: Iterable[npt.NDArray[np.generic]]) -> npt.NDArray[np.float64]:
    return np.concatenate([np.zeros(0), *arrays])


def _utf8(text: str) -> bytes:
    return text.encode("utf-8", "surrogatepass")

"""An immutable index of some notes, by their numbers in it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

import numpy as np
import numpy.typing as npt

from pageful.lazy.dataclasses import dataclass
from pageful.vault.search.inverted_index import Counts, Flags, Integers, InvertedIndex, PackedTexts
from pageful.vault.search.words import WordConstraint, word_constraints

_FARTHEST = b"\xff"
"""A byte greater than any that can continue a word in UTF-8."""


@dataclass(frozen=True, slots=True)
class Postings:
    """Postings of one or several words, as parallel arrays of shape (postings,).

    The note `notes[i]` (int64) has a word `counts[i]` times (uint16) in its text and in the fields
    `fields[i]` (uint8). A note is repeated for each of several words that it has.
    """

    notes: Integers
    counts: Counts
    fields: Flags


class Segment:
    """A reader of one inverted index that finds strings and words in its notes."""

    def __init__(self, columns: InvertedIndex) -> None:
        self.columns = columns
        self._words = columns.words

    def __len__(self) -> int:
        return len(self.texts.ends)

    @property
    def texts(self) -> PackedTexts:
        """The folded text of each note."""
        return self.columns.texts

    @property
    def heads(self) -> PackedTexts:
        """The path, aliases and headings of each note, folded, a line each."""
        return self.columns.heads

    def notes_with(self, sought: str) -> Integers:
        """Return the notes whose folded text contains a string, in order."""
        needs, encoded = word_constraints(sought), sought.encode("utf-8", "surrogatepass")
        narrowed = self._candidates(needs, in_text=True)
        if narrowed is not None and [need.word for need in needs] == [encoded]:
            return narrowed
        among = self._not_ascii if narrowed is None else narrowed.tolist()
        if narrowed is None and sought.isascii():
            among = range(len(self))
        return np.array(self.texts.texts_with(encoded, among), np.int64)

    def notes_named(self, sought: str) -> list[int]:
        """Return the notes whose path, aliases or headings contain a string, in order."""
        narrowed = self._candidates(word_constraints(sought), in_text=False)
        among = range(len(self)) if narrowed is None else narrowed.tolist()
        return self.heads.texts_with(sought.encode("utf-8", "surrogatepass"), among)

    def word(self, word: bytes) -> Postings:
        """Return the postings of a word."""
        return self._postings(self._same(word))

    def longer_words(self, start: bytes, most: int) -> Postings:
        """Return the postings of words that are `start` and 1 to `most` more characters."""
        shortest = _length(start)
        chosen = [
            word_id
            for word_id in self._prefix_ids(start).tolist()
            if shortest < _length(self._words[word_id]) <= shortest + most
        ]
        return self._postings(np.array(chosen, np.int64))

    def words_from(self, start: bytes) -> list[bytes]:
        """Return the words that begin with some bytes, in order."""
        return [self._words[word_id] for word_id in self._prefix_ids(start).tolist()]

    def vocabulary(self) -> list[str]:
        """Return all words, in the order of their UTF-8."""
        return self._words.data.decode("utf-8", "surrogatepass").split("\n")[:-1]

    @cached_property
    def _not_ascii(self) -> Sequence[int]:
        """The notes with characters beyond ASCII."""
        return [number for number in range(len(self)) if not self.texts[number].isascii()]

    def _candidates(self, needs: Sequence[WordConstraint], *, in_text: bool) -> Integers | None:
        """Return the notes with words for every constraint; `None` if that excludes no note."""
        found: npt.NDArray[np.bool_] | None = None
        for need in needs:
            if len(need.word) > 1 or not (need.on_left and need.on_right):
                having = self._with_one_of(self._word_ids(need), in_text=in_text)
                found = having if found is None else found & having
        return None if found is None else np.flatnonzero(found)

    def _with_one_of(self, word_ids: Integers, *, in_text: bool) -> npt.NDArray[np.bool_]:
        columns, rows = self.columns, self._rows(word_ids)
        found = np.zeros(len(self), np.bool_)
        found[columns.notes[rows[columns.counts[rows] > 0] if in_text else rows]] = True
        return found

    def _word_ids(self, need: WordConstraint) -> Integers:
        """Return the ids of the words that meet a constraint."""
        if need.on_left:
            return self._scan(need.word if need.on_right else need.word + b"\n")
        return self._prefix_ids(need.word) if need.on_right else self._same(need.word)

    def _same(self, word: bytes) -> Integers:
        word_id = self._word_id(word)
        there = word_id < len(self._words.ends) and self._words[word_id] == word
        return np.arange(word_id, word_id + there)

    def _prefix_ids(self, start: bytes) -> Integers:
        return np.arange(self._word_id(start), self._word_id(start + _FARTHEST))

    def _scan(self, sought: bytes) -> Integers:
        """Return the ids of words that contain some bytes, the byte behind a word included."""
        find, found = self._words.data.find, []
        at = find(sought)
        while at >= 0:
            found.append(at)
            at = find(sought, at + 1)
        word_ids = np.searchsorted(self._words.ends, np.array(found, np.int64), "right")
        # Not `unique`, which loads the masked arrays of numpy.
        return np.flatnonzero(np.bincount(word_ids))

    def _word_id(self, word: bytes) -> int:
        """Return the id of a word, or the one that it would have."""
        low, high = 0, len(self._words.ends)
        while low < high:
            middle = (low + high) // 2
            low, high = (middle + 1, high) if self._words[middle] < word else (low, middle)
        return low

    def _rows(self, word_ids: Integers) -> Integers:
        """Return the indices of the postings of some words."""
        starts = self.columns.starts
        begins, sizes = starts[word_ids], starts[word_ids + 1] - starts[word_ids]
        return np.repeat(begins - (np.cumsum(sizes) - sizes), sizes) + np.arange(sizes.sum())

    def _postings(self, word_ids: Integers) -> Postings:
        columns, rows = self.columns, self._rows(word_ids)
        return Postings(
            columns.notes[rows].astype(np.int64), columns.counts[rows], columns.fields[rows]
        )


def _length(word: bytes) -> int:
    return len(word.decode("utf-8", "surrogatepass"))

"""The inverted index of some documents: compressed sparse rows of words by documents."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from enum import IntFlag
from functools import cached_property
from itertools import repeat

import numpy as np
import numpy.typing as npt

from pageful.lazy.dataclasses import dataclass, field
from pageful.vault.search.words import words

Integers = npt.NDArray[np.int64]
Numbers = npt.NDArray[np.int32]
Counts = npt.NDArray[np.uint16]
Flags = npt.NDArray[np.uint8]

_MOST_COUNTED = 65_535


class Field(IntFlag):
    """The fields of a note that count more than its text, as bits."""

    TITLE = 1
    ALIAS = 2
    HEADING = 4
    TAG = 8
    FOLDER = 16


_LISTED = frozenset({Field.ALIAS, Field.HEADING})

HEAD = Field.TITLE | Field.ALIAS | Field.HEADING
"""The fields that name a note or a part of it."""


@dataclass(frozen=True, slots=True)
class Document:
    """The folded text, path and fields of a file."""

    text: str
    path: str
    fields: Sequence[tuple[Field, str]]


@dataclass(frozen=True)
class PackedTexts:
    """Texts in UTF-8, one after the other, each followed by one separating byte.

    `ends`, of shape (texts,) and type int64, has the offset behind that byte: text `i` is
    `data[ends[i - 1] : ends[i] - 1]`, the first from 0.
    """

    data: bytes
    ends: Integers

    @cached_property
    def bounds(self) -> list[tuple[int, int]]:
        """The offsets at which each text begins and ends."""
        ends: list[int] = self.ends.tolist()
        return list(zip([0, *ends], (end - 1 for end in ends), strict=False))

    @cached_property
    def on_one_line(self) -> PackedTexts:
        """The same texts with spaces for the ends of their lines."""
        return PackedTexts(self.data.replace(b"\n", b" "), self.ends)

    @property
    def sizes(self) -> Integers:
        """Bytes of each text."""
        return np.diff(self.ends, prepend=0) - 1

    def texts_with(self, sought: bytes, among: Iterable[int]) -> list[int]:
        """Return the numbers, of those given, of the texts that contain a string."""
        find, data, bounds = self.data.find, self.data, self.bounds
        return [number for number in among if find(sought, *bounds[number]) >= 0] if data else []

    def __getitem__(self, number: int) -> bytes:
        """Return one of the texts."""
        begin = self.ends[number - 1] if number else 0
        return self.data[begin : self.ends[number] - 1]


@dataclass(frozen=True, slots=True)
class InvertedIndex:
    """A sparse matrix of words by notes, in compressed sparse rows (CSR), and the texts.

    Row `w` is the word `words[w]`, in the order of UTF-8. Its postings are at `starts[w]` up to
    `starts[w + 1]` of three parallel arrays, of shape (postings,): `notes` (int32), the rising
    numbers of notes; `counts` (uint16), occurrences in the text, at most 65,535; `fields` (uint8),
    the bits of `Field` that have the word. `starts` (int64) has shape (words + 1,).

    `texts` and `heads` are by note; each of `heads` has the note's path on a line, then each of its
    aliases and headings.
    """

    texts: PackedTexts
    heads: PackedTexts
    words: PackedTexts
    starts: Integers
    notes: Numbers
    counts: Counts
    fields: Flags


def invert(documents: Iterable[Document]) -> InvertedIndex:
    """Index documents, which are numbered as they come."""
    draft = _Draft()
    for document in documents:
        draft.add(document)
    return draft.columns()


class _WordIds(dict[bytes, int]):
    """The ids of words, numbered by first occurrence."""

    def __missing__(self, word: bytes) -> int:
        self[word] = number = len(self)
        return number


@dataclass(slots=True)
class _Draft:
    """An index under construction: postings in the order of documents, and the words so far."""

    word_ids: _WordIds = field(default_factory=_WordIds)
    texts: list[bytes] = field(default_factory=list)
    heads: list[bytes] = field(default_factory=list)
    sizes: list[int] = field(default_factory=list)
    rows: list[int] = field(default_factory=list)
    counts: list[int] = field(default_factory=list)
    fields: bytearray = field(default_factory=bytearray)

    def add(self, document: Document) -> None:
        counted, marked = Counter(words(document.text)), _field_words(document)
        alone = marked.keys() - counted.keys()
        self.texts.append(_utf8(document.text))
        self.heads.append(_utf8(_head(document)))
        self.sizes.append(len(counted) + len(alone))
        for found in (counted, alone):
            self.rows += map(self.word_ids.__getitem__, found)
            self.fields += bytes(map(marked.get, found, repeat(0)))
        self.counts += counted.values()
        self.counts += repeat(0, len(alone))

    def columns(self) -> InvertedIndex:
        ordered = sorted(self.word_ids)
        word_ids = np.empty(len(ordered), np.int64)
        word_ids[[self.word_ids[word] for word in ordered]] = np.arange(len(ordered))
        rows = word_ids[np.array(self.rows, np.int64)]
        order = np.argsort(rows, kind="stable")
        counts = np.minimum(np.array(self.counts, np.int64), _MOST_COUNTED)
        return InvertedIndex(
            texts=_pack(self.texts),
            heads=_pack(self.heads),
            words=_pack(ordered),
            starts=np.searchsorted(rows[order], np.arange(len(ordered) + 1)),
            notes=np.repeat(np.arange(len(self.sizes), dtype=np.int32), self.sizes)[order],
            counts=counts.astype(np.uint16)[order],
            fields=np.frombuffer(self.fields, np.uint8)[order],
        )


def _field_words(document: Document) -> dict[bytes, int]:
    """Return the words of the fields, each with the bits of those that have it."""
    found: dict[bytes, int] = {}
    for part, text in document.fields:
        flag = part.value
        for word in words(text):
            found[word] = found.get(word, 0) | flag
    return found


def _head(document: Document) -> str:
    named = (text for part, text in document.fields if part in _LISTED)
    return "\n".join(" ".join(line.split("\n")) for line in (document.path, *named))


def _pack(texts: Sequence[bytes]) -> PackedTexts:
    ends = np.cumsum([len(each) + 1 for each in texts], dtype=np.int64)
    return PackedTexts(b"\n".join([*texts, b""]), ends)


def _utf8(text: str) -> bytes:
    return text.encode("utf-8", "surrogatepass")

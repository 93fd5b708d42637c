"""The terms that a chunk is found by: its words and their parts, its path and its definitions."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from dataclasses import dataclass

from pageful.code.chunking.chunk import Chunk
from pageful.code.terms.marks import marks_of
from pageful.code.terms.stems import stem
from pageful.text.scripts import UNSPACED_IN_CODE

DEFINES = "="
"""Begins a term that says: the chunk defines this name, as it is written and as `joined`."""
NAMED = "+"
"""Begins a term that says: the name of a definition here has this word."""
WITHIN = ">"
"""Begins a term that says: the chunk stands inside a definition whose name has this word."""
NAME = "/"
"""Begins a term of a file's first chunk: the file's name has this word.

Its count is the number of words in the name.
"""
FOLDER = "//"
"""Begins a term of a file's first chunk: one of its nearest directories has this word."""
MARK = "!"
"""Begins a term of a file's first chunk: the file is of this kind (`marks.Mark`)."""
PREFIXES = DEFINES + NAMED + WITHIN + NAME + MARK
"""The first characters of all terms that are no plain words."""

LONGEST = 128
"""Characters of a word that are kept; two longer words that begin alike are the same term."""
_MOST_PARTS = 12
_MOST_CACHED = 300_000
_FOLDERS = 3
_FOLDER_FILES = frozenset(("mod", "index", "__init__"))

_MARKS = (
    "\u0300-\u036f\u0483-\u0487\u0591-\u05c7\u0610-\u061a\u064b-\u065f\u0900-\u109f\u1780-\u17d3"
)
_WORD = re.compile(f"[\\w{_MARKS}]+")
_PART = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+")
# > 設定ファイル
_UNSPACED = re.compile(f"[{UNSPACED_IN_CODE}]+")

_split: dict[str, tuple[str, ...]] = {}


@dataclass(frozen=True, slots=True)
class ChunkTerms:
    """How often a chunk has each term, and how many words and parts of words it has in all."""

    counts: dict[str, int]
    length: int


def chunk_terms(file_path: str, chunk: Chunk) -> ChunkTerms:
    """Counts the terms of a chunk; only its text, its place and its file's path decide them.

    Plain terms are the words of the text, as `parts` gives them; terms that say something else
    begin with `DEFINES`, `NAMED`, `WITHIN`, `NAME`, `FOLDER` or `MARK`, characters that no word
    has, and don't count towards the length.
    """
    counts = _plain_counts(chunk.text)
    length = sum(counts.values())
    counts.update(_places(chunk))
    if chunk.start == 1:
        counts.update(path_terms(file_path))
    return ChunkTerms(counts, length)


def words(text: str) -> list[str]:
    """The words of a text in order, as they are written, in Unicode's compatible form."""
    whole = text if text.isascii() else unicodedata.normalize("NFKC", text)
    return _WORD.findall(whole)


def parts(word: str) -> tuple[str, ...]:
    """The terms of one word: its parts and, if it has several, the parts joined.

    `getHTTPResponse` gives `get`, `http`, `respons`, `gethttprespons`, and so does
    `get_http_response`; `utf8` gives `utf`, `8`, `utf8`. English words are their stems. A run of
    a script without spaces gives its characters and its pairs of neighbours.
    """
    known = _split.get(word)
    if known is None:
        if len(_split) >= _MOST_CACHED:
            _split.clear()
        known = _split[word] = _parts(word[:LONGEST])
    return known


def joined(word: str) -> str:
    """A whole word, however its parts are set off and whatever its case."""
    return word[:LONGEST].replace("_", "").casefold()


def _plain_counts(text: str) -> dict[str, int]:
    counts: dict[str, int] = {}
    for word, times in Counter(words(text)).items():
        for term in parts(word):
            counts[term] = counts.get(term, 0) + times
    return counts


def _parts(word: str) -> tuple[str, ...]:
    if word.isascii():
        found = [part.lower() for part in _PART.findall(word)]
    else:
        found = [part for piece in word.split("_") if piece for part in _foreign_parts(piece)]
    whole = joined(word)
    if len(found) > _MOST_PARTS:
        return (whole,)
    if found != [whole] and whole:
        found.append(whole)
    return tuple(dict.fromkeys(stem(part) for part in found))


def _foreign_parts(piece: str) -> list[str]:
    found: list[str] = []
    end = 0
    for run in _UNSPACED.finditer(piece):
        found += _humps(piece[end : run.start()])
        found += _grams(run.group())
        end = run.end()
    return found + _humps(piece[end:])


def _grams(run: str) -> list[str]:
    pairs = [run[i : i + 2] for i in range(len(run) - 1)] if len(run) > 2 else []
    return [*run, *pairs]


def _humps(piece: str) -> list[str]:
    found: list[str] = []
    start = 0
    for i in range(1, len(piece)):
        if _turns(piece, i):
            found.append(piece[start:i].casefold())
            start = i
    return [*found, piece[start:].casefold()] if piece else found


def _turns(piece: str, i: int) -> bool:
    before, here = piece[i - 1], piece[i]
    if before.isdigit() != here.isdigit():
        return True
    if not here.isupper():
        return False
    return before.islower() or (i + 1 < len(piece) and piece[i + 1].islower())


def _places(chunk: Chunk) -> dict[str, int]:
    defined = {
        DEFINES + spelling: 1
        for name in chunk.defines
        for spelling in (name[:LONGEST], joined(name))
    }
    named = {NAMED + term: 1 for name in chunk.defines for term in _all_parts(name)}
    names = (place.partition(" ")[2] or place for place in chunk.path)
    return defined | named | {WITHIN + term: 1 for name in names for term in _all_parts(name)}


def path_terms(file_path: str) -> dict[str, int]:
    """The terms that a file's first chunk has for its path: name, nearest directories, marks."""
    folders = file_path.split("/")[:-1]
    name = file_name(file_path)
    near = {FOLDER + term: 1 for folder in folders[-_FOLDERS:] for term in _all_parts(folder)}
    marks = {MARK + mark: 1 for mark in marks_of(file_path)}
    return near | marks | dict.fromkeys((NAME + term for term in _all_parts(name)), _size(name))


def file_name(file_path: str) -> str:
    """The name of a file without extension; where that says nothing, the name of its folder."""
    *folders, name = file_path.split("/")
    bare = name.lstrip(".")
    bare = bare.rpartition(".")[0] or bare
    return folders[-1] if folders and bare in _FOLDER_FILES else bare


def _size(name: str) -> int:
    return max(1, sum(max(1, len(parts(word)) - 1) for word in words(name)))


def _all_parts(name: str) -> list[str]:
    return [term for word in words(name) for term in parts(word)]

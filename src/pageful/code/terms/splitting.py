"""The terms that a chunk is found by: its words and their parts, its path and its definitions."""

from __future__ import annotations

import unicodedata
from collections import Counter

from pageful.code.chunking.chunk import Chunk
from pageful.code.terms.marks import marks_of
from pageful.code.terms.stems import stem
from pageful.lazy import patterns
from pageful.lazy.dataclasses import dataclass
from pageful.text.scripts import UNSPACED_IN_CODE

DEFINES = "="
"""The prefix of a name that the chunk defines, as it is written and as `join_parts` gives it."""
SPELLED = "~"
"""The prefix of a name that the chunk defines and that is written as `join_parts` gives it.

`DEFINES` alone does not tell `producer` from `Producer`, which is `producer` to `join_parts` too.
"""
NAMED = "+"
"""The prefix of a word in the name of a definition that begins in the chunk."""
WITHIN = ">"
"""The prefix of a word in the name of a definition around the chunk."""
NAME = "/"
"""The prefix of a word in the file's name, at the file's first chunk.

The term's count is the number of words in the name.
"""
FOLDER = "//"
"""The prefix of a word in one of the file's nearest directories, at the file's first chunk."""
MARK = "!"
"""The prefix of a kind of file (`marks.Mark`), at the file's first chunk."""
PREFIXES = DEFINES + SPELLED + NAMED + WITHIN + NAME + MARK
"""The first characters of all terms other than plain words."""

LONGEST = 128
"""Characters of a word that are kept; two longer words that begin alike are the same term.

A longer word is data, Base64 for instance, and no name.
"""
_MOST_PARTS = 12  # a word of more, a hash for instance, is data, for which one term is enough
_MOST_CACHED = 300_000  # words, in 100 MB: those of 80 MB of Python
_FOLDERS = 3  # directories from the file up; those above have too many files to tell any by them
_FOLDER_FILES = frozenset(("mod", "index", "__init__"))

_MARKS = (
    "\u0300-\u036f\u0483-\u0487\u0591-\u05c7\u0610-\u061a\u064b-\u065f\u0900-\u109f\u1780-\u17d3"
)
# > getHTTPResponse
# > नमस्ते
_WORD = patterns.compile(f"[\\w{_MARKS}]+")
# > HTTPResponse2
_PART = patterns.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+")
# > 設定ファイル
_UNSPACED = patterns.compile(f"[{UNSPACED_IN_CODE}]+")

_terms_by_word: dict[str, tuple[str, ...]] = {}


@dataclass(frozen=True, slots=True)
class ChunkTerms:
    """The count of each term of a chunk, and the number of its plain terms with repetitions."""

    counts: dict[str, int]
    length: int


def chunk_terms(file_path: str, chunk: Chunk) -> ChunkTerms:
    """Count the terms of a chunk, as its text, its names and its file's path decide them.

    Plain terms are the words of the text, as `parts` gives them; terms that say something else
    begin with `DEFINES`, `SPELLED`, `NAMED`, `WITHIN`, `NAME`, `FOLDER` or `MARK`, characters that
    no word has, and don't count towards the length.
    """
    counts = _plain_counts(chunk.text)
    length = sum(counts.values())
    counts.update(_definition_terms(chunk))
    if chunk.start == 1:
        counts.update(path_terms(file_path))
    return ChunkTerms(counts, length)


def words(text: str) -> list[str]:
    """List the words of a text in order, as they are written, in Unicode's compatible form."""
    whole = text if text.isascii() else unicodedata.normalize("NFKC", text)
    return _WORD.findall(whole)


def parts(word: str) -> tuple[str, ...]:
    """Return the terms of one word: its parts and, if it has several, the parts joined.

    `getHTTPResponse` gives `get`, `http`, `respons`, `gethttprespons`, and so does
    `get_http_response`; `utf8` gives `utf`, `8`, `utf8`. English words are their stems. A run of
    a script without spaces gives its characters and its pairs of neighbours.
    """
    known = _terms_by_word.get(word)
    if known is None:
        if len(_terms_by_word) >= _MOST_CACHED:
            _terms_by_word.clear()
        known = _terms_by_word[word] = _split_word(word[:LONGEST])
    return known


def join_parts(word: str) -> str:
    """Write a whole word without underscores and in lower case: `get_url` and `getURL` are one."""
    return word[:LONGEST].replace("_", "").casefold()


def spelling_term(name: str) -> str:
    """Return the term of the chunks that define a name as it is spelled."""
    return (SPELLED if name == join_parts(name) else DEFINES) + name[:LONGEST]


def _plain_counts(text: str) -> dict[str, int]:
    counts: dict[str, int] = {}
    for word, times in Counter(words(text)).items():
        for term in parts(word):
            counts[term] = counts.get(term, 0) + times
    return counts


def _split_word(word: str) -> tuple[str, ...]:
    if word.isascii():
        found = [part.lower() for part in _PART.findall(word)]
    else:
        found = [part for piece in word.split("_") if piece for part in _split_foreign_word(piece)]
    whole = join_parts(word)
    if len(found) > _MOST_PARTS:
        return (whole,)
    if found != [whole] and whole:
        found.append(whole)
    return tuple(dict.fromkeys(stem(part) for part in found))


def _split_foreign_word(piece: str) -> list[str]:
    found: list[str] = []
    end = 0
    for run in _UNSPACED.finditer(piece):
        found += _split_camel_case(piece[end : run.start()])
        found += _ngrams(run.group())
        end = run.end()
    return found + _split_camel_case(piece[end:])


def _ngrams(run: str) -> list[str]:
    pairs = [run[i : i + 2] for i in range(len(run) - 1)] if len(run) > 2 else []
    return [*run, *pairs]


def _split_camel_case(piece: str) -> list[str]:
    found: list[str] = []
    start = 0
    for i in range(1, len(piece)):
        if _begins_part(piece, i):
            found.append(piece[start:i].casefold())
            start = i
    return [*found, piece[start:].casefold()] if piece else found


def _begins_part(piece: str, i: int) -> bool:
    before, here = piece[i - 1], piece[i]
    if before.isdigit() != here.isdigit():
        return True
    if not here.isupper():
        return False
    return before.islower() or (i + 1 < len(piece) and piece[i + 1].islower())


def _definition_terms(chunk: Chunk) -> dict[str, int]:
    defined = {
        DEFINES + spelling: 1
        for name in chunk.defines
        for spelling in (name[:LONGEST], join_parts(name))
    }
    defined |= {SPELLED + name: 1 for name in chunk.defines if spelling_term(name)[0] == SPELLED}
    named = {NAMED + term: 1 for name in chunk.defines for term in _all_parts(name)}
    names = (label.partition(" ")[2] or label for label in chunk.path)
    return defined | named | {WITHIN + term: 1 for name in names for term in _all_parts(name)}


def path_terms(file_path: str) -> dict[str, int]:
    """Count the terms of a path, for its file's first chunk: name, nearest directories, marks."""
    folders = file_path.split("/")[:-1]
    name = file_name(file_path)
    near = {FOLDER + term: 1 for folder in folders[-_FOLDERS:] for term in _all_parts(folder)}
    marks = {MARK + mark: 1 for mark in marks_of(file_path)}
    return (
        near | marks | dict.fromkeys((NAME + term for term in _all_parts(name)), _count_words(name))
    )


def file_name(file_path: str) -> str:
    """Return a file's name without extension; for `index` and its like, its folder's name."""
    *folders, name = file_path.split("/")
    bare = name.lstrip(".")
    bare = bare.rpartition(".")[0] or bare
    return folders[-1] if folders and bare in _FOLDER_FILES else bare


def _count_words(name: str) -> int:
    return max(1, sum(max(1, len(parts(word)) - 1) for word in words(name)))


def _all_parts(name: str) -> list[str]:
    return [term for word in words(name) for term in parts(word)]

"""The words of folded text in any script, as the index has them."""

from __future__ import annotations

import re
from operator import add

from pageful.lazy import patterns
from pageful.lazy.dataclasses import dataclass
from pageful.text.scripts import UNSPACED

_MARKS = "\u0483-\u0487\u0591-\u05c7\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06dc\u0900-\u0e00"
"""Scripts whose vowels are signs that Python does not count as letters."""

# > 日本語
_RUN = patterns.compile(f"[{UNSPACED}]+")
# > हिन्दी
_MARK = patterns.compile(f"[{_MARKS}]")
# > rye_2
_WORD = patterns.compile(f"[^\\W_{UNSPACED}]+")
# > हिन्दी
_MARKED_WORD = patterns.compile(f"(?:[^\\W_{UNSPACED}]+|[{_MARKS}]+)+")
_ASCII = bytes(code if chr(code).isalnum() and code < 128 else 32 for code in range(256))


def words(folded: str) -> list[bytes]:
    """Split a folded text into words, in UTF-8: its runs of letters and digits.

    In a script without spaces, each pair of neighbours in a run is a word, since word boundaries
    are unknown; a run of one character is a word too.
    """
    if folded.isascii():
        return folded.encode().translate(_ASCII).split()
    spaced = (_MARKED_WORD if _MARK.search(folded) else _WORD).findall(folded)
    for run in _RUN.findall(folded):
        spaced += map(add, run, run[1:]) if len(run) > 1 else [run]
    return " ".join(spaced).encode("utf-8", "surrogatepass").split(b" ") if spaced else []


def has_unspaced(text: str) -> bool:
    """Return whether a text has characters of a script without spaces between words."""
    return not text.isascii() and _RUN.search(text) is not None


def is_letter(character: str) -> bool:
    """Return whether a character is part of a word that spaces or other signs set off."""
    if character.isascii():
        return character[:1].isalnum()
    return _MARKED_WORD.match(character) is not None


@dataclass(frozen=True, slots=True)
class WordConstraint:
    """A constraint on the vocabulary of any text that contains a string.

    Some word of the text is `word`; or with `on_right`, where the string ends, it begins with it;
    with `on_left`, where the string begins, it ends with it; with both it contains it.
    """

    word: bytes
    on_left: bool = False
    on_right: bool = False


def word_constraints(folded: str) -> list[WordConstraint]:
    """Return constraints on the vocabulary of any text that contains `folded`, one for each word.

    Empty if it has no words.
    """
    spaced = (_MARKED_WORD if _MARK.search(folded) else _WORD).finditer(folded)
    found = [
        WordConstraint(
            _utf8(run.group()), on_left=run.start() == 0, on_right=run.end() == len(folded)
        )
        for run in spaced
    ]
    for run in map(re.Match.group, _RUN.finditer(folded)):
        pairs = map(add, run, run[1:])
        found += [WordConstraint(_utf8(pair)) for pair in pairs] or [
            WordConstraint(_utf8(run), on_left=True, on_right=True)
        ]
    return found


def _utf8(text: str) -> bytes:
    return text.encode("utf-8", "surrogatepass")

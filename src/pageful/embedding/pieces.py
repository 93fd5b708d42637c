"""Word pieces: the parts of words that a table of prose has vectors for."""

from __future__ import annotations

from collections.abc import Mapping
from unicodedata import normalize

from pageful.lazy import patterns

CONTINUES = "##"
"""The mark of a piece that does not begin its word, as BERT's vocabulary has it."""
LONGEST_WORD = 100
"""Letters beyond which a word is none: base64, a hash, the row of a table. BERT's own limit."""

# > Über 3 loaves, don't rise
_WORD = patterns.compile(r"[^\W_]+")

# > "u\u0308ber"
_ACCENT = patterns.compile("[\u0300-\u036f]+")


def fold(text: str) -> str:
    """Return the text in small letters without accents, as the vocabulary is spelled."""
    small = text.lower()
    if small.isascii():
        return small
    return _ACCENT.sub("", normalize("NFD", small))


def split_words(text: str) -> list[str]:
    """Return the words of a folded text: runs of letters and digits, in their order."""
    found: list[str] = _WORD.findall(text)
    return found


def split_word(word: str, numbers: Mapping[str, int]) -> tuple[int, ...]:
    """Return the numbers of a word's pieces, the longest known one first from its beginning on.

    A word that is not made of known pieces throughout has none: parts of it would say what the
    whole does not.
    """
    if len(word) > LONGEST_WORD:
        return ()
    found: list[int] = []
    begin = 0
    while begin < len(word):
        mark = CONTINUES if begin else ""
        for end in range(len(word), begin, -1):
            number = numbers.get(mark + word[begin:end])
            if number is not None:
                found.append(number)
                begin = end
                break
        else:
            return ()
    return tuple(found)

"""Phrases in a text: characters in a row that are no part of a longer word."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator

from pageful.lazy import patterns
from pageful.text.scripts import LOOSELY_SPACED

# > 日本語の本
_WITHOUT_SPACES = patterns.compile(f"[{LOOSELY_SPACED}]")


def occurrences(phrase: str, text: str, start: int = 0) -> Iterator[tuple[int, int]]:
    """Yield the ranges of a phrase in a text, without overlap; an empty phrase has no range."""
    at = text.find(phrase, start) if phrase else -1
    while at >= 0:
        end = at + len(phrase)
        whole = not _is_cut(text, at) and not _is_cut(text, end)
        if whole:
            yield at, end
        at = text.find(phrase, end if whole else at + 1)


def has_phrase(phrase: str, text: str) -> bool:
    """Return whether a text contains a phrase; every text contains an empty one."""
    return not phrase or next(occurrences(phrase, text), None) is not None


def _is_cut(text: str, at: int) -> bool:
    """Return whether a word goes on across an offset."""
    return 0 < at < len(text) and _is_of_word(text[at - 1]) and _is_of_word(text[at])


def _is_of_word(character: str) -> bool:
    if character.isascii():
        return character.isalnum()
    return unicodedata.category(character)[0] in "LMN" and not _WITHOUT_SPACES.match(character)

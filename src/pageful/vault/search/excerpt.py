"""Excerpts of long lines, cut between words or at least between graphemes."""

from __future__ import annotations

import unicodedata

MARK = "…"

_JOINER = "\u200d"
_SKIN_TONES = "".join(map(chr, range(0x1F3FB, 0x1F400)))
_FLAG_LETTERS = "".join(map(chr, range(0x1F1E6, 0x1F200)))
"""Regional indicators, two of which are a flag."""
_NEAR = 24
"""Characters around a cut in which a space is looked for. Chosen by hand."""
_LONGEST = 64
"""The most characters of one grapheme that are kept together. Chosen by hand."""


def excerpt(line: str, start: int, end: int, most: int) -> str:
    """Cut about `most` characters out of a line, around those from `start` to `end`.

    Each run of white space becomes one space; `…` marks omissions.
    """
    if len(line) <= most:
        return " ".join(line.split())
    before = max(0, min(start - (most - (end - start)) // 3, len(line) - most))
    first = _boundary(line, before, forwards=before + _NEAR <= start) if before else 0
    after = min(len(line), first + most)
    last = _boundary(line, after, forwards=False) if after < len(line) else after
    if last <= first:
        first, last = before, after
    text = " ".join(line[first:last].split())
    return f"{MARK if first else ''}{text}{MARK if last < len(line) else ''}"


def _boundary(line: str, at: int, *, forwards: bool) -> int:
    """Return an offset near another where a word begins or ends, else where a grapheme does."""
    if forwards:
        for near in range(at, min(len(line), at + _NEAR)):
            if line[near - 1].isspace():
                return near
    else:
        for near in range(at, max(0, at - _NEAR), -1):
            if line[near - 1].isspace() or (near < len(line) and line[near].isspace()):
                return near
        if at <= _NEAR:
            return 0
    return _grapheme_start(line, at)


def _grapheme_start(line: str, at: int) -> int:
    """Return the offset at which the grapheme around an offset begins."""
    start = at
    while max(0, at - _LONGEST) < start < len(line) and _goes_on(line, start):
        start -= 1
    return start


def _goes_on(line: str, at: int) -> bool:
    """Return whether the characters before and at an offset are of one grapheme."""
    here, before = line[at], line[at - 1]
    if here in _FLAG_LETTERS and before in _FLAG_LETTERS:
        begun = line[max(0, at - _LONGEST) : at]
        return (len(begun) - len(begun.rstrip(_FLAG_LETTERS))) % 2 == 1
    if here == _JOINER or here in _SKIN_TONES:
        return True
    kind = unicodedata.category(here)
    joined = before == _JOINER and line[max(0, at - 2)] != _JOINER
    return kind[0] == "M" or (joined and kind == "So")

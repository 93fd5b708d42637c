"""Inline fields of a line: `key:: value` alone, `[key:: value]` or `(key:: value)`.

A field's key is as it is written, its value the text before it is read.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

import regex

from pageful.lazy.dataclasses import dataclass
from pageful.vault.values.whitespace import CHARACTERS, strip_whitespace

SEPARATOR = "::"
"""The text between a key and its value."""

_CLOSINGS = {"[": "]", "(": ")"}
# > baked [hours:: 20]
_OPENINGS = {opening: re.compile(rf"{re.escape(opening)}([^\[\]()]*?)::") for opening in _CLOSINGS}
_BRACKETS = {
    opening: re.compile(rf"\\.|[{re.escape(opening + closing)}]", re.DOTALL)
    for opening, closing in _CLOSINGS.items()
}
_EMOJI = (
    r"[#*0-9]\uFE0F?\u20E3"
    r"|(?![#*0-9\U00010000-\U0010FFFF])\p{Emoji}\uFE0F?(?:\u200D\p{Emoji}\uFE0F?)*"
)
# > **Due date**
_KEY = regex.compile(
    r"[^0-9A-Za-z_\p{L}]*+"
    rf"((?:{_EMOJI}|[0-9\p{{L}}A-Za-z_/{regex.escape(CHARACTERS)}-]+)*+)"
    r"[_*~`]*+"
)
"""The key of a whole line, without emphasis and without all that precedes its first letter.

Within it may be emoji, but only those that begin up to U+FFFF: others make it no key.
"""


@dataclass(frozen=True, slots=True)
class InlineField:
    """A field with its span in the text, from `start` to `end`."""

    key: str
    value: str
    start: int
    end: int


def bracketed_fields(text: str, others: Iterable[InlineField] = ()) -> list[InlineField]:
    """Find the fields in brackets or parentheses, merged with `others` from left to right.

    A field can't begin within another or right behind it. The work is in proportion to the text,
    however many brackets are open.
    """
    found = list(others)
    if SEPARATOR in text:
        found = [each for opening in _CLOSINGS for each in _within(text, opening)] + found
    kept: list[InlineField] = []
    for each in sorted(found, key=_start):
        if not kept or kept[-1].end < each.start:
            kept.append(each)
    return kept


def line_field(text: str) -> InlineField | None:
    """Parse the whole text as a field."""
    before, separator, after = text.partition(SEPARATOR)
    if not separator:
        return None
    key = _KEY.fullmatch(strip_whitespace(before))
    return InlineField(key[1], strip_whitespace(after), 0, len(text)) if key else None


def _start(found: InlineField) -> int:
    return found.start


def _within(text: str, opening: str) -> Iterator[InlineField]:
    """Yield the fields in one kind of bracket; nothing within a field is another."""
    openings = list(_OPENINGS[opening].finditer(text))
    ends = _ends(text, opening, [found.end() for found in openings])
    behind = 0
    for found in openings:
        end = ends.get(found.end())
        if end is None or found.start() < behind:
            continue
        behind = end + 1
        value = strip_whitespace(text[found.end() : end])
        yield InlineField(strip_whitespace(found[1]), value, found.start(), behind)


def _ends(text: str, opening: str, starts: list[int]) -> dict[int, int]:
    """Return the offsets at which brackets from each of `starts` are closed, in one pass."""
    ends: dict[int, int] = {}
    if not starts:
        return ends
    waiting: list[tuple[int, int]] = []
    depth, following = 0, 0
    for bracket in _BRACKETS[opening].finditer(text, starts[0]):
        while following < len(starts) and starts[following] <= bracket.start():
            waiting.append((depth, starts[following]))
            following += 1
        if bracket[0] == opening:
            depth += 1
        elif len(bracket[0]) == 1:
            depth -= 1
            while waiting and waiting[-1][0] > depth:
                ends[waiting.pop()[1]] = bracket.start()
    return ends

"""The lines that have a name which nothing defines, as where it is set by its text."""

from __future__ import annotations

import re
from collections.abc import Sequence

from pageful.code.find.found_lines import clip_around
from pageful.code.find.matching import Match
from pageful.code.find.uses import sets
from pageful.code.results.lines import FileClass
from pageful.code.results.show import MissingPlace

_MOST_LINES = 3
_QUOTES = "\"'"


def not_defined(place: str, name: str, matches: Sequence[Match]) -> MissingPlace:
    """Say that a place is neither a file nor a symbol, and which lines have the last part of it.

    The lines that have it as a whole text in quotes, or give it a value, are named first.
    """
    word = re.compile(rf"(?<![\w$]){re.escape(name)}(?![\w$])")
    found = [
        (_order(match, line, hit.span()), f"{match.path}:{number} {clip_around(line, hit.span())}")
        for match in matches
        for number, line in match.found.items()
        if (hit := word.search(line))
    ]
    lines = sum(len(match.numbers) for match in matches)
    part = "it" if name == place else "its last part"
    stands = f"; find_code has {lines} lines of {part}" if lines else ""
    found.sort(key=lambda each: each[0])
    mentions = tuple(text for _, text in found[:_MOST_LINES])
    return MissingPlace(
        place, f"there is no such file and no such symbol{stands}", mentions=mentions
    )


def _order(match: Match, line: str, span: tuple[int, int]) -> tuple[bool, bool, bool]:
    start, end = span
    around = line[start - 1 : start] + line[end : end + 1]
    quoted = len(around) == 2 and around[0] == around[1] and around[0] in _QUOTES
    return match.file_class is not FileClass.CODE, not quoted, not sets(line, span)

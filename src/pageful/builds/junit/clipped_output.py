"""Long texts cut in the middle, with a line that says how much is left out."""

from __future__ import annotations

from collections.abc import Sequence

from pageful.text.elision import elision


def clip_middle(text: str, characters: int) -> tuple[str, ...]:
    """Return the first and the last lines of a text, at most `characters` together.

    The end of what a program printed stands closest to its failure. What says the cut comes on
    top of the characters.
    """
    text = text.strip("\n")
    if characters <= 0 or not text:
        return ()
    lines = text.split("\n")
    if len(text) <= characters:
        return tuple(lines)
    head = _fitting(lines, characters // 4)
    room = characters - sum(len(line) + 1 for line in lines[:head])
    tail = _fitting(lines[:head:-1], room)
    if not tail:
        return (*lines[:head], *_cut_lines(len(lines) - head - 1), _end_of(lines[-1], room))
    return (*lines[:head], *_cut_lines(len(lines) - head - tail), *lines[-tail:])


def is_cut(text: str, characters: int) -> bool:
    """Return whether `clip_middle` cuts a text; to leave all of it out, as asked, is no cut."""
    return 0 < characters < len(text.strip("\n"))


def _fitting(lines: Sequence[str], room: int) -> int:
    for number, line in enumerate(lines):
        room -= len(line) + 1
        if room < 0:
            return number
    return len(lines)


def _cut_lines(left: int) -> tuple[str, ...]:
    return (elision(left),) if left else ()


def _end_of(line: str, room: int) -> str:
    left = len(line) - room
    return f"{elision(left, 'more character')} … {line[-room:]}" if left > 0 else line

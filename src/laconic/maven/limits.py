"""Long texts cut to a number of characters, the cut said where it is."""

from __future__ import annotations

from laconic.units import count


def middle_out(text: str, characters: int) -> tuple[str, ...]:
    """The lines of a text in at most about `characters`: the first quarter of them, then the last.

    The end of what a program printed stands closest to its failure.
    """
    if characters <= 0 or not text.strip("\n"):
        return ()
    lines = text.strip("\n").split("\n")
    if len(text) <= characters:
        return tuple(lines)
    head = _fitting(lines, characters // 4)
    tail = _fitting(lines[:head:-1], characters - sum(len(line) + 1 for line in lines[:head]))
    left = len(lines) - head - tail
    if not head + tail:
        return (f"{lines[0][:characters]} … {count(len(text) - characters, 'more character')}",)
    return (*lines[:head], f"… {count(left, 'more line')}", *lines[len(lines) - tail :])


def _fitting(lines: list[str], room: int) -> int:
    for number, line in enumerate(lines):
        room -= len(line) + 1
        if room < 0:
            return number
    return len(lines)

"""A part at the end of a text, put there so that taking it out gives the old bytes."""

from __future__ import annotations


def append_part(text: str | None, part: str) -> str:
    """Put a part of whole lines behind a text, parted by one newline more; alone, it is the text.

    The newline is there even after an empty text: it tells that from a text that was none.
    """
    if text is None:
        return part
    newline = "\r\n" if "\r\n" in text else "\n"
    return text + newline + part.replace("\n", newline)


def part_start(text: str, position: int) -> int:
    """Return where the part at a position was put: before the newline in front of it."""
    for newline in ("\r\n", "\n"):
        if text.endswith(newline, 0, position):
            return position - len(newline)
    return position

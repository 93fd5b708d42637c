"""A text as lines, as editors count them."""

from __future__ import annotations


def split_lines(text: str) -> list[str]:
    """The lines without their ends, which are LF, CR LF or CR; an end at the end begins no line."""
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    lines = text.split("\n")
    if not lines[-1]:
        lines.pop()
    return lines

"""A text as lines, as editors count them."""

from __future__ import annotations


def split_lines(text: str) -> list[str]:
    """Split a text at LF, CR LF and CR; an end of line at the very end begins no further line."""
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    lines = text.split("\n")
    if not lines[-1]:
        lines.pop()
    return lines

"""The words of a command line that is still being typed, with quotes that may be open."""

from __future__ import annotations

import shlex

_QUOTES = ("", '"', "'")


def split_line(line: str) -> list[str]:
    """Split a line as a shell does; its last word is empty behind a blank."""
    if (len(line) - len(line.rstrip("\\"))) % 2:
        line = line[:-1]  # what it would quote is not typed yet
    for quote in _QUOTES:
        try:
            words = shlex.split(line + quote)
        except ValueError:  # the quote that is open is another one
            continue
        is_next = line[-1:].isspace() and not quote and not line.endswith("\\ ")
        return [*words, ""] if is_next or not words else words
    return line.split()


def unquote(word: str) -> str:
    """Return what a word that is being typed says, without its quotes."""
    return (split_line(word) or [""])[-1] if word else ""

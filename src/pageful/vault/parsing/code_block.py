"""A fenced block of code."""

from __future__ import annotations

from typing import NamedTuple


class CodeBlock(NamedTuple):
    """A fenced block: its language, its text, and the lines of its fences.

    The language is the first word behind the fence. The text is without what quotes and items of
    lists begin its lines with. Without a closing fence, `end_line` is the last line of the text.
    """

    language: str
    text: str
    line: int
    end_line: int

"""A fenced block of code."""

from __future__ import annotations

from typing import NamedTuple


class CodeBlock(NamedTuple):
    """A fenced block: its language, its text, and the lines of its fences.

    The language is the first word behind the fence. The text is without the marks and indentation
    of quotes and list items around it. Without a closing fence, `end_line` is its last line.
    """

    language: str
    text: str
    line: int
    end_line: int

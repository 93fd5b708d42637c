"""A piece of text that may have links and tags."""

from __future__ import annotations

from typing import NamedTuple


class Passage(NamedTuple):
    """The text of one paragraph, heading or cell, marks of lists and quotes left out.

    Each line of `text` is one line of the note, the first of them `line`.
    """

    line: int
    text: str

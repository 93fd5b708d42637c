"""Titles of pages: a note by its name."""

from __future__ import annotations

from pageful.text.single_line import join_lines


def title(path: str) -> str:
    """Return a file's name without its folder, and for a note without `.md`."""
    return join_lines(path.rpartition("/")[2].removesuffix(".md"))

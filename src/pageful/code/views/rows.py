"""Rows of code on a page: dedented, all, or every fifth and every found one, with their numbers."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from pageful.code.choices import NUMBERED
from pageful.code.results.lines import Excerpt
from pageful.text.excerpts import shorten
from pageful.text.printable import make_printable
from pageful.text.single_line import name

_EVERY = 5
"""Rows of a longer excerpt of which one has its number, beside the first one and those found.

On every row numbers cost a ninth more: 16,018 o200k tokens in place of 14,408 on ten ranges of 101
to 291 rows of two repositories, at least 8.5 % on each.
"""
_WIDEST = 400  # characters of a row, more than written code has


def body_rows(excerpt: Excerpt, hits: Collection[int], path: str) -> Iterator[str]:
    """Write rows without their common indentation; a row that begins with a digit is numbered.

    One that is cut names the place at which the file at `path` goes on.
    """
    margin = min((_indent(row) for row in excerpt.rows if row.strip()), default=0)
    every = 1 if len(excerpt.rows) <= NUMBERED else _EVERY
    for number, row in enumerate(excerpt.rows, excerpt.first):
        text = row.rstrip()[margin:]
        numbered = number in (excerpt.first, *hits) or number % every == 0 or text[:1].isdigit()
        kept = shorten(text, _WIDEST, "")
        rest = ""
        if len(kept) < len(text):
            more = f"{len(text) - len(kept):,} more characters"
            rest = f"… {more}: {name(path)}:{number}:{margin + len(kept) + 1}"
        yield f"{number if numbered else ''} {_printable(kept)}{rest}".rstrip()


def whole_rows(excerpt: Excerpt) -> Iterator[str]:
    """Write rows as they are, each with its number."""
    for number, row in enumerate(excerpt.rows, excerpt.first):
        yield f"{number} {_printable(row)}"


def _printable(text: str) -> str:
    return make_printable(text).replace("\n", "␊")


def _indent(row: str) -> int:
    return len(row) - len(row.lstrip())

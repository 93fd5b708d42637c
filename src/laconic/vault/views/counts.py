"""Counts as pages say them: `1,340 notes`, `3 png`, `1–200 of 1,340`."""

from __future__ import annotations

from collections.abc import Mapping

from laconic.units import plural
from laconic.vault.views.one_line import flat


def amount(number: int, noun: str) -> str:
    """Write a number with its noun, thousands apart: `1 note`, `1,340 notes`."""
    return f"{number:,} {noun if number == 1 else plural(noun)}"


def by_extension(attachments: Mapping[str, int]) -> list[str]:
    """Write how many files of each extension there are, the most first: `3 png`."""
    most_first = sorted(attachments.items(), key=lambda each: -each[1])
    return [f"{number:,} {flat(extension)}" for extension, number in most_first]


def extent(first: int, shown: int, total: int) -> str:
    """Write which of all are shown, counted from `first`: `1–200 of 1,340`."""
    last = first + shown - 1
    return f"{_span(first, last)} of {total:,}"


def _span(first: int, last: int) -> str:
    return f"{first:,}" if first == last else f"{first:,}–{last:,}"


def which_page(page: int, pages: int) -> str:
    """Write the number of a page, in parentheses behind what it holds; nothing if it is alone."""
    return f" (page {page:,} of {pages:,})" if pages > 1 else ""

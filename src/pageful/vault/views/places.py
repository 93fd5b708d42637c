"""The page of several places: each below a heading, its text between fences."""

from __future__ import annotations

from collections.abc import Iterator

from pageful.page.blocks import Block, Heading, Line, Verbatim
from pageful.page.presentation import Detail
from pageful.vault.finding.places_layout import page_of
from pageful.vault.finding.results import PlacesReading


def places_page(reading: PlacesReading, _detail: Detail) -> Iterator[Block]:
    """Show the places that have room, then what was left out and what had none."""
    page = page_of(reading)
    for shown in page.shown:
        yield Heading(shown.head, 1)
        if shown.is_error:
            yield Line(shown.text)
        elif shown.text:
            yield Verbatim(f"{shown.text}\n", fenced=True)
    if page.left_out:
        what = "comments, queries, what is empty; exact=true has them"
        yield Line(f"(-{page.left_out:,} lines: {what})")
    if page.waiting:
        yield Line(f"… not shown for want of room: {page.unshown}")

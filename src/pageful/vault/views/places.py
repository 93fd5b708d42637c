"""The page of several places: each below a heading, its text between fences."""

from __future__ import annotations

from collections.abc import Iterator

from pageful.page.blocks import Block, Heading, Line, Verbatim
from pageful.page.presentation import Detail
from pageful.text.units import amount
from pageful.vault.finding.places_layout import PlacesPage, page_of
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
    if page.left_out or page.commented:
        what = "comments, queries, what is empty" if page.left_out else "comments"
        yield Line(f"(-{_left_out(page)}: {what}; exact=true has them)")
    if page.waiting:
        yield Line(f"… not shown for want of room: {page.unshown}")


def _left_out(page: PlacesPage) -> str:
    lines = amount(page.left_out, "line")
    comments = f"{amount(page.commented, 'comment')} within lines"
    return ", ".join([*([lines] if page.left_out else []), *([comments] if page.commented else [])])

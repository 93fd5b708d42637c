"""Data as a page, or as compact JSON where no page is clearly shorter or restores them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from pageful.gateway.json_text import write
from pageful.gateway.reading import is_same


@dataclass(frozen=True)
class Shown:
    """Data as they are shown, and the reason for the form."""

    text: str
    reason: str


def show(value: Any) -> Shown:
    """Show data as a page if that is clearly shorter and its reader restores them."""
    try:
        from pageful.anything import page_of, restore
    except ImportError:
        return Shown(write(value), "compact JSON: pages are not there yet")
    page = page_of(value)
    if not page.is_page:
        return Shown(page.text, "compact JSON: a page is not clearly shorter")
    try:
        is_whole = is_same(restore(page.text), value)
    except (ValueError, RecursionError):
        is_whole = False
    if not is_whole:
        return Shown(write(value), "compact JSON: the page does not restore the data")
    return Shown(page.text, "page")

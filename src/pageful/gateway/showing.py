"""Data as a page, or as compact JSON where no page is clearly shorter or restores them."""

from __future__ import annotations

from typing import Any

from pageful.anything import page_of
from pageful.anything.presenting import page_beside
from pageful.lazy.dataclasses import dataclass


@dataclass(frozen=True)
class Shown:
    """Data as they are shown, and the reason for the form."""

    text: str
    reason: str


def show(value: Any, compact: str | None = None) -> Shown:
    """Show data as a page, where that is clearly shorter and reads back as the same data.

    `compact` is their compact JSON, where that is known.
    """
    page = page_of(value) if compact is None else page_beside(value, compact)
    return Shown(page.text, "page" if page.is_page else "compact JSON: no page is clearly shorter")

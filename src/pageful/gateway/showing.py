"""Data as a page, or as compact JSON where no page is clearly shorter or restores them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from pageful.anything import page_of


@dataclass(frozen=True)
class Shown:
    """Data as they are shown, and the reason for the form."""

    text: str
    reason: str


def show(value: Any) -> Shown:
    """Show data as a page, where that is clearly shorter and reads back as the same data."""
    page = page_of(value)
    return Shown(page.text, "page" if page.is_page else "compact JSON: no page is clearly shorter")

"""Quote in an error what a caller sent."""

from __future__ import annotations

from pageful.text.excerpts import shorten

_LONGEST = 120  # characters: a line of an error


def quote(text: object) -> str:
    """Put a text in quotes, control characters visible, its end left out where it is long."""
    return shorten(repr(str(text)), _LONGEST, "…'")

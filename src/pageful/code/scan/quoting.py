"""What a caller sent, as an error shows it: in quotes, and never long."""

from __future__ import annotations

from pageful.text.excerpts import shorten

_LONGEST = 120


def quoted(text: object) -> str:
    """The text in quotes, control characters visible, its end left out where it is long."""
    return shorten(repr(str(text)), _LONGEST, "…'")

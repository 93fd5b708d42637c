"""The mark for something that is left out."""

from __future__ import annotations

from pageful.text.units import count


def elision(number: int, noun: str = "more line") -> str:
    """Return the mark for a number of things that are left out: `… 3 more lines`."""
    return f"… {count(number, noun)}"

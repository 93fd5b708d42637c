"""The mark that stands where something is left out."""

from __future__ import annotations

from pageful.text.units import count


def elision(number: int, noun: str = "more line") -> str:
    """Return the mark for so many things that are left out: `… 3 more lines`."""
    return f"… {count(number, noun)}"

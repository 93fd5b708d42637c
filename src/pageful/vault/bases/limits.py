"""The limits of views: their time, steps, and what they make."""

from __future__ import annotations

from collections.abc import Callable

from pageful.vault.values.budget import Budget

SECONDS = 10.0
"""Seconds of processor time for one view, as for a Dataview query."""
SECONDS_OF_NOTE = 30.0
"""Seconds for all views that one note shows."""
LARGEST = 20_000_000
"""Characters and elements that one view makes."""
LARGEST_PAGE = 5_000_000
"""Characters of all cells of one page."""
_REMEDY = "Ask for less: a filter that leaves fewer files, or a cheaper formula."


def _accept() -> None:
    """Accept every checkpoint, for callers that never cancel."""


def view_budget(
    seconds: float = SECONDS, checkpoint: Callable[[], None] = _accept, size: int = LARGEST
) -> Budget:
    """Return what a view may take; `checkpoint` may raise to end it."""
    return Budget(size=size, seconds=seconds, checkpoint=checkpoint, noun="view", remedy=_REMEDY)

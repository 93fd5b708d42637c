"""Notes at the end of a page: how far the index is, and what a result says beside itself."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pageful.code.results.search import Coverage
from pageful.page.blocks import Note
from pageful.text.single_line import name
from pageful.text.units import list_names

_MOST_NAMED = 4  # directories in a first line


def within_note(directories: Sequence[str]) -> str:
    """Say which directories a name was taken to mean."""
    return f" (within {list_names([name(each) for each in directories], _MOST_NAMED)})"


def note_blocks(
    notes: Sequence[str], pending: int | None = None, coverage: Coverage | None = None
) -> Iterator[Note]:
    """Put all that is to be noted into one block, if there is anything."""
    so_far = [str(coverage)] if coverage else []
    stale = [_pending_note(pending)] if pending else []
    if so_far or stale or notes:
        yield Note("\n".join((*so_far, *stale, *notes)))


def _pending_note(pending: int) -> str:
    what, they = ("file has", "it was") if pending == 1 else ("files have", "they were")
    return f"{pending:,} {what} changed since {they} indexed; new text is not in this answer yet."

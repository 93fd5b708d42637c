"""Which rows of a query's page were cut, and the page that has them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pageful.page.budget import Cut
from pageful.page.calls import Call
from pageful.vault.dataview.results import TableResult
from pageful.vault.queries.outline import outlined
from pageful.vault.queries.paging import on_page, rows_together, window
from pageful.vault.queries.results import QueryBlock, QueryPage

_PART = ("line", "character", "column")
"""What is cut where the last thing shown is there only in part."""


def rest_of_queries(
    tool: str, page: QueryPage, arguments: Mapping[str, Any], cuts: tuple[Cut, ...]
) -> Call:
    """Ask for the page with the first row that was not shown whole, in pages that have room.

    A row that has not even room alone is asked for as JSON.
    """
    shown = _shown(page, cuts)
    position = page.start + shown
    if not shown:
        alone = {"page_size": 1, "page": position + 1}
        return Call(tool, {**arguments, **alone, "raw": True})
    size, number = window(rows_together(page.blocks), position, shown)
    return Call(tool, {**arguments, "page_size": size, "page": number})


def _shown(page: QueryPage, cuts: tuple[Cut, ...]) -> int:
    """How many rows from the page's first on are whole."""
    if any(cut.of == "block" for cut in cuts):
        return 0
    blocks = list(on_page(page))
    if not page.of_note:
        return _shown_of(*blocks[0], cuts)
    inner = tuple(cut for cut in cuts if cut.of != "query")
    reached = next((cut.shown for cut in cuts if cut.of == "query"), len(blocks))
    whole = max(0, reached - bool(inner))
    rows = sum(stop - start for _, start, stop in blocks[:whole])
    return rows + (_shown_of(*blocks[whole], inner) if inner and whole < len(blocks) else 0)


def _shown_of(block: QueryBlock, start: int, stop: int, cuts: tuple[Cut, ...]) -> int:
    """How many rows of a block's part are whole."""
    if block.result is None or not block.result.total:
        return 0
    lines = list(outlined(block.result, start, stop))
    of_lines = [cut for cut in cuts if cut.of in ("row", "line") and cut.total == len(lines)]
    shown = min((cut.shown for cut in of_lines), default=len(lines))
    if any(cut.of in _PART and cut not in of_lines for cut in cuts):
        # Of a table the last row is cut, of what has only lines the first.
        shown = shown - 1 if isinstance(block.result, TableResult) else 0
    return lines[max(0, shown)].row if shown < len(lines) else stop - start

"""Pages of rows of views: which there are, and which rows are on one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from pageful.page.calls import Call, verb
from pageful.text.units import count
from pageful.tool.errors import ToolError
from pageful.vault.base_views.results import PAGE_SIZE, BasePage, ShownView


def page_of(
    shown: tuple[ShownView, ...],
    path: str,
    arguments: Mapping[str, object],
    page: int | None,
    page_size: int | None,
    *,
    of_note: bool,
) -> BasePage:
    """Return the requested page of the views of a file, asked for by `arguments`.

    Raises:
        ToolError: there is no page of that number.
    """
    number, size = page or 1, page_size or PAGE_SIZE
    rows = sum(row_counts(shown))
    pages = -(-rows // size)
    if number > pages:
        sized = {} if page_size is None else {"page_size": page_size}
        call = Call("base_query", {**arguments, **sized, "page": pages})
        raise ToolError(
            f"There is no page {number:,}: it all has room on {count(pages, 'page')}.",
            f"For the last page, {verb()} {call}.",
        )
    start, stop = (number - 1) * size, min(number * size, rows)
    chosen = page is not None or page_size is not None
    return BasePage(path, shown, number, size, pages, start, stop, of_note, chosen)


def row_counts(shown: Iterable[ShownView]) -> Iterator[int]:
    """Yield the rows of each view; one without rows takes the room of one."""
    return (max(1, view.size) for view in shown)


def on_page(page: BasePage) -> Iterator[tuple[ShownView, int, int]]:
    """Yield the views on a page, each with the range of its rows on it."""
    position = 0
    for view, size in zip(page.shown, row_counts(page.shown), strict=True):
        start, stop = max(page.start - position, 0), min(page.stop - position, size)
        if start < stop:
            yield view, start, min(stop, view.size)
        position += size

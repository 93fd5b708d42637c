"""Pages of rows: where each begins, and the part of a result that is on one."""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

from pageful.lazy.dataclasses import replace
from pageful.page.calls import Call, verb
from pageful.text.units import count
from pageful.tool.errors import ToolError
from pageful.vault.dataview.results import (
    CalendarEntry,
    CalendarResult,
    ListResult,
    QueryResult,
    TableResult,
    Task,
    TaskGroup,
    TaskResult,
)
from pageful.vault.queries.results import PAGE_SIZE, QueryBlock, QueryPage
from pageful.vault.values.values import Date

T = TypeVar("T")

_MOST_TRIED = 64


def page_of(
    blocks: tuple[QueryBlock, ...],
    path: str,
    page: int | None,
    page_size: int | None,
    *,
    of_note: bool = False,
) -> QueryPage:
    """Return the requested page of query results.

    Raises:
        ToolError: there is no page of that number.
    """
    number, size = page or 1, page_size or PAGE_SIZE
    starts = page_starts(row_runs_of_page(blocks), size)
    pages = len(starts) - 1
    if number > pages:
        arguments = {} if of_note else {"query": blocks[0].query}
        arguments |= {"path": path} if path else {}
        sized = {} if page_size is None else {"page_size": page_size}
        call = Call("dataview_query", {**arguments, **sized, "page": pages})
        raise ToolError(
            f"There is no page {number:,}: it all has room on {count(pages, 'page')}.",
            f"For the last page, {verb()} {call}.",
        )
    start, stop = starts[number - 1 : number + 1]
    chosen = page is not None or page_size is not None
    return QueryPage(path, blocks, number, size, pages, start, stop, of_note, chosen)


def row_count(result: QueryResult) -> int:
    """Count a result's rows for paging; of tasks only the outermost count."""
    if isinstance(result, TaskResult):
        return sum(map(task_count, result.tasks))
    return result.total


def task_count(each: Task | TaskGroup) -> int:
    """Count the outermost tasks of a group; a task is one."""
    return sum(map(task_count, each.rows)) if isinstance(each, TaskGroup) else 1


def row_runs(block: QueryBlock) -> list[int]:
    """Return the sizes of runs of rows that stay together: those of a group, else each row."""
    match block.result:
        case TaskResult(tasks=(_, *_) as tasks):
            return [task_count(each) for each in tasks]
        case None:
            return [1]
        case result:
            return [1] * result.total or [1]


def page_starts(sizes: Iterable[int], most: int) -> list[int]:
    """Return the rows at which pages of at most `most` begin, from 0, and last the end.

    Rows that belong together are not split between pages, unless one page is not enough for them.
    """
    starts, position, room = [0], 0, most
    for size in sizes:
        end = position + size
        if room < size and room < most:
            starts.append(position)
            room = most
        while end - position > room:
            position += room
            starts.append(position)
            room = most
        room -= end - position
        position = end
    return [*starts, position]


def row_runs_of_page(blocks: Iterable[QueryBlock]) -> list[int]:
    """Return the sizes of runs of rows that stay together, in all blocks."""
    return [size for block in blocks for size in row_runs(block)]


def window(sizes: list[int], position: int, most: int) -> tuple[int, int]:
    """Choose a page size of at most `most`, and the page of that size that contains a row.

    Of the sizes tried it is the one with the most rows from `position` on.
    """

    def pages(size: int) -> tuple[int, int, int]:
        if alone:
            return size - position % size, size, position // size + 1
        starts = page_starts(sizes, size)
        page = bisect_right(starts, position, 0, len(starts) - 1)
        return starts[page] - position, size, page

    alone = max(sizes) == 1
    tried = range(most, 0, -math.ceil(most / _MOST_TRIED))
    _, size, page = max(map(pages, tried), key=lambda each: (each[0], -each[1]))
    return size, page


def on_page(page: QueryPage) -> Iterator[tuple[QueryBlock, int, int]]:
    """Yield the blocks on a page, each with the range of its rows on it."""
    position = 0
    for block in page.blocks:
        size = sum(row_runs(block))
        start, stop = max(page.start - position, 0), min(page.stop - position, size)
        if start < stop:
            yield block, start, stop
        position += size


def part(result: QueryResult, start: int, stop: int) -> QueryResult:
    """Return the part of a result from row `start` to before `stop`; a calendar's by date.

    The `total` of tasks counts all of them.
    """
    match result:
        case TableResult(rows=rows):
            return replace(result, rows=rows[start:stop])
        case ListResult(values=values):
            return replace(result, values=values[start:stop])
        case TaskResult(tasks=tasks):
            return replace(result, tasks=tuple(_tasks(tasks, start, stop)))  # type: ignore[arg-type]
        case CalendarResult(entries=entries):
            return replace(result, entries=tuple(sorted(entries, key=_when)[start:stop]))


def _when(entry: CalendarEntry) -> tuple[int, float]:
    """Return a sort key: dates first, then other values, then null."""
    if isinstance(entry.date, Date):
        return 0, entry.date.millis
    return (2 if entry.date is None else 1), 0.0


def _tasks(rows: Iterable[Task | TaskGroup], start: int, stop: int) -> Iterator[Task | TaskGroup]:
    for each, first, last in overlaps(rows, task_count, start, stop):
        if isinstance(each, TaskGroup):
            inner = tuple(_tasks(each.rows, first, last))
            yield replace(each, rows=inner)  # type: ignore[arg-type]
        else:
            yield each


def overlaps(
    parts: Iterable[T], size_of: Callable[[T], int], start: int, stop: int
) -> Iterator[tuple[T, int, int]]:
    """Yield the parts that overlap the rows from `start` to `stop`, each with its own range."""
    for each in parts:
        size = size_of(each)
        if start < size and stop > 0:
            yield each, max(start, 0), min(stop, size)
        start -= size
        stop -= size

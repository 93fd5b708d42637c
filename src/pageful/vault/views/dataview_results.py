"""Query results as blocks: a table, a list, a checklist, a calendar; or a single value."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import assert_never

from pageful.page.blocks import Block, Bullets, Code, Heading, Line, Note, Output, Table
from pageful.text.single_line import join_lines, name
from pageful.text.units import amount
from pageful.vault.dataview.results import (
    CalendarResult,
    ListResult,
    QueryResult,
    TableResult,
    Task,
    TaskResult,
)
from pageful.vault.queries.outline import (
    Cells,
    Content,
    Day,
    Element,
    GroupKey,
    OutlineLine,
    TaskPath,
    outline_lines,
)
from pageful.vault.queries.paging import row_count
from pageful.vault.queries.results import QueryBlock
from pageful.vault.values.values import Date, Duration, Link, Value, type_name
from pageful.vault.views.dataview_values import Words, day_text

_INDENT = "  "


def of_note(block: QueryBlock, start: int, stop: int, first: int) -> Iterator[Block]:
    """Yield a query of a note: its lines, and its result or error.

    `first` is the key of its first row.
    """
    lines = f"Lines {block.line:,}–{block.end_line:,}"
    if block.result is None:
        yield Heading(f"{lines}: failed", 2)
        yield Output(block.error, keys=(first,) * len(block.error.split("\n")))
    else:
        above = f"{lines}: "
        yield from result_blocks(block, start, stop, level=2, above=above, first=first)


def result_blocks(
    block: QueryBlock,
    start: int,
    stop: int,
    *,
    level: int,
    above: str = "",
    number: str = "",
    first: int = 0,
) -> Iterator[Block]:
    """Yield the rows of a query from `start` to before `stop`, below their total number.

    The key of a line is that of its row: the rows of the page before it, of which `first` are above
    the query.
    """
    result, words = block.result, Words()
    assert result is not None
    yield Heading(above + _title(result, start, stop, number), level)
    if block.remarks:
        yield Note("\n".join(block.remarks))
    if not result.total:
        return
    lines = list(outline_lines(result, start, stop))
    keys = tuple(first + line.row for line in lines)
    if isinstance(result, TableResult):
        yield from _table(result.headers, lines, words, keys)
    else:
        text = "\n".join([_INDENT * line.depth + _line(line.content, words) for line in lines])
        yield Code(text, keys=keys)


def value_blocks(value: Value) -> Iterator[Block]:
    """Yield a value below its type; the elements of an array are items of a list."""
    words = Words()
    if isinstance(value, tuple):
        yield Heading(f"Value: array of {len(value):,}", 1)
        yield Bullets(tuple([words.of(each, depth=1) for each in value]), of="element")
    else:
        yield Heading(f"Value: {type_name(value)}", 1)
        if isinstance(value, bool | int | float | Date | Duration):
            yield Line(words.of(value))
        elif value is not None:
            # Indented, as a text may read like a line of the page itself: `Tip: for more, call …`
            yield Output(value if isinstance(value, str) else words.of(value))


def _title(result: QueryResult, start: int, stop: int, number: str) -> str:
    """Return the kind of result, its number of rows, and the shown range if not all are."""
    kind, noun = _kind(result)
    rows, parts = row_count(result), []
    if stop - start < rows:
        span = f"{start + 1:,}–{stop:,}" if stop > start + 1 else f"{stop:,}"
        parts.append(span if rows == result.total else f"{span} of {rows:,} outermost")
    if number:
        parts.append(number)
    shown = f" ({', '.join(parts)})" if parts else ""
    return f"{kind}: {amount(result.total, noun)}{shown}"


def _kind(result: QueryResult) -> tuple[str, str]:
    """Return the name of a kind of result, and that of one of its rows."""
    match result:
        case TableResult():
            return "Table", "row"
        case ListResult():
            return "List", "row"
        case TaskResult():
            return "Task list", "task"
        case CalendarResult():
            return "Calendar", "entry"
        case _:
            assert_never(result)


def _table(
    headers: tuple[str, ...], lines: Sequence[OutlineLine], words: Words, keys: tuple[int, ...]
) -> Iterator[Block]:
    if not headers:
        yield Line("It has no columns.")
        return
    rows = tuple([_cells(line.content, words) for line in lines])
    yield Table(tuple([join_lines(header) for header in headers]), rows, keys=keys)


def _cells(content: Content, words: Words) -> tuple[str, ...]:
    """Return the cells of a row; items need not name the note that the first one links to."""
    assert isinstance(content, Cells)
    first = content.cells[0]
    home = first.path if isinstance(first, Link) else ""
    return tuple([words.of(cell, home=home) for cell in content.cells])


def _line(content: Content, words: Words) -> str:
    """Write a line of a list, a checklist or a calendar."""
    match content:
        case GroupKey(key, continued):
            return f"{words.key(key)}{' (continued)' if continued else ''}"
        case TaskPath(path):
            return name(path)
        case Task():
            return f"- {_task(content, words)}"
        case Element(value):
            return words.key(value)
        case Day(date, links):
            return f"{_date(date, words)}: {words.all(links)}"
        case Cells(cells):
            return words.all(cells)
        case _:
            assert_never(content)


def _date(date: Value, words: Words) -> str:
    if isinstance(date, Date):
        return day_text(date)
    return "no date" if date is None else words.key(date)


def _task(task: Task, words: Words) -> str:
    mark = "" if task.status is None else f"[{join_lines(task.status)}] "
    text = words.of(task.text if task.visual is None else task.visual)
    return f"{mark}{text}{f' (line {task.line:,})' if task.line else ''}"

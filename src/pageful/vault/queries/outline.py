"""The lines of a page of a result, each with the row that it belongs to."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import TypeAlias

from pageful.lazy.dataclasses import dataclass
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
from pageful.vault.queries.paging import overlaps, part, task_count
from pageful.vault.values.dates import local_day
from pageful.vault.values.values import Date, Link, ListPair, Value


@dataclass(frozen=True, slots=True)
class GroupKey:
    """The key that opens a group; `continued` if its first rows are on an earlier page."""

    key: Value
    continued: bool


@dataclass(frozen=True, slots=True)
class TaskPath:
    """The path of the note of the tasks that follow."""

    path: str


@dataclass(frozen=True, slots=True)
class Day:
    """A date with its entries."""

    date: Value
    links: tuple[Value, ...]


@dataclass(frozen=True, slots=True)
class Cells:
    """A row of a table."""

    cells: tuple[Value, ...]


@dataclass(frozen=True, slots=True)
class Element:
    """A row of a list, or an element of the array below its row."""

    value: Value


Content: TypeAlias = GroupKey | TaskPath | Task | Day | Cells | Element


@dataclass(frozen=True, slots=True)
class OutlineLine:
    """A line: its content, indentation, and row, counted from 0 on its page."""

    row: int
    depth: int
    content: Content


def outline_lines(result: QueryResult, start: int, stop: int) -> Iterator[OutlineLine]:
    """Yield the lines of the rows from `start` to before `stop`."""
    match result:
        case TaskResult(tasks=tasks):
            yield from _of_tasks(tasks, start, stop)
            return
        case _:
            shown = part(result, start, stop)
    match shown:
        case TableResult(rows=rows):
            yield from (OutlineLine(row, 0, Cells(cells)) for row, cells in enumerate(rows))
        case ListResult(values=values):
            for row, value in enumerate(values):
                yield from _of_row(row, value)
        case CalendarResult(entries=entries):
            yield from _of_days(entries)


def _elements(value: Value) -> tuple[Value, ...]:
    """Return the elements of a row's array of several, which are lines below it."""
    if isinstance(value, ListPair) and isinstance(value.value, tuple) and len(value.value) > 1:
        return value.value
    return ()


def _of_row(row: int, value: Value) -> Iterator[OutlineLine]:
    """Yield the lines of a row of a list; the elements of an array are below it."""
    if elements := _elements(value):
        assert isinstance(value, ListPair)
        yield OutlineLine(row, 0, Element(value.key))
        yield from (OutlineLine(row, 1, Element(each)) for each in elements)
    else:
        yield OutlineLine(row, 0, Element(value))


def _of_days(entries: Iterable[CalendarEntry]) -> Iterator[OutlineLine]:
    row = 0
    for _, same in groupby(entries, key=_day):
        day = tuple(same)
        yield OutlineLine(row, 0, Day(day[0].date, tuple([each.link for each in day])))
        row += len(day)


def _day(entry: CalendarEntry) -> object:
    """Return the day that entries of one line share; those without a date share a line."""
    if isinstance(entry.date, Date):
        return local_day(entry.date)
    return None if entry.date is None else id(entry)


def _of_tasks(tasks: Iterable[Task | TaskGroup], start: int, stop: int) -> Iterator[OutlineLine]:
    """Yield tasks below their groups and notes; a note is named where it differs from the last."""
    path, row = "", 0
    for depth, each in _flatten_groups(tasks, start, stop, 0):
        if isinstance(each, Task):
            if each.path != path:
                path = each.path
                yield OutlineLine(row, depth, TaskPath(path))
            yield from _with_children(row, depth, each)
            row += 1
        else:
            path = _path(each.key)
            yield OutlineLine(row, depth, each)


def _flatten_groups(
    tasks: Iterable[Task | TaskGroup], start: int, stop: int, depth: int
) -> Iterator[tuple[int, Task | GroupKey]]:
    for each, first, last in overlaps(tasks, task_count, start, stop):
        if isinstance(each, TaskGroup):
            yield depth, GroupKey(each.key, continued=first > 0)
            yield from _flatten_groups(each.rows, first, last, depth + 1)
        else:
            yield depth, each


def _path(key: Value) -> str:
    """Return the path of the note that a group's key names, which its tasks need not repeat."""
    if isinstance(key, Link) and not key.subpath:
        return key.path
    return key if isinstance(key, str) else ""


def _with_children(row: int, depth: int, task: Task) -> Iterator[OutlineLine]:
    yield OutlineLine(row, depth, task)
    for child in task.children:
        yield from _with_children(row, depth + 1, child)

"""The typed results of queries, whose cells are values of the language.

Lines count from 1.
"""

from __future__ import annotations

from typing import TypeAlias

from pageful.lazy.dataclasses import dataclass
from pageful.vault.values.values import Value


@dataclass(frozen=True, slots=True)
class DroppedRows:
    """Rows that an operation dropped since it failed for them, with the first reasons."""

    operation: str
    rows: int
    reasons: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TableResult:
    """A table: every row has a cell for each header."""

    headers: tuple[str, ...]
    rows: tuple[tuple[Value, ...], ...]
    dropped: tuple[DroppedRows, ...] = ()

    @property
    def total(self) -> int:
        """The number of rows."""
        return len(self.rows)


@dataclass(frozen=True, slots=True)
class ListResult:
    """A list; a row with an expression is a `ListPair`."""

    values: tuple[Value, ...]
    dropped: tuple[DroppedRows, ...] = ()

    @property
    def total(self) -> int:
        """The number of rows."""
        return len(self.values)


@dataclass(frozen=True, slots=True)
class Task:
    """A task, or a list item below one, with the items nested in it.

    `status` is the character between the brackets, `None` for an item that is no task. `visual` is
    what to show in place of the text, where the query made that.
    """

    path: str
    line: int
    status: str | None
    text: str
    completed: bool = False
    fully_completed: bool = False
    children: tuple[Task, ...] = ()
    visual: str | None = None


@dataclass(frozen=True, slots=True)
class TaskGroup:
    """Tasks, or groups of them, that have one value."""

    key: Value
    rows: tuple[Task, ...] | tuple[TaskGroup, ...]


@dataclass(frozen=True, slots=True)
class TaskResult:
    """Tasks, those within another one below that; or groups of tasks.

    `total` counts the tasks that were found, wherever they are shown.
    """

    tasks: tuple[Task, ...] | tuple[TaskGroup, ...]
    total: int
    dropped: tuple[DroppedRows, ...] = ()


@dataclass(frozen=True, slots=True)
class CalendarEntry:
    """A note on its date; either is whatever the query says, so it may be no date."""

    date: Value
    link: Value


@dataclass(frozen=True, slots=True)
class CalendarResult:
    """Notes by date, in the order of the query."""

    entries: tuple[CalendarEntry, ...]
    dropped: tuple[DroppedRows, ...] = ()

    @property
    def total(self) -> int:
        """The number of notes."""
        return len(self.entries)


QueryResult: TypeAlias = TableResult | ListResult | TaskResult | CalendarResult

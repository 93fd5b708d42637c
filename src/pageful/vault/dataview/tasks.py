"""TASK: rows that are tasks, and the tree in which they are shown."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from pageful.tool.errors import ToolError
from pageful.vault.dataview.clauses.group_by import ROWS
from pageful.vault.dataview.clauses.rows import Row
from pageful.vault.dataview.fields import FieldsWithFallback
from pageful.vault.dataview.pages import Pages
from pageful.vault.dataview.results import Task, TaskGroup
from pageful.vault.values.budget import Budget
from pageful.vault.values.printing import text_of
from pageful.vault.values.values import Value

DEEPEST = 100
"""The deepest level of nested tasks; deeper ones are shown on the last.

No list of a person's is near it, and Python's limit of recursion is far.
"""

_Fields = Mapping[str, Value]


def task_rows(files: Iterable[str], pages: Pages) -> Iterator[Row]:
    """Yield the tasks of notes, each with the fields of its note behind its own."""
    for path in files:
        page = pages.page(path)
        for each in page.list_items if page is not None else ():
            if each.item.is_task:
                assert page is not None
                yield Row(f"{path}#{each.item.line}", FieldsWithFallback(each, page))


def count_tasks(rows: Sequence[Value], depth: int) -> int:
    """Count the tasks in rows that are grouped to a depth."""
    if not depth:
        return len(rows)
    return sum(count_tasks(_rows_of(row), depth - 1) for row in rows)


def task_groups(
    rows: Sequence[Value], groups: tuple[str, ...], budget: Budget
) -> tuple[Task, ...] | tuple[TaskGroup, ...]:
    """Nest the tasks by the groupings they went through, as they are shown.

    Raises:
        ToolError: They went through too many.
        OutOfBudget: Too many tasks are to be shown.
    """
    if len(groups) > DEEPEST:
        raise ToolError(
            f"Tasks are grouped more than {DEEPEST} times.", "Group them by fewer values."
        )
    maps = [row for row in rows if isinstance(row, Mapping)]
    if not groups:
        return TaskTree(maps, budget).roots()
    inner, name = groups[:-1], groups[-1]
    shown = [TaskGroup(row.get(name), task_groups(_rows_of(row), inner, budget)) for row in maps]
    return tuple(shown)


def _rows_of(group: Value) -> tuple[Value, ...]:
    rows = group.get(ROWS) if isinstance(group, Mapping) else None
    return rows if isinstance(rows, tuple) else ()


class TaskTree:
    """The tree of tasks, in which one that is shown below another is not shown again."""

    def __init__(self, rows: Sequence[_Fields], budget: Budget) -> None:
        self._rows = rows
        self._budget = budget
        self._own = {_identity(row, "line"): row for row in rows}

    def roots(self) -> tuple[Task, ...]:
        """Return the tasks that are nested in no other shown one, in the order of the rows."""
        shown = self._shown_identities()
        return tuple(
            [
                self._task(row, 1)
                for row in self._rows
                if row.get("parent") is None or _identity(row, "parent") not in shown
            ]
        )

    def _shown_identities(self) -> set[object]:
        """Return the identities of everything that is shown; each item is visited once."""
        shown = set[object]()
        waiting = list(self._rows)
        while waiting:
            row = waiting.pop()
            identity = _identity(row, "line")
            if identity not in shown:
                shown.add(identity)
                waiting += _children(row)
        return shown

    def _task(self, row: _Fields, depth: int) -> Task:
        self._budget.step()
        if depth == DEEPEST:
            below = [_new_item(child, ()) for child in _all_below(row)]
        else:
            below = [self._task(self._version(child), depth + 1) for child in _children(row)]
        return _new_item(row, tuple(below))

    def _version(self, child: _Fields) -> _Fields:
        """Return the fields of the child's row, if it is a row; else the child."""
        return self._own.get(_identity(child, "line"), child)


def _all_below(row: _Fields) -> Iterator[_Fields]:
    """Yield all items nested in an item, in the order of the note."""
    waiting = _children(row)[::-1]
    while waiting:
        child = waiting.pop()
        yield child
        waiting += _children(child)[::-1]


def _children(row: _Fields) -> list[_Fields]:
    children = row.get("children")
    listed = children if isinstance(children, tuple) else ()
    return [each for each in listed if isinstance(each, Mapping)]


def _identity(row: _Fields, line: str) -> object:
    """Return the identity of an item: its note and line, or what a query made of them."""
    path, at = row.get("path"), row.get(line)
    if isinstance(path, str) and isinstance(at, float):
        return path, at
    return text_of(path), text_of(at)


def _new_item(row: _Fields, below: tuple[Task, ...]) -> Task:
    is_task = row.get("task") is True
    line, visual = row.get("line"), row.get("visual")
    return Task(
        path=text_of(row.get("path")),
        line=int(line) + 1 if isinstance(line, float) else 0,
        status=text_of(row.get("status")) if is_task else None,
        text=text_of(row.get("text")),
        completed=is_task and row.get("completed") is True,
        fully_completed=is_task and row.get("fullyCompleted") is True,
        children=below,
        visual=None if visual is None else text_of(visual),
    )

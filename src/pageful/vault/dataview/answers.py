"""Results as JSON, the raw form.

Values that JSON lacks are objects with one name that begins with `$`. A line counts from 0, as it
does within the language.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

from pageful.tool.errors import ToolError
from pageful.vault.dataview.fields import Fields
from pageful.vault.dataview.item_fields import ItemFields
from pageful.vault.dataview.results import (
    CalendarResult,
    ListResult,
    QueryResult,
    TableResult,
    Task,
    TaskGroup,
    TaskResult,
)
from pageful.vault.values.budget import Budget
from pageful.vault.values.dates import iso_text
from pageful.vault.values.numbers import number_text
from pageful.vault.values.values import (
    Date,
    Duration,
    ExternalLink,
    Function,
    Link,
    ListPair,
    Value,
    is_number,
)

DEEPEST = 200
"""The deepest nesting of values; well below Python's limit of recursion."""


def query_json(result: QueryResult, budget: Budget | None = None) -> dict[str, Any]:
    """Convert a result to JSON: its `type`, its content, and the `total` of its rows.

    Raises:
        OutOfBudget: It becomes too large.
    """
    writer = Writer(budget or Budget())
    match result:
        case TableResult(headers, rows):
            cells = [[writer.value(cell) for cell in row] for row in rows]
            return {"type": "table", "headers": [*headers], "rows": cells, "total": result.total}
        case ListResult(values):
            written = [writer.value(value) for value in values]
            return {"type": "list", "values": written, "total": result.total}
        case TaskResult(tasks):
            written = [writer.task_or_group(each) for each in tasks]
            return {"type": "task", "values": written, "total": result.total}
        case CalendarResult(entries):
            dated = [
                {"date": writer.value(each.date), "link": writer.value(each.link)}
                for each in entries
            ]
            return {"type": "calendar", "values": dated, "total": result.total}


def value_json(value: Value) -> Any:
    """Convert a value to JSON.

    Raises:
        OutOfBudget: It becomes too large.
    """
    return Writer(Budget()).value(value)


class Writer:
    """A converter of values to JSON, within a budget."""

    def __init__(self, budget: Budget) -> None:
        self._budget = budget

    def value(self, value: Value, depth: int = 0) -> Any:
        """Convert a value of the language that is nested this deep."""
        self._budget.allocate(1)
        self._budget.step()
        if depth > DEEPEST:
            raise ToolError(
                f"A value of the result nests deeper than {DEEPEST} levels.",
                "Write the query with fewer lists within lists.",
            )
        match value:
            case None | bool():
                return value
            case str():
                self._budget.allocate(len(value))
                return value
            case int() | float():
                return _number(value)
            case Link():
                return {"$link": _link(value)}
            case tuple():
                return [self.value(element, depth + 1) for element in value]
            case Date():
                return {"$date": iso_text(value)}
            case Duration():
                return {"$dur": {unit: _number(amount) for unit, amount in value.amounts}}
            case Mapping():
                return self._object(value, depth)
            case ListPair(key, second):
                return [self.value(key, depth), self.value(second, depth)]
            case ExternalLink(url, display):
                return {"$widget": "dataview:external-link", "url": url, "display": display}
            case Function():
                return {"$fn": 1}

    def task_or_group(self, each: Task | TaskGroup) -> dict[str, Any]:
        """Convert a task, or a group of tasks."""
        if isinstance(each, TaskGroup):
            return {
                "key": self.value(each.key),
                "rows": [self.task_or_group(row) for row in each.rows],
            }
        self._budget.allocate(len(each.text) + 1)
        is_task = each.status is not None
        written = {
            "path": each.path,
            "line": each.line - 1,
            "status": each.status,
            "text": each.text,
            "completed": each.completed if is_task else None,
            "fullyCompleted": each.fully_completed if is_task else None,
            "children": [self.task_or_group(child) for child in each.children],
        }
        return written if each.visual is None else written | {"visual": each.visual}

    def _object(self, value: Mapping[str, Value], depth: int) -> dict[str, Any]:
        """Convert a page to its path, an item to its main fields, any other object whole."""
        if isinstance(value, Fields):
            if _is_item(value):
                return self._item(value, depth)
            file = value.get("file")
            if isinstance(file, Fields) and isinstance(file.get("link"), Link):
                return {"$page": file["path"]}
        return {key: self.value(part, depth + 1) for key, part in value.items()}

    def _item(self, item: Mapping[str, Value], depth: int) -> dict[str, Any]:
        shown = {name: self.value(item.get(name), depth + 1) for name in _OF_ITEMS}
        if item.get("task") is not True:
            shown |= {"status": None, "completed": None, "fullyCompleted": None}
        return shown


_OF_ITEMS = ("path", "line", "status", "text", "completed", "fullyCompleted", "children")


def _is_item(value: Fields) -> bool:
    """Return whether the object is an item, or a row that still has what makes one."""
    if isinstance(value, ItemFields):
        return True
    has_place = is_number(value.get("line")) and isinstance(value.get("symbol"), str)
    return has_place and isinstance(value.get("children"), tuple)


def _link(link: Link) -> dict[str, Any]:
    return {
        "path": link.path,
        "display": link.display,
        "subpath": link.subpath,
        "embed": link.embed,
        "type": link.type,
    }


def _number(number: float) -> Any:
    """Convert a number: whole ones without a point, infinities and NaN to their names."""
    if not math.isfinite(number):
        return {"$num": number_text(number)}
    return int(number) if float(number).is_integer() else number

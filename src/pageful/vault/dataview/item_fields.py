"""The fields of a list item or task, as queries see them."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterator, Mapping
from typing import Any

from pageful.vault.dataview.fields import Fields
from pageful.vault.dataview.items import Item
from pageful.vault.dataview.note_links import with_links
from pageful.vault.values.values import Date, Duration, Link, Value


class ItemFields(Fields):
    """The fields of an item of the note at `path`, its own inline fields included.

    `others` are the items of the note by line, `resolve` finds where its links lead. The links of
    `outlinks` stay as they are written.
    """

    __slots__ = ("_others", "_resolve", "item", "path")

    def __init__(
        self,
        path: str,
        item: Item,
        others: Mapping[int, ItemFields],
        resolve: Callable[[Link], Link],
    ) -> None:
        self.path = path
        self.item = item
        self._others = others
        self._resolve = resolve

    @property
    def children(self) -> tuple[ItemFields, ...]:
        """The items that are nested in this one."""
        return tuple([self._others[child.line] for child in self.item.children])

    def get(self, name: str, default: Any = None) -> Any:
        """Return the value of a field: one that every item has, else one written in this item."""
        own = _OF_ALL.get(name)
        if own is not None:
            return own(self)
        if self.item.is_task and (of_task := _OF_TASKS.get(name)):
            return of_task(self.item)
        if name == "parent" and self.item.parent is not None:
            return float(self.item.parent)
        if name == "blockId" and self.item.block_id:
            return self.item.block_id
        return self._annotation(name, default) if self.item.fields else default

    def __iter__(self) -> Iterator[str]:
        yield from _OF_ALL
        others = [*self.item.fields, "parent", "blockId", *_OF_TASKS, *_ANNOTATIONS]
        yield from (name for name in dict.fromkeys(others) if name not in _OF_ALL and name in self)

    def _annotation(self, name: str, default: Any) -> Any:
        fields = self.item.fields
        if self.item.is_task and name in _ANNOTATIONS:
            for key in _ANNOTATIONS[name]:
                if key in fields:
                    if _counts(fields[key][0]):
                        return with_links(fields[key][0], self._resolve)
                    break
        values = fields.get(name)
        if values is None:
            return default
        value = values[0] if len(values) == 1 else tuple(values)
        return with_links(value, self._resolve)


def task_field_names() -> Collection[str]:
    """Return the names of the fields that every task has."""
    return {*_OF_ALL, *_OF_TASKS, *_ANNOTATIONS, "parent", "blockId", "visual"}


def _counts(value: Value) -> bool:
    """Return whether a value is true in ECMAScript."""
    if isinstance(value, float):
        return value != 0 and not math.isnan(value)
    return isinstance(value, (Date, Duration, Link, tuple, Mapping)) or bool(value)


_OF_ALL: dict[str, Callable[[ItemFields], Value]] = {
    "symbol": lambda fields: fields.item.symbol,
    "link": lambda fields: fields.item.link,
    "section": lambda fields: fields.item.section,
    "text": lambda fields: fields.item.text,
    "tags": lambda fields: fields.item.tags,
    "line": lambda fields: float(fields.item.line),
    "lineCount": lambda fields: float(fields.item.line_count),
    "list": lambda fields: float(fields.item.list_line),
    "outlinks": lambda fields: fields.item.links,
    "path": lambda fields: fields.path,
    "children": lambda fields: fields.children,
    "task": lambda fields: fields.item.is_task,
    "annotated": lambda fields: bool(fields.item.fields),
    "subtasks": lambda fields: fields.children,
    "real": lambda fields: fields.item.is_task,
    "header": lambda fields: fields.item.section,
}
"""The fields of every item, which no field written in an item replaces."""

_OF_TASKS: dict[str, Callable[[Item], Value]] = {
    "status": lambda item: item.status,
    "checked": lambda item: item.status != " ",
    "completed": lambda item: item.completed,
    "fullyCompleted": lambda item: item.fully_completed,
}

_ANNOTATIONS = {
    "created": ("created", "ctime", "cday"),
    "due": ("due", "duetime", "dueday"),
    "completion": ("completed", "completion", "comptime", "compday"),
    "start": ("start",),
    "scheduled": ("scheduled",),
}
"""The dates of a task, and the keys that they are written by: the first one present counts."""

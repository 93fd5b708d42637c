"""The fields of `file`, which every note has."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from typing import TYPE_CHECKING, Any

from pageful.vault.dataview.fields import MISSING, Fields
from pageful.vault.values.dates import start_of_day
from pageful.vault.values.names import file_title
from pageful.vault.values.values import Date, Link, Value

if TYPE_CHECKING:
    from pageful.vault.dataview.pages import Page


class FileFields(Fields):
    """The fields of a page's file; each is computed once."""

    __slots__ = ("_known", "_page")

    def __init__(self, page: Page) -> None:
        self._page = page
        self._known: dict[str, Any] = {}

    def get(self, name: str, default: Any = None) -> Any:
        """Return the value of a field."""
        value = self._known.get(name, MISSING)
        if value is MISSING:
            work_out = _FIELDS.get(name) or _OWN_FIELDS.get(name)
            if work_out is None:
                return default
            value = self._known[name] = work_out(self._page)
        return default if value is None else value

    def __iter__(self) -> Iterator[str]:
        return (name for name in _FIELDS if name in self)


def file_field_names() -> Collection[str]:
    """Return the names of all fields that the file of a page can have."""
    return (*_FIELDS, *_OWN_FIELDS)


def _path(page: Page) -> Value:
    return page.path


def _folder(page: Page) -> Value:
    return page.path.rpartition("/")[0]


def _name(page: Page) -> Value:
    return file_title(page.path)


def _link(page: Page) -> Value:
    return Link(page.path)


def _ext(page: Page) -> Value:
    return page.path.rpartition(".")[2] if "." in page.path else ""


def _tasks(page: Page) -> Value:
    return tuple([each for each in page.list_items if each.item.is_task])


def _time(page: Page, nanoseconds: int) -> Date:
    return Date((nanoseconds + 500_000) // 1_000_000, page.zone)


def _creation_date(page: Page) -> Date:
    return _time(page, page.stat.created)


def _modification_date(page: Page) -> Date:
    return _time(page, page.stat.modified)


_FIELDS: dict[str, Callable[[Page], Value]] = {
    "path": _path,
    "folder": _folder,
    "name": _name,
    "link": _link,
    "outlinks": lambda page: tuple(map(page.resolve, page.metadata.links)),
    "inlinks": lambda page: tuple(map(Link, page.inlinks)),
    "etags": lambda page: page.metadata.tags,
    "tags": lambda page: page.metadata.all_tags,
    "aliases": lambda page: page.metadata.aliases,
    "lists": lambda page: page.list_items,
    "tasks": _tasks,
    "ctime": _creation_date,
    "cday": lambda page: start_of_day(_creation_date(page)),
    "mtime": _modification_date,
    "mday": lambda page: start_of_day(_modification_date(page)),
    "size": lambda page: float(page.stat.size),
    "starred": lambda page: page.is_starred,
    "frontmatter": lambda page: page.metadata.frontmatter,
    "ext": _ext,
    "day": lambda page: page.day,
}

_OWN_FIELDS: dict[str, Callable[[Page], Value]] = {"text": lambda page: page.text}
"""Fields that the plugin has not: known by their names, and no part of `file` as a whole."""

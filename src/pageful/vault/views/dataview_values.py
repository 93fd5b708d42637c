"""Values of the query language as text of pages: on one line, links in readable form."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping

from pageful.lazy.dataclasses import dataclass, field
from pageful.text.single_line import join_lines, name
from pageful.tool.errors import ToolError
from pageful.vault.values.budget import Budget
from pageful.vault.values.dates import iso_text
from pageful.vault.values.names import file_title
from pageful.vault.values.printing import text_of
from pageful.vault.values.values import Date, Link, ListPair, Value, is_number

NOTHING = "-"
"""The text of null, as Obsidian shows it."""

DEEPEST = 200
"""The deepest nesting of values on a page."""

_LARGEST = 5_000_000
_SEPARATORS = (", ", "; ", " • ")
# > Recipes/Rye.md
_FILE = re.compile(r"\.(?=[0-9]*[A-Za-z])[A-Za-z0-9]{1,8}\Z")


@dataclass(frozen=True, slots=True)
class Words:
    """A writer of values, within a budget of the largest page.

    Each method raises `OutOfBudget` when that is used up, and `ToolError` for too deep a nesting.
    """

    _budget: Budget = field(default_factory=lambda: Budget(size=_LARGEST))

    def of(self, value: Value, *, home: str = "", depth: int = 0) -> str:
        """Write a value nested `depth` deep; an item of the note `home` is without its path."""
        self._budget.step()
        if depth > DEEPEST:
            raise ToolError(
                f"A value of the result nests deeper than {DEEPEST} levels.",
                "Write the query with fewer lists within lists.",
            )
        text = self._text(value, home, depth)
        self._budget.allocate(len(text))
        return text

    def key(self, value: Value) -> str:
        """Return the text of a key of rows or groups: never empty."""
        text = "(none)" if value is None else self.of(value)
        return text if text.strip() else json.dumps(text)

    def all(self, values: Iterable[Value], *, home: str = "", depth: int = 1) -> str:
        """Join values with a separator that none of them contains."""
        texts = [self.of(each, home=home, depth=depth) for each in values]
        for separator in _SEPARATORS[:-1]:
            if not any(separator in text for text in texts):
                return separator.join(texts)
        return _SEPARATORS[-1].join(texts)

    def _text(self, value: Value, home: str, depth: int) -> str:
        match value:
            case None:
                return NOTHING
            case str():
                # The status of an open task is a blank: bare, the cell would seem to be empty.
                text = join_lines(value)
                return json.dumps(text, ensure_ascii=False) if text.isspace() else text
            case Link():
                return link(value)
            case tuple():
                inside = self.all(value, home=home, depth=depth + 1)
                return f"[{inside}]" if depth or not value else inside
            case ListPair(key, second):
                return f"{self.key(key)}: {self.of(second, depth=depth)}"
            case Mapping():
                return self._object(value, home, depth)
            case _:
                return join_lines(text_of(value))

    def _object(self, value: Mapping[str, Value], home: str, depth: int) -> str:
        file = value.get("file")
        if is_item(value):
            return self._item(value, home, depth)
        if isinstance(file, Mapping) and isinstance(file.get("path"), str):
            return name(str(file["path"]))
        parts = [
            f"{join_lines(key)}: {self.of(part, depth=depth + 1)}" for key, part in value.items()
        ]
        return f"{{{', '.join(parts)}}}"

    def _item(self, item: Mapping[str, Value], home: str, depth: int) -> str:
        text, status = self.of(item.get("text"), depth=depth), item.get("status")
        path, line = item.get("path"), item.get("line")
        number = int(line) + 1 if is_number(line) else 0  # type: ignore[arg-type]
        place = f"line {number}" if path == home else f"{name(str(path))}:{number}"
        mark = f"[{join_lines(str(status))}] " if item.get("task") is True else ""
        return f"{mark}{text} ({place})"


def is_item(value: Mapping[str, Value]) -> bool:
    """Return whether an object is an item of a list, or a task."""
    return isinstance(value.get("symbol"), str) and isinstance(value.get("children"), tuple)


def link(link: Link) -> str:
    """Write a link: only the path of a whole file, else in brackets with heading and display."""
    target = _target(link)
    plain = link.display in (None, "", link.path, file_title(link.path))
    if link.embed or not plain or target != link.path or not _FILE.search(link.path):
        shown = "" if plain else f"|{link.display}"
        return join_lines(f"{'!' if link.embed else ''}[[{target}{shown}]]")
    return name(link.path)


def _target(link: Link) -> str:
    if link.type == "file" or not link.subpath:
        return link.path
    return f"{link.path}#{'^' if link.type == 'block' else ''}{link.subpath}"


def day_text(date: Date) -> str:
    """Return the day of a date: `2025-03-08`."""
    return iso_text(date).partition("T")[0]

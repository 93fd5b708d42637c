"""The items of a note's lists, with the fields that are written in them.

Lines count from 0 here, as they do in queries.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from pageful.vault.dataview.emoji_shorthands import has_shorthand, shorthand_fields
from pageful.vault.dataview.frontmatter_values import Occurrences
from pageful.vault.dataview.grammar import parse_inline_value
from pageful.vault.dataview.inline_fields import (
    SEPARATOR,
    InlineField,
    bracketed_fields,
    line_field,
)
from pageful.vault.dataview.item_place import ItemSurroundings
from pageful.vault.parsing.parsed_note import ListItem, Note
from pageful.vault.values.clock import Clock
from pageful.vault.values.names import TAG
from pageful.vault.values.values import Link, Value
from pageful.vault.values.whitespace import SPACE, strip_whitespace

# > > - [ ] try with caraway #idea
_FIRST_LINE = re.compile(
    rf"(?:{SPACE}|>)*+([0-9]+[.)]|[*+-]){SPACE}*(?:\[[^\r\n\u2028\u2029]?\])?{SPACE}*"
    r"([^\r\n\u2028\u2029]*)"
)
"""An item's mark and, behind the brackets of a task, its text."""

# > try with caraway #idea, soon
_MAYBE_TAG = re.compile(r"#[^,;.:!?'\"`()\[\]{}" + SPACE[1:-1] + "]+")
_NO_FIELDS: Mapping[str, list[Value]] = {}


class Item:
    """An item by the text of its note alone, with links not yet resolved.

    `status` is the character between a task's brackets, `None` for an item that is no task;
    `fully_completed` tells whether a task and all tasks below are done. `fields` are those that are
    written in the item, each with all its values.
    """

    __slots__ = (
        "_place",
        "block_id",
        "children",
        "fields",
        "fully_completed",
        "line",
        "line_count",
        "parent",
        "status",
        "symbol",
        "text",
    )

    def __init__(
        self, each: ListItem, symbol: str, text: str, place: ItemSurroundings, clock: Clock
    ) -> None:
        self.line = each.line - 1
        self.line_count = each.end_line - each.line + 1
        self.parent = each.parent - 1 if each.parent and each.parent != each.line else None
        self.symbol = symbol
        self.text = text
        self.status = each.status
        self.block_id = each.block_id
        self.fields = _fields(text, each.status is not None, clock)
        self.children: list[Item] = []
        self.fully_completed = self.completed
        self._place = place

    @property
    def is_task(self) -> bool:
        """Return whether the item has a checkbox."""
        return self.status is not None

    @property
    def completed(self) -> bool:
        """Return whether the box has an `x`."""
        return self.status in ("x", "X")

    @property
    def section(self) -> Link:
        """The link to the heading above, or to the note."""
        return self._place.section(self.line)

    @property
    def link(self) -> Link:
        """The link to the item if it has a block id, else to its section."""
        if self.block_id:
            return Link(self._place.path, "block", None, self.block_id)
        return self.section

    @property
    def list_line(self) -> int:
        """The line that its list begins on; -1 in a quote, where a list is no section."""
        return self._place.list_line(self.line)

    @property
    def tags(self) -> tuple[str, ...]:
        """The tags of its text, each once."""
        if "#" not in self.text:
            return ()
        found = [tag[0] for tag in _MAYBE_TAG.finditer(self.text)]
        return tuple(dict.fromkeys([tag for tag in found if TAG.fullmatch(tag)]))

    @property
    def links(self) -> tuple[Link, ...]:
        """The links on the item's lines, with paths as written."""
        return self._place.links(self.line, self.line_count)


def read_items(path: str, note: Note, lines: Sequence[str], clock: Clock) -> tuple[Item, ...]:
    """Read the items of the note at `path`, in order."""
    if not note.items:
        return ()
    place = ItemSurroundings(path, note)
    items: dict[int, Item] = {}
    for each in note.items:
        first = _FIRST_LINE.match(lines[each.line - 1]) if each.line <= len(lines) else None
        if first:
            parts = [
                strip_whitespace(first[2]),
                *map(strip_whitespace, lines[each.line : each.end_line]),
            ]
            items[each.line - 1] = Item(each, first[1], "\n".join(parts), place, clock)
    _nest(items)
    return tuple(items.values())


def add_value(found: InlineField, occurrences: Occurrences, clock: Clock) -> None:
    """Parse the value of an inline field, and append it to those of the same key."""
    value = parse_inline_value(found.value, clock) if found.value else None
    occurrences.setdefault(found.key, []).append(value)


def _fields(text: str, is_task: bool, clock: Clock) -> Mapping[str, list[Value]]:
    """Find the fields of an item's text; unless it is a task, the whole text may be one."""
    if SEPARATOR not in text and not has_shorthand(text):
        return _NO_FIELDS
    text = text.replace("\n", " ")
    found = bracketed_fields(text, shorthand_fields(text))
    if not found and not is_task and (whole := line_field(text)):
        found = [whole]
    fields: Occurrences = {}
    for each in found:
        add_value(each, fields, clock)
    return fields


def _nest(items: Mapping[int, Item]) -> None:
    """Put each item below its parent; a task is fully completed if all tasks below are."""
    for item in items.values():
        above = _parent(item, items)
        if above is not None:
            above.children.append(item)
        if item.is_task and not item.completed:
            while above is not None:
                above.fully_completed = False
                above = _parent(above, items)


def _parent(item: Item, items: Mapping[int, Item]) -> Item | None:
    return None if item.parent is None else items.get(item.parent)

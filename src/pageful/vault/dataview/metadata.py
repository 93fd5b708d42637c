"""The metadata of one note alone: its fields, tags, aliases, links and items.

It does not depend on any other note, so it stays true for as long as the note is the same.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence

from pageful.vault.dataview.emoji_shorthands import has_shorthand
from pageful.vault.dataview.frontmatter_values import (
    Occurrences,
    add_fields,
    fields_by_name,
    typed_value,
    untyped_value,
)
from pageful.vault.dataview.inline_fields import SEPARATOR, bracketed_fields, line_field
from pageful.vault.dataview.items import Item, add_value, read_items
from pageful.vault.dataview.note_links import in_order, link_value
from pageful.vault.parsing.lines import split_lines
from pageful.vault.parsing.parsed_note import Note
from pageful.vault.values.clock import Clock
from pageful.vault.values.date_text import day_in
from pageful.vault.values.names import file_title
from pageful.vault.values.numbers import number_text
from pageful.vault.values.utf16 import length
from pageful.vault.values.values import Date, Link, Value
from pageful.vault.values.whitespace import SPACE, strip_whitespace

# Of UTF-16 units: Dataview reads no fields from longer lines.
_LONGEST_LINE = 32_768
_OF_OBSIDIAN = "position"
"""A name that Obsidian reserves: a property of that name is no field."""

# > bread, rye idea
_BETWEEN_TAGS = re.compile(rf"(?:,|{SPACE})+")
# > Rosa, the starter
_BETWEEN_ALIASES = re.compile(",")


class Metadata:
    """The metadata of the note at `path`. Its text is read when it is asked for."""

    __slots__ = (
        "_aliases",
        "_clock",
        "_fields",
        "_items",
        "_links",
        "_path",
        "_tags",
        "note",
    )

    def __init__(self, path: str, note: Note, clock: Clock) -> None:
        self.note = note
        self._path = path
        self._clock = clock
        self._tags: tuple[str, ...] | None = None
        self._aliases: tuple[str, ...] | None = None
        self._links: tuple[Link, ...] | None = None
        self._items: tuple[Item, ...] | None = None
        self._fields: tuple[Mapping[str, Value], Date | None] | None = None

    @property
    def tags(self) -> tuple[str, ...]:
        """The tags as written, those of the text first."""
        if self._tags is None:
            note = self.note
            tags = [f"#{tag.name}" for tag in note.tags if tag.line] if note.tags else []
            tags += _frontmatter_tags(note.properties)
            self._tags = tuple(dict.fromkeys(tags)) if len(tags) > 1 else tuple(tags)
        return self._tags

    @property
    def all_tags(self) -> tuple[str, ...]:
        """Each tag, followed by its parent tags."""
        return tuple(dict.fromkeys([each for tag in self.tags for each in _with_parents(tag)]))

    @property
    def tag_names(self) -> Collection[str]:
        """All tags in lower case, with their parent tags."""
        return {each.lower() for tag in self.tags for each in _with_parents(tag)}

    @property
    def aliases(self) -> tuple[str, ...]:
        """The aliases of the note; a text is split at commas."""
        if self._aliases is None:
            self._aliases = tuple(dict.fromkeys(_aliases(self.note.properties)))
        return self._aliases

    @property
    def links(self) -> tuple[Link, ...]:
        """Every link of the note, repeated ones too, with the path as written."""
        if self._links is None:
            self._links = tuple([link_value(link) for link in in_order(self.note.links)])
        return self._links

    @property
    def frontmatter(self) -> Value:
        """The properties, untyped as in YAML."""
        properties = self.note.properties
        return untyped_value({key: properties[key] for key in properties if key != _OF_OBSIDIAN})

    def fields(self, text: Callable[[str], str]) -> Mapping[str, Value]:
        """Return the fields of the frontmatter, of list items except tasks, and of other lines."""
        return self._fields_and_day(text)[0]

    def day(self, text: Callable[[str], str]) -> Date | None:
        """Return the day of the note: its field `date` or `day`, else the day in its name."""
        return self._fields_and_day(text)[1]

    def items(self, text: Callable[[str], str]) -> tuple[Item, ...]:
        """Return the items of all lists."""
        if self._items is None:
            lines = split_lines(text(self._path)) if self.note.items else []
            self._items = read_items(self._path, self.note, lines, self._clock)
        return self._items

    def _fields_and_day(
        self, text: Callable[[str], str]
    ) -> tuple[Mapping[str, Value], Date | None]:
        if self._fields is None:
            found = self._of_frontmatter()
            self._add_fields(text, found)
            day = _day_of(found) or day_in(file_title(self._path), self._clock.zone)
            self._fields = fields_by_name(found), day
        return self._fields

    def _of_frontmatter(self) -> Occurrences:
        own = typed_value(self.note.properties, self._clock)
        assert isinstance(own, Mapping)
        return {key: [value] for key, value in own.items() if key != _OF_OBSIDIAN}

    def _add_fields(self, text: Callable[[str], str], found: Occurrences) -> None:
        """Add the fields of the text, those of list items first."""
        whole = text(self._path)
        if SEPARATOR not in whole and not (self.note.items and has_shorthand(whole)):
            return
        items = self.items(text)
        for item in items:
            if not item.is_task:
                add_fields(found, item.fields.items())
        for line in _lines_apart(self.note, split_lines(whole), items):
            fields = bracketed_fields(line)
            if not fields and (alone := line_field(line)):
                fields = [alone]
            for field in fields:
                add_value(field, found, self._clock)


def _lines_apart(note: Note, lines: Sequence[str], items: tuple[Item, ...]) -> Iterator[str]:
    """Yield the lines with fields outside list items; lines of code count."""
    listed = {at for item in items for at in range(item.line, item.line + item.line_count)}
    for section in note.sections:
        if section.kind == "list":
            continue
        for at in range(section.line - 1, min(section.end_line, len(lines))):
            line = lines[at]
            if SEPARATOR in line and at not in listed and length(line) <= _LONGEST_LINE:
                yield strip_whitespace(line)


def _day_of(occurrences: Occurrences) -> Date | None:
    """Return the date in the first value of a field `date` or `day`, in any case."""
    for key, values in occurrences.items():
        if key.lower() in ("date", "day") and isinstance(values[0], Date):
            return values[0]
    return None


def _with_parents(tag: str) -> Iterator[str]:
    yield tag
    while "/" in tag:
        tag = tag.rpartition("/")[0]
        yield tag


def _frontmatter_tags(properties: Mapping[str, object]) -> list[str]:
    """Return the tags in `tags` and `tag`, in any case; texts are split, also those of a list."""
    found = [
        part
        for key, value in properties.items()
        if key.lower() in ("tags", "tag")
        for part in _split(value, _BETWEEN_TAGS)
    ]
    return [tag if tag.startswith("#") else f"#{tag}" for tag in found]


def _aliases(properties: Mapping[str, object]) -> Iterator[str]:
    for key, value in properties.items():
        if key.lower() in ("alias", "aliases") and value:
            if isinstance(value, list):
                yield from (strip_whitespace(_plain_text(each)) for each in value)
            else:
                yield from _split(value, _BETWEEN_ALIASES)


def _split(value: object, between: re.Pattern[str]) -> list[str]:
    """Split a text, or each text of a list, into parts; null has none."""
    if value is None:
        return []
    if isinstance(value, list):
        return [part for each in value if each for part in _split(each, between)]
    parts = map(strip_whitespace, between.split(_plain_text(value)))
    return [part for part in parts if part]


def _plain_text(value: object) -> str:
    """Convert a value to text as ECMAScript's concatenation does."""
    match value:
        case str():
            return value
        case bool() | None:
            return {True: "true", False: "false", None: "null"}[value]
        case int() | float():
            return number_text(value)
        case list():
            return ",".join("" if each is None else _plain_text(each) for each in value)
        case _:
            return "[object Object]"

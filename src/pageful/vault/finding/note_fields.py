"""The fields of all notes: properties of the frontmatter and inline fields, by their names."""

from __future__ import annotations

import json
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property

from pageful.files.latest import Latest
from pageful.lazy.dataclasses import dataclass
from pageful.vault.dataview.inline_fields import (
    SEPARATOR,
    InlineField,
    bracketed_fields,
    line_field,
)
from pageful.vault.finding.days import day_of
from pageful.vault.parsing.lines import split_lines
from pageful.vault.parsing.parsed_note import Note
from pageful.vault.search.substring_index import SubstringIndex
from pageful.vault.snapshot.snapshot import VaultSnapshot
from pageful.vault.snapshot.times import iso_8601

Fields = Mapping[str, Sequence[object]]

# > [[People/Ada|Ada]], [[Ben]]
_LINKS = re.compile(r"!?\[\[[^\[\]]+\]\](?:\s*,\s*!?\[\[[^\[\]]+\]\])*\Z")
# > [[People/Ada|Ada]]
_LINK = re.compile(r"!?\[\[([^\[\]|]+)(?:\|([^\[\]]*))?\]\]")
# > [BDOW](Barred-Owl-(BDOW).md)
_MARKDOWN_LINK = re.compile(r"!?\[([^\[\]]+)\]\((?:[^()\s]|\([^()\s]*\))+\)")
# > -4.5
_NUMBER = re.compile(r"-?\d{1,15}(?:\.\d{1,15})?\Z")
_LONGEST_LINE = 32_768
"""Characters of a line that fields are read from, as Dataview has it."""

FILE_FIELDS = ("path", "name", "folder", "size", "mtime", "ctime", "day", "tags", "aliases")
"""The fields of the file itself, written behind `file.`."""


@dataclass(frozen=True)
class NoteFields:
    """The fields of the notes of one snapshot; `inline` are the notes that may have inline ones."""

    snapshot: VaultSnapshot
    inline: frozenset[str]

    @cached_property
    def by_note(self) -> Mapping[str, Fields]:
        """The values of each note's fields, one by one, by the path and the name as written."""
        return {path: self._fields(path, note) for path, note in self.snapshot.notes.items()}

    @cached_property
    def with_name(self) -> Mapping[str, frozenset[str]]:
        """The notes that have a field, by its name as written."""
        notes: defaultdict[str, set[str]] = defaultdict(set)
        for path, fields in self.by_note.items():
            for name in fields:
                notes[name].add(path)
        return {name: frozenset(paths) for name, paths in notes.items()}

    @cached_property
    def _spellings(self) -> Mapping[str, Sequence[str]]:
        spellings: defaultdict[str, list[str]] = defaultdict(list)
        for name in self.with_name:
            spellings[name_key(name)].append(name)
        return spellings

    def is_known(self, name: str) -> bool:
        """Return whether any note has a field of that name, or the file itself."""
        return name_key(name) in self._spellings or file_field(name) != ""

    def texts(self, path: str, name: str) -> tuple[str, ...]:
        """Return a field's values in a note as texts; its name in any case."""
        if field := file_field(name):
            return tuple(self._of_file(path, field))
        fields = self.by_note[path]
        values = [
            value
            for key in self._spellings.get(name_key(name), ())
            for value in fields.get(key, ())
        ]
        return tuple(text for value in values if (text := value_text(value)))

    def day(self, path: str) -> str:
        """Return the day of a note as `2024-12-02`, empty where it has none."""
        return day_of(path, self.by_note[path])

    def _of_file(self, path: str, field: str) -> Iterator[str]:
        file, note = self.snapshot.files[path], self.snapshot.notes[path]
        match field:
            case "tags":
                yield from dict.fromkeys(f"#{tag.name}" for tag in note.tags)
            case "aliases":
                yield from note.aliases
            case "size":
                yield str(file.size)
            case "mtime" | "ctime":
                yield iso_8601(file.modified if field == "mtime" else file.created)
            case "day":
                yield from filter(None, [self.day(path)])
            case "path":
                yield path
            case _:
                yield file.name if field == "name" else file.folder

    def _fields(self, path: str, note: Note) -> Fields:
        fields: dict[str, list[object]] = {
            name: list(_singles(value)) for name, value in note.properties.items()
        }
        if path in self.inline:
            for found in _inline_fields(note, self.snapshot.text(path)):
                fields.setdefault(found.key, []).extend(_inline_values(found.value))
        return fields


def note_fields(snapshot: VaultSnapshot, index: SubstringIndex) -> NoteFields:
    """Return the fields of a snapshot; those of the last one are kept."""
    return _LATEST.get(snapshot, lambda _: NoteFields(snapshot, index.notes_with(SEPARATOR)))


_LATEST: Latest[VaultSnapshot, NoteFields] = Latest()


def name_key(name: str) -> str:
    """Return a key that is equal for spellings of one field: `Date Read`, `date-read`."""
    return name.strip().lower().replace(" ", "-")


def file_field(name: str) -> str:
    """Return the name behind `file.`, if it is a field of files."""
    prefix, _, field = name.strip().lower().partition(".")
    return field if prefix == "file" and field in FILE_FIELDS else ""


def value_text(value: object) -> str:
    """Write a value as text on one line; a link by its alias or the name of its note."""
    match value:
        case None:
            return ""
        case bool():
            return str(value).lower()
        case float() if value.is_integer():
            return str(int(value))
        case Mapping() | list():
            return json.dumps(value, ensure_ascii=False, default=str)
        case _:
            text = _MARKDOWN_LINK.sub(r"\1", _LINK.sub(_link_text, str(value)))
            return " ".join(text.split())


def _link_text(link: re.Match[str]) -> str:
    name = link[1].partition("#")[0].rpartition("/")[2].removesuffix(".md")
    return (link[2] or name or link[1]).strip()


def _singles(value: object) -> Iterator[object]:
    """Yield the values of a list one by one, of any other value itself; nothing for null."""
    if isinstance(value, list):
        for each in value:
            yield from _singles(each) if isinstance(each, list) else (each,)
    else:
        yield value


def _inline_fields(note: Note, text: str) -> Iterator[InlineField]:
    """Yield the fields of the text but for those of tasks and in code."""
    lines = split_lines(text.removeprefix("\ufeff"))
    for item in note.items:
        if item.status is None and SEPARATOR in item.text:
            yield from _fields_of(" ".join(item.text.split("\n")))
    for section in note.sections:
        if section.kind not in ("list", "code", "yaml"):
            for line in lines[section.line - 1 : section.end_line]:
                if SEPARATOR in line and len(line) <= _LONGEST_LINE:
                    yield from _fields_of(line.strip())


def _fields_of(text: str) -> list[InlineField]:
    found = bracketed_fields(text)
    alone = None if found else line_field(text)
    return [alone] if alone else found


def _inline_values(text: str) -> list[object]:
    """Return the values of an inline field: several links one by one, a number as such."""
    text = text.strip()
    if _LINKS.match(text):
        return [link[0] for link in _LINK.finditer(text)]
    if _NUMBER.match(text):
        return [float(text) if "." in text else int(text)]
    return [text] if text else [None]

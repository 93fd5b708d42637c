"""Rows of the forms of `vault_find` that show fields, and counts by values."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence
from functools import cached_property
from itertools import product

from pageful.lazy.dataclasses import dataclass, replace
from pageful.text.folding import fold_text
from pageful.tool.errors import ToolError
from pageful.vault.finding.results import QueryAnswer, Row
from pageful.vault.finding.selection import Selection, folder_and_name

NOTHING = "-"
"""The value of a note that has none."""

# > year(intake)
_PART = re.compile(r"(year|month|day)\((.+)\)\Z", re.IGNORECASE)
# > 2024-12-02
_DATE = re.compile(r"\d{4}(?:-\d{2}(?:-\d{2})?)?")
_FEW_NAMES = 5
"""Notes without a line that are named in a count of lines: exceptions are few."""
_LENGTHS = {"year": 4, "month": 7, "day": 10}
"""Characters of a date as text up to its year, month or day."""


class UnknownField(Exception):
    """A field that none of the notes has; it is answered by the fields that they have."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.name = name


@dataclass(frozen=True)
class Key:
    """A key to count or show by: `folder`, `tag`, `day`, `year(intake)`, `status`, `county~ford`.

    `values` are a note's, none where it has none; `by_time` tells whether they are dates.
    """

    text: str

    @property
    def by_time(self) -> bool:
        """Return whether the values are days, months or years."""
        return self._name in _LENGTHS or self._part is not None

    def check(self, selection: Selection) -> None:
        """Refuse a field that no note of the selection has.

        Raises:
            UnknownField: there is none.
        """
        if not self.is_known(selection):
            raise UnknownField(self.field)

    def is_known(self, selection: Selection) -> bool:
        """Return whether any note of the selection has the field, if it is one."""
        name, fields = self.field, selection.sources.fields
        if not name:
            return True
        having = any(fields.texts(path, name) for path in selection.paths)
        return fields.is_known(name) and (having or not selection.paths)

    def values(self, selection: Selection, path: str) -> tuple[str, ...]:
        """Return the values of a note, each once."""
        fields = selection.sources.fields
        if self._part:
            texts = fields.texts(path, self._part[2])
            return _cut(texts, _LENGTHS[self._part[1].lower()])
        if self._name in _LENGTHS:
            return _cut([fields.day(path)], _LENGTHS[self._name])
        if self._name == "folder":
            return (path.rpartition("/")[0] or "./",)
        if self._name == "tag":
            return fields.texts(path, "file.tags")
        wanted = fold_text(self.text.partition("~")[2])
        each = dict.fromkeys(fields.texts(path, self.field))
        return tuple(text for text in each if wanted in fold_text(text))

    @property
    def field(self) -> str:
        """The name of the field that is read; empty where there is no field."""
        if self._part:
            return self._part[2].strip()
        if self._name in _LENGTHS or self._name in ("folder", "tag"):
            return ""
        return self.text.partition("~")[0].strip()

    @cached_property
    def _part(self) -> re.Match[str] | None:
        return _PART.match(self.text)

    @property
    def _name(self) -> str:
        return self.text.lower()


def keys_of(text: str) -> tuple[Key, ...]:
    """Return the keys of a list with commas.

    Raises:
        ToolError: a name is empty.
    """
    names = [part.strip() for part in text.split(",")]
    if not all(names):
        raise ToolError(f"{text[:80]!r} names no field.", 'Write names: "status,year(intake)".')
    return tuple(map(Key, names))


def count_notes(selection: Selection, found: QueryAnswer, keys: Sequence[Key]) -> QueryAnswer:
    """Count notes by every combination of the keys' values; a note once for each of them."""
    counts, without = Counter[tuple[str, ...]](), 0
    _check_all(selection, keys)
    for path in selection.paths:
        valued = [key.values(selection, path) for key in keys]
        without += not any(valued)
        if any(valued):
            counts.update(product(*(values or (NOTHING,) for values in valued)))
    rows = [Row(values=values, count=number) for values, number in counts.items()]
    return replace(
        found,
        rows=tuple(_in_order(rows, keys)),
        columns=tuple(key.text for key in keys),
        apart=without,
    )


def count_tasks(selection: Selection, found: QueryAnswer, keys: Sequence[Key]) -> QueryAnswer:
    """Count the open and the done tasks of `found.rows` by the values of their notes."""
    _check_all(selection, keys)
    counts = dict[tuple[str, ...], Counter[str]]()
    for task in found.rows:
        for values in product(*(key.values(selection, task.path) or (NOTHING,) for key in keys)):
            counts.setdefault(values, Counter())[task.state or "other"] += 1
    rows = [
        Row(values=values, count=states.total(), counts=dict(states))
        for values, states in counts.items()
    ]
    return replace(
        found, rows=tuple(_in_order(rows, keys)), columns=tuple(key.text for key in keys)
    )


def count_lines(selection: Selection, found: QueryAnswer) -> QueryAnswer:
    """Count the lines of `found.rows` by their text."""
    having = {row.path for row in found.rows}
    without = sorted(selection.among - having, key=folder_and_name)
    counts = Counter(row.text.strip() for row in found.rows)
    first = {row.text.strip(): row for row in reversed(found.rows)}
    rows = [
        replace(first[text], count=1) if number == 1 else Row(text=text, count=number)
        for text, number in sorted(counts.items(), key=lambda each: (-each[1], each[0]))
    ]
    return replace(
        found, rows=tuple(rows), without=tuple(without) if len(without) <= _FEW_NAMES else ()
    )


def columns(selection: Selection, found: QueryAnswer, keys: Sequence[Key]) -> QueryAnswer:
    """Return the values of the keys for each note; a field that none has is told of.

    Raises:
        UnknownField: no note has any of them.
    """
    unknown = [key for key in keys if not key.is_known(selection)]
    known = [key for key in keys if key not in unknown]
    if not known:
        raise UnknownField(unknown[0].field)
    return replace(
        found,
        rows=tuple(
            Row(path, values=tuple("; ".join(key.values(selection, path)) for key in known))
            for path in selection.paths
        ),
        columns=tuple(key.text for key in known),
        unknown=tuple(key.field for key in unknown),
    )


def fields(selection: Selection, found: QueryAnswer) -> QueryAnswer:
    """Return the fields of the notes, those that most have first, with their values."""
    by_note = selection.sources.fields
    values, having = dict[str, Counter[str]](), Counter[str]()
    for path in selection.paths:
        for name in by_note.by_note[path]:
            having[name] += 1
            values.setdefault(name, Counter()).update([*dict.fromkeys(by_note.texts(path, name))])
    rows = [
        Row(text=name, count=number, counts=dict(values[name].most_common()))
        for name, number in having.most_common()
    ]
    return replace(found, rows=tuple(rows))


def sorted_rows(selection: Selection, found: QueryAnswer, sort: str) -> QueryAnswer:
    """Return the rows in the order of a field of their notes, empty ones last; `-`: falling.

    Where no note has the field, they stay as they are, and that is told.
    """
    key = Key(sort.removeprefix("-").strip())
    if not key.is_known(selection):
        return replace(found, sort="", unknown=tuple(dict.fromkeys([*found.unknown, key.field])))
    texts = {path: "; ".join(key.values(selection, path)) for path in selection.paths}
    having = [row for row in found.rows if texts.get(row.path)]
    having.sort(key=lambda row: value_order(texts[row.path]), reverse=sort.startswith("-"))
    return replace(found, rows=(*having, *(row for row in found.rows if not texts.get(row.path))))


def value_order(text: str) -> tuple[float, str]:
    """Return the key by which values are in order: numbers by size, before other texts."""
    try:
        number = float(text)
    except ValueError:
        return float("inf"), fold_text(text)
    return (number, "") if number == number else (float("inf"), text)


def _check_all(selection: Selection, keys: Sequence[Key]) -> None:
    for key in keys:
        key.check(selection)


def _cut(texts: Sequence[str], length: int) -> tuple[str, ...]:
    """Return the beginnings of dates, each once; what is no date or too coarse is left out."""
    dates = (found[0][:length] for text in texts if (found := _DATE.match(text)))
    return tuple(dict.fromkeys(date for date in dates if len(date) == length))


def _in_order(rows: list[Row], keys: Sequence[Key]) -> list[Row]:
    """Order counted rows: by time if the first key is of time, else the most first."""
    order: Callable[[Row], tuple[object, ...]] = lambda row: (-row.count, row.values)  # noqa: E731
    if keys[0].by_time:
        order = _by_values
    return sorted(rows, key=order)


def _by_values(row: Row) -> tuple[object, ...]:
    return row.values

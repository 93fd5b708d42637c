"""Data as the parts of a page: lines of a record, tables with their legends, long texts."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from itertools import groupby

from pageful.anything.names import write_key, write_path
from pageful.anything.scalars import quote, write_column, write_in_line, write_value
from pageful.lazy.dataclasses import dataclass, field
from pageful.page.cells import delimiter_row, escape_line, join_row, join_rows
from pageful.page.inline import fence_around
from pageful.shapes.columns import Column, is_shorter_as_columns
from pageful.shapes.legend import Legend, label_key
from pageful.shapes.legends import Legends
from pageful.shapes.rules import RULES, Rule
from pageful.shapes.sheet import Sheet, sheet_of
from pageful.shapes.templates import Template
from pageful.shapes.values import Json, Path

EACH_ROW = "Each row:"
_LONG = 1_000
"""Characters from which on a text of several lines is better read below the table."""
_REPEATED = 100
"""Characters from which on a text that comes again is better said once."""
_REFERENCE = 12
"""Characters of a reference to a text, with what is around it."""
_INLINE = 100
"""Characters up to which an object is said in one line."""
# > "a\x1bb"
_UNSEEN = re.compile(
    r"[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff"
    r"\ufff9-\ufffb\U000e0001\U000e0020-\U000e007f]"
)


@dataclass(frozen=True, slots=True)
class TablePart:
    """A table with what is said above it."""

    title: str
    facts: tuple[str, ...]
    header: tuple[str, ...]
    rows: list[str]

    def lines(self, rows: int | None = None) -> list[str]:
        """Write the table, or its first rows."""
        above = [EACH_ROW, *self.facts, ""] if self.facts else []
        title = [self.title, ""] if self.title else []
        shown = self.rows if rows is None else self.rows[:rows]
        return [*title, *above, join_row(self.header), delimiter_row(len(self.header)), *shown]


@dataclass(slots=True)
class PageParts:
    """Everything that a page says, in its order."""

    record: list[str] = field(default_factory=list)
    legends: list[TablePart] = field(default_factory=list)
    tables: list[TablePart] = field(default_factory=list)
    texts: list[str] = field(default_factory=list)

    def blocks(self) -> list[str]:
        """Write the blocks of the page: the record, tables with what they refer to, and texts."""
        blocks = ["\n".join(self.record)] if self.record else []
        blocks += ["\n".join(each.lines()) for each in (*self.legends, *self.tables)]
        return blocks + [write_text(number, text) for number, text in enumerate(self.texts, 1)]

    def write(self) -> str:
        """Write the page."""
        return "\n\n".join(self.blocks())


def write_text(number: int, text: str) -> str:
    """Write a long text between fences, as it is."""
    fence = fence_around(text)
    return f"text {number}:\n{fence}\n{text}\n{fence}"


def parts_of(data: Json, rules: frozenset[Rule] = RULES) -> PageParts | None:
    """Make the parts of a page, by all rules or some; `None` where JSON says it as well."""
    writer = _Writer(rules)
    if type(data) is dict and data:
        writer.write_record(data)
    elif are_rows(data):
        writer.sheets.append(("", sheet_of(data, writer.legends)))
    else:
        return None
    writer.write_tables()
    return writer.parts


def are_rows(value: Json) -> bool:
    """Tell whether a list has objects alone, whose keys cost more than columns would."""
    if type(value) is not list or len(value) < 2 or set(map(type, value)) != {dict}:
        return False
    return is_shorter_as_columns(value, len(value) + 3)


class _Writer:
    def __init__(self, rules: frozenset[Rule]) -> None:
        self.parts = PageParts()
        self.legends = Legends(rules)
        self.sheets: list[tuple[str, Sheet]] = []
        self.numbers: dict[str, int] = {}

    def write_record(self, data: dict[str, Json]) -> None:
        self._record((), data, "")

    def _record(self, path: Path, data: dict[str, Json], indent: str) -> bool:
        """Write the lines of an object; tables wait until all are known."""
        before = len(self.parts.record)
        for key, value in data.items():
            here = (*path, key)
            name = write_path((key,))
            if are_rows(value):
                self.sheets.append((f"{write_path(here)}:", sheet_of(value, self.legends)))
            elif type(value) is dict and value and self._as_lines(value, len(here)):
                at = len(self.parts.record)
                if self._record(here, value, f"{indent}  "):
                    self.parts.record.insert(at, f"{indent}{name}:")
            else:
                self.parts.record.append(f"{indent}{name}: {self.value(value)}")
        return len(self.parts.record) > before

    def _as_lines(self, value: dict[str, Json], depth: int) -> bool:
        if depth >= 8:
            return False
        # Two quotes, a colon, a comma and a value: no member is shorter.
        return 5 * len(value) > _INLINE or len(quote(value)) > _INLINE or has_rows(value, depth)

    def value(self, value: Json) -> str:
        if type(value) is str:
            return self.reference(value) or write_in_line(value)
        return write_in_line(value)

    def reference(self, text: str) -> str:
        """Put a long text below, if it can be there as it is."""
        return self._put_below(text) if len(text) > _LONG and "\n" in text else ""

    def _put_below(self, text: str) -> str:
        if _UNSEEN.search(text):
            return ""
        number = self.numbers.setdefault(text, len(self.parts.texts) + 1)
        if number > len(self.parts.texts):
            self.parts.texts.append(text)
        return f"[text {number}]"

    def write_tables(self) -> None:
        self.parts.tables = [
            self.table(title, sheet, {}) for title, sheet in self._labelled(self.sheets)
        ]

    def _labelled(self, sheets: list[tuple[str, Sheet]]) -> list[tuple[str, Sheet]]:
        """Make the tables of all legends, the last one first: it refers to none of the others."""
        made = [
            (legend, sheet_of(legend.objects, self.legends)) for legend in self.legends.closed()
        ]
        self.labels: dict[int, list[str]] = {}
        for legend, sheet in reversed(made):
            key = label_key(legend.objects)
            name = "#" if key is None else write_path((key,))
            labels = _labels(legend, key)
            numbers = {"#": labels} if key is None else {}
            title = f"@{legend.name}, by {name}:"
            self.parts.legends.append(self.table(title, sheet, numbers))
            self.labels[id(legend)] = labels
        return sheets

    def table(self, title: str, sheet: Sheet, numbers: dict[str, list[str]]) -> TablePart:
        header = list(numbers)
        columns: list[Sequence[str]] = list(numbers.values())
        for column in sheet.columns:
            kind, cells = self._cells(column)
            header.append(write_path(column.path) + kind)
            columns.append(cells)
        rows = join_rows(columns)
        return TablePart(title, tuple(_facts(sheet)), tuple(header), rows)

    def _cells(self, column: Column) -> tuple[str, Sequence[str]]:
        if column.legend:
            labels = self.labels[id(column.legend)]
            kind = f"@{column.legend.name}" + ("[]" if column.is_list else "")
            return kind, [_write_reference(value, labels) for value in column.values]
        if column.keys:
            kind = f"[{','.join(map(write_key, column.keys))}]"
            return kind, list(map(write_value, column.values))
        referred = self._refer_long(column) if str in column.types else {}
        if not referred:
            return write_column(column.values, column.types)
        values = enumerate(column.values)
        return "", [referred.get(n) or write_value(value) for n, value in values]

    def _refer_long(self, column: Column) -> dict[int, str]:
        """Put the long texts of a column below; return their references by their rows."""
        lengths = [len(value) if type(value) is str else 0 for value in column.values]
        if max(lengths) < _REPEATED:
            return {}
        times = Counter(v for v, n in zip(column.values, lengths, strict=True) if n >= _REPEATED)
        referred = {}
        for n, value in enumerate(column.values):
            if lengths[n] >= _REPEATED and (reference := self._refer(value, times[value])):
                referred[n] = reference
        return referred

    def _refer(self, text: str, times: int) -> str:
        if (times - 1) * len(text) > _REPEATED + times * _REFERENCE:
            return self._put_below(text)
        return self.reference(text)


def has_rows(value: Json, depth: int = 0) -> bool:
    """Tell whether a table is in a value, at any depth that lines have."""
    if are_rows(value):
        return True
    return depth < 8 and type(value) is dict and any(has_rows(v, depth + 1) for v in value.values())


def _write_reference(value: Json, labels: list[str]) -> str:
    if type(value) is int:
        return labels[value]
    if type(value) is list:
        return ", ".join(labels[each] for each in value) or "[]"
    return write_value(value)


def _labels(legend: Legend, key: str | None) -> list[str]:
    if key is None:
        return [str(number) for number in range(1, len(legend.objects) + 1)]
    return [str(each[key]) for each in legend.objects]


def _facts(sheet: Sheet) -> list[str]:
    """Write what is the same in every row, and how columns follow from others."""
    said = [(write_in_line(value), write_path(path)) for path, value in sheet.constants.items()]
    order = {value: n for n, (value, _) in reversed(list(enumerate(said)))}
    lines = []
    for value, each in groupby(sorted(said, key=lambda fact: order[fact[0]]), lambda fact: fact[0]):
        lines.append(f"{', '.join(path for _, path in each)}: {value}")
    return lines + [_write_template(each) for each in sheet.templates]


def _write_template(template: Template) -> str:
    parts = (
        escape_line(part).replace("{", "{{").replace("}", "}}")
        if isinstance(part, str)
        else f"{{{write_path(part)}}}"
        for part in template.parts
    )
    return f"{write_path(template.path)} = {''.join(parts)}"

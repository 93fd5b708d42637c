"""The reader of pages: every value of the data again, with its type."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from pageful.anything.json_text import UnreadableJsonError
from pageful.anything.names import read_path
from pageful.anything.scalars import read_column, read_text_column, read_value
from pageful.anything.writing import EACH_ROW
from pageful.lazy.dataclasses import dataclass, field
from pageful.page.cells import split_row, split_rows, unescape
from pageful.shapes.columns import Column
from pageful.shapes.rows import rows_of
from pageful.shapes.sheet import Sheet
from pageful.shapes.templates import Template
from pageful.shapes.values import Json, Path

# > owner.login, user."a: b": [1,2]
_LINE = re.compile(r'( *)((?:"(?:[^"\\]|\\.)*"|[^"])+?)(: | = |:$)')
# > @author, by login:
_LEGEND = re.compile(r"@(\w+), by (.*):")
# > text 3:
_TEXT = re.compile(r"text ([0-9]+):")
# > author.login@user[]
# > lines[sku,"unit, price"]
_HEADER = re.compile(
    r'((?:"(?:[^"\\]|\\.)*"|[^":@\[])*)'
    r'(?:@(\w+)(\[\])?|(:text)|\[((?:"(?:[^"\\]|\\.)*"|[^"\]])+)\])?'
)
# > a, "b, c", d.e
_PATHS = re.compile(r'(?:"(?:[^"\\]|\\.)*"|[^",])+')
# > https://example.com/{owner.login}{{/id}}
_PART = re.compile(r'\{\{|\}\}|\{((?:"(?:[^"\\]|\\.)*"|[^"{}])*)\}|[^{}]+')
# > [text 12]
_REFERENCE = re.compile(r"\[text ([0-9]+)\]")


class UnreadablePageError(ValueError):
    """A text that is no whole page."""


@dataclass(slots=True)
class _Reader:
    lines: list[str]
    at: int = 0
    texts: dict[str, str] = field(default_factory=dict)
    legends: dict[str, dict[str, Json]] = field(default_factory=dict)

    def peek(self) -> str:
        return self.lines[self.at] if self.at < len(self.lines) else ""

    def skip_blank(self) -> None:
        while self.at < len(self.lines) and not self.lines[self.at]:
            self.at += 1


def read_page(text: str) -> Json:
    """Read a page that was not cut.

    Raises:
        UnreadablePageError: it is no page, or not all of one.
    """
    try:
        return _read(text)
    except (IndexError, KeyError, TypeError, ValueError) as error:
        raise UnreadablePageError(f"this is no whole page of data: {error}") from error


def _read(text: str) -> Json:
    lines = text.split("\n")
    reader = _take_texts(lines) if "\ntext " in f"\n{text}" else _Reader(lines)
    record: dict[str, Json] = {}
    while True:
        reader.skip_blank()
        if reader.at >= len(reader.lines):
            return record
        line = reader.peek()
        if legend := _LEGEND.fullmatch(line):
            reader.at += 1
            _read_legend(reader, legend[1], legend[2])
        elif line.startswith("|") or line == EACH_ROW:
            rows = rows_of(_read_sheet(reader))
            reader.skip_blank()
            if record or reader.at < len(reader.lines):
                raise UnreadablePageError(f"more than one table: {reader.peek()!r}")
            return rows
        else:
            _read_field(reader, record)


def _take_texts(lines: list[str]) -> _Reader:
    reader = _Reader([])
    after = 0
    for n, line in enumerate(lines):
        if n < after or not line.startswith("text "):
            continue
        title = _TEXT.fullmatch(line)
        if title and lines[n + 1 : n + 2] and lines[n + 1].startswith("```"):
            end = lines.index(lines[n + 1], n + 2)
            reader.texts[title[1]] = "\n".join(lines[n + 2 : end])
            reader.lines += lines[after:n]
            after = end + 1
    reader.lines += lines[after:]
    return reader


def _read_field(reader: _Reader, record: dict[str, Json]) -> None:
    """Read one line of a record and all that is below it."""
    into = [(-1, record)]
    while line := reader.peek():
        match = _LINE.match(line)
        if match is None:
            raise UnreadablePageError(f"{line!r} is no line of a record")
        reader.at += 1
        while into[-1][0] >= len(match[1]):
            into.pop()
        path = read_path(match[2])
        if match[3] == ": ":
            _put(into[-1][1], path, _value(reader, line[match.end() :]))
        elif reader.peek():
            inner: dict[str, Json] = {}
            _put(into[-1][1], path, inner)
            into.append((len(match[1]), inner))
        else:
            reader.skip_blank()
            _put(record, path, rows_of(_read_sheet(reader)))


def _put(into: dict[str, Json], path: Path, value: Json) -> None:
    for key in path[:-1]:
        into = into.setdefault(key, {})
    if path[-1] in into:
        raise UnreadablePageError(f"{path[-1]!r} is there twice")
    into[path[-1]] = value


def _value(reader: _Reader, cell: str) -> Json:
    if reference := _REFERENCE.fullmatch(cell):
        return reader.texts[reference[1]]
    return read_value(cell)


def _read_legend(reader: _Reader, name: str, by: str) -> None:
    reader.skip_blank()
    numbered = by == "#"
    sheet = _read_sheet(reader, numbered=numbered)
    rows = rows_of(sheet)
    if numbered:
        labels = [str(n) for n in range(1, len(rows) + 1)]
    else:
        (key,) = read_path(by)
        labels = [str(row[key]) for row in rows]
    reader.legends[name] = dict(zip(labels, rows, strict=True))


def _read_sheet(reader: _Reader, *, numbered: bool = False) -> Sheet:
    sheet = Sheet(0, [])
    if reader.peek() == EACH_ROW:
        reader.at += 1
        while line := reader.peek():
            _read_fact(reader, line, sheet)
            reader.at += 1
        reader.skip_blank()
    header, _, *rows = _table_lines(reader)
    names = split_row(header)
    cells = split_rows(rows, len(names))[numbered:]
    sheet.rows = len(rows)
    for name, column in zip(names[numbered:], cells, strict=True):
        sheet.columns.append(_read_column(reader, name, column))
    return sheet


def _table_lines(reader: _Reader) -> list[str]:
    start, lines = reader.at, reader.lines
    try:
        end = lines.index("", start)
    except ValueError:
        end = len(lines)
    rows = lines[start:end]
    if {row[:1] for row in rows} != {"|"}:
        line = next((row for row in rows if not row.startswith("|")), "")
        raise UnreadablePageError(f"{line!r} is no row")
    reader.at = end
    return rows


def _read_fact(reader: _Reader, line: str, sheet: Sheet) -> None:
    match = _LINE.match(line)
    if match is None:
        raise UnreadablePageError(f"{line!r} says nothing of each row")
    rest = line[match.end() :]
    if match[3] == " = ":
        sheet.templates.append(Template(read_path(match[2]), tuple(_read_parts(rest))))
        return
    value = _value(reader, rest)
    for path in _PATHS.findall(match[2]):
        sheet.constants[read_path(path.strip())] = value


def _read_parts(text: str) -> Iterator[str | Path]:
    literal = ""
    for match in _PART.finditer(text):
        if match[1] is None:
            literal += match[0][0] if match[0] in ("{{", "}}") else match[0]
            continue
        if literal:
            yield unescape(literal)
        literal = ""
        yield read_path(match[1])
    if literal:
        yield unescape(literal)


def _read_column(reader: _Reader, name: str, cells: Sequence[str]) -> Column:
    match = _HEADER.fullmatch(name)
    if match is None:
        raise UnreadablePageError(f"{name!r} names no column")
    path = read_path(match[1])
    if match[2]:
        legend = reader.legends[match[2]]
        read = _read_references if match[3] else _read_reference
        return Column(path, [read(cell, legend) for cell in cells])
    if match[4]:
        return Column(path, read_text_column(cells))
    if match[5]:
        keys = [key for path in _PATHS.findall(match[5]) for key in read_path(path)]
        return Column(path, [_with_keys(read_value(cell), keys) for cell in cells])
    if reader.texts and any(map(_REFERENCE.fullmatch, cells)):
        return Column(path, [_value(reader, cell) for cell in cells])
    return Column(path, read_column(cells))


def _with_keys(value: Json, keys: list[str]) -> Json:
    """Make objects of the lists of a list."""
    if type(value) is not list:
        return value
    return [dict(zip(keys, each, strict=True)) for each in value]


def _read_reference(cell: str, legend: dict[str, Json]) -> Json:
    return legend[cell] if cell in legend else _nothing(cell)


def _read_references(cell: str, legend: dict[str, Json]) -> Json:
    if cell == "[]":
        return []
    if cell in ("", "null"):
        return _nothing(cell)
    return [legend[label] for label in cell.split(", ")]


def _nothing(cell: str) -> Json:
    if cell not in ("", "null"):
        raise UnreadableJsonError(f"no legend has {cell!r}")
    return read_value(cell)

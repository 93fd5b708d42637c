"""CSV files as rows, split as by Papa Parse and typed as frontmatter.

The first line names the columns; empty lines and those that begin with `#` are left out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from itertools import islice, pairwise

from pageful.vault.dataview.frontmatter_values import typed_text
from pageful.vault.values.budget import Budget
from pageful.vault.values.clock import Clock
from pageful.vault.values.date_text import parse_date
from pageful.vault.values.dates import in_zone
from pageful.vault.values.names import canonical_name
from pageful.vault.values.objects import object_of
from pageful.vault.values.values import Value

DELIMITERS = (",", "\t", "|", ";", "\x1e", "\x1f")
"""The possible delimiters, of which the file's first rows decide."""

_BEYOND = "__parsed_extra"
"""The name of the cells that have no column."""

# The thresholds of Papa Parse's `guessDelimiter`, and of its `dynamicTyping`.
_FIRST_ROWS = 10
_LEAST_COLUMNS = 1.99
_LARGEST_EXACT = 2**53
# > 18.5
_NUMBER = re.compile(r"\s*-?(?:\d+\.?|\.\d+|\d+\.\d+)(?:[eE][-+]?\d+)?\s*", re.ASCII)
# > 2025-03-08T14:30:00.000+01:00
_TIME = re.compile(
    r"(\d{4}-[01]\d-[0-3]\dT[0-2]\d:[0-5]\d)(:[0-5]\d)?(?:(\.\d+))?([+-][0-2]\d:[0-5]\d|Z)",
    re.ASCII,
)
_WORDS = {"true": True, "TRUE": True, "false": False, "FALSE": False, "": None}


def csv_rows(text: str, clock: Clock, budget: Budget) -> Iterator[Mapping[str, Value]]:
    """Read rows as objects, each cell by its column's name and by the name's canonical form.

    Raises:
        OutOfBudget: There are too many cells.
    """
    text = text.removeprefix("\ufeff")
    rows = _records(text, _delimiter(text))
    columns = next(rows, None)
    for cells in rows if columns is not None else ():
        assert columns is not None
        budget.allocate(2 * len(cells))
        budget.step(len(cells))
        yield _row(columns, cells, clock)


def _row(columns: list[str], cells: list[str], clock: Clock) -> Mapping[str, Value]:
    values = [_cell_value(cell, clock) for cell in cells]
    entries: list[tuple[str, Value]] = list(zip(columns, values, strict=False))
    if len(cells) > len(columns):
        entries.append((_BEYOND, tuple(values[len(columns) :])))
    named = [each for name, value in entries for each in _both_names(name, value)]
    return object_of(named)


def _both_names(name: str, value: Value) -> tuple[tuple[str, Value], ...]:
    return (name, value), (canonical_name(name), value)


def _cell_value(cell: str, clock: Clock) -> Value:
    """Type a cell: a number, a boolean, null if empty; else as a text of the frontmatter."""
    if cell in _WORDS:
        return _WORDS[cell]
    if _NUMBER.fullmatch(cell) and abs(float(cell)) < _LARGEST_EXACT:
        return float(cell)
    if found := _TIME.fullmatch(cell):
        day, seconds, fraction, offset = found.groups()
        millis = f".{fraction[1:4]:0<3}" if fraction else ""
        date = parse_date(f"{day}{seconds or ':00'}{millis}{offset}", clock.zone)
        return cell if date is None else in_zone(date, clock.zone)
    return typed_text(cell, clock)


def _delimiter(text: str) -> str:
    """Return the delimiter that splits the first rows into the most columns, the most evenly."""
    best, evenness, width = ",", None, 0.0
    for delimiter in DELIMITERS:
        sizes = [len(cells) for cells in islice(_records(text, delimiter), _FIRST_ROWS)]
        average = sum(sizes) / len(sizes) if sizes else 0.0
        change = sum(abs(one - other) for one, other in pairwise(sizes))
        is_even = evenness is None or change <= evenness
        if is_even and average > max(width, _LEAST_COLUMNS):
            best, evenness, width = delimiter, change, average
    return best


def _records(text: str, delimiter: str) -> Iterator[list[str]]:
    """Split a text into the cells of each line; a line end within quotes is part of its cell."""
    cell = re.compile(rf"[^{re.escape(delimiter)}\r\n]*+")
    closing = re.compile(rf'""|"(?=[ \t]*(?:{re.escape(delimiter)}|[\r\n]|\Z))')
    at, cells = 0, list[str]()
    while at < len(text):
        if not cells and text[at] == "#":
            at = _line_end(text, at)
            continue
        found, at = _cell(text, at, cell, closing)
        cells.append(found)
        if text.startswith(delimiter, at):
            at += 1
            if at < len(text):
                continue
            cells.append("")
        at = _line_end(text, at)
        if cells != [""]:
            yield cells
        cells = []


def _cell(text: str, at: int, cell: re.Pattern[str], closing: re.Pattern[str]) -> tuple[str, int]:
    """Read the cell at `at`, and return it with its end; an unclosed one extends to the end."""
    if text[at] != '"':
        plain = cell.match(text, at)
        assert plain is not None
        return plain[0], plain.end()
    ends = (quote for quote in closing.finditer(text, at + 1) if len(quote[0]) == 1)
    end = next(ends, None)
    if end is None:
        return text[at + 1 :].replace('""', '"'), len(text)
    rest = cell.match(text, end.end())
    assert rest is not None
    return text[at + 1 : end.start()].replace('""', '"'), rest.end()


def _line_end(text: str, at: int) -> int:
    """Return the index at which the next line begins."""
    found = _LINE_END.search(text, at)
    return found.end() if found else len(text)


_LINE_END = re.compile(r"\r\n?|\n")

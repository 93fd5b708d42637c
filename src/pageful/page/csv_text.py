"""Tables as CSV (RFC 4180), with cells that no spreadsheet takes for formulas."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Sequence

from pageful.page.blocks import Mono, Strong, Table, Text

# What a spreadsheet computes begins so, also behind blanks, and in the wide forms of East Asia.
# > =HYPERLINK("https://example.org")
# > +1+cmd
# > @SUM(A1)
_FORMULA = re.compile(r"\s*[=+\-@＝＋－＠]|[\t\r\n]")

# > -12.5
# > +3 %
_NUMBER = re.compile(r"[+-]?(?:\d[\d,_]*\.?\d*|\.\d+)(?:[eE][+-]?\d+)?\s?%?")


def to_csv(tables: Sequence[Table]) -> str:
    """Write tables as one: their rows in order, below every column that any of them has.

    Columns of one name are the same column, the second of that name in a table the second. A cell
    that a spreadsheet would run begins with an apostrophe, by which it is text there; numbers are
    left as they are. Lines end with CR and LF.
    """
    columns = list(dict.fromkeys(column for table in tables for column in _columns(table)))
    text = io.StringIO(newline="")
    write = csv.writer(text, lineterminator="\r\n").writerow
    if columns:
        write([as_data(name) for name, _ in columns])
    for table in tables:
        own = _columns(table)
        for row in table.rows:
            cells = dict(zip(own, map(_plain, row), strict=True))
            write([as_data(cells.get(column, "")) for column in columns])
    return text.getvalue()


def as_data(cell: str) -> str:
    """Return a cell's text so that a spreadsheet shows it and computes nothing."""
    is_formula = _FORMULA.match(cell) and not _NUMBER.fullmatch(cell)
    return f"'{cell}" if is_formula else cell


def _columns(table: Table) -> list[tuple[str, int]]:
    """Return the name of each column, and how many before it have the same."""
    return [(name, table.columns[:n].count(name)) for n, name in enumerate(table.columns)]


def _plain(text: Text) -> str:
    """Return a cell's words without marks."""
    spans = text if isinstance(text, tuple) else (text,)
    return "".join(span.text if isinstance(span, Strong | Mono) else span for span in spans)

"""Tables of a Markdown document, whose rows are replaced by heading and first cell."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

DATE = "date"
UNKNOWN = "–"
"""What stands in a column that a row has no figure for."""

Row = Mapping[str, str]
"""Cells by column."""

# > ### Builds: made by the tests
_HEADING = re.compile(r"#{2,6} (.+)")
# > | pageful \| rtk | 97 |
_BETWEEN_CELLS = re.compile(r"(?<!\\)\|")
# > ✗ 1,204
_FIGURE = re.compile(r"(?:✗ )?\d[\d,.-]*$|–$|\d+ / \d+ of \d+$|\d+ of \d+$")


@dataclass(frozen=True, slots=True)
class Table:
    """A table whose first column names its rows; the last says when each was measured."""

    columns: tuple[str, ...]
    rows: tuple[Row, ...]

    @classmethod
    def parse(cls, lines: Sequence[str]) -> Table:
        """Read the lines of a table: head, rule, rows."""
        head, *rest = (_cells(line) for line in (*lines[:1], *lines[2:]))
        return cls(tuple(head), tuple(dict(zip(head, cells, strict=False)) for cells in rest))

    @property
    def text(self) -> str:
        """The table in Markdown, its figures set to the right."""
        rows = [[row.get(column) or UNKNOWN for column in self.columns] for row in self.rows]
        by_column = zip(*rows, strict=True) if rows else [()] * len(self.columns)
        rule = ["---:" if all(map(_FIGURE.match, cells)) else "---" for cells in by_column]
        rule[0] = "---"
        return "\n".join(_line(cells) for cells in (self.columns, rule, *rows))

    def merge(self, newer: Table) -> Table:
        """Replace the rows of the same name, keep the others, and put new ones at the end.

        Columns are those of the newer table, and before the date those that only older rows have
        and that still say something.
        """
        name = newer.columns[0]
        older = {
            row.get(self.columns[0], ""): _renamed(row, self.columns[0], name) for row in self.rows
        }
        rows = older | {row[name]: row for row in newer.rows}
        kept = [row for key, row in older.items() if rows[key] is row]
        gone = [
            column
            for column in self.columns[1:]
            if column not in newer.columns
            and any(row.get(column, UNKNOWN) != UNKNOWN for row in kept)
        ]
        columns = [column for column in newer.columns if column != DATE]
        return Table((*columns, *gone, DATE), tuple(rows.values()))


def put(document: str, section: str, heading: str, newer: Table) -> str:
    """Put a table below a heading of a document, merged with the one that is there.

    What stands around the table stays. A heading that the document does not have is added at the
    end of a section, or of the document if that has no such section.
    """
    lines = document.rstrip("\n").split("\n")
    try:
        start = lines.index(f"### {heading}") + 1
    except ValueError:
        end = _end_of_section(lines, section)
        rest = ["", *lines[end:]] if end < len(lines) else []
        before = "\n".join(lines[:end]).rstrip("\n")
        return "\n".join([before, "", f"### {heading}", "", newer.text, *rest, ""])
    end = next((at for at in range(start, len(lines)) if _HEADING.fullmatch(lines[at])), len(lines))
    rows = [at for at in range(start, end) if lines[at].startswith("|")]
    if not rows:
        return "\n".join([*lines[:start], "", newer.text, *lines[start:], ""])
    first = rows[0]
    last = next(at for at in range(first, len(lines) + 1) if at not in rows)
    merged = Table.parse(lines[first:last]).merge(newer)
    return "\n".join([*lines[:first], merged.text, *lines[last:], ""])


def _end_of_section(lines: Sequence[str], section: str) -> int:
    """The line that the next section begins with."""
    try:
        start = lines.index(f"## {section}") + 1
    except ValueError:
        return len(lines)
    later = range(start, len(lines))
    return next((at for at in later if lines[at].startswith("## ")), len(lines))


def dated(columns: Sequence[str], rows: Iterable[Sequence[str]], day: str) -> Table:
    """Make a table of rows that were all measured on one day."""
    columns = (*columns, DATE)
    return Table(columns, tuple(dict(zip(columns, (*row, day), strict=True)) for row in rows))


def _cells(line: str) -> list[str]:
    inner = line.strip().removeprefix("|").removesuffix("|")
    return [_unescaped(cell.strip(" ")) for cell in _BETWEEN_CELLS.split(inner)]


def _line(cells: Iterable[str]) -> str:
    return f"| {' | '.join(map(_escaped, cells))} |"


def _escaped(cell: str) -> str:
    return " ".join(cell.split()).replace("\\", "&#92;").replace("|", "\\|") or UNKNOWN


def _unescaped(cell: str) -> str:
    return cell.replace("\\|", "|").replace("&#92;", "\\")


def _renamed(row: Row, old: str, new: str) -> Row:
    return {new if column == old else column: cell for column, cell in row.items()}

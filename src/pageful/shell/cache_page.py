"""The pages of what is kept on disk: a list, and what was removed of it."""

from __future__ import annotations

import time
from collections.abc import Iterator

from pageful.lazy.dataclasses import dataclass
from pageful.page.blocks import Block, Heading, Line, Note, Table, Tip
from pageful.page.presentation import Detail
from pageful.text.single_line import name
from pageful.text.units import age, amount, size


@dataclass(frozen=True)
class CacheRow:
    """Data of one directory: `bytes` on disk, last used at `used` (seconds since 1970).

    `state` is `gone` where the directory does not exist any more, `named` where a user gave the
    data a name, `busy` where a process works on them.
    """

    family: str
    kind: str
    of: str
    bytes: int
    used: float
    state: str = ""


@dataclass(frozen=True)
class CacheReport:
    """All data that are kept."""

    rows: tuple[CacheRow, ...]

    @property
    def bytes(self) -> int:
        """The bytes of all rows."""
        return sum(row.bytes for row in self.rows)


@dataclass(frozen=True)
class CleaningReport:
    """Data that were removed, or would be on a `trial`; `problems` name what could not be."""

    removed: tuple[CacheRow, ...]
    left: int
    trial: bool = False
    problems: tuple[str, ...] = ()

    @property
    def bytes(self) -> int:
        """The bytes of all that was removed."""
        return sum(row.bytes for row in self.removed)


def cache_page(report: CacheReport, _detail: Detail) -> Iterator[Block]:
    """Show each directory in a row, the largest first."""
    yield Heading("Cache", 1)
    if not report.rows:
        yield Line("Nothing is kept yet.")
        return
    yield Line(f"{size(report.bytes)}, of {_directories(len(report.rows))}")
    yield _table(report.rows)
    gone = [row for row in report.rows if row.state == "gone"]
    if gone:
        verb = "is" if len(gone) == 1 else "are"
        yield Note(f"Of {_directories(len(gone))} that {verb} gone: {size(_sum(gone))}.")
    yield Line("What is long unused goes by itself. Records of builds can't be made anew.")
    yield Tip("to remove what was not used for 30 days, run `pageful cache clean`")


def cleaning_page(report: CleaningReport, _detail: Detail) -> Iterator[Block]:
    """Show what was removed, and how much is left."""
    done = "Would remove" if report.trial else "Removed"
    what = f"{size(report.bytes)}, of {_directories(len(report.removed))}"
    yield Line(f"{done} {what}; {report.left} left." if report.removed else "Nothing to remove.")
    if report.removed:
        yield _table(report.removed)
    for problem in report.problems:
        yield Note(problem)
    if not report.removed and report.left:
        yield Tip("to remove what was used more recently, give its age: `--older-than 7`")


def _table(rows: tuple[CacheRow, ...]) -> Table:
    now = time.time()
    cells = tuple(
        (row.family, row.kind, name(row.of), size(row.bytes), age(now - row.used), row.state)
        for row in rows
    )
    return Table(("family", "kept", "of", "size", "unused for", "state"), cells, of="directory")


def _sum(rows: list[CacheRow]) -> int:
    return sum(row.bytes for row in rows)


def _directories(number: int) -> str:
    return amount(number, "directory")

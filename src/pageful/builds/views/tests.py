"""The page of a build's tests, the slowest first."""

from __future__ import annotations

from collections.abc import Iterator

from pageful.builds.drilldown.test_times import TestTime, TestTimes
from pageful.builds.results import Outcome
from pageful.builds.views.table import table_without_empty_columns
from pageful.page.blocks import Block, Line, Table
from pageful.page.presentation import Detail
from pageful.text.single_line import name
from pageful.text.units import count, extent, page_label, seconds

_COLUMNS = ("test", "time", "ended", "module")
_ENDED = {
    Outcome.SUCCESS: "",
    Outcome.FAILURE: "failed",
    Outcome.SKIPPED: "skipped",
    Outcome.FLAKY: "flaky",
    Outcome.UNKNOWN: "unknown",
}


def tests_page(times: TestTimes, _detail: Detail, _tool: str) -> Iterator[Block]:
    """Make the page: each test with its time, and how it ended if it did not just pass."""
    yield Line(f"Tests of build {times.build} — {_how_many(times)}")
    if times.tests:
        yield _table(times)


def _how_many(times: TestTimes) -> str:
    if not times.total:
        return "none"
    shown = len(times.tests)
    tests = count(times.total, "test")
    if shown < times.total:
        tests = extent(times.first, shown, times.total)
    in_all = f"{seconds(times.milliseconds)} in all"
    return f"{tests}, the slowest first, {in_all}{page_label(times.page, times.pages)}"


def _table(times: TestTimes) -> Table:
    """Make a row for each test, without columns that are empty."""
    return table_without_empty_columns(_COLUMNS, [*map(_row, times.tests)], "test", always=2)


def _row(test: TestTime) -> tuple[str, ...]:
    ended = ": ".join(part for part in (_ENDED[test.outcome], test.note) if part)
    module = "" if test.module in (None, ".") else test.module
    return name(test.name), _time(test.milliseconds), ended, name(module or "")


def _time(milliseconds: int) -> str:
    """Write seconds, and milliseconds of what takes less than one."""
    return seconds(milliseconds) if milliseconds >= 1000 else f"{milliseconds} ms"

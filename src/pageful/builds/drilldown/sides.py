"""What can be asked of a recorded build: a side of it at a time, page by page.

`page` counts from 1; `room` is how many characters a page may have.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from pageful.builds.drilldown.failing_test import failed_test
from pageful.builds.drilldown.failure_pages import failure_page
from pageful.builds.drilldown.log_excerpt import end_of_log, matches_in_log
from pageful.builds.drilldown.paging import paged
from pageful.builds.drilldown.patterns import Pattern
from pageful.builds.junit.reports import Case
from pageful.builds.records.failed_tests import Open, identity
from pageful.builds.records.record import Record
from pageful.builds.results import (
    FailurePage,
    LogPage,
    Module,
    ModulePage,
    Outcome,
    TestTime,
    TestTimes,
    WarningGroup,
    WarningPage,
    WholeFailure,
)
from pageful.jvm.test_names import Names
from pageful.maven.logs.warning_groups import group_warnings

_FRAME = 300
"""Characters of a page's first line and of its call."""

_LEAST_ROOM = 160
_CELLS = 32
_WIDEST = 4000


def failures(record: Record, page: int, room: int) -> FailurePage:
    """The errors and failures of a build; of one that is running, those so far.

    Raises:
        ToolError: there is no such page, or the record is damaged.
    """
    return failure_page(record.build(), page, room)


def failure(record: Record, test: str, page: int, room: int) -> WholeFailure:
    """One failing test with its whole trace and output.

    Raises:
        ToolError: no failing test is called so, or several are; there is no such page.
    """
    found = failed_test(*record.whole, test)
    room = _within(room - len(found.message) - len(found.name))
    lines = _narrow(found.lines, min(room, _WIDEST))
    shown = paged(lines, lambda line: len(line) + 1, room, page)
    return WholeFailure(
        record.id,
        found.name,
        found.message,
        shown.items,
        shown.first,
        shown.total,
        shown.page,
        shown.pages,
    )


def tests(record: Record, pattern: str | None, page: int, room: int) -> TestTimes:
    """The tests of a build, or those whose names match, the slowest first.

    Raises:
        ToolError: there is no such page; `pattern` is no regular expression, or takes too long.
    """
    times = _matching(_times(record), Pattern(pattern) if pattern is not None else None)
    slowest = sorted(times, key=lambda test: -test.milliseconds)
    shown = paged(slowest, _size_of_test, _within(room), page)
    return TestTimes(
        record.id,
        shown.items,
        shown.first,
        shown.total,
        sum(test.milliseconds for test in slowest),
        shown.page,
        shown.pages,
    )


def log(record: Record, pattern: str | None, page: int, room: int) -> LogPage:
    """The end of a build's log and what comes before it, or the lines around matches.

    Raises:
        ToolError: there is no such page; `pattern` is no regular expression, or takes too long.
    """
    if pattern is None:
        return end_of_log(record.id, record.log, page, _within(room))
    return matches_in_log(record.id, record.log(), Pattern(pattern), page, _within(room))


def warnings(record: Record, page: int, room: int) -> WarningPage:
    """All warnings of a build's log, the most frequent first.

    Raises:
        ToolError: there is no such page, or the record is damaged.
    """
    groups = group_warnings(record.lines(), record.build().warnings, str(record.root))
    shown = paged(groups, _size_of_group, _within(room), page)
    return WarningPage(
        record.id,
        shown.items,
        shown.first,
        shown.total,
        sum(group.count for group in groups),
        shown.page,
        shown.pages,
    )


def modules(record: Record, page: int, room: int) -> ModulePage:
    """The modules of a build in the order in which they were built.

    Raises:
        ToolError: there is no such page, or the record is damaged.
    """
    shown = paged(record.build().modules, _size_of_module, _within(room), page)
    return ModulePage(record.id, shown.items, shown.first, shown.total, shown.page, shown.pages)


def _within(room: int) -> int:
    return max(_LEAST_ROOM, room - _FRAME)


def _narrow(lines: Iterable[str], widest: int) -> Iterator[str]:
    """The lines, those that no page could hold as several."""
    for line in lines:
        for start in range(0, len(line) or 1, widest):
            yield f"{'… ' * bool(start)}{line[start : start + widest]}"


def _times(record: Record) -> Iterator[TestTime]:
    cases = record.cases()
    names = Names.of(cases)
    fixed = {identity(entry.case): entry for entry in record.fixed}
    for case in _once_failed(cases):
        yield TestTime(
            names.test(case),
            case.milliseconds,
            _outcome(case),
            None if case.module == "." else case.module,
            _note(case, fixed.get(identity(case))),
        )


def _once_failed(cases: Sequence[Case]) -> Sequence[Case]:
    """The cases, of a test that failed several times one, which has the time of all."""
    found: dict[object, Case] = {}
    for number, case in enumerate(cases):
        key = identity(case) if case.thrown and case.name else number
        before = found.get(key)
        took = case.milliseconds + (before.milliseconds if before else 0)
        found[key] = replace(before or case, milliseconds=took)
    return [*found.values()]


def _outcome(case: Case) -> Outcome:
    if case.thrown:
        return Outcome.FAILURE
    if case.skipped:
        return Outcome.SKIPPED
    return Outcome.FLAKY if case.flaky else Outcome.SUCCESS


def _note(case: Case, fixed: Open | None) -> str:
    return case.skip_reason if case.skipped else f"failed in {fixed.since}" if fixed else ""


def _matching(times: Iterable[TestTime], pattern: Pattern | None) -> Iterator[TestTime]:
    return (test for test in times if not pattern or pattern.find(test.name) is not None)


def _size_of_test(test: TestTime) -> int:
    return len(test.name) + len(test.note) + len(test.module or "") + _CELLS


def _size_of_group(group: WarningGroup) -> int:
    """A file's name stands once, before the numbers of its lines."""
    parts = [place.rpartition(":") for place in group.places]
    files = sum(len(file) + 2 for file in {file for file, *_ in parts})
    return len(group.message) + files + sum(len(line) + 1 for *_, line in parts) + _CELLS


def _size_of_module(module: Module) -> int:
    tests = 40 if module.tests else 0
    return len(module.name) + len(module.directory or "") + tests + _CELLS

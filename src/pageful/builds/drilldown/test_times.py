"""The tests of a recorded build with their times, page by page."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING

from pageful.builds.drilldown.paging import PartRequest, paginate
from pageful.builds.results import Outcome
from pageful.lazy.dataclasses import dataclass, replace

if TYPE_CHECKING:
    from pageful.builds.junit.test_case import Case
    from pageful.builds.records.build_record import BuildRecord
    from pageful.builds.records.failed_tests import FailedTest

_CELLS = 32
"""Characters of a row beside its names: its borders, a time and an outcome."""


@dataclass(frozen=True, slots=True)
class TestTime:
    """One test, how it ended and how long it took; `note` is a skip's reason, or what it was."""

    __test__ = False

    name: str
    milliseconds: int
    outcome: Outcome
    module: str | None = None
    note: str = ""


@dataclass(frozen=True, slots=True)
class TestTimes:
    """The tests of a build, the slowest first: number `first` (from 1) of `total` and following."""

    __test__ = False

    build: str
    tests: tuple[TestTime, ...]
    first: int
    total: int
    milliseconds: int
    page: int
    pages: int


def read_tests(record: BuildRecord, request: PartRequest) -> TestTimes:
    """Read the tests of a build, or those whose names match, the slowest first.

    Raises:
        ToolError: there is no such page; the search for the pattern takes too long.
    """
    pattern = request.pattern
    times = (test for test in _times(record) if not pattern or pattern.find(test.name) is not None)
    slowest = sorted(times, key=lambda test: -test.milliseconds)
    took = sum(test.milliseconds for test in slowest)
    shown, first, total, page, pages = paginate(slowest, _size, request.room_beside(), request.page)
    return TestTimes(record.id, shown, first, total, took, page, pages)


def _times(record: BuildRecord) -> Iterator[TestTime]:
    # Views import this module before any build is there to be read.
    from pageful.builds.records.failed_tests import test_key

    cases = record.cases()
    name = record.tool.name_tests(cases)
    fixed = {test_key(entry.case): entry for entry in record.fixed}
    for case in _merge_repeated(cases, test_key):
        yield TestTime(
            name(case),
            case.milliseconds,
            _outcome(case),
            None if case.module == "." else case.module,
            _note(case, fixed.get(test_key(case))),
        )


def _merge_repeated(cases: Sequence[Case], key_of: Callable[[Case], object]) -> Sequence[Case]:
    """Merge the cases of each test that failed several times into one, with the time of all."""
    found: dict[object, Case] = {}
    for number, case in enumerate(cases):
        key = key_of(case) if case.thrown and case.name else number
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


def _note(case: Case, fixed: FailedTest | None) -> str:
    return case.skip_reason if case.skipped else f"failed in {fixed.since}" if fixed else ""


def _size(test: TestTime) -> int:
    return len(test.name) + len(test.note) + len(test.module or "") + _CELLS

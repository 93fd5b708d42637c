"""The log of one build, annotated once: lines of tests, lists of failing tests, and the end."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from itertools import compress, groupby
from operator import itemgetter, not_

from pageful.lazy.dataclasses import dataclass
from pageful.maven.logs.log import LogLine, begins_tests, ends_tests
from pageful.maven.logs.phrases import (
    BUILD_BEGINS,
    BUILD_FAILURE,
    BUILD_SUCCESS,
    RESULTS,
    TOTALS,
)
from pageful.maven.logs.reactor_log import ReactorLog

_END_TEXTS = (BUILD_FAILURE, BUILD_SUCCESS)
_ENDS = tuple(LogLine("INFO", text) for text in _END_TEXTS)


@dataclass(frozen=True, slots=True)
class TestSummary:
    """Surefire's list of one module's failing tests, with its totals in the last of the `lines`."""

    __test__ = False

    lines: tuple[LogLine, ...]
    run: int
    failed: int
    skipped: int


@dataclass(frozen=True, eq=False)
class BuildLog:
    """The lines of a build's log, each annotated with its part of the build.

    A line `in_tests` was printed between Surefire's heading and its totals, by tests or of them; a
    line `in_summary` is of a list of failing tests, up to its totals.
    """

    lines: tuple[LogLine, ...]
    in_tests: Sequence[bool]
    in_summary: Sequence[bool]

    @classmethod
    def read(cls, lines: Iterable[LogLine]) -> BuildLog:
        """Annotate the lines of a log."""
        lines = tuple(lines)
        ends = [number for number, line in enumerate(lines) if line.text in _END_TEXTS]
        tests, summaries = _Tests(frozenset(ends[:-1])), _Summaries()
        return cls(
            lines,
            [tests.has(number, line) for number, line in enumerate(lines)],
            [*map(summaries.has, lines)],
        )

    @cached_property
    def outside_tests(self) -> tuple[LogLine, ...]:
        """The lines that Maven and its plugins printed, and no test."""
        return tuple(compress(self.lines, map(not_, self.in_tests)))

    @cached_property
    def reactor(self) -> ReactorLog:
        """The progress of each module."""
        return ReactorLog.read(self.outside_tests)

    @cached_property
    def end(self) -> int:
        """The number of the line in which Maven reports the end of the build, 0 without one.

        Builds that a test or a program ran have ended before.
        """
        numbers = range(len(self.lines) - 1, -1, -1)
        return next((number for number in numbers if self.lines[number] in _ENDS), 0)

    @property
    def ending(self) -> Sequence[LogLine]:
        """The lines from the end on, with the reasons for a failure."""
        return self.lines[self.end :]

    @property
    def ending_outside_tests(self) -> Iterator[LogLine]:
        """The lines of the ending that no test printed."""
        return compress(self.ending, map(not_, self.in_tests[self.end :]))

    @property
    def says_failure(self) -> bool:
        """Return whether Maven calls the build a failure."""
        return bool(self.lines) and self.lines[self.end] == _ENDS[0]

    @cached_property
    def summaries(self) -> tuple[TestSummary, ...]:
        """Surefire's lists that have totals, one for each module that was tested."""
        marked = groupby(zip(self.lines, self.in_summary, strict=True), key=itemgetter(1))
        lists = (tuple(line for line, _ in group) for within, group in marked if within)
        return tuple(filter(None, map(_summary, lists)))


class _Tests:
    """A reader that tells lines of tests apart; `foreign` are the ends of builds within them."""

    def __init__(self, foreign: frozenset[int]) -> None:
        self._foreign = foreign
        self._last_foreign = max(foreign, default=-1)
        self._begun = self._running = self._listing = self._nested = False

    def has(self, number: int, line: LogLine) -> bool:
        """Take the next line; return whether tests printed it."""
        if self._nested:
            self._nested = number not in self._foreign
            return True
        if begins_tests(line):
            self._begun, self._running, self._listing = True, True, False
        elif ends_tests(line) and number not in self._foreign:
            self._listing = self._begun and line.text.startswith("Results")
            self._running = self._listing
        elif self._running and line.text == BUILD_BEGINS:
            self._nested = number < self._last_foreign
        is_of_tests = self._running
        if self._listing and line.level and TOTALS.match(line.text):
            self._running = self._listing = False
        return is_of_tests


class _Summaries:
    """A reader that tells which lines are of a list of failing tests.

    Tests print lines without a level, and so does Surefire before 2.20.
    """

    def __init__(self) -> None:
        self._has_levels = False
        self._listing = False

    def has(self, line: LogLine) -> bool:
        """Take the next line; return whether it is of such a list."""
        if begins_tests(line):
            self._has_levels = bool(line.level)
        listing = self._listing
        if line.level or not self._has_levels:
            if RESULTS.match(line.text):
                self._listing, listing = True, False
            elif listing and TOTALS.match(line.text):
                self._listing = False
        return listing


def _summary(lines: tuple[LogLine, ...]) -> TestSummary | None:
    """Return the summary in some lines, None if they end without totals."""
    totals = TOTALS.match(lines[-1].text)
    if not totals:
        return None
    run, failures, errors, skipped = map(int, totals.groups())
    return TestSummary(lines, run, failures + errors, skipped)

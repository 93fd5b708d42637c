"""A build's log in bounded memory: as it grows, only lines that can matter are kept."""

from __future__ import annotations

import sys
from array import array
from bisect import bisect_left
from collections import deque
from collections.abc import Iterable, Iterator

from pageful.lazy import patterns
from pageful.maven import notes
from pageful.maven.logs.log import LogLine, begins_tests, ends_tests
from pageful.maven.logs.phrases import (
    BUILDING,
    RESULTS,
    RUNNING,
    TESTS_BEGIN,
    TESTS_RUN,
)
from pageful.text.elision import elision

_MEGABYTE = 1_000_000
_LONGEST = 4000
_LAST = 2000
_MOST_DETAILS = 40
"""Unmarked lines after an error or warning that are taken for its continuation."""

_MOST_RESULTS = 5000
_MOST_THREADS = 10_000
_MOST_AT_START = 40
"""Lines kept of a JVM's first output when tests begin: they explain why it could not start."""

# > Running com.example.FooTest
_OF_SUREFIRE = patterns.compile(
    rf"{TESTS_BEGIN.pattern}|{RUNNING}|{TESTS_RUN}|{RESULTS.pattern}|.*<<< (?:FAILURE|ERROR)!"
)
# > Building shop 1.0.0
_STRUCTURE = patterns.compile(
    rf"{BUILDING}|--- |Reactor |BUILD |Tests |No tests |Using the |Skipping "
)
_OF_OLD_SUREFIRE = (RUNNING, TESTS_RUN, "Results")
# > java.lang.OutOfMemoryError: Java heap space
_FATAL = patterns.compile(r"OutOfMemoryError|StackOverflowError|fatal error|hs_err")
_PROBLEMS = frozenset(("WARNING", "ERROR", "FATAL"))
# > … 79995 more lines, 79990 of them errors or warnings
_CUT = patterns.compile(r"… \d+ more lines?, (?P<problems>\d+) of them errors or warnings\Z")
_NO_TEST = frozenset(("", "main"))
"""Marks of lines that no test printed: no mark, and the thread of Maven itself."""


class _Quota:
    """A quota of lines and bytes for one category of log lines, first come first served."""

    __slots__ = ("_bytes", "_lines")

    def __init__(self, lines: int, bytes_: int) -> None:
        self._lines = lines
        self._bytes = bytes_

    def take(self, text: str) -> bool:
        """Take up the room for one more line, and return whether there was any."""
        size = sys.getsizeof(text)
        if self._lines <= 0 or self._bytes < size:
            return False
        self._lines -= 1
        self._bytes -= size
        return True


class BoundedLog:
    """The first and the last lines, and of those between the ones that readers of a log look for.

    Those are errors and warnings with the lines that follow them, the build's structure, Surefire's
    lines on tests, and other lines that no test printed. Each kind has its own bound, so that
    neither a flood of debug lines nor a test's output takes the room of an error. `most` is the
    number of lines of any kind that are kept at either end.
    """

    def __init__(self, most: int = _LAST) -> None:
        self._first = _Quota(most, _MEGABYTE)
        self._errors = _Quota(40_000, 8 * _MEGABYTE)
        self._warnings = _Quota(20_000, 4 * _MEGABYTE)
        self._structure = _Quota(10_000, _MEGABYTE)
        self._tests = _Quota(10_000, 2 * _MEGABYTE)
        self._others = _Quota(5000, _MEGABYTE)
        self._programs = _Quota(10_000, 2 * _MEGABYTE)
        self._printed = _Quota(1000, _MEGABYTE)
        self._kept: list[LogLine] = []
        self._numbers = array("Q")
        self._last: deque[LogLine] = deque(maxlen=most)
        self._seen = 0
        self._refused = 0
        self._begins = True
        self._builders = set(_NO_TEST)
        self._testing: set[str] = set()
        self._after = self._programs
        self._more = 0

    def append(self, line: LogLine) -> None:
        """Add the next line."""
        if len(line.text) > _LONGEST:
            line = LogLine(line.level, f"{line.text[:_LONGEST]}…", line.thread)
        quota = self._of_level(line) if line.level else self._of_program(line)
        if (quota and quota.take(line.text)) or (self._begins and self._begin(line.text)):
            self._kept.append(line)
            self._numbers.append(self._seen)
        elif quota is self._errors or quota is self._warnings:
            self._refused += bool(line.level)
        self._last.append(line)
        self._seen += 1

    def _begin(self, text: str) -> bool:
        """Return whether a line that does not matter is one of the first."""
        self._begins = self._first.take(text)
        return self._begins

    def _of_level(self, line: LogLine) -> _Quota | None:
        """Return the quota for a line of Maven's logger, if the line may matter at all."""
        if line.level in ("DEBUG", "TRACE"):
            self._more = 0
            return None
        if self._in_tests(line):
            return self._tests if _OF_SUREFIRE.match(line.text) else self._printed
        self._more = 0
        if line.level == "INFO":
            return self._structure if _STRUCTURE.match(line.text) else self._others
        self._after = self._warnings if line.level == "WARNING" else self._errors
        self._more = _MOST_DETAILS
        return self._after

    def _in_tests(self, line: LogLine) -> bool:
        """Tell if a test, or Surefire during tests, printed a line; note the ends of tests."""
        if begins_tests(line):
            self._begin_tests(line.thread)
        elif ends_tests(line):
            self._testing -= {line.thread, ""}
            if len(self._builders) < _MOST_THREADS:
                self._builders.add(line.thread)
        if not self._testing:
            return False
        return line.thread in self._testing or line.thread not in self._builders

    def _begin_tests(self, thread: str) -> None:
        if len(self._testing) < _MOST_THREADS:
            self._testing.add(thread)
        self._after, self._more = self._printed, _MOST_AT_START

    def _of_program(self, line: LogLine) -> _Quota | None:
        """Return the quota for a program's line: that of an error before it, or of a test."""
        if begins_tests(line):
            self._begin_tests(line.thread)
            return self._tests
        if self._more > 0:
            self._more -= 1
            if self._after is self._tests and line.text.startswith(TESTS_RUN):
                self._more = 0
            return self._after
        return self._of_test(line.text) if self._testing else self._programs

    def _of_test(self, text: str) -> _Quota | None:
        """Return the quota for a line during tests: Surefire's before 2.20, or a fatal error."""
        if text.startswith(_OF_OLD_SUREFIRE):
            if RESULTS.match(text):
                self._after, self._more = self._tests, _MOST_RESULTS
            return self._tests
        # Every one of the words has an `rr`, and most lines have none.
        return self._tests if "rr" in text and _FATAL.search(text) else None

    @property
    def lines(self) -> tuple[LogLine, ...]:
        """Return the kept lines in order, with a line that counts the omitted ones.

        That line is in the place of the last of them, so that lines that belong together stay so.
        """
        end = self._seen - len(self._last)
        kept = self._kept[: bisect_left(self._numbers, end)]
        left = end - len(kept)
        gap = len(kept)
        while gap and self._numbers[gap - 1] == end - 1 - len(kept) + gap:
            gap -= 1
        cut = [LogLine("INFO", self._gap_mark(left))] if left else []
        return (*kept[:gap], *cut, *kept[gap:], *self._last)

    def _gap_mark(self, left: int) -> str:
        problems = self._refused - sum(line.level in _PROBLEMS for line in self._last)
        of_them = f", {problems} of them errors or warnings" if problems > 0 else ""
        return elision(left) + of_them


def cut_problems(lines: Iterable[LogLine]) -> Iterator[str]:
    """Yield the note that a log had more errors and warnings than could be kept, if it had."""
    for line in lines:
        if line.text.startswith("… ") and (match := _CUT.match(line.text)):
            yield notes.log_too_long(int(match["problems"]))

"""Running test classes in a log, and the lines that each of them printed."""

from __future__ import annotations

from collections.abc import Iterable

from pageful.builds.junit.class_names import outer_class
from pageful.lazy import patterns
from pageful.lazy.dataclasses import dataclass
from pageful.maven.logs.log import LogLine, begins_tests, ends_tests
from pageful.maven.logs.phrases import RESULTS, RUNNING, TESTS_RUN

# > Running com.example.orders.OrdersIT
_RUNNING = patterns.compile(rf"{RUNNING}(?P<name>[\w.$]+)\Z")
# [INFO] Tests run: 2, Failures: 0, Errors: 0, Skipped: 0, Time elapsed: 0.1 s -- in a.OrderTest
# Tests run: 2, Failures: 0, Errors: 0, Skipped: 0, Time elapsed: 0.1 sec
_RAN = (f"{TESTS_RUN} ", "Time elapsed: ")
# > com.example.service.CalculatorTest
_CLASS = patterns.compile(r"[\w.$]+\Z")
# [ERROR] com.example.OrderTest.adds -- Time elapsed: 0.046 s <<< ERROR!
_FAILED = (" <<< FAILURE!", " <<< ERROR!")
# > … 900 more lines, 3 of them errors or warnings
_LEFT_OUT = patterns.compile(r"… \d+ more lines?(?:, \d+ of them errors or warnings)?\Z")
_EARLIER = "… what was printed before that is in the log alone"
_LONGEST = 2000
"""The most characters of a line with a class name. Chosen by hand."""

_MOST_RUNNING = 200
"""A bound on running classes, more than any machine has forks, so that output that looks like
Surefire's can't take all memory. Chosen by hand."""


@dataclass(frozen=True, slots=True)
class PrintedLine:
    """A line that tests printed: the classes that ran then, and its class if that is certain.

    `by` is an outer class; empty if several ran side by side, or no class ran.
    """

    text: str
    running: tuple[str, ...]
    by: str = ""


@dataclass(frozen=True, slots=True)
class ClassOutput:
    """The output of a test class in a log; `whole` says that it is complete."""

    lines: tuple[str, ...] = ()
    whole: bool = True


@dataclass(frozen=True, slots=True)
class TestClasses:
    """The test classes of a part of a log: those that never ended, and all that tests printed.

    Where a log was too long to be kept, `incomplete` are the outer classes that began before the
    last lines that are missing, and the first `before_gap` of the printed lines are before them.
    """

    __test__ = False

    unfinished: tuple[str, ...]
    begun: frozenset[str]
    printed: tuple[PrintedLine, ...]
    incomplete: frozenset[str] = frozenset()
    before_gap: int = 0

    @classmethod
    def read(cls, log: Iterable[LogLine]) -> TestClasses:
        """Read a log, or what it has of one goal."""
        reader = _RunningClasses()
        printed = tuple(line for line in map(reader.take, log) if line)
        unfinished = tuple(dict.fromkeys((*reader.lost, *reader.running)))
        return cls(
            unfinished, frozenset(reader.begun), printed, reader.incomplete, reader.before_gap
        )

    def output_of(self, name: str) -> ClassOutput:
        """Return the output of a class and those nested in it, without the empty lines around it.

        Missing lines leave no trace but the gap, and so the output before it is left out.
        """
        outer = outer_class(name)
        lines = [line.text for line in self.printed[self.before_gap :] if line.by == outer]
        while lines and not lines[-1].strip():
            lines.pop()
        first = next((number for number, line in enumerate(lines) if line.strip()), 0)
        kept = outer not in self.incomplete
        earlier = () if kept or not lines else (_EARLIER,)
        return ClassOutput((*earlier, *lines[first:]), kept and not self._shares(outer))

    def _shares(self, outer: str) -> bool:
        """Return whether any line may be of a class or of another one that ran beside it."""
        return any(
            line.text.strip() and outer in map(outer_class, line.running)
            for line in self.printed
            if not line.by
        )


def _has_ended_class(text: str) -> bool:
    """Return whether a line counts the tests of one class; totals have no time."""
    start, time = _RAN
    return text.startswith(start) and (time in text or "- in " in text)


def _class_of(text: str) -> str:
    """Return the class at the end of a line; empty without one."""
    _, _, name = text.rpartition(" in ")
    return name if _CLASS.match(name) else ""


class _RunningClasses:
    """A reader that tracks running classes; `lost` are those that ended with a goal."""

    def __init__(self) -> None:
        self.running: dict[str, None] = {}
        self.lost: dict[str, None] = {}
        self.begun: set[str] = set()
        self.incomplete: frozenset[str] = frozenset()
        self.before_gap = 0
        self._printed = 0
        self._alone = ""
        self._in_trace = False
        self._plain = True

    def take(self, line: LogLine) -> PrintedLine | None:
        """Take the next line and return it if tests printed it."""
        if self._handles(line) or (self._in_trace and not line.level):
            return None
        self._in_trace = False
        if _LEFT_OUT.match(line.text):
            self.incomplete = frozenset(map(outer_class, self.begun))
            self.before_gap = self._printed
            return None
        self._printed += 1
        return PrintedLine(line.text, tuple(self.running), self._alone)

    def _handles(self, line: LogLine) -> bool:
        """Take a line if it is Surefire's, and tell if it is; before 2.20 it has no level."""
        text = line.text
        if begins_tests(line):
            self._plain = not line.level
        elif not (line.level or self._plain) or len(text) > _LONGEST:
            return False
        if begins_tests(line) or RESULTS.match(text) or ends_tests(line):
            self._end_all()
        elif _has_ended_class(text):
            self._end(_class_of(text))
            self._in_trace = any(mark in text for mark in _FAILED)
        elif line.level and any(mark in text for mark in _FAILED):
            self._in_trace = True
        elif (running := _RUNNING.match(text)) and (line.level or "." in running["name"]):
            self._begin(running["name"])
        else:
            return False
        return True

    def _begin(self, name: str) -> None:
        self.begun.add(name)
        if len(self.running) >= _MOST_RUNNING:
            oldest = next(iter(self.running))
            del self.running[oldest]
            self.lost[oldest] = None
        family = all(outer_class(each) == outer_class(name) for each in self.running)
        self.running[name] = None
        self._alone = outer_class(name) if family else ""
        self._in_trace = False

    def _end(self, name: str) -> None:
        self._alone = ""
        ended = outer_class(name or next(reversed(self.running), ""))
        for each in [each for each in self.running if outer_class(each) == ended]:
            del self.running[each]

    def _end_all(self) -> None:
        self.lost |= self.running
        self.running.clear()
        self._alone, self._in_trace = "", False

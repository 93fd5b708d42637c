"""The lines of a parallel build's log grouped by module, as modules write at the same time."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from pageful.lazy import patterns
from pageful.maven.logs.log import LogLine, begins_tests, ends_tests
from pageful.maven.logs.phrases import BUILDING, GOAL_BEGINS, SIDE_BY_SIDE

# > Building shop-api 1.0.0
_MODULE_BEGINS = patterns.compile(rf"{BUILDING}\S|{GOAL_BEGINS.pattern}")
_MAVEN = "main"
"""The thread that logs lines on the whole build, in a log that names threads."""


def group_by_module(lines: Sequence[LogLine]) -> Sequence[LogLine]:
    """Return the lines with those of one module in a row, between those of the build as a whole.

    A log without marks of threads, or of a build that is not parallel, is returned as it is.
    """
    if not any(line.thread for line in lines) or not any(map(_is_parallel, lines)):
        return lines
    builders = {line.thread for line in lines if line.level and _MODULE_BEGINS.match(line.text)}
    return tuple(_group(lines, _Modules(frozenset(builders - {"", _MAVEN}))))


def _is_parallel(line: LogLine) -> bool:
    return line.level == "INFO" and SIDE_BY_SIDE.match(line.text) is not None


def _group(lines: Iterable[LogLine], modules: _Modules) -> Iterator[LogLine]:
    head: list[LogLine] = []
    by_module: dict[str, list[LogLine]] = {}
    tail: list[LogLine] = []
    for line in lines:
        if module := modules.of(line):
            head += tail
            tail = []
            by_module.setdefault(module, []).append(line)
        else:
            tail.append(line)
    yield from head
    for group in by_module.values():
        yield from group
    yield from tail


class _Modules:
    """Assigns lines to modules, one after the other.

    Maven names the thread of a line, and the threads that pass on what tests print bear no
    module's name: their lines go to a module whose tests run. A line without a mark belongs to the
    one before it, which it continues; but the Daemon marks what tests print, and Maven does not.
    """

    def __init__(self, builders: frozenset[str]) -> None:
        self._builders = builders
        self._testing: dict[str, None] = {}
        self._last = ""
        self._has_threads = False

    def of(self, line: LogLine) -> str:
        """Return the module of the next line, empty for the build as a whole."""
        self._has_threads = self._has_threads or line.thread == _MAVEN
        self._last = self._module(line)
        if begins_tests(line):
            self._testing[self._last] = None
        elif ends_tests(line):
            self._testing.pop(self._last, None)
        return self._last

    def _module(self, line: LogLine) -> str:
        if line.thread in self._builders:
            return line.thread
        tested = next(reversed(self._testing), self._last)
        if line.thread:
            return "" if line.thread == _MAVEN else tested
        if line.level:
            return ""
        is_of_test = self._has_threads and not line.text[:1].isspace()
        return tested if is_of_test else self._last

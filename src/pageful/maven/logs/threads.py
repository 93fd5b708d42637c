"""Whose line is whose in the log of a parallel build, where modules speak at the same time."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from pageful.maven.logs.log import LogLine, begins_tests, ends_tests

_PARALLEL = re.compile(r"Using the \w+ implementation with a thread count of \d")
_BEGUN = re.compile(r"Building \S|--- \S+ \(")
_MAVEN = "main"
"""The thread that speaks of the build as a whole, where threads are named at all."""


def by_speaker(lines: Sequence[LogLine]) -> Sequence[LogLine]:
    """The same lines, those of one module in a row; what Maven itself says stays before and after.

    A log whose lines are not marked, or that comes of no parallel build, is given back as it is.
    """
    if not any(line.speaker for line in lines) or not any(map(_is_parallel, lines)):
        return lines
    builders = frozenset(line.speaker for line in lines if line.level and _BEGUN.match(line.text))
    return tuple(_regrouped(lines, _Hearing(builders - {"", _MAVEN})))


def _is_parallel(line: LogLine) -> bool:
    return line.level == "INFO" and _PARALLEL.match(line.text) is not None


def _regrouped(lines: Iterable[LogLine], hearing: _Hearing) -> Iterator[LogLine]:
    head: list[LogLine] = []
    modules: dict[str, list[LogLine]] = {}
    tail: list[LogLine] = []
    for line in lines:
        if module := hearing.module(line):
            head += tail
            tail = []
            modules.setdefault(module, []).append(line)
        else:
            tail.append(line)
    yield from head
    for spoken in modules.values():
        yield from spoken
    yield from tail


class _Hearing:
    """Ascribes lines to modules, one after the other.

    Maven names the thread of a line, and the threads that pass on what tests print bear no
    module's name: their lines go to a module whose tests run. A line without a mark belongs to the
    one before it, which it continues; but the Daemon marks what tests print, and Maven does not.
    """

    def __init__(self, builders: frozenset[str]) -> None:
        self._builders = builders
        self._testing: dict[str, None] = {}
        self._last = ""
        self._threads = False

    def module(self, line: LogLine) -> str:
        """Whose line it is; empty for what is said of the build as a whole."""
        self._threads = self._threads or line.speaker == _MAVEN
        self._last = self._ascribed(line)
        if begins_tests(line):
            self._testing[self._last] = None
        elif ends_tests(line):
            self._testing.pop(self._last, None)
        return self._last

    def _ascribed(self, line: LogLine) -> str:
        if line.speaker in self._builders:
            return line.speaker
        tested = next(reversed(self._testing), self._last)
        if line.speaker:
            return "" if line.speaker == _MAVEN else tested
        if line.level:
            return ""
        printed = self._threads and not line.text[:1].isspace()
        return tested if printed else self._last

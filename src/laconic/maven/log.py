"""Maven's log, line by line: levels apart from text, without colours, time stamps and prefixes."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from laconic.clean import without_ansi
from laconic.units import count

_LEVEL = re.compile(
    r"""
    (?: (?:\d{4}-\d\d-\d\d[T\ ])? \d\d:\d\d:\d\d (?:[.,]\d{1,9})? (?:Z|[+-]\d\d:?\d\d)? \  )?
    (?: \[ [^\[\]]{1,200} \] \  )??   # the module or thread that speaks
    \[ (?P<level> DEBUG | INFO | WARNING | WARN | ERROR | FATAL ) \] (?: \ (?P<text>.*) | \s* )\Z
    """,
    re.VERBOSE,
)
_TESTS_BEGIN = re.compile(r" ?T E S T S")
_TESTS_END = re.compile(r"Results ?:\Z|--- \S+ \(|BUILD |Reactor Summary")
_KEPT = 100_000


@dataclass(frozen=True, slots=True)
class LogLine:
    """One line; `level` is empty for what a plugin or a program printed on its own."""

    level: str
    text: str

    @classmethod
    def parse(cls, raw: str) -> LogLine:
        """Take a line apart."""
        line = without_ansi(raw).rstrip()
        match = _LEVEL.match(line)
        if not match:
            return cls("", line)
        level = "WARNING" if match["level"] == "WARN" else match["level"]
        return cls(level, (match["text"] or "").rstrip())

    @property
    def is_error(self) -> bool:
        """Whether Maven calls it an error."""
        return self.level in ("ERROR", "FATAL")

    def __str__(self) -> str:
        return f"[{self.level}] {self.text}" if self.level else self.text


def parse_log(lines: Iterable[str]) -> Iterator[LogLine]:
    """Take a whole log apart."""
    return map(LogLine.parse, lines)


def outside_tests(lines: Iterable[LogLine]) -> Iterator[LogLine]:
    """The lines that no test printed: all but those between Surefire's heading and its results."""
    testing = False
    for line in lines:
        if _TESTS_BEGIN.fullmatch(line.text):
            testing = True
        elif line.level and _TESTS_END.match(line.text):
            testing = False
        if not testing:
            yield line


class LogKeeper:
    """A log as it grows: of an endless one, only the first and the last lines are kept."""

    def __init__(self, kept: int = _KEPT) -> None:
        self._kept = kept
        self._first: list[LogLine] = []
        self._last: deque[LogLine] = deque(maxlen=kept)
        self._after_first = 0

    def append(self, line: LogLine) -> None:
        """Add the next line."""
        if len(self._first) < self._kept:
            self._first.append(line)
        else:
            self._last.append(line)
            self._after_first += 1

    @property
    def lines(self) -> tuple[LogLine, ...]:
        """What is kept, in order, with a line that says how many are left out."""
        left = self._after_first - len(self._last)
        cut = [LogLine("", f"… {count(left, 'more line')}")] if left else []
        return (*self._first, *cut, *self._last)

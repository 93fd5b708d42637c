"""Maven's log, line by line: levels apart from text, without colours, time stamps and prefixes."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from laconic.clean import without_ansi

_LEVEL = re.compile(
    r"""
    (?: \d{4}-\d\d-\d\d[T\ ] )? (?: \d\d:\d\d:\d\d (?:[.,]\d+)? \ )?   # time stamp of a CI server
    \[ (?P<level> DEBUG | INFO | WARNING | WARN | ERROR | FATAL ) \] (?: \ (?P<text>.*) | \s* )\Z
    """,
    re.VERBOSE,
)


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

"""Maven's log, line by line: levels apart from text, without colours, time stamps and prefixes."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator

from pageful.lazy import patterns
from pageful.lazy.dataclasses import dataclass, field
from pageful.maven.logs.phrases import GOAL_BEGINS, REACTOR_SUMMARY, RESULTS, TESTS_BEGIN
from pageful.text.printable import strip_ansi

_LEVELS = {
    **{level: level for level in ("TRACE", "DEBUG", "INFO", "WARNING", "ERROR", "FATAL")},
    "WARN": "WARNING",
}
_OPENING = frozenset("[0123456789")
"""The beginning of a line with a level: the level, another prefix, or a time stamp."""

_STAMP = r"(?:\d{4}-\d\d-\d\d[T ])?\d\d:\d\d(?::\d\d(?:[.,]\d{1,9})?)?(?:Z|[+-]\d\d:?\d\d)?"
_PREFIX = rf"\d{{1,12}}|{_STAMP}|\[[^\[\]]{{1,200}}\]"
# > [shop-time] [INFO] Building Shop Time 1.0.0
# > 18:19:08,588 [INFO] Scanning for projects...
_PREFIXED = patterns.compile(
    rf"(?P<prefixes>(?:(?:{_PREFIX}) {{1,2}}){{0,5}}?)"
    rf"\[(?P<level>{'|'.join(_LEVELS)})\](?: (?P<text>.*)|\Z)"
)
# > 18:19:08,588 [INFO]
_STAMPED = patterns.compile(rf"(?:\d{{1,12}}|{_STAMP}) {{1,2}}\[")
# > [mvn-builder-shop-api]
_THREAD = patterns.compile(rf"\[(?!{_STAMP}\])([^\[\]]+)\]")
_BUILDER = "mvn-builder-"
"""The name of the thread that builds a module, before the artifactId, since Maven 3.8."""

# > org.apache.maven.cli.MavenCli - it broke
_LOGGER = patterns.compile(
    r"(?:org\.apache\.maven\.[\w.$]+|(?:[\w$]+\.)*[A-Z]\w*(?:Mojo|Plugin|EventLogger|Cli)"
    r"|stdout|stderr) -(?: |\Z)"
)
_STREAMS = ("[stdout]", "[stderr]")
# > --- maven-jar-plugin:3.4.1:jar (default-jar) @ cart ---
_TESTS_END = patterns.compile(rf"{RESULTS.pattern}|{GOAL_BEGINS.pattern}|BUILD |{REACTOR_SUMMARY}")


@dataclass(frozen=True, slots=True)
class LogLine:
    """One line; `level` is empty for what a plugin or a program printed on its own.

    `thread` is the module or thread that the line is marked with, empty without a mark: the Maven
    Daemon and `-T` mark lines. Lines of one text are equal, whatever their threads.
    """

    level: str
    text: str
    thread: str = field(default="", compare=False)

    @classmethod
    def parse(cls, raw: str) -> LogLine:
        """Parse a line."""
        line = strip_ansi(raw).rstrip()
        if line[:1] not in _OPENING:
            return cls("", line)
        if line[0] == "[":
            end = line.find("]")
            level = _LEVELS.get(line[1:end])
            if level and line[end + 1 : end + 2] in ("", " "):
                return cls._from_logger(level, line[end + 2 :], "")
        elif not _STAMPED.match(line):
            return cls("", line)
        match = _PREFIXED.match(line)
        if not match:
            return cls("", line)
        return cls._from_logger(
            _LEVELS[match["level"]], match["text"] or "", _thread(match["prefixes"])
        )

    @classmethod
    def _from_logger(cls, level: str, text: str, thread: str) -> LogLine:
        """Return a line of Maven's logger, or of a program whose output Maven 4 passed on."""
        if " -" in text and (logger := _LOGGER.match(text)):
            text = text[logger.end() :]
        if text.startswith(_STREAMS):
            return cls("", text[len(_STREAMS[0]) + 1 :], thread)
        return cls(level, text, thread)

    @property
    def is_error(self) -> bool:
        """Return whether Maven calls the line an error."""
        return self.level in ("ERROR", "FATAL")

    def __str__(self) -> str:
        return f"[{self.level}] {self.text}" if self.level else self.text


def _thread(prefixes: str) -> str:
    """Return the first mark that is no time stamp; a builder's thread goes by its module's name."""
    match = _THREAD.search(prefixes)
    return sys.intern(match[1].removeprefix(_BUILDER)) if match else ""


def parse_log(lines: Iterable[str]) -> Iterator[LogLine]:
    """Parse a whole log."""
    return map(LogLine.parse, lines)


def begins_tests(line: LogLine) -> bool:
    """Return whether a line is Surefire's heading, after which tests print."""
    return line.text.endswith("T E S T S") and TESTS_BEGIN.fullmatch(line.text) is not None


def ends_tests(line: LogLine) -> bool:
    """Return whether a line says that no test runs any more."""
    return bool(line.level) and _TESTS_END.match(line.text) is not None

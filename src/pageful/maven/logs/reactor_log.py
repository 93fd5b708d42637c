"""The modules of a reactor in a log: their order, their progress, and the summary."""

from __future__ import annotations

from collections.abc import Iterable

from pageful.builds.results import Outcome
from pageful.lazy import patterns
from pageful.lazy.dataclasses import dataclass, field
from pageful.maven.logs.goal import Goal
from pageful.maven.logs.log import LogLine
from pageful.maven.logs.phrases import (
    BUILD_END,
    BUILDING,
    MULTI_THREADED,
    REACTOR_ORDER,
    REACTOR_SUMMARY,
)

# > Shop Stock 1.0.0 ................................... SKIPPED
# > Shop Core .......................................... SUCCESS [  1.220 s]
_ROW = patterns.compile(
    r"(?P<name>\S.{0,500}?) \.* ?(?P<outcome>SUCCESS|FAILURE|SKIPPED)"
    r"(?: ?\[(?P<time>[^\]]*)\].*)?\Z"
)
# > pom]
_PACKAGING = patterns.compile(r"[\w.-]+\]\Z")
# > 1/3]
_POSITION = patterns.compile(r"\d+/\d+\]\Z")
# > -----------------------< com.example:calculator >-----------------------
_COORDINATES = patterns.compile(r"-+< (?P<key>[^\s<>:]+:[^\s<>:]+) >-+\Z")
_PACKAGERS = frozenset({"jar", "war", "ear", "ejb", "rar", "bundle"})
_INSTALLS = "install:install"
# >   mvn <args> -rf :shop-api
_RESUME = patterns.compile(r"\s*mvn (?P<form><args>|\[args\]) (?P<arguments>-rf \S+|-r\b)")
# >   1.220 s
_TIME = patterns.compile(
    r" *(?:(?P<days>\d{1,6}) d )?(?:(?P<high>\d{1,6}):)?(?P<low>\d{1,9}(?:\.\d{1,9})?) ?"
    r"(?P<unit>s|min|h) *\Z"
)
_LONGEST = 1_000


@dataclass(frozen=True, slots=True)
class Row:
    """A line of the summary; `name` may have the version behind it."""

    name: str
    outcome: Outcome
    milliseconds: int | None = None


@dataclass(slots=True)
class ReactorLog:
    """The modules of a reactor in the part of a log that has been read.

    `begun` are the modules whose building was announced: name and version as one text, with
    `group:artifact` where the log has it. `packaged` and `installed` are the artifactIds of those
    that came so far. `troubled` are the names of those that printed an error while they were built.
    """

    ordered: list[str] = field(default_factory=list)
    begun: dict[str, str] = field(default_factory=dict)
    rows: list[Row] = field(default_factory=list)
    packaged: set[str] = field(default_factory=set)
    installed: set[str] = field(default_factory=set)
    troubled: set[str] = field(default_factory=set)
    parallel: bool = False
    resume: tuple[str, ...] = ()
    resumes_packaged: bool = False
    _part: str = ""
    _key: str = ""
    _current: str = ""

    @classmethod
    def read(cls, log: Iterable[LogLine]) -> ReactorLog:
        """Read a whole log."""
        read = cls()
        for line in log:
            read.take(line)
        return read

    def take(self, line: LogLine) -> None:
        """Take the next line."""
        if len(line.text) > _LONGEST:
            return
        if line.is_error:
            self.troubled.add(self._current)
            self._resume(line.text)
        elif line.level == "INFO":
            self._inform(line.text)

    def _resume(self, text: str) -> None:
        if match := _RESUME.match(text):
            self.resume = tuple(match["arguments"].split())
            # Maven 4, which keeps what was packaged, writes its hint another way.
            self.resumes_packaged = match["form"] == "[args]"

    def _inform(self, text: str) -> None:
        if text.startswith(REACTOR_SUMMARY):
            self._part = REACTOR_SUMMARY
            self.rows.clear()  # an earlier one is of a build within the build
        elif text == REACTOR_ORDER:
            self._part = REACTOR_ORDER if not self.ordered else ""
        elif BUILD_END.match(text):
            self._part = ""
        elif self._part == REACTOR_SUMMARY:
            self._row(text)
        elif self._part == REACTOR_ORDER:
            self._order(text)
        elif text.startswith(MULTI_THREADED):
            self.parallel = True
        else:
            self._build(text)

    def _row(self, text: str) -> None:
        if match := _ROW.match(text):
            outcome = Outcome(match["outcome"])
            self.rows.append(Row(match["name"], outcome, _milliseconds(match["time"] or "")))

    def _order(self, text: str) -> None:
        if text.startswith("--"):
            self._part = ""
            self._build(text)
        elif text:
            name, _, last = text.rpartition(" [")
            self.ordered.append(name.strip() if name and _PACKAGING.match(last) else text)
        elif self.ordered:
            self._part = ""

    def _build(self, text: str) -> None:
        if match := _COORDINATES.match(text):
            self._key = match["key"]
        elif text.startswith(BUILDING):
            name, _, last = text.removeprefix(BUILDING).rpartition(" [")
            if _POSITION.match(last):
                self._current = name.strip()
                self.begun[self._current] = self._key
                self._key = ""
        elif goal := Goal.of_start(text):
            if goal.plugin in _PACKAGERS:
                self.packaged.add(goal.module)
            elif str(goal) == _INSTALLS:
                self.installed.add(goal.module)


def _milliseconds(text: str) -> int | None:
    """Return a duration of Maven's: `1.2 s`, `01:02 min`, `01:02 h`, `1 d 01:02 h`."""
    match = _TIME.match(text)
    if not match:
        return None
    hours = match["unit"] == "h"
    seconds = float(match["low"]) * (60 if hours else 1)
    seconds += int(match["high"] or 0) * (3600 if hours else 60) + int(match["days"] or 0) * 86_400
    return round(seconds * 1000)

"""A checker as a record: the forms of its violations, and those that fail a build."""

from __future__ import annotations

import re
from collections.abc import Callable

from pageful.lazy.dataclasses import dataclass, field
from pageful.maven.logs.goal import Goal
from pageful.maven.logs.log import LogLine


@dataclass(frozen=True, slots=True)
class ViolationLocation:
    """A place in the sources: a path as printed, or a class with its file's name if known."""

    path: str = ""
    class_name: str = ""
    file_name: str = ""
    line: int | None = None
    column: int | None = None

    @classmethod
    def of(cls, match: re.Match[str]) -> ViolationLocation:
        """Return the location in the groups `file`, `class`, `line` and `column` of a match."""
        part = match.groupdict()
        line, column = (int(part[key]) if part.get(key) else None for key in ("line", "column"))
        file = (part.get("file") or "").strip()
        if name := part.get("class"):
            return cls("", name.replace("/", "."), file, line, column)
        return cls(file, "", "", line, column)


@dataclass(slots=True)
class Violation:
    """One thing that a checker found; `severe` where the checker calls it an error.

    `rule` is empty for checkers that name no rules, `goal` is None if the log does not tell which
    one was running. `undecided` says that the checker prints violations that fail the build and
    mere warnings alike.
    """

    checker: Checker
    message: str
    severe: bool
    rule: str = ""
    undecided: bool = False
    goal: Goal | None = None
    locations: list[ViolationLocation] = field(default_factory=list)


def by_level(line: LogLine, _: re.Match[str]) -> bool:
    """Return whether Maven calls the line an error."""
    return line.is_error


def always(_: LogLine, __: re.Match[str]) -> bool:
    """Return True: the line is an error, whatever its level."""
    return True


@dataclass(frozen=True, slots=True)
class Form:
    """One form in which a checker prints a violation.

    `find` matches a line's text. Its groups are those of `ViolationLocation.of`, unless lines below
    give the location, `rule`, and those that `message` needs. `severe` tells which violations are
    errors; `undecided` says that the goal may fail because of the others as well.
    """

    find: Callable[[str], re.Match[str] | None]
    severe: Callable[[LogLine, re.Match[str]], bool] = by_level
    message: Callable[[re.Match[str]], str] = lambda match: match["text"]
    rule: str = ""
    undecided: bool = False

    def violation(self, line: LogLine, match: re.Match[str], checker: Checker) -> Violation:
        """Return the violation of a line, in which `find` has found `match`."""
        part = match.groupdict()
        locations = [ViolationLocation.of(match)] if part.get("file") or part.get("class") else []
        return Violation(
            checker,
            self.message(match),
            self.severe(line, match),
            part.get("rule") or self.rule,
            self.undecided,
            locations=locations,
        )


@dataclass(frozen=True, slots=True)
class FileList:
    """The files that a formatter lists in its failed goal, with their differences if it has them.

    The goal's message begins with one of the `headings`; `file` matches the line of a file,
    `details` the lines below that are no advice.
    """

    headings: tuple[str, ...]
    file: re.Pattern[str]
    details: re.Pattern[str]


@dataclass(frozen=True, eq=False)
class Checker:
    """One checker. `plugins` are prefixes: its own plugin's, then those that run it as a program.

    `location` matches a line below a violation that gives its location. `totals` matches the
    message of a failed goal that the violations say better; its group `count` is their number.
    `unmarked` says that it prints violations without a level, or as information.
    """

    plugins: tuple[str, ...]
    forms: tuple[Form, ...] = ()
    location: re.Pattern[str] | None = None
    totals: re.Pattern[str] | None = None
    unmarked: bool = False
    files: FileList | None = None

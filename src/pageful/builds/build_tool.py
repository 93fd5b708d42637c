"""The build tool behind records and pages of builds, as they need to know it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from pageful.builds.junit.reports import ReportLayout, Reports
from pageful.builds.junit.test_case import Case, ThrownException
from pageful.builds.limits import Limits
from pageful.builds.results import Build, WarningGroup
from pageful.lazy.dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class UnfinishedBuild:
    """All evidence of a build that runs, or was killed.

    `log` are the lines of its log, which can be read once. `reports` are those written since it
    began, `packages` those whose code is the application's.
    """

    operation: str
    root: Path
    milliseconds: int
    log: Iterator[str]
    reports: Reports
    packages: tuple[str, ...]
    limits: Limits


def _name_by_class(_cases: Iterable[Case]) -> Callable[[Case], str]:
    return lambda case: f"{case.class_name}#{case.name}" if case.name else case.class_name


def _has_parameters(name: str) -> bool:
    return "[" in name


def _without_parameters(name: str) -> str:
    return name.partition("[")[0]


def _message(thrown: ThrownException) -> str:
    return thrown.message


def _list_warnings(build: Build, _log: Iterable[str], _root: str) -> tuple[WarningGroup, ...]:
    return tuple(WarningGroup(each.message, (), 1) for each in build.warnings)


def _nothing_elsewhere(_log: Iterable[str], _leader: int) -> None:
    """Every process of a build is in the session of its leader."""


@dataclass(frozen=True, slots=True)
class BuildTool:
    """The answers that records and pages of builds take from the family of a build tool.

    `name` is the family's: its tools are called `name_test`, `name_build` and so on.
    `project_root` gives the root of the project in a directory, or raises a ToolError. `judge` says
    what a build came to that its caller cancelled at this point.

    The rest is for tools that have more to say than JUnit XML. `name_tests` gives the names that
    tell some tests apart on a page. `base_method` is a test's name without arguments, and
    `may_run_alone` tells whether one row of parameters can be run without the others. `message` is
    that of a failing test, whole; `trace_lines` are the lines of a trace or an output.
    `group_warnings` gives the warnings of a build, of its log and the project's root, the most
    frequent first. `end_elsewhere` ends what a killed build, by its log, still does outside the
    session of the process of that id.
    """

    name: str
    reports: ReportLayout
    project_root: Callable[[Path], Path]
    judge: Callable[[UnfinishedBuild], Build]
    name_tests: Callable[[Iterable[Case]], Callable[[Case], str]] = _name_by_class
    base_method: Callable[[str], str] = _without_parameters
    may_run_alone: Callable[[str], bool] = _has_parameters
    message: Callable[[ThrownException], str] = _message
    trace_lines: Callable[[str], Iterable[str]] = str.splitlines
    group_warnings: Callable[[Build, Iterable[str], str], tuple[WarningGroup, ...]] = _list_warnings
    end_elsewhere: Callable[[Iterable[str], int], None] = _nothing_elsewhere

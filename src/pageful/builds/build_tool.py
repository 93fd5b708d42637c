"""The build tool that ran a build, as its records and pages need to know it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

from pageful.builds.junit.reports import ReportLayout, Reports
from pageful.builds.junit.test_case import Case, Thrown
from pageful.builds.limits import Limits
from pageful.builds.results import Build, WarningGroup


@dataclass(frozen=True, slots=True)
class UnfinishedBuild:
    """Everything that is there of a build that runs, or was killed.

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


class BuildTool(ABC):
    """A build tool: where its tests report, how it names them, and what its log says.

    `name` is that of the family: its tools are called `name_test`, `name_build` and so on. The
    methods that are not abstract fit tools whose logs say nothing that reports do not.
    """

    name: ClassVar[str]
    reports: ClassVar[ReportLayout]

    @abstractmethod
    def project_root(self, directory: Path) -> Path:
        """Return the root of the project in a directory.

        Raises:
            ToolError: there is no project.
        """

    @abstractmethod
    def judge(self, unfinished: UnfinishedBuild) -> Build:
        """Return what a build came to that its caller cancelled at this point."""

    def test_names(self, cases: Iterable[Case]) -> Callable[[Case], str]:  # noqa: ARG002
        """Return how pages name these tests."""
        return lambda case: f"{case.class_name}#{case.name}" if case.name else case.class_name

    def base_method(self, name: str) -> str:
        """Return a test's name without arguments and parameters."""
        return name.partition("[")[0]

    def may_run_alone(self, name: str) -> bool:
        """Whether one set of parameters of a test can be run without the others."""
        return "[" in name

    def message(self, thrown: Thrown) -> str:
        """Return the message of a failing test, whole."""
        return thrown.message

    def trace_lines(self, text: str) -> Iterator[str]:
        """Return all lines of a trace or an output that are worth reading."""
        yield from text.strip("\n").split("\n")

    def warning_groups(
        self,
        build: Build,
        log: Iterable[str],  # noqa: ARG002
        root: str,  # noqa: ARG002
    ) -> tuple[WarningGroup, ...]:
        """Return all warnings of a build and its log, the most frequent first."""
        groups: dict[str, list[str]] = {}
        for warning in build.warnings:
            line = f":{warning.line}" if warning.line else ""
            groups.setdefault(warning.message, []).append(f"{warning.file or ''}{line}")
        found = (
            WarningGroup(message, tuple(filter(None, places)), len(places))
            for message, places in groups.items()
        )
        return tuple(sorted(found, key=lambda group: -group.count))

    def end_elsewhere(  # noqa: B027 (few builds go on anywhere else)
        self, log: Iterable[str], leader: int
    ) -> None:
        """End what a killed build still does outside the session of the process `leader`."""

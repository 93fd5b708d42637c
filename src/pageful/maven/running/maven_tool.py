"""Maven, as the records and pages of builds need to know it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from pathlib import Path

from pageful.builds.build_tool import BuildTool, UnfinishedBuild
from pageful.builds.junit.test_case import Case, Thrown
from pageful.builds.results import Build, WarningGroup
from pageful.jvm.printed_traces import without_repeated_frames
from pageful.jvm.test_failures import message_of
from pageful.jvm.test_names import Names
from pageful.maven.logs.log import parse_log
from pageful.maven.logs.log_keeper import LogKeeper
from pageful.maven.logs.warning_groups import grouped
from pageful.maven.outcome import Witnesses, judged
from pageful.maven.projects.project import Project
from pageful.maven.projects.test_methods import base_method, may_run_alone
from pageful.maven.reports.report_directories import SUREFIRE_REPORTS
from pageful.maven.running.daemon import Daemon
from pageful.maven.running.progress import Follower
from pageful.maven.running.runner import Run

_LINES_LOOKED_AT = 500
"""The Daemon is named before it begins to build."""


class MavenTool(BuildTool):
    """Maven with Surefire, Failsafe and the Maven Daemon."""

    name = "maven"
    reports = SUREFIRE_REPORTS

    def project_root(self, directory: Path) -> Path:
        """Return the root of the project in a directory.

        Raises:
            ToolError: there is no project.
        """
        return Project.at(directory).root

    def judge(self, unfinished: UnfinishedBuild) -> Build:
        """Return what a build came to that its caller cancelled at this point."""
        follower, log = Follower(), LogKeeper()
        for line in parse_log(unfinished.log):
            log.append(line)
            follower.follow(line)
        return judged(
            Witnesses(
                unfinished.operation,
                Run(None, log.lines, unfinished.milliseconds, follower.activity()),
                unfinished.reports,
                str(unfinished.root),
                unfinished.packages,
                unfinished.limits,
                members=Project(unfinished.root).members,
                cancelled=True,
            )
        )

    def test_names(self, cases: Iterable[Case]) -> Callable[[Case], str]:
        """Return how pages name these tests."""
        return Names.of(cases).test

    def base_method(self, name: str) -> str:
        """Return a test's name without arguments and parameters."""
        return base_method(name)

    def may_run_alone(self, name: str) -> bool:
        """Whether one set of parameters of a test can be run without the others."""
        return may_run_alone(name)

    def message(self, thrown: Thrown) -> str:
        """Return the message of a failing test, whole."""
        return message_of(thrown)

    def trace_lines(self, text: str) -> Iterator[str]:
        """Return all lines of a trace or an output; repeated frames once."""
        return without_repeated_frames(text.strip("\n").split("\n"))

    def warning_groups(
        self, build: Build, log: Iterable[str], root: str
    ) -> tuple[WarningGroup, ...]:
        """Return all warnings of a build and its log, the most frequent first."""
        return grouped(parse_log(log), build.warnings, root)

    def end_elsewhere(self, log: Iterable[str], leader: int) -> None:
        """End what the Maven Daemon still does for the client whose process is `leader`."""
        follower = Follower()
        for line in islice(parse_log(log), _LINES_LOOKED_AT):
            follower.follow(line)
        if daemon := Daemon.of(follower.daemon):
            daemon.end_build(leader)


MAVEN = MavenTool()

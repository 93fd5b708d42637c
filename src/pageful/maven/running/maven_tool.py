"""Maven, as the records and pages of builds need to know it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice

from pageful.builds.build_tool import BuildTool, UnfinishedBuild
from pageful.builds.results import Build, WarningGroup
from pageful.jvm.printed_traces import without_repeated_frames
from pageful.jvm.test_failures import failure_message
from pageful.jvm.test_names import Names
from pageful.maven.logs.bounded_log import BoundedLog
from pageful.maven.logs.log import parse_log
from pageful.maven.logs.warning_groups import group_warnings
from pageful.maven.outcome import Evidence, build_outcome
from pageful.maven.process_run import ProcessRun
from pageful.maven.projects.project import Project
from pageful.maven.projects.test_methods import base_method, may_run_alone
from pageful.maven.reports.report_directories import SUREFIRE_REPORTS
from pageful.maven.running.progress import ProgressParser

_LINES_LOOKED_AT = 500
"""The Daemon is named before it begins to build."""


def _judge(unfinished: UnfinishedBuild) -> Build:
    progress, log = ProgressParser(), BoundedLog()
    for line in parse_log(unfinished.log):
        log.append(line)
        progress.parse(line)
    evidence = Evidence(
        unfinished.operation,
        ProcessRun(None, log.lines, unfinished.milliseconds, progress.activity(), cancelled=True),
        unfinished.reports,
        str(unfinished.root),
        unfinished.packages,
        unfinished.limits,
        modules=Project(unfinished.root).modules,
    )
    return build_outcome(evidence)


def _trace_lines(text: str) -> Iterator[str]:
    return without_repeated_frames(text.strip("\n").split("\n"))


def _group_warnings(build: Build, log: Iterable[str], root: str) -> tuple[WarningGroup, ...]:
    return group_warnings(parse_log(log), build.warnings, root)


def _end_daemon_build(log: Iterable[str], leader: int) -> None:
    """End what the Maven Daemon still does for the client whose process is `leader`."""
    from pageful.maven.running.daemon import Daemon  # psutil takes time, and few builds need it

    progress = ProgressParser()
    for line in islice(parse_log(log), _LINES_LOOKED_AT):
        progress.parse(line)
    if daemon := Daemon.of(progress.daemon):
        daemon.end_build(leader)


MAVEN = BuildTool(
    name="maven",
    reports=SUREFIRE_REPORTS,
    project_root=lambda directory: Project.at(directory).root,
    judge=_judge,
    name_tests=lambda cases: Names.of(cases).test,
    base_method=base_method,
    may_run_alone=may_run_alone,
    message=failure_message,
    trace_lines=_trace_lines,
    group_warnings=_group_warnings,
    end_elsewhere=_end_daemon_build,
)
"""Maven with Surefire, Failsafe and the Maven Daemon."""

"""A build that its user's own command line runs: watched, judged and recorded."""

from __future__ import annotations

import select
import sys
import time
from collections.abc import Mapping
from pathlib import Path
from typing import IO

from pageful.builds.junit.reports import Stamp
from pageful.builds.limits import DEFAULT_LIMITS
from pageful.builds.records.build_store import BuildStore
from pageful.builds.records.recorded_caller import RecordedCaller
from pageful.builds.results import Activity, Artifact, Build, Running, Status
from pageful.builds.typed_build import Keep
from pageful.lazy.dataclasses import replace
from pageful.maven.command_line import CommandLine
from pageful.maven.logs.failed_goal import failed_goals
from pageful.maven.outcome import Evidence, build_outcome
from pageful.maven.process_run import ProcessRun
from pageful.maven.projects.artifacts import built_artifacts, makes_artifacts, stamps_of_artifacts
from pageful.maven.projects.local_repository import LocalRepository
from pageful.maven.projects.project import Project
from pageful.maven.reports.dumps import dump_files, read_dumps
from pageful.maven.reports.report_directories import SUREFIRE_REPORTS
from pageful.maven.request.arguments import name_operation
from pageful.maven.request.build_request import BuildRequest
from pageful.maven.request.packed import pack_request
from pageful.maven.running.changed_failures import changed_failures_note, last_green_build
from pageful.maven.running.log_reader import LogReader, Step
from pageful.maven.running.maven_tool import MAVEN
from pageful.maven.sources.changed_lines import with_changes
from pageful.maven.sources.excerpts import with_excerpts
from pageful.maven.sources.source_state import source_state
from pageful.maven.sources.source_texts import SourceTexts
from pageful.tool.context import Caller

_OPERATIONS: dict[tuple[str, ...], str] = {
    (name,): name.capitalize() for name in ("clean", "compile", "test", "package", "verify")
}
"""The names of these builds on the pages of the Maven tools."""

_LAST_OUTPUT = 1.0
"""Seconds without output at the end: a child that outlives Maven may hold the pipe open."""

_TICK = 0.01
"""Seconds between two looks whether all was read."""


class WatchedMaven:
    """A build of Maven's that runs, and is written down as it goes on."""

    def __init__(
        self,
        line: CommandLine,
        project: Project,
        output: IO[bytes],
        began: int,
        keep: Keep,
    ) -> None:
        self._began = began
        root = project.root
        self._output = output
        self._project = project
        self._request = _request_of(line)
        self._records = BuildStore.of(root, MAVEN)
        self.recording = self._records.begin(self._request.operation, pack_request(self._request))
        self._caller = RecordedCaller(Caller(), self.recording, self._request.operation)
        self._caller.stop_waiting()
        self._before = self._old(SUREFIRE_REPORTS.stamps(root))
        self._dumps = dump_files(root)
        self._packages_made = makes_artifacts(self._request.goals)
        self._artifacts = (
            self._old(stamps_of_artifacts(self._project)) if self._packages_made else {}
        )
        self.recording.write_baseline(self._before, self._project.packages, DEFAULT_LIMITS)
        self._activity: Activity | None = None
        self._last: Step | None = None
        self._reader = LogReader(keep(self.recording, output), len)

    def _old(self, stamps: Mapping[Path, Stamp]) -> dict[Path, Stamp]:
        """Leave out what was written since the build began: it is not from before."""
        return {path: stamp for path, stamp in stamps.items() if stamp[0] < self._began}

    def running(self) -> Running:
        """Return how far the build is, and write it down."""
        running = Running(self.recording.id or "", self._request.operation, self._milliseconds)
        for step in self._reader.steps(0):
            self._caller.count_tests(step.tests)
            self._caller.progress(step.message, step.classes_done or None)
            self._last = step
        if not self._last:
            return running
        tests, done = self._last.tests, self._last.classes_done
        message = self._last.message
        return replace(
            running, message=message, done=done or None, tests=tests if tests.run else None
        )

    @property
    def is_asked_to_stop(self) -> bool:
        """Tell whether somebody else asked for the build's end."""
        return self._caller.cancelled

    def stop_reading(self) -> None:
        """Read no more of the output: what comes now is about being ended."""
        self._activity = self._reader.activity()
        self._reader.close(0)

    def read_rest(self) -> None:
        """Read what is left of the output of a Maven that has ended, however far behind we are."""
        until = time.monotonic() + _LAST_OUTPUT
        while not self._reader.ended and time.monotonic() < until:
            time.sleep(_TICK)
            if self._has_more:
                until = time.monotonic() + _LAST_OUTPUT

    @property
    def _has_more(self) -> bool:
        """Tell whether there is output that nobody has read yet."""
        try:
            return bool(select.select([self._output], [], [], 0)[0])
        except (OSError, ValueError):  # it was read to its end, and closed
            return False

    def end(self, exit_code: int | None) -> Build:
        """Judge the build by its exit code, absent where it was stopped, and seal its record."""
        evidence = self._evidence(exit_code)
        cases = evidence.reports.cases
        build = build_outcome(evidence)
        records, root = self._records.every(), self._project.root
        changed = changed_failures_note(build, cases, self._request, records)
        build = replace(build, notes=(*build.notes, *changed))
        sources = SourceTexts(root, self._project.poms, self._began)
        repository = LocalRepository.of(root, self._request.args)
        build = with_excerpts(build, sources, self._project.packages, repository)
        build = self._with_changes(build)
        return self.recording.end(build, cases, some_rows=self._request.names_methods)

    def _with_changes(self, build: Build) -> Build:
        """Return a failed build with the lines that changed; note the sources of a green one."""
        root, poms = self._project.root, self._project.poms
        if build.status is Status.SUCCESS:
            state = source_state(root, poms, self._began) if self.recording.id else None
            if state:
                self.recording.write_sources(state.pack())
            return build
        green = last_green_build(self._request, self._records.every())
        return with_changes(build, root, poms, self._began, green)

    def _evidence(self, exit_code: int | None) -> Evidence:
        root = self._project.root
        stopped = exit_code is None
        if not stopped:
            self.read_rest()
        log = self._reader.close(0)
        run = ProcessRun(exit_code, log, self._milliseconds, self._activity, cancelled=stopped)
        return Evidence(
            self._request.operation,
            run,
            SUREFIRE_REPORTS.read(root, self._before),
            str(root),
            self._project.packages,
            DEFAULT_LIMITS,
            self._built_packages(run) if self._packages_made else (),
            self._project.modules,
            read_dumps(root, self._dumps) if exit_code else (),
        )

    def _built_packages(self, run: ProcessRun) -> tuple[Artifact, ...]:
        log = run.build_log
        failed = {goal.module for goal in failed_goals(log)}
        return built_artifacts(self._project, self._artifacts, log.reactor.packaged, failed)

    @property
    def _milliseconds(self) -> int:
        return (time.time_ns() - self._began) // 1_000_000


def _request_of(line: CommandLine) -> BuildRequest:
    """Return a command line as a request, by which builds of the same line are known."""
    operation = _OPERATIONS.get(line.goals) or name_operation(line.goals)
    return BuildRequest(operation, line.goals, line.args, sys.maxsize, any_args=True)

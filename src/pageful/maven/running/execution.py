"""One run of Maven for an order: planned as the project now is, watched, judged, written down."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property, partial
from pathlib import Path

from pageful.builds.junit.reports import Stamp, read_reports, stamps
from pageful.builds.process.orphans import forget_process, note_process
from pageful.builds.process.recorded_caller import RecordedCaller
from pageful.builds.records.recording import Recording
from pageful.builds.records.records import Records
from pageful.builds.results import Artifact, Build, Status
from pageful.jvm.stack_trace import Application
from pageful.jvm.test_failures import Limits
from pageful.maven.build_request import Order
from pageful.maven.logs.build_log import BuildLog
from pageful.maven.logs.failed_goal import failed_goals
from pageful.maven.outcome import TESTS_SKIPPED, Witnesses, judged
from pageful.maven.projects.artifacts import artifacts_built, makes_artifacts, stamps_of_artifacts
from pageful.maven.projects.layout import Layout
from pageful.maven.projects.planning import Plan, planned
from pageful.maven.projects.project import Project
from pageful.maven.projects.test_filter import closest_tests
from pageful.maven.reports.dumps import dump_files, read_dumps
from pageful.maven.running.expected_classes import expected_classes
from pageful.maven.running.failed_only import Rerun, Unrun, vain_reruns, with_reruns
from pageful.maven.running.invocation import Invocation
from pageful.maven.running.runner import Abandoned, Run, run

_GONE = "The project's directory was deleted while the build ran."


@dataclass(frozen=True)
class Execution:
    """A build whose turn has come: nothing else builds the project."""

    rerun: Rerun
    project: Project
    command: tuple[str, ...]
    recording: Recording

    def build(self, caller: RecordedCaller) -> Build:
        """Run Maven; CANCELLED where the caller gave up.

        Raises:
            ToolError: the project is not any more what it was, or Maven can't be started.
        """
        root = self.project.root
        plan = planned(with_reruns(self._order), self.project)
        reports, dumps = stamps(root), dump_files(root)
        packages = makes_artifacts(plan.goals)
        artifacts = stamps_of_artifacts(self.project) if packages else {}
        self.recording.started(reports, self._packages, self._limits)
        caller.starts()
        ran, cancelled = self._run(plan, reports, caller)
        witnesses = Witnesses(
            self._order.operation,
            ran,
            read_reports(root, reports),
            str(root),
            self._packages,
            self._limits,
            self._artifacts_since(artifacts, ran.build_log) if packages else (),
            self.project.members,
            cancelled,
            read_dumps(root, dumps) if ran.exit_code else (),
        )
        cases = witnesses.reports.cases
        build = judged(witnesses)
        unrun = self.rerun.unrun(build, self._records.outstanding, cases, self.project)
        build = self._completed(build, plan, unrun)
        vain = vain_reruns(self._order, cases)
        build = replace(build, notes=(*build.notes, *vain))
        some_rows = self._order.names_methods
        return self.recording.end(build, cases, gone=unrun.gone, some_rows=some_rows)

    def _artifacts_since(self, before: Mapping[Path, Stamp], log: BuildLog) -> tuple[Artifact, ...]:
        failed = {goal.module for goal in failed_goals(log)}
        return artifacts_built(self.project, before, log.reactor.packaged, failed)

    def _run(
        self, plan: Plan, reports: Mapping[Path, Stamp], caller: RecordedCaller
    ) -> tuple[Run, bool]:
        """What Maven came to, and whether the caller gave up."""
        directory = self.recording.directory
        try:
            ran = run(
                Invocation(self.command, self.project.root, plan.goals, plan.args),
                seconds=self._order.seconds,
                application=Application(self._packages),
                caller=caller,
                tested=caller.tested,
                classes_before=self.rerun.classes or self._classes(reports),
                started=partial(note_process, directory) if directory else int,
                write=self.recording.write,
            )
        except Abandoned as abandoned:
            return abandoned.run, True
        finally:
            if directory:
                forget_process(directory)
        return ran, False

    def _classes(self, reports: Mapping[Path, Stamp]) -> int:
        return expected_classes(self._order, self.project, self._records.every(), reports)

    @property
    def _order(self) -> Order:
        return self.rerun.order

    @property
    def _records(self) -> Records:
        return Records.of(self.project.root)

    @cached_property
    def _packages(self) -> tuple[str, ...]:
        return (self._order.package,) if self._order.package else self.project.packages

    @property
    def _limits(self) -> Limits:
        # A record has no room for larger numbers, nor is there so much to show.
        given = (self._order.trace_lines, self._order.output_characters)
        return Limits(*(min(limit, sys.maxsize) for limit in given))

    def _completed(self, build: Build, plan: Plan, unrun: Unrun) -> Build:
        """The build with what its witnesses do not know."""
        gone = () if self.project.root.is_dir() else (_GONE,)
        build = replace(build, notes=(*build.notes, *plan.notes, *gone))
        ran = build.tests and build.tests.run
        if ran:
            return replace(build, notes=(*build.notes, *unrun.notes))
        is_limited = self.rerun.asked or self._order.test_filter is not None
        if not is_limited or build.status is not Status.SUCCESS:
            return build
        return self._without_tests(build, unrun)

    def _without_tests(self, build: Build, unrun: Unrun) -> Build:
        """What a success means in which no test matched the filter."""
        if TESTS_SKIPPED in build.notes:
            return _nothing_ran(build, "No test ran: Maven was told to skip tests.")
        if unrun.missing and self.rerun.has_limiting_args:
            why = "what failed before is not among what `args` leave to run"
            return _nothing_ran(build, f"No test ran: {why}.")
        if unrun.missing:
            return _nothing_ran(build, f"No test ran, of what failed before: {unrun.names}.")
        if self.rerun.asked:
            note = "None of the tests that failed before exists any more."
            return replace(build, notes=(*build.notes, note))
        asked = self._order.test_filter or ""
        closest = closest_tests(map(Layout.of, self.project.poms), asked)
        hint = f"Closest that exist: {', '.join(closest)}" if closest else "There are no tests."
        return _nothing_ran(build, f"No test matches testFilter {asked}.", hint)


def _nothing_ran(build: Build, *output: str) -> Build:
    return replace(build, status=Status.FAILURE, output=output)

"""What one call asks of Maven, and how it is carried out."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

from laconic.caller import Caller
from laconic.errors import ToolError
from laconic.maven import staleness
from laconic.maven.building import TESTS_SKIPPED, Witnesses, judged
from laconic.maven.invocation import Invocation, checked_args
from laconic.maven.project import Project
from laconic.maven.results import Build, Status
from laconic.maven.runner import run, sole_build
from laconic.maven.stack_trace import Application
from laconic.maven.surefire import read_reports, stamps
from laconic.maven.test_failures import Limits
from laconic.maven.test_filter import closest_tests, surefire_filter

_RUN_COMPILED = "surefire:test@default-test"


@dataclass(frozen=True, slots=True)
class Order:
    """Goals for Maven and how to present what comes of them; `seconds` is the time they have."""

    operation: str
    goals: tuple[str, ...]
    args: tuple[str, ...]
    seconds: float
    any_args: bool = False
    test_filter: str | None = None
    test_only: bool = False
    package: str | None = None
    trace_lines: int = 50
    output_characters: int = 2000
    note: str = ""

    def carried_out(self, directory: Path, caller: Caller) -> Build:
        """Build the project in a directory.

        Raises:
            ToolError: there is nothing to build or to build it with, or the order is refused.
            Cancelled: the caller gave up.
        """
        args = (*self._filter_args(), *checked_args(self.args, any_args=self.any_args))
        project = Project.at(directory)
        command = project.maven()
        packages = (self.package,) if self.package else project.packages
        with sole_build(project.root, caller):
            order = self._in_project(project)
            before = stamps(project.root)
            ran = run(
                Invocation(command, project.root, order.goals, args),
                seconds=self.seconds,
                application=Application(packages),
                classes_before=0 if self.test_filter else len(before),
                caller=caller,
            )
            reports = read_reports(project.root, before)
        limits = Limits(self.trace_lines, self.output_characters)
        witnesses = Witnesses(self.operation, ran, reports, str(project.root), packages, limits)
        return order.completed(judged(witnesses), project)

    def _filter_args(self) -> tuple[str, ...]:
        """The filter as properties, for old and new Surefire, and for modules without a match."""
        if self.test_filter is None:
            return ()
        lenient = ("-Dsurefire.failIfNoSpecifiedTests=false", "-DfailIfNoTests=false")
        return (f"-Dtest={surefire_filter(self.test_filter)}", *lenient)

    def _in_project(self, project: Project) -> Order:
        """The order with the goals that `testOnly` means in this project, as it stands now.

        Raises:
            ToolError: nothing is compiled that could be run.
        """
        if not self.test_only:
            return self
        if project.is_reactor:
            note = "testOnly needs a project of one module: the full test phase was run instead."
            return replace(self, note=note)
        if not staleness.is_compiled(project.root):
            raise ToolError(
                "testOnly runs compiled tests, and target/test-classes does not exist.",
                "Call maven_test without testOnly first.",
            )
        if staleness.is_stale(project.root):
            note = "Ran in testOnly mode. Stale sources detected — auto-recompiled."
            return replace(self, goals=("test-compile", _RUN_COMPILED), note=note)
        note = (
            "Ran in testOnly mode (surefire:test). Lifecycle phases were skipped. "
            "If tests fail unexpectedly, re-run with testOnly=false."
        )
        return replace(self, goals=(_RUN_COMPILED,), note=note)

    def completed(self, build: Build, project: Project) -> Build:
        """The build with what only the order tells: its note, and a filter that nothing matched."""
        if self.note:
            build = replace(build, notes=(*build.notes, self.note))
        ran = build.tests and build.tests.run
        if self.test_filter is None or ran or build.status is not Status.SUCCESS:
            return build
        if TESTS_SKIPPED in build.notes:
            output: tuple[str, ...] = ("No test ran: Maven was told to skip tests.",)
            return replace(build, status=Status.FAILURE, output=output)
        closest = closest_tests(project.modules, self.test_filter)
        hint = f"Closest that exist: {', '.join(closest)}" if closest else "There are no tests."
        output = (f"No test matches testFilter {self.test_filter}.", hint)
        return replace(build, status=Status.FAILURE, output=output)

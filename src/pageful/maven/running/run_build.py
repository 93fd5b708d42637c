"""Carry an order out: check it, wait for its turn, build, and write down how it ended."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

from pageful.builds.records.build_store import BuildStore
from pageful.builds.records.build_writer import BuildWriter
from pageful.builds.records.orphans import end_orphans
from pageful.builds.records.recorded_caller import RecordedCaller, is_asked_to_stop
from pageful.builds.results import Build, Status
from pageful.maven.arguments import checked_args
from pageful.maven.build_request import Order
from pageful.maven.packed_request import packed
from pageful.maven.projects.planning import planned
from pageful.maven.projects.project import Project
from pageful.maven.projects.test_filter import surefire_filter
from pageful.maven.running.execution import Execution
from pageful.maven.running.failed_only import Rerun, narrowed
from pageful.maven.running.maven_tool import MAVEN
from pageful.maven.running.runner import project_is_gone, sole_build
from pageful.tool.context import Caller
from pageful.tool.errors import Cancelled, ToolError


def _always(_build: Build) -> bool:
    return True


def carried_out(
    order: Order, directory: Path, caller: Caller, *, kept: Callable[[Build], bool] = _always
) -> Build:
    """Build the project in a directory; `kept` says whether it stays among the recorded builds.

    Raises:
        ToolError: there is nothing to build or to build it with, or the order is refused.
        Cancelled: the caller gave up; what there was by then is recorded. Where somebody else had
            the build stopped, that is what it came to.
    """
    undertaking = Undertaking.of(order, directory)
    with undertaking.begin() as recording:
        try:
            build = undertaking.carry_out(recording, caller)
        except Cancelled:
            if not is_asked_to_stop(recording.directory):
                recording.discard()
                raise
            build = recording.end(Build(order.operation, Status.CANCELLED, 0), ())
        except ToolError:
            recording.discard()
            raise
        stopped = is_asked_to_stop(recording.directory)
        if not kept(build):
            recording.discard()
            build = replace(build, id=None)
    if build.status is Status.CANCELLED and not stopped:
        raise Cancelled
    return build


@dataclass(frozen=True, slots=True)
class Undertaking:
    """An order that was checked against its project: nothing speaks against it so far."""

    given: Order
    rerun: Rerun
    root: Path
    command: tuple[str, ...]

    @classmethod
    def of(cls, order: Order, directory: Path) -> Undertaking:
        """Check all that can be checked before any other build of the project has ended.

        Raises:
            ToolError: there is nothing to build or to build it with, or the order is refused.
        """
        checked_args(order.args, any_args=order.any_args)
        if order.test_filter is not None:
            surefire_filter(order.test_filter)
        project = Project.at(directory)
        command = project.maven(order.mvn)
        rerun = narrowed(order, BuildStore.of(project.root, MAVEN), project)
        planned(rerun.order, project)
        return cls(order, rerun, project.root, command)

    @property
    def operation(self) -> str:
        """The build as its page calls it."""
        return self.given.operation

    @property
    def records(self) -> BuildStore:
        """The recorded builds of the project."""
        return BuildStore.of(self.root, MAVEN)

    def begin(self) -> BuildWriter:
        """Begin to record the build, with nothing left of one that was killed."""
        self._end_orphans()
        return self.records.begin(self.operation, packed(self.given))

    def carry_out(self, recording: BuildWriter, caller: Caller) -> Build:
        """Build, once no other build of the project runs; CANCELLED where the caller gave up.

        Raises:
            ToolError: it can't be begun; nothing was built.
            Cancelled: the caller gave up before it was begun.
        """
        recorded = RecordedCaller(caller, recording, self.operation)
        with sole_build(self.root, recorded, recording.id):
            self._end_orphans()
            if not self.root.is_dir():
                raise project_is_gone(self.root)
            # What was known of the project may be out of date after waiting.
            project = Project(self.root)
            return Execution(self.rerun, project, self.command, recording).build(recorded)

    def _end_orphans(self) -> None:
        """End what builds that were killed have left running: it would build along."""
        for record in self.records.every():
            end_orphans(record)

"""A build that is ready to run: its request checked against the project, and planned."""

from __future__ import annotations

import sys
from pathlib import Path

from pageful.builds.limits import Limits
from pageful.builds.records.build_store import BuildStore
from pageful.builds.records.orphans import end_orphans
from pageful.lazy.dataclasses import dataclass, replace
from pageful.maven.command_line import named_pom
from pageful.maven.projects.maven_program import maven_program
from pageful.maven.projects.planning import Plan, plan_build
from pageful.maven.projects.project import Project
from pageful.maven.projects.test_filter import TestFilter
from pageful.maven.request.arguments import check_args
from pageful.maven.request.build_request import BuildRequest
from pageful.maven.request.errors import project_gone_error
from pageful.maven.running.failed_only import FailedOnly, restrict_to_failed
from pageful.maven.running.invocation import Invocation
from pageful.maven.running.maven_tool import MAVEN


@dataclass(frozen=True, slots=True)
class PreparedBuild:
    """A request as it was given, and what Maven is to do for it in the project as it is now.

    `failed_only` has the request as it is run: restricted to the tests that failed, where it asks
    for these alone. `command` is the Maven program. `ended` are the ids of the recorded builds that
    had ended before the plan was made.
    """

    given: BuildRequest
    failed_only: FailedOnly
    project: Project
    command: tuple[str, ...]
    plan: Plan
    ended: frozenset[str] = frozenset()

    @property
    def request(self) -> BuildRequest:
        """The request as it is run."""
        return self.failed_only.request

    @property
    def records(self) -> BuildStore:
        """The recorded builds of the project."""
        return BuildStore.of(self.project.root, MAVEN)

    @property
    def invocation(self) -> Invocation:
        """The call of Maven."""
        return Invocation(self.command, self.project.root, self.plan.goals, self.plan.args)

    @property
    def packages(self) -> tuple[str, ...]:
        """The packages whose stack frames are the application's."""
        return (self.given.package,) if self.given.package else self.project.packages

    @property
    def limits(self) -> Limits:
        """The most lines of a stack trace and characters of a test's output on a page."""
        # A record has no room for larger numbers, nor is there so much to show.
        given = (self.given.trace_lines, self.given.output_characters)
        return Limits(*(min(limit, sys.maxsize) for limit in given))

    def plan_again(self) -> PreparedBuild:
        """Plan the build anew: another one that it waited for may have changed the project.

        Raises:
            ToolError: the project is gone, or the request can't be run in it any more.
        """
        root = self.project.root
        if not root.is_dir():
            raise project_gone_error(root)
        project = replace(self.project)
        return replace(self, project=project, plan=plan_build(self.request, project))

    def is_outdated(self) -> bool:
        """Return whether another build of the project has run since the plan was begun."""
        return not _ended_builds(self.records) <= self.ended


def prepare_build(request: BuildRequest, directory: Path) -> PreparedBuild:
    """Check a request against the project in a directory, and plan its build.

    Raises:
        ToolError: there is nothing to build or to build it with, or the request is refused.
    """
    check_args(request.args, any_args=request.any_args)
    if request.test_filter is not None:
        TestFilter.parse(request.test_filter)
    project = Project.at(directory, named_pom(request.args))
    command = maven_program(project.root, request.mvn)
    records = BuildStore.of(project.root, MAVEN)
    ended = _ended_builds(records)
    end_all_orphans(records)
    failed_only = restrict_to_failed(request, records, project)
    plan = plan_build(failed_only.request, project)
    return PreparedBuild(request, failed_only, project, command, plan, ended)


def end_all_orphans(records: BuildStore) -> None:
    """End the processes that killed builds have left running: they would build along."""
    for record in records.every():
        end_orphans(record)


def _ended_builds(records: BuildStore) -> frozenset[str]:
    return frozenset(record.id for record in records.every() if not record.is_running)

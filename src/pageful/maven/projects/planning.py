"""The plan of a build: the goals and arguments that Maven gets in the project as it is now."""

from __future__ import annotations

from collections.abc import Sequence

from pageful.lazy.dataclasses import dataclass
from pageful.maven.projects.compiled_tests import CompiledTests
from pageful.maven.projects.lifecycle import reaches
from pageful.maven.projects.project import Project
from pageful.maven.projects.selection import selection_args
from pageful.maven.projects.surefire_setup import integration_patterns
from pageful.maven.projects.test_filter import TestFilter
from pageful.maven.request.build_request import BuildRequest


@dataclass(frozen=True, slots=True)
class Plan:
    """Goals and arguments for Maven, and the notes on how they were chosen."""

    goals: tuple[str, ...]
    args: tuple[str, ...]
    notes: tuple[str, ...] = ()


def plan_build(request: BuildRequest, project: Project) -> Plan:
    """Plan the build of a request whose arguments were checked.

    Raises:
        ToolError: a module is unknown, or nothing is compiled that could be run as it is.
    """
    selection = selection_args(request.modules, project.modules) if request.modules else ()
    asked = None if request.test_filter is None else TestFilter.parse(request.test_filter)
    given = (
        *_filter_args(asked, request.goals, project),
        *request.args,
        *_rerun_args(request.reruns),
    )
    if not request.test_only:
        return Plan(request.goals, (*selection, *given))
    quick = CompiledTests(project, request.modules, asked).plan(request.goals)
    selection = selection if quick.selection is None else quick.selection
    return Plan(quick.goals, (*selection, *given), quick.notes)


def _filter_args(
    asked: TestFilter | None, goals: Sequence[str], project: Project
) -> tuple[str, ...]:
    """Return the filter as properties, for old and new Surefire, and modules without a match."""
    if asked is None:
        return ()
    lenient = ("-Dsurefire.failIfNoSpecifiedTests=false", "-DfailIfNoTests=false")
    if not reaches(goals, "integration-test"):
        return (f"-Dtest={asked}", *lenient)
    unit, integration = asked.split(integration_patterns(project.poms))
    names = ("failsafe", "it")
    also = (f"-D{name}.failIfNoSpecifiedTests=false" for name in names)
    return (f"-Dtest={unit}", f"-Dit.test={integration}", *lenient, *also)


def _rerun_args(reruns: int) -> tuple[str, ...]:
    """Return the properties that have failing tests run again, at most `reruns` times."""
    names = ("surefire", "failsafe")
    return tuple(f"-D{name}.rerunFailingTestsCount={reruns}" for name in names if reruns)

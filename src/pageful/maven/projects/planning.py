"""What an order means in a project as it stands now: the goals and arguments that Maven gets."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from pageful.maven.arguments import checked_args
from pageful.maven.build_request import Order
from pageful.maven.projects.compiled_tests import CompiledTests
from pageful.maven.projects.lifecycle import reaches
from pageful.maven.projects.project import Project
from pageful.maven.projects.selection import selecting
from pageful.maven.projects.surefire_setup import integration_patterns
from pageful.maven.projects.test_filter import divided, surefire_filter
from pageful.tool.errors import ToolError

_GOAL = re.compile(r"[A-Za-z][\w.-]*(?::[\w.-]+){0,3}(?:@\S+)?\Z")
_LONGEST_NAME = 80


@dataclass(frozen=True, slots=True)
class Plan:
    """Goals and arguments for Maven, and what there is to say about them."""

    goals: tuple[str, ...]
    args: tuple[str, ...]
    notes: tuple[str, ...] = ()


def planned(order: Order, project: Project) -> Plan:
    """What Maven is told.

    Raises:
        ToolError: an argument is refused, a module is unknown, or nothing is compiled that
            `testOnly` could run.
    """
    selection = selecting(order.modules, project.members) if order.modules else ()
    asked = None if order.test_filter is None else surefire_filter(order.test_filter)
    given = (
        *_filter_args(asked, order.goals, project),
        *checked_args(order.args, any_args=order.any_args),
    )
    if not order.test_only:
        return Plan(order.goals, (*selection, *given), order.notes)
    quick = CompiledTests(project, order.modules, asked).run(order.goals)
    narrowed = selection if quick.selection is None else quick.selection
    return Plan(quick.goals, (*narrowed, *given), (*order.notes, *quick.notes))


def _filter_args(asked: str | None, goals: Sequence[str], project: Project) -> tuple[str, ...]:
    """The filter as properties, for old and new Surefire, and for modules without a match."""
    if asked is None:
        return ()
    lenient = ("-Dsurefire.failIfNoSpecifiedTests=false", "-DfailIfNoTests=false")
    if not reaches(goals, "integration-test"):
        return (f"-Dtest={asked}", *lenient)
    unit, integration = divided(asked, integration_patterns(project.poms))
    names = ("failsafe", "it")
    also = (f"-D{name}.failIfNoSpecifiedTests=false" for name in names)
    return (f"-Dtest={unit}", f"-Dit.test={integration}", *lenient, *also)


def checked_goals(goals: Sequence[str]) -> tuple[str, ...]:
    """Goals that a caller gives, if they are phases or goals of plugins.

    Raises:
        ToolError: there is none, or one is an option or no goal.
    """
    if not goals:
        raise ToolError(
            "`goals` is empty, and Maven needs at least one.",
            'Give phases or goals, one each: ["clean", "verify"] or ["dependency:tree"].',
        )
    for goal in goals:
        if goal.startswith("-"):
            raise ToolError(f"`goals` holds {goal!r}, which is an option.", "Put it in `args`.")
        if not _GOAL.match(goal):
            split = [part for part in re.split(r"[\s,]+", goal) if part]
            one_each = len(split) > 1 and all(map(_GOAL.match, split))
            hint = f"Give them one each: {', '.join(split)}." if one_each else _GOAL_FORMS
            raise ToolError(f"`goals` holds {goal!r}, which is no phase or goal.", hint)
    return tuple(goals)


_GOAL_FORMS = "Give a phase (`verify`) or a plugin's goal (`versions:set`, or with group and all)."


def operation_of(goals: Sequence[str]) -> str:
    """What a page calls a run of some goals: `Run clean verify`."""
    name = f"Run {' '.join(goals)}"
    return name if len(name) <= _LONGEST_NAME else f"{name[: _LONGEST_NAME - 1]}…"

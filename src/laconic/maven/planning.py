"""What an order means in a project as it stands now: the goals and arguments that Maven gets."""

from __future__ import annotations

from dataclasses import dataclass

from laconic.errors import ToolError
from laconic.maven import staleness
from laconic.maven.invocation import checked_args
from laconic.maven.order import Order
from laconic.maven.project import Project
from laconic.maven.test_filter import surefire_filter

_RUN_COMPILED = "surefire:test@default-test"


@dataclass(frozen=True, slots=True)
class Plan:
    """Goals and arguments for Maven, and what there is to say about them."""

    goals: tuple[str, ...]
    args: tuple[str, ...]
    notes: tuple[str, ...] = ()


def planned(order: Order, project: Project) -> Plan:
    """What Maven is told.

    Raises:
        ToolError: an argument is refused, or nothing is compiled that `testOnly` could run.
    """
    args = (*_filter_args(order), *checked_args(order.args, any_args=order.any_args))
    goals, note = _goals(order, project)
    return Plan(goals, args, (*order.notes, *note))


def _filter_args(order: Order) -> tuple[str, ...]:
    """The filter as properties, for old and new Surefire, and for modules without a match."""
    if order.test_filter is None:
        return ()
    lenient = ("-Dsurefire.failIfNoSpecifiedTests=false", "-DfailIfNoTests=false")
    return (f"-Dtest={surefire_filter(order.test_filter)}", *lenient)


def _goals(order: Order, project: Project) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The goals that `testOnly` means, and a note about it."""
    if not order.test_only:
        return order.goals, ()
    if project.is_reactor:
        note = "testOnly needs a project of one module: the full test phase was run instead."
        return order.goals, (note,)
    if not staleness.is_compiled(project.root):
        raise ToolError(
            "testOnly runs compiled tests, and target/test-classes does not exist.",
            "Call maven_test without testOnly first.",
        )
    if staleness.is_stale(project.root):
        note = "Ran in testOnly mode. Stale sources detected — auto-recompiled."
        return ("test-compile", _RUN_COMPILED), (note,)
    note = (
        "Ran in testOnly mode (surefire:test). Lifecycle phases were skipped. "
        "If tests fail unexpectedly, re-run with testOnly=false."
    )
    return (_RUN_COMPILED,), (note,)

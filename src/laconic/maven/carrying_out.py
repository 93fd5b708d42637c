"""Carry an order out: plan it, run Maven, and judge what came of it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from laconic.caller import Caller
from laconic.maven.building import TESTS_SKIPPED, Witnesses, judged
from laconic.maven.invocation import Invocation, checked_args
from laconic.maven.order import Order
from laconic.maven.planning import planned
from laconic.maven.project import Project
from laconic.maven.results import Build, Status
from laconic.maven.runner import run, sole_build
from laconic.maven.stack_trace import Application
from laconic.maven.surefire import read_reports, stamps
from laconic.maven.test_failures import Limits
from laconic.maven.test_filter import closest_tests, surefire_filter


def carried_out(order: Order, directory: Path, caller: Caller) -> Build:
    """Build the project in a directory.

    Raises:
        ToolError: there is nothing to build or to build it with, or the order is refused.
        Cancelled: the caller gave up.
    """
    checked_args(order.args, any_args=order.any_args)
    if order.test_filter is not None:
        surefire_filter(order.test_filter)
    project = Project.at(directory)
    command = project.maven()
    packages = (order.package,) if order.package else project.packages
    with sole_build(project.root, caller):
        plan = planned(order, project)
        before = stamps(project.root)
        ran = run(
            Invocation(command, project.root, plan.goals, plan.args),
            seconds=order.seconds,
            application=Application(packages),
            classes_before=0 if order.test_filter else len(before),
            caller=caller,
        )
        reports = read_reports(project.root, before)
    limits = Limits(order.trace_lines, order.output_characters)
    witnesses = Witnesses(order.operation, ran, reports, str(project.root), packages, limits)
    build = judged(witnesses)
    return _completed(order, replace(build, notes=(*build.notes, *plan.notes)), project)


def _completed(order: Order, build: Build, project: Project) -> Build:
    """The build with what only the order tells: a filter that nothing matched."""
    ran = build.tests and build.tests.run
    if order.test_filter is None or ran or build.status is not Status.SUCCESS:
        return build
    if TESTS_SKIPPED in build.notes:
        output: tuple[str, ...] = ("No test ran: Maven was told to skip tests.",)
        return replace(build, status=Status.FAILURE, output=output)
    closest = closest_tests(project.modules, order.test_filter)
    hint = f"Closest that exist: {', '.join(closest)}" if closest else "There are no tests."
    output = (f"No test matches testFilter {order.test_filter}.", hint)
    return replace(build, status=Status.FAILURE, output=output)

"""Run again what failed: an order narrowed to it, and another chance for what is flaky."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cache, partial

from laconic.errors import ToolError
from laconic.maven.building import TESTS_SKIPPED
from laconic.maven.order import Order
from laconic.maven.projects.lifecycle import reaches
from laconic.maven.projects.planning import planned
from laconic.maven.projects.project import Project
from laconic.maven.projects.surefire_setup import integration_patterns
from laconic.maven.projects.test_filter import divided
from laconic.maven.records.records import Records
from laconic.maven.reports.surefire import Case
from laconic.maven.results import Build, Status
from laconic.maven.running.expected_classes import built_modules
from laconic.maven.running.named_tests import NamedTests, class_of, is_class, names_methods

_FEW = 10
_HARMLESS = re.compile(r"-(?:T.*|[oeXU]|fae|-(?:offline|errors|debug|update-snapshots))\Z")
"""Arguments that leave no test out."""


@dataclass(frozen=True, slots=True)
class Rerun:
    """An order, narrowed to the tests `asked` for where it is to run only what failed.

    `integration` are the patterns of the classes that Failsafe runs, and Surefire does not.
    """

    order: Order
    asked: tuple[Case, ...] = ()
    integration: tuple[str, ...] = ()

    @property
    def classes(self) -> int:
        """How many classes it will run for the tests that are asked for, 0 if that is not known."""
        return len({class_of(case) for case in self.asked}) if self.order.test_filter else 0

    def gone(self, build: Build, outstanding: Iterable[Case]) -> frozenset[Case]:
        """Those of the outstanding tests that a build would have run if they existed still."""
        if build.status is not Status.SUCCESS or TESTS_SKIPPED in build.notes:
            return frozenset()
        if not all(map(_HARMLESS.match, self.order.args)):
            return frozenset()
        if self.asked:
            # Where the module is not known, it may be one that was not built.
            unsure = "." if self.order.modules else None
            return frozenset(case for case in self.asked if case.module != unsure)
        if self.order.test_filter or self.order.modules or not (build.tests and build.tests.run):
            return frozenset()
        return frozenset(_run_by(self.order, outstanding, self.integration))


def with_reruns(order: Order) -> Order:
    """The order with the arguments that give failing tests another chance."""
    if not order.reruns:
        return order
    names = ("surefire", "failsafe")
    reruns = (f"-D{name}.rerunFailingTestsCount={order.reruns}" for name in names)
    return replace(order, args=(*order.args, *reruns))


def narrowed(order: Order, records: Records, project: Project) -> Rerun:
    """The order, with a filter for what failed when it last ran if it is for that alone.

    Raises:
        ToolError: nothing failed, as far as is known, or the order is refused, as one with a
            filter of its own is.
    """
    integration = integration_patterns(project.poms)
    if not order.failed_only:
        return Rerun(order, (), integration)
    if order.test_filter is not None:
        raise ToolError(
            "`testFilter` and `failedOnly` both say which tests to run.", "Leave one of them out."
        )
    planned(order, project)  # whatever else is wrong with the order is said first
    outstanding = _in_modules(order, records.outstanding, project)
    asked = _run_by(order, outstanding, integration)
    if not asked:
        raise _nothing_to_run(order, outstanding, records)
    left_out = {_simple(case.class_name) for case in outstanding} - {
        _simple(case.class_name) for case in asked
    }
    if left_out:
        note = f"Failed integration tests were left out, maven_verify runs them: {_list(left_out)}."
        order = replace(order, notes=(*order.notes, note))
    return Rerun(_selecting(order, asked, records, project), asked, integration)


def _in_modules(order: Order, outstanding: Iterable[Case], project: Project) -> tuple[Case, ...]:
    """The tests in modules that are built; of a JVM that died the module may not be known."""
    is_built = built_modules(order, project)
    return tuple(case for case in outstanding if is_built(case.module) or case.module == ".")


def _nothing_to_run(order: Order, outstanding: Collection[Case], records: Records) -> ToolError:
    if not outstanding and order.modules and records.outstanding:
        classes = {_simple(case.class_name) for case in records.outstanding}
        problem = (
            f"No test of these modules failed when it last ran, but others did: {_list(classes)}."
        )
        return ToolError(problem, "Call it without `modules` to run those.")
    if outstanding:
        classes = {_simple(case.class_name) for case in outstanding}
        problem = f"Only integration tests failed when they last ran: {_list(classes)}."
        return ToolError(problem, "Call maven_verify, which runs them.")
    last = next((record for record in records.every() if record.has_ended), None)
    if not last:
        problem = "Nothing is known to have failed: no build of this project is recorded."
    else:
        status = last.build().status.value
        problem = (
            f"No test failed when it last ran, as far as the builds up to {last.id} tell "
            f"({last.operation} {status})."
        )
    return ToolError(problem, "Call maven_test without failedOnly to run all tests.")


def _list(names: Iterable[str]) -> str:
    every = sorted(names)
    more = len(every) - _FEW
    return ", ".join(every[:_FEW]) + (f" and {more} more" if more > 0 else "")


def _run_by(order: Order, cases: Iterable[Case], integration: Sequence[str]) -> tuple[Case, ...]:
    """The tests that the goals of an order run: integration tests come after packaging."""
    if reaches(order.goals, "integration-test"):
        return tuple(cases)

    @cache
    def is_unit(name: str) -> bool:
        return not is_class(name) or divided(name, integration)[0] == name

    return tuple(case for case in cases if is_unit(class_of(case)))


def _selecting(order: Order, asked: Sequence[Case], records: Records, project: Project) -> Order:
    """The order for these tests alone, or for as few others as can be said."""
    tests = NamedTests(asked, project)
    test_filter = tests.filter(several_with_methods=partial(names_methods, records))
    if test_filter is None:
        note = "Not all tests that failed can be named in a filter: all tests ran."
        return replace(order, notes=(*order.notes, note))
    order = replace(order, test_filter=test_filter)
    modules = tuple(sorted(tests.modules))
    if order.modules or not project.is_reactor or "." in modules:
        return order
    try:
        planned(replace(order, modules=modules), project)
    except ToolError:  # a module may be gone, or be there with a profile only
        return order
    return replace(order, modules=modules)


def _simple(class_name: str) -> str:
    return class_name.rpartition(".")[2]

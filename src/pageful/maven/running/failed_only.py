"""Run again what failed: an order narrowed to it, and another chance for what is flaky."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cache, partial
from pathlib import Path

from pageful.builds.junit.test_case import Case, simple_name
from pageful.builds.records.build_store import BuildStore
from pageful.builds.records.failed_tests import ExecutedTests, test_key
from pageful.builds.results import Build, Status
from pageful.jvm.test_names import Names
from pageful.maven.build_request import Order
from pageful.maven.outcome import TESTS_SKIPPED
from pageful.maven.projects.lifecycle import reaches
from pageful.maven.projects.planning import planned
from pageful.maven.projects.project import Project
from pageful.maven.projects.selection import selecting
from pageful.maven.projects.surefire_setup import integration_patterns
from pageful.maven.projects.test_filter import divided
from pageful.maven.running.expected_classes import built_modules
from pageful.maven.running.gone_tests import gone_tests
from pageful.maven.running.maven_tool import MAVEN
from pageful.maven.running.named_tests import (
    NamedTests,
    class_of,
    is_class,
    names_methods,
    own_method,
    place_of,
)
from pageful.maven.running.test_places import TestPlaces
from pageful.text.units import count, list_names
from pageful.tool.errors import ToolError

_FEW = 10
_TESTNG = "org.testng."
_HARMLESS = re.compile(r"-(?:T.*|[oeXU]|fae|-(?:offline|errors|debug|update-snapshots))\Z")
"""Arguments that leave no test out."""


@dataclass(frozen=True, slots=True)
class Rerun:
    """An order, narrowed to the tests `asked` for where it is to run only what failed.

    `methods` are the tests asked for that the order names by their methods, `gone` those left out
    since they have no source any more.
    """

    order: Order
    asked: tuple[Case, ...] = ()
    methods: frozenset[Case] = frozenset()
    gone: frozenset[Case] = frozenset()

    @property
    def classes(self) -> int:
        """How many classes it will run for the tests that are asked for, 0 if that is not known."""
        named = self.order.test_filter if self.asked else None
        return len(named.split(",")) if named else 0

    def unrun(
        self, build: Build, outstanding: Iterable[Case], cases: Sequence[Case], project: Project
    ) -> Unrun:
        """What became of the outstanding tests that a build with these cases did not run.

        Whether a class is there is looked up in `project` now that the build has ended.
        """
        if not self.asked and (self.order.test_filter or self.order.modules):
            return Unrun()
        unrun = self._unrun(build, outstanding, cases, project)
        has_ended = build.status in (Status.SUCCESS, Status.FAILURE)
        return replace(unrun, gone=unrun.gone | self.gone) if has_ended else unrun

    def _unrun(
        self, build: Build, outstanding: Iterable[Case], cases: Sequence[Case], project: Project
    ) -> Unrun:
        among = self.asked or _run_by(self.order, tuple(outstanding), project)
        if not among:
            return Unrun()
        ran = ExecutedTests(cases, MAVEN, some_rows=self.order.names_methods)
        unrun = [case for case in among if not (ran.has_passed(case) or ran.covers(case))]
        if not unrun:
            return Unrun()
        skipped = frozenset(test_key(case) for case in cases if case.skipped)
        gone = frozenset(filter(_Gone(self, build, ran, skipped, project), unrun))
        crashes = (failure for failure in build.failures if failure.crashed)
        died = {simple_name(test) for failure in crashes for test in failure.tests}
        left = (case for case in unrun if case not in gone)
        missing = tuple(case for case in left if simple_name(class_of(case)) not in died)
        return Unrun(gone, missing if self.asked else ())

    @property
    def has_limiting_args(self) -> bool:
        """Whether some of the order's own arguments may leave tests out."""
        return not all(map(_HARMLESS.match, self.order.args))


@dataclass(frozen=True, slots=True)
class Unrun:
    """Tests that did not run: those that are `gone`, as they don't exist any more, and others.

    `missing` are the others of those that were asked for; they may fail still.
    """

    gone: frozenset[Case] = frozenset()
    missing: tuple[Case, ...] = ()

    @property
    def notes(self) -> tuple[str, ...]:
        """What there is to say of the missing ones, if there are any."""
        if not self.missing:
            return ()
        tests = count(len(self.missing), "test")
        return (f"{tests} that failed before did not run: {self.names}.",)

    @property
    def names(self) -> str:
        """The missing tests, the first few by name."""
        shown = Names.of(self.missing)
        return _list({shown.test(case) for case in self.missing})


class _Gone:
    """Whether a test that did not run is gone, for all that a build and the class files tell."""

    def __init__(
        self,
        rerun: Rerun,
        build: Build,
        ran: ExecutedTests,
        skipped: Collection[object],
        project: Project,
    ) -> None:
        self._rerun = rerun
        self._succeeded = build.status is Status.SUCCESS
        self._crashed = any(failure.crashed for failure in build.failures)
        self._ran = ran
        self._ran_any = bool(build.tests and build.tests.run)
        self._skipped = skipped
        self._places = TestPlaces(project)
        self._found: dict[tuple[str, str, str], tuple[str, str, Path] | None] = {}
        self._is_told = not rerun.has_limiting_args and TESTS_SKIPPED not in build.notes
        self._is_told &= build.status in (Status.SUCCESS, Status.FAILURE)
        self._is_told &= bool(rerun.asked) or self._ran_any

    def __call__(self, case: Case) -> bool:
        if not self._is_told or test_key(case) in self._skipped:
            return False
        key = case.suite, case.class_name, case.module
        if key not in self._found:
            self._found[key] = place_of(case, self._places)
        if not (place := self._found[key]):
            return self._had_its_chance(case)
        name, _, file = place
        if not self._succeeded:
            return False
        if case in self._rerun.methods:
            return not own_method(case, name, file)
        names = {name} if self._rerun.asked else {name, case.class_name}
        return any(self._ran.has_class(each, case.module) for each in names)

    def _had_its_chance(self, case: Case) -> bool:
        """Whether a class that is not there would have run even if it came from elsewhere."""
        order = self._rerun.order
        is_of_any_module = "." not in class_of(case)
        was_there = is_of_any_module and order.test_filter
        if case.module == "." and order.modules and not was_there:
            return False  # its module may be one that was not built
        if self._succeeded or is_of_any_module:
            return self._succeeded or self._ran_any
        return case.module in self._ran.modules and not self._crashed


def with_reruns(order: Order) -> Order:
    """The order with the arguments that give failing tests another chance."""
    if not order.reruns:
        return order
    names = ("surefire", "failsafe")
    reruns = (f"-D{name}.rerunFailingTestsCount={order.reruns}" for name in names)
    return replace(order, args=(*order.args, *reruns))


def vain_reruns(order: Order, cases: Iterable[Case]) -> tuple[str, ...]:
    """What to say of tests that were to have another chance and got none."""
    traces = (case.thrown.trace for case in cases if case.thrown)
    if not order.reruns or not any(_TESTNG in trace for trace in traces):
        return ()
    return ("Surefire gives TestNG's tests no second chance: rerunFailing did nothing for them.",)


def narrowed(order: Order, records: BuildStore, project: Project) -> Rerun:
    """The order, with a filter for what failed when it last ran if it is for that alone.

    Raises:
        ToolError: nothing failed, as far as is known, or the order is refused, as one with a
            filter of its own is.
    """
    if not order.failed_only:
        return Rerun(order)
    if order.test_filter is not None:
        raise ToolError(
            "`testFilter` and `failedOnly` both say which tests to run.", "Leave one of them out."
        )
    # Whatever else is wrong with the order is said first.
    planned(replace(order, test_only=False), project)
    outstanding = _in_modules(order, records.failed_tests, project)
    asked = _run_by(order, outstanding, project)
    if not asked:
        raise _nothing_to_run(order, outstanding, records)
    left_out = {simple_name(case.class_name) for case in outstanding} - {
        simple_name(case.class_name) for case in asked
    }
    if left_out:
        note = f"Failed integration tests were left out, maven_verify runs them: {_list(left_out)}."
        order = replace(order, notes=(*order.notes, note))
    return _of_those_that_exist(order, asked, records, project)


def _of_those_that_exist(
    order: Order, asked: tuple[Case, ...], records: BuildStore, project: Project
) -> Rerun:
    """The order for the tests of these that have a source still.

    Raises:
        ToolError: none has.
    """
    gone = gone_tests(asked, project)
    if not gone:
        return _selecting(order, asked, records, project)
    names = Names.of(gone)
    listed_names = _list({names.test(case) for case in gone})
    left = tuple(case for case in asked if case not in gone)
    if not left:
        every = count(len(gone), "test")
        raise ToolError(
            f"Every test that failed when it last ran is gone, as its source is "
            f"({every}): {listed_names}.",
            "Call maven_test without failedOnly to run all tests. If it still runs these, "
            "maven_clean deletes their classes.",
        )
    are = "test that failed is" if len(gone) == 1 else "tests that failed are"
    note = f"{len(gone)} {are} gone, as the source is: {listed_names}."
    rerun = _selecting(replace(order, notes=(*order.notes, note)), left, records, project)
    return replace(rerun, gone=gone)


def _in_modules(order: Order, outstanding: Iterable[Case], project: Project) -> tuple[Case, ...]:
    """The tests in modules that are built; of a JVM that died the module may not be known."""
    is_built = built_modules(order, project)
    return tuple(case for case in outstanding if is_built(case.module) or case.module == ".")


def _nothing_to_run(order: Order, outstanding: Collection[Case], records: BuildStore) -> ToolError:
    if not outstanding and order.modules and records.failed_tests:
        classes = {simple_name(case.class_name) for case in records.failed_tests}
        problem = (
            f"No test of these modules failed when it last ran, but others did: {_list(classes)}."
        )
        return ToolError(problem, "Call it without `modules` to run those.")
    if outstanding:
        classes = {simple_name(case.class_name) for case in outstanding}
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
    return list_names(sorted(names), _FEW)


def _run_by(order: Order, cases: tuple[Case, ...], project: Project) -> tuple[Case, ...]:
    """The tests that the goals of an order run: integration tests come after packaging."""
    if not cases or reaches(order.goals, "integration-test"):
        return cases
    integration = integration_patterns(project.poms)

    @cache
    def is_unit(name: str) -> bool:
        outer = name.partition("$")[0]
        return not is_class(name) or divided(outer, integration)[0] == outer

    return tuple(case for case in cases if is_unit(class_of(case)))


def _selecting(
    order: Order, asked: tuple[Case, ...], records: BuildStore, project: Project
) -> Rerun:
    """The order for these tests alone, or for as few others as can be said."""
    tests = NamedTests(asked, project)
    test_filter = tests.filter(several_with_methods=partial(names_methods, records))
    if test_filter is None:
        note = "Not all tests that failed can be named in a filter: all tests ran."
        return Rerun(replace(order, notes=(*order.notes, note)), asked)
    order = _in_modules_of(tests, replace(order, test_filter=test_filter), project)
    return Rerun(order, asked, tests.by_method)


def _in_modules_of(tests: NamedTests, order: Order, project: Project) -> Order:
    """The order for the modules that have the tests alone, where that can be said."""
    modules = tuple(sorted(tests.modules))
    if order.modules or not project.is_reactor or "." in modules:
        return order
    try:
        selecting(modules, project.members)
    except ToolError:  # a module may be gone, or be there with a profile only
        return order
    return replace(order, modules=modules)

"""A request for the tests that failed when they last ran, restricted to these."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache, partial

from pageful.builds.junit.class_names import outer_class, simple_name
from pageful.builds.junit.test_case import Case
from pageful.builds.records.build_store import BuildStore
from pageful.jvm.test_names import Names
from pageful.lazy.dataclasses import dataclass, replace
from pageful.maven import notes
from pageful.maven.projects.lifecycle import reaches
from pageful.maven.projects.project import Project
from pageful.maven.projects.selection import selection_args
from pageful.maven.projects.surefire_setup import integration_patterns
from pageful.maven.projects.test_filter import TestFilter
from pageful.maven.request import errors
from pageful.maven.request.build_request import BuildRequest
from pageful.maven.running.expected_classes import built_modules
from pageful.maven.running.gone_tests import gone_tests
from pageful.maven.running.named_tests import (
    NamedTests,
    class_of,
    is_class,
    names_methods,
)
from pageful.tool.errors import ToolError


@dataclass(frozen=True, slots=True)
class FailedOnly:
    """A request, restricted to the failed `tests` where it asks for these alone.

    `by_method` are the tests that it names by their methods, `gone` those left out since they have
    no source any more.
    """

    request: BuildRequest
    tests: tuple[Case, ...] = ()
    by_method: frozenset[Case] = frozenset()
    gone: frozenset[Case] = frozenset()
    notes: tuple[str, ...] = ()

    @property
    def classes(self) -> int:
        """The number of classes that run for the tests, 0 if it is not known."""
        named = self.request.test_filter if self.tests else None
        return len(named.split(",")) if named else 0


def restrict_to_failed(request: BuildRequest, records: BuildStore, project: Project) -> FailedOnly:
    """Restrict a request to the tests that failed when they last ran, if it asks for these alone.

    Raises:
        ToolError: nothing failed, as far as is known, or the request is refused, as one with a
            filter of its own is.
    """
    if not request.failed_only:
        return FailedOnly(request)
    if request.test_filter is not None:
        raise errors.two_filters_error()
    # A wrong name of a module is reported first, whatever failed.
    selection_args(request.modules, project.modules)
    failed_tests = _in_modules(request, records.failed_tests, project)
    tests = tests_reached(request, failed_tests, project)
    if not tests:
        raise _nothing_to_run(request, failed_tests, records)
    gone = gone_tests(tests, project)
    left = tuple(case for case in tests if case not in gone)
    names = _test_names(gone)
    if not left:
        raise errors.all_gone_error(names, len(gone))
    found = _name_tests(request, left, records, project)
    left_out = _class_names(failed_tests) - _class_names(tests)
    found_notes = (
        *((notes.integration_tests_left_out(left_out),) if left_out else ()),
        *((notes.sources_gone(names, len(gone)),) if gone else ()),
    )
    return replace(found, gone=gone, notes=(*found_notes, *found.notes))


def _test_names(cases: Iterable[Case]) -> set[str]:
    cases = tuple(cases)
    return set(map(Names.of(cases).test, cases))


def _class_names(cases: Iterable[Case]) -> set[str]:
    return {simple_name(case.class_name) for case in cases}


def _in_modules(
    request: BuildRequest, failed_tests: Iterable[Case], project: Project
) -> tuple[Case, ...]:
    """The tests in modules that are built; of a JVM that died the module may not be known."""
    is_built = built_modules(request, project)
    return tuple(case for case in failed_tests if is_built(case.module) or case.module == ".")


def _nothing_to_run(
    request: BuildRequest, failed_tests: tuple[Case, ...], records: BuildStore
) -> ToolError:
    if failed_tests:
        return errors.integration_tests_error(_class_names(failed_tests))
    if request.modules and records.failed_tests:
        return errors.failed_elsewhere_error(_class_names(records.failed_tests))
    last = next((record for record in records.every() if record.has_ended), None)
    if not last:
        return errors.nothing_recorded_error()
    return errors.nothing_failed_error(last.id, last.operation, last.build().status.value)


def tests_reached(
    request: BuildRequest, cases: tuple[Case, ...], project: Project
) -> tuple[Case, ...]:
    """Return the tests that the goals of a request run: integration tests come after packaging."""
    if not cases or reaches(request.goals, "integration-test"):
        return cases
    is_unit = _unit_test_check(project)
    return tuple(case for case in cases if is_unit(class_of(case)))


def _unit_test_check(project: Project) -> Callable[[str], bool]:
    integration = integration_patterns(project.poms)

    @cache
    def is_unit(name: str) -> bool:
        alone = TestFilter((outer_class(name),))
        return not is_class(name) or alone.split(integration)[0] == alone

    return is_unit


def _name_tests(
    request: BuildRequest, cases: tuple[Case, ...], records: BuildStore, project: Project
) -> FailedOnly:
    """Restrict a request to these tests, or to as few others as a filter can say."""
    tests = NamedTests(cases, project)
    test_filter = tests.filter(several_with_methods=partial(names_methods, records))
    if test_filter is None:
        return FailedOnly(request, cases, notes=(notes.FILTER_IMPOSSIBLE,))
    request = replace(request, test_filter=str(test_filter))
    return FailedOnly(_select_modules(request, tests, project), cases, tests.by_method)


def _select_modules(request: BuildRequest, tests: NamedTests, project: Project) -> BuildRequest:
    """Restrict a request to the modules that have the tests, where they can be named."""
    modules = tuple(sorted(tests.modules))
    if request.modules or not project.is_reactor or "." in modules:
        return request
    try:
        selection_args(modules, project.modules)
    except ToolError:  # a module may be gone, or be there with a profile only
        return request
    return replace(request, modules=modules)

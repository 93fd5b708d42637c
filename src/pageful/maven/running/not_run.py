"""Failed tests that a build did not run again, and whether they are gone."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from pathlib import Path

from pageful.builds.junit.class_names import simple_name
from pageful.builds.junit.test_case import Case
from pageful.builds.records.failed_tests import ExecutedTests, test_key
from pageful.builds.results import Build, Status
from pageful.jvm.test_names import Names
from pageful.lazy.dataclasses import dataclass
from pageful.maven import notes
from pageful.maven.outcome import TESTS_SKIPPED
from pageful.maven.projects.project import Project
from pageful.maven.running.failed_only import FailedOnly, tests_reached
from pageful.maven.running.maven_tool import MAVEN
from pageful.maven.running.named_tests import class_of, find_test_class, own_method
from pageful.maven.running.test_places import TestPlaces

_ENDED = (Status.SUCCESS, Status.FAILURE)


@dataclass(frozen=True, slots=True)
class NotRun:
    """Failed tests that did not run: those that are `gone`, as they exist no more, and others.

    `missing` are the others of those that were asked for; they may fail still.
    """

    gone: frozenset[Case] = frozenset()
    missing: tuple[Case, ...] = ()

    @property
    def notes(self) -> tuple[str, ...]:
        """The note on the missing ones, if there are any."""
        return (notes.tests_not_run(self.names, len(self.missing)),) if self.missing else ()

    @property
    def names(self) -> Iterable[str]:
        """The names of the missing tests."""
        return map(Names.of(self.missing).test, self.missing)


def find_not_run(
    failed_only: FailedOnly,
    build: Build,
    failed_tests: Iterable[Case],
    cases: Sequence[Case],
    project: Project,
) -> NotRun:
    """Find the failed tests that a build with these cases did not run.

    Whether a class is there is looked up in `project` now that the build has ended.
    """
    request, asked = failed_only.request, failed_only.tests
    if not asked and (request.test_filter or request.modules):
        return NotRun()
    among = asked or tests_reached(request, tuple(failed_tests), project)
    ran = ExecutedTests(cases if among else (), MAVEN, some_rows=request.names_methods)
    not_run = [case for case in among if not (ran.has_passed(case) or ran.covers(case))]
    gone = failed_only.gone if build.status in _ENDED else frozenset()
    if not_run:
        skipped = frozenset(test_key(case) for case in cases if case.skipped)
        is_gone = _GoneCheck(failed_only, build, ran, skipped, project)
        gone = gone.union(filter(is_gone, not_run))
    crashes = (failure for failure in build.failures if failure.crashed)
    died = {simple_name(test) for failure in crashes for test in failure.tests}
    left = (case for case in not_run if asked and case not in gone)
    return NotRun(gone, tuple(case for case in left if simple_name(class_of(case)) not in died))


class _GoneCheck:
    """The check whether a test that did not run is gone, by a build and the class files."""

    def __init__(
        self,
        failed_only: FailedOnly,
        build: Build,
        ran: ExecutedTests,
        skipped: Collection[object],
        project: Project,
    ) -> None:
        self._failed_only = failed_only
        self._succeeded = build.status is Status.SUCCESS
        self._crashed = any(failure.crashed for failure in build.failures)
        self._ran = ran
        self._ran_any = bool(build.tests and build.tests.run)
        self._skipped = skipped
        self._places = TestPlaces(project)
        self._found: dict[tuple[str, str, str], tuple[str, str, Path] | None] = {}
        self._can_tell = (
            build.status in _ENDED
            and TESTS_SKIPPED not in build.notes
            and not failed_only.request.has_limiting_args
            and (bool(failed_only.tests) or self._ran_any)
        )

    def __call__(self, case: Case) -> bool:
        if not self._can_tell or test_key(case) in self._skipped:
            return False
        key = case.suite, case.class_name, case.module
        if key not in self._found:
            self._found[key] = find_test_class(case, self._places)
        if not (place := self._found[key]):
            return self._would_have_run(case)
        name, _, file = place
        if not self._succeeded:
            return False
        if case in self._failed_only.by_method:
            return not own_method(case, name, file)
        names = {name} if self._failed_only.tests else {name, case.class_name}
        return any(self._ran.has_class(each, case.module) for each in names)

    def _would_have_run(self, case: Case) -> bool:
        """Return whether this build would have run the class, wherever it came from.

        It may have come from another module or from a library.
        """
        request = self._failed_only.request
        is_of_any_module = "." not in class_of(case)
        was_there = is_of_any_module and request.test_filter
        if case.module == "." and request.modules and not was_there:
            return False  # its module may be one that was not built
        if self._succeeded or is_of_any_module:
            return self._succeeded or self._ran_any
        return case.module in self._ran.modules and not self._crashed

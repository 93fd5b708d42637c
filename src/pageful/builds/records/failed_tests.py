"""Which tests of a project failed when they last ran, carried on from build to build."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass

from pageful.builds.build_tool import BuildTool
from pageful.builds.junit.test_case import Case, Thrown, simple_name
from pageful.builds.results import Build

# > com.example.OrderTest
_CLASS = re.compile(r"[\w$]+(?:\.[\w$]+)*\Z")
_ANY = "*"
"""In place of a suite, or of a module."""


@dataclass(frozen=True, slots=True)
class FailedTest:
    """A test that failed when it last ran, in the build `since`; its trace and output are not kept.

    Where its whole class failed, or crashed, the case has no name.
    """

    case: Case
    since: str


@dataclass(frozen=True, slots=True)
class FailedTestsUpdate:
    """After a build: what is outstanding, and which of its tests had been and pass now."""

    failed: tuple[FailedTest, ...] = ()
    fixed: tuple[FailedTest, ...] = ()


def update_failed_tests(
    before: Iterable[FailedTest],
    build: Build,
    cases: Sequence[Case],
    tool: BuildTool,
    *,
    gone: Collection[Case] = (),
    some_rows: bool = False,
) -> FailedTestsUpdate:
    """Carry on what was outstanding `before`.

    `gone` are tests that the build would have run if they existed still. `some_rows` says that it
    may have run some rows of JUnit 4's parameters and not the others of the same method.
    """
    before = tuple(before)
    ran = ExecutedTests(cases if before else (), tool, some_rows=some_rows)
    failed = [_bare(case) for case in cases if case.thrown]
    now = {identity(case): case for case in (*failed, *_crashed(build))}
    since = build.id or ""
    kept: dict[_Key, FailedTest] = {}
    fixed: list[FailedTest] = []
    for entry in before:
        if identity(entry.case) in now:
            continue
        if ran.passed(entry.case):
            fixed.append(entry)
        elif entry.case not in gone and not ran.settles(entry.case):
            kept[identity(entry.case)] = entry
    kept |= {key: FailedTest(case, since) for key, case in now.items()}
    return FailedTestsUpdate(tuple(kept.values()), tuple(fixed))


def fixed_test_names(
    ledger: FailedTestsUpdate, cases: Sequence[Case], tool: BuildTool
) -> tuple[str, ...]:
    """The names of the tests that pass now, as the pages of this build name tests."""
    if not ledger.fixed:
        return ()
    name = tool.name_tests(cases)
    return tuple(name(entry.case) for entry in ledger.fixed)


_Key = tuple[str, str, str, str]


def identity(case: Case) -> _Key:
    """What makes a test the same one in another build."""
    return case.module, case.suite, case.class_name, "" if _is_class(case) else case.name


def _is_class(case: Case) -> bool:
    return case.name in ("", case.class_name, simple_name(case.class_name))


def _bare(case: Case) -> Case:
    """A failed test without what it threw and printed."""
    kind = case.thrown.type if case.thrown else ""
    return Case(
        case.class_name,
        "" if _is_class(case) else case.name,
        Thrown(kind, "", ""),
        module=case.module,
        suite=case.suite,
    )


def _crashed(build: Build) -> Iterator[Case]:
    """The classes whose JVM died; the log knows neither their packages nor their modules."""
    crashes = (failure for failure in build.failures if failure.crashed)
    names = (name for crash in crashes for name in crash.tests if _CLASS.match(name))
    return (Case(name, "", Thrown("", "", "")) for name in names)


class ExecutedTests:
    """Which tests ran in a build, and how.

    A test that ran in a suite of classes may have run without it in another build.
    """

    def __init__(self, cases: Iterable[Case], tool: BuildTool, *, some_rows: bool = False) -> None:
        self._tool = tool
        self._some_rows = some_rows
        self._failed: dict[_Key, bool] = {}
        self._bases: set[_Key] = set()
        self._classes: dict[tuple[str, str], bool] = defaultdict(bool)
        self._places: set[tuple[str, str]] = set()
        for case in cases:
            if not case.skipped:
                self._take(case)

    def _take(self, case: Case) -> None:
        failed = case.thrown is not None
        for key in _spellings(identity(case)):
            self._failed[key] = self._failed.get(key, False) or failed
        self._bases.update(_spellings(self._base(case)))
        self._places |= {(case.module, case.class_name), (case.module, case.suite)}
        classes = (case.class_name, case.suite)
        for name in {*classes, *map(simple_name, classes)}:
            self._classes[_class_in(case.module, name)] |= failed

    def passed(self, case: Case) -> bool:
        """Whether a test ran, every time that it did, without failing."""
        if _is_class(case):
            return self._classes.get(_class_in(case.module, case.class_name)) is False
        key = next((key for key in _wanted(identity(case)) if key in self._failed), None)
        return key is not None and not self._failed[key]

    def settles(self, case: Case) -> bool:
        """Whether the test's method ran, maybe with other arguments by now, or its class did."""
        if _is_class(case):
            return _class_in(case.module, case.class_name) in self._classes
        if self._some_rows and self._tool.may_run_alone(case.name):
            # another row's run says nothing of this one
            return not self._failed.keys().isdisjoint(_wanted(identity(case)))
        return not self._bases.isdisjoint(_wanted(self._base(case)))

    def ran_class(self, name: str, module: str) -> bool:
        """Whether any test of a class or suite ran, in that module."""
        return (module, name) in self._places

    def _base(self, case: Case) -> _Key:
        """The test's identity, its method without arguments."""
        return *identity(case)[:3], self._tool.base_method(case.name)

    @property
    def modules(self) -> frozenset[str]:
        """The modules in which tests ran."""
        return frozenset(module for module, _ in self._places)


def _class_in(module: str, name: str) -> tuple[str, str]:
    """A class in its module, or in any where it died: there only its simple name is known."""
    return (module if "." in name else _ANY), name


def _spellings(key: _Key) -> tuple[_Key, _Key]:
    """What a test that ran is known as: with its suite, if it has one, and whatever that is."""
    module, _, class_name, name = key
    return key, (module, _ANY, class_name, name)


def _wanted(key: _Key) -> tuple[_Key, ...]:
    """As what a test is looked for: in its suite or else alone; without one anywhere."""
    module, suite, class_name, name = key
    if suite:
        return key, (module, "", class_name, name)
    return ((module, _ANY, class_name, name),)

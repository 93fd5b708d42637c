"""The tests of a project that failed when they last ran, carried on from build to build."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence

from pageful.builds.build_tool import BuildTool
from pageful.builds.junit.class_names import is_dotted_name, simple_name
from pageful.builds.junit.test_case import Case, ThrownException
from pageful.builds.results import Build
from pageful.lazy.dataclasses import dataclass

_LONGEST_FRAME = 1000
"""Characters of a frame; names of classes in a JDK have 120 at most."""

_ANY = "*"
"""In place of a suite, or of a module."""


@dataclass(frozen=True, slots=True)
class FailedTest:
    """A test that failed when it last ran, in the build `since`; its output is not kept.

    Of its trace there is the frame of its own method, which tells that it was one of its class.
    Where its whole class failed, or crashed, the case has no name.
    """

    case: Case
    since: str


@dataclass(frozen=True, slots=True)
class FailedTestsUpdate:
    """The failed tests after a build, and the tests that had failed before it and pass now."""

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
    """Return the failed tests after a build, from those `before` it.

    `gone` are tests that the build would have run if they existed still. `some_rows` says that it
    may have run some rows of JUnit 4's parameters and not the others of the same method.
    """
    before = tuple(before)
    ran = ExecutedTests(cases if before else (), tool, some_rows=some_rows)
    failed = [_without_output(case, tool) for case in cases if case.thrown]
    now = {test_key(case): case for case in (*failed, *_list_crashed(build))}
    since = build.id or ""
    kept: dict[_Key, FailedTest] = {}
    fixed: list[FailedTest] = []
    for entry in before:
        if test_key(entry.case) in now:
            continue
        if ran.has_passed(entry.case):
            fixed.append(entry)
        elif entry.case not in gone and not ran.covers(entry.case):
            kept[test_key(entry.case)] = entry
    kept |= {key: FailedTest(case, since) for key, case in now.items()}
    return FailedTestsUpdate(tuple(kept.values()), tuple(fixed))


def fixed_test_names(
    update: FailedTestsUpdate, cases: Sequence[Case], tool: BuildTool
) -> tuple[str, ...]:
    """Return the names of the fixed tests as the pages of this build give them."""
    if not update.fixed:
        return ()
    name = tool.name_tests(cases)
    return tuple(name(entry.case) for entry in update.fixed)


_Key = tuple[str, str, str, str]


def test_key(case: Case) -> _Key:
    """Return the key by which a test is found again in another build."""
    return case.module, case.suite, case.class_name, "" if _is_class(case) else case.name


def _is_class(case: Case) -> bool:
    return case.name in ("", case.class_name, simple_name(case.class_name))


def _without_output(case: Case, tool: BuildTool) -> Case:
    """Return a failed test without its output, and with one frame of its trace at most."""
    kind = case.thrown.type if case.thrown else ""
    lines = case.thrown.trace.split("\n") if case.thrown else []
    own = f"at {case.class_name}.{tool.base_method(case.name)}("
    frame = next((line.strip() for line in lines if line.strip().startswith(own)), "")
    return Case(
        case.class_name,
        "" if _is_class(case) else case.name,
        ThrownException(kind, "", frame[:_LONGEST_FRAME]),
        module=case.module,
        suite=case.suite,
    )


def _list_crashed(build: Build) -> Iterator[Case]:
    """List the classes whose process died, without packages and modules: logs name neither."""
    crashes = (failure for failure in build.failures if failure.crashed)
    names = (name for crash in crashes for name in crash.tests if is_dotted_name(name))
    return (Case(name, "", ThrownException("", "", "")) for name in names)


class ExecutedTests:
    """The tests that ran in a build, and whether they passed.

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
        for key in _keys(test_key(case)):
            self._failed[key] = self._failed.get(key, False) or failed
        self._bases.update(_keys(self._base(case)))
        self._places |= {(case.module, case.class_name), (case.module, case.suite)}
        classes = (case.class_name, case.suite)
        for name in {*classes, *map(simple_name, classes)}:
            self._classes[_class_in(case.module, name)] |= failed

    def has_passed(self, case: Case) -> bool:
        """Return whether a test ran and never failed."""
        if _is_class(case):
            return self._classes.get(_class_in(case.module, case.class_name)) is False
        key = next((key for key in _lookup_keys(test_key(case)) if key in self._failed), None)
        return key is not None and not self._failed[key]

    def covers(self, case: Case) -> bool:
        """Return whether the test's method ran, with whatever arguments, or its class did."""
        if _is_class(case):
            return _class_in(case.module, case.class_name) in self._classes
        if self._some_rows and self._tool.may_run_alone(case.name):
            # another row's run says nothing of this one
            return not self._failed.keys().isdisjoint(_lookup_keys(test_key(case)))
        return not self._bases.isdisjoint(_lookup_keys(self._base(case)))

    def has_class(self, name: str, module: str) -> bool:
        """Return whether any test of a class or suite ran in a module."""
        return (module, name) in self._places

    def _base(self, case: Case) -> _Key:
        """The test's identity, its method without arguments."""
        return *test_key(case)[:3], self._tool.base_method(case.name)

    @property
    def modules(self) -> frozenset[str]:
        """The modules in which tests ran."""
        return frozenset(module for module, _ in self._places)


def _class_in(module: str, name: str) -> tuple[str, str]:
    """Return the key of a class: with its module, or any module for a simple name."""
    return (module if "." in name else _ANY), name


def _keys(key: _Key) -> tuple[_Key, _Key]:
    """Return the keys of a test that ran: in its own suite, and in any."""
    module, _, class_name, name = key
    return key, (module, _ANY, class_name, name)


def _lookup_keys(key: _Key) -> tuple[_Key, ...]:
    """Return lookup keys, the most specific first. A test without a suite matches in any."""
    module, suite, class_name, name = key
    if suite:
        return key, (module, "", class_name, name)
    return ((module, _ANY, class_name, name),)

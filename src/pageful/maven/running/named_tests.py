"""Tests that failed as a filter of Surefire's can name them: by method, by class, or not at all."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import suppress
from itertools import islice
from pathlib import Path

from pageful.builds.junit.class_names import is_class_name
from pageful.builds.junit.test_case import Case
from pageful.builds.records.build_record import BuildRecord
from pageful.builds.records.build_store import BuildStore
from pageful.jvm.class_methods import method_names
from pageful.lazy import patterns
from pageful.maven.projects.project import Project
from pageful.maven.projects.test_filter import TestFilter
from pageful.maven.projects.test_methods import method_among, patterns_of_method
from pageful.maven.running.test_places import TestPlaces
from pageful.tool.errors import ToolError

# > [INFO] --- surefire:3.2.5:test (default-test) @ shop-core ---
# > [INFO] --- maven-surefire-plugin:2.12.4:test (default-test) @ shop ---
_SUREFIRE = patterns.compile(rb"--- (?:maven-)?surefire(?:-plugin)?:(\d{1,9})\.(\d{1,9})")
_METHODS_OF_SEVERAL_CLASSES = (2, 19)
"""The first version of Surefire whose filter can name methods of more than one class."""

_BUILDS_LOOKED_AT = 3
_LINES_LOOKED_AT = 20_000
"""Bounds of the search for the line in which a log names Surefire's version."""


def is_class(name: str) -> bool:
    """Return whether a name can be a class's in a filter; that of a scenario in prose can't."""
    return is_class_name(name) and "/" not in name


def class_of(case: Case) -> str:
    """Return the class that was run for a test: that of the report, where the test has another."""
    return case.suite or case.class_name


def find_test_class(case: Case, places: TestPlaces) -> tuple[str, str, Path] | None:
    """Find the class that runs a test: its name, module and file; absent where there is none.

    Where a suite has no class's name, as one of TestNG's, it is the class that the test tells.
    """
    for name in dict.fromkeys((class_of(case), case.class_name)):
        if is_class(name) and (found := places.find(name, case.module)):
            return name, *found
    return None


def own_method(case: Case, name: str, file: Path) -> str:
    """Return a test's method in the class that runs it, empty where it can't be named."""
    return method_among(case.name, method_names(file)) if name == case.class_name else ""


class NamedTests:
    """Tests grouped by class: the methods of each to run, and the modules that they are in."""

    def __init__(self, cases: Iterable[Case], project: Project) -> None:
        self.modules: set[str] = set()
        self._places = TestPlaces(project)
        self._known: dict[tuple[str, str, str], tuple[str, str, Path] | None] = {}
        self._classes: dict[str, _Methods] = {}
        self._named: list[tuple[Case, str]] = []
        self._is_nameable = True
        for case in cases:
            self._take(case)

    def _take(self, case: Case) -> None:
        key = (case.suite, case.class_name, case.module)
        if key not in self._known:
            self._known[key] = find_test_class(case, self._places) or self._assume_class(case)
        if not (place := self._known[key]):
            self.modules.add(case.module)
            self._is_nameable = False
            return
        name, module, file = place
        self.modules.add(module)
        if name not in self._classes:
            self._classes[name] = _Methods(method_names(file))
        if self._classes[name].take(case.name if name == case.class_name else ""):
            self._named.append((case, name))

    def _assume_class(self, case: Case) -> tuple[str, str, Path] | None:
        """Assume that the class exists: the module has no compiled classes to check against."""
        name = class_of(case)
        if not is_class(name) or self._places.is_compiled(case.module):
            return None
        return name, case.module, Path()

    @property
    def by_method(self) -> frozenset[Case]:
        """The tests whose methods are known, and that don't run with the whole of their class."""
        return frozenset(case for case, name in self._named if not self._classes[name].is_whole)

    def filter(self, *, several_with_methods: Callable[[], bool]) -> TestFilter | None:
        """Return a filter for these tests, or for the whole classes of those that it can't name.

        `several_with_methods` says whether it may name methods of more than one class.
        """
        if not self._is_nameable:
            return None
        whole = TestFilter.of(dict.fromkeys(self._classes, ()))
        named = TestFilter.of({name: each.patterns for name, each in self._classes.items()})
        if len(self._classes) > 1 and named != whole and not several_with_methods():
            named = whole
        return next((each for each in (named, whole) if each.fits), None)


class _Methods:
    """The methods of a class that are to run; all of it where one is not among its `own`."""

    def __init__(self, own: frozenset[str]) -> None:
        self._own = own
        self._named: dict[str, None] = {}
        self.is_whole = False

    def take(self, test: str) -> bool:
        """Add a test, and return whether it is a method of the class's own."""
        if method := method_among(test, self._own):
            self._named.update(dict.fromkeys(patterns_of_method(test, method)))
            return True
        self.is_whole = True
        return False

    @property
    def patterns(self) -> tuple[str, ...]:
        """The patterns of the methods, none for the whole class."""
        return () if self.is_whole else tuple(self._named)


def names_methods(records: BuildStore) -> bool:
    """Return whether the project's Surefire takes a filter with methods of several classes."""
    ended = (record for record in records.every() if record.has_ended)
    for record in islice(ended, _BUILDS_LOOKED_AT):
        if version := _surefire(record):
            return version >= _METHODS_OF_SEVERAL_CLASSES
    return True


def _surefire(record: BuildRecord) -> tuple[int, int] | None:
    """Return the version of Surefire that a build ran, if its log tells."""
    with suppress(ToolError):  # it is damaged, or gone
        for line in islice(record.log(), _LINES_LOOKED_AT):
            if match := _SUREFIRE.search(line):
                return int(match[1]), int(match[2])
    return None

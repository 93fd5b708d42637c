"""Tests that failed as a filter of Surefire's can name them: by method, by class, or not at all."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable
from contextlib import suppress
from itertools import islice
from pathlib import Path

from laconic.errors import ToolError
from laconic.maven.projects.class_methods import methods_of
from laconic.maven.projects.layout import Layout
from laconic.maven.projects.project import Project
from laconic.maven.records.records import Record, Records
from laconic.maven.reports.surefire import Case

_LONGEST = 100_000
"""Bytes: Linux takes no argument of more than 128 KB."""

_CLASS = re.compile(r"[^\W\d][\w$]*(?:\.[^\W\d][\w$]*)*\Z")
_METHOD = re.compile(r"(?P<name>[^\W\d][\w$]*)(?P<arguments>[({\[].*)?\Z", re.DOTALL)
_SUREFIRE = re.compile(rb"--- (?:maven-)?surefire(?:-plugin)?:(\d{1,9})\.(\d{1,9})")
_METHODS_OF_SEVERAL_CLASSES = (2, 19)
"""The first version of Surefire whose filter can name methods of more than one class."""

_BUILDS_LOOKED_AT = 3
_LINES_LOOKED_AT = 20_000


def is_class(name: str) -> bool:
    """Whether a name can be a class's in a filter; that of a scenario in prose can't."""
    return bool(_CLASS.match(name))


def class_of(case: Case) -> str:
    """The class that has a test: where the test tells prose, that whose report it is in."""
    return case.suite or case.class_name


class NamedTests:
    """Some tests by their classes: the methods of each to run, and the modules that they are in."""

    def __init__(self, cases: Iterable[Case], project: Project) -> None:
        self.modules: set[str] = set()
        self._project = project
        self._classes: dict[str, _Methods] = {}
        layouts = (Layout.standard(project.root), *map(Layout.of, project.poms))
        self._outputs = {layout.directory: layout.test.output for layout in layouts}
        self._is_nameable = True
        for case in cases:
            self._take(case)

    def _take(self, case: Case) -> None:
        name = class_of(case)
        if name not in self._classes:
            module, file = self._located(name, case.module)
            self.modules.add(module)
            self._classes[name] = _Methods(methods_of(file) if file else frozenset())
            self._is_nameable &= file is not None
        self._classes[name].take("" if case.suite else case.name)

    def _located(self, name: str, module: str) -> tuple[str, Path | None]:
        """The module of a class and where its file belongs, absent where it is no class's name.

        Of a JVM that died only the class's simple name is known, and not the module.
        """
        if not is_class(name):
            return module, None
        root = self._project.root
        output = self._outputs.get(root / module, root / module / "target" / "test-classes")
        own = output / f"{name.replace('.', '/')}.class"
        if own.is_file() or "." in name:
            return module, own
        for directory, classes in self._outputs.items():
            for file in islice(classes.rglob(own.name), 1):
                return Path(os.path.relpath(directory, root)).as_posix(), file
        return module, None if output.is_dir() else own

    def filter(self, *, several_with_methods: Callable[[], bool]) -> str | None:
        """A filter for these tests, or for the whole classes of those that it can't name.

        `several_with_methods` says whether it may name methods of more than one class.
        """
        if not self._is_nameable:
            return None
        whole = ",".join(self._classes)
        named = ",".join(f"{name}{methods}" for name, methods in self._classes.items())
        if len(self._classes) > 1 and named != whole and not several_with_methods():
            named = whole
        return next((each for each in (named, whole) if len(each.encode()) <= _LONGEST), None)


class _Methods:
    """The methods of a class that are to run, of those that are its `own`: else the whole class."""

    def __init__(self, own: frozenset[str]) -> None:
        self._own = own
        self._named: dict[str, None] = {}
        self._whole = False

    def take(self, test: str) -> None:
        """Take the next test; its arguments can't be named."""
        match = _METHOD.match(test)
        if match and match["name"] in self._own:
            # JUnit 4 has the arguments in the names that it holds against a filter.
            self._named[f"{match['name']}*" if match["arguments"] else match["name"]] = None
        else:
            self._whole = True

    def __str__(self) -> str:
        return "" if self._whole else f"#{'+'.join(self._named)}"


def names_methods(records: Records) -> bool:
    """Whether the project's Surefire can be told of methods of several classes."""
    ended = (record for record in records.every() if record.has_ended)
    for record in islice(ended, _BUILDS_LOOKED_AT):
        if version := _surefire(record):
            return version >= _METHODS_OF_SEVERAL_CLASSES
    return True


def _surefire(record: Record) -> tuple[int, int] | None:
    """The version of Surefire that a build ran, if its log tells."""
    with suppress(ToolError):  # it is damaged, or gone
        for line in islice(record.log(), _LINES_LOOKED_AT):
            if match := _SUREFIRE.search(line):
                return int(match[1]), int(match[2])
    return None

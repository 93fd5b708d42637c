"""Failed tests that are gone: nothing in the project has their source any more.

The class of one may be gone, or its method alone. Compiled, both may still be there: compilers that
are told to compile no more than what changed leave classes, and Surefire runs them.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator
from functools import cached_property
from pathlib import Path

from pageful.builds.junit.class_names import outer_class
from pageful.builds.junit.test_case import Case
from pageful.lazy import patterns
from pageful.maven.projects.layout import SUFFIXES
from pageful.maven.projects.project import Project
from pageful.maven.projects.test_methods import base_method
from pageful.maven.running.named_tests import class_of, is_class
from pageful.maven.running.test_places import TestPlaces
from pageful.maven.sources.java_members import java_members, without_literals

_SKIPPED_DIRECTORIES = frozenset({".git", ".svn", ".hg", "node_modules"})
# > <dependenciesToScan>
# > <goal>unpack-dependencies</goal>
# > <type>test-jar</type>
_FROM_ELSEWHERE = patterns.compile(r"dependenciesToScan|<goal>\s*unpack|test-?jar")
"""Text of a POM that runs tests whose sources are another project's."""

# > extends PricesContract
_ABOVE = patterns.compile(r"\b(?:extends(?!\s+(?:junit\.framework\.)?TestCase\b)|implements)\b")
"""Words before a type that may have test methods to inherit; JUnit 3's own class has none."""

_LARGEST = 4_000_000
"""Bytes of a source; nobody writes a larger one."""


def gone_tests(cases: Iterable[Case], project: Project) -> frozenset[Case]:
    """Return the tests whose source is gone.

    None is where tests may come from elsewhere or no source is found at all, nor one that is no
    class's.
    """
    sources = _Sources(project)
    methods = _Methods(project)
    gone: dict[frozenset[str], bool] = {}
    found = []
    for case in cases:
        names = frozenset(filter(is_class, (class_of(case), case.class_name)))
        if names not in gone:
            gone[names] = bool(names) and not any(map(sources.may_have, names))
        if gone[names] or methods.has_lost(case):
            found.append(case)
    return frozenset(found)


class _Methods:
    """The methods of a project's test classes, as their sources in Java have them now."""

    def __init__(self, project: Project) -> None:
        self._places = TestPlaces(project)

    def has_lost(self, case: Case) -> bool:
        """Return whether a failed test was a method of the class that ran it, and is not any more.

        That it was one is told by the frames of its trace: a test may be called anything.
        """
        name, method = case.class_name, base_method(case.name)
        if not case.thrown or f"at {name}.{method}(" not in case.thrown.trace:
            return False
        source = self._places.java_source(name, case.module)
        text = _text(source) if source else ""
        simple = name.rpartition(".")[2].rpartition("$")[2]
        members = java_members(text)
        if not any(each.owner == simple for each in members) or _inherits(text, simple):
            return False
        return not any((each.owner, each.name) == (simple, method) for each in members)


def _inherits(text: str, simple: str) -> bool:
    """Return whether a class may have methods of others: where it is declared to, or unclear."""
    declared = re.search(
        rf"\b(?:class|record|enum|interface)\s+{re.escape(simple)}\b([^{{]*)",
        without_literals(text),
    )
    return not declared or _ABOVE.search(declared[1]) is not None


class _Sources:
    """The sources of a project in all languages, wherever they are below its root."""

    def __init__(self, project: Project) -> None:
        self._project = project

    def may_have(self, name: str) -> bool:
        """Return whether a class may have a source: a file of its name, or one that declares it."""
        if self._is_open or not self._files:
            return True
        package, _, simple = outer_class(name).rpartition(".")
        java = tuple(filter(None, (*package.split("."), f"{simple}.java")))
        return any(
            file.parts[-len(java) :] == java
            if file.suffix == ".java"
            else file.stem == simple  # no other language has packages as directories
            for file in self._files
        ) or self._declares(package, simple)

    def _declares(self, package: str, simple: str) -> bool:
        declared = re.compile(
            rf"\b(?:class|object|interface|record|enum|trait)\s+`?{re.escape(simple)}\b"
        )
        within = re.compile(rf"^\s*package\s+{re.escape(package)}\b", re.MULTILINE)
        return any(
            declared.search(text) and (not package or within.search(text)) for text in self._texts
        )

    @cached_property
    def _is_open(self) -> bool:
        """Return whether the project may run tests of others."""
        poms = (pom.directory / "pom.xml" for pom in self._project.poms)
        return any(_FROM_ELSEWHERE.search(_text(pom)) for pom in poms)

    @cached_property
    def _files(self) -> tuple[Path, ...]:
        return tuple(_files(self._project.root))

    @cached_property
    def _texts(self) -> tuple[str, ...]:
        return tuple(map(_text, self._files))


def _files(root: Path) -> Iterator[Path]:
    for above, below, names in os.walk(root):
        below[:] = [name for name in below if name not in _SKIPPED_DIRECTORIES]
        yield from (Path(above, name) for name in names if name.endswith(SUFFIXES))


def _text(file: Path) -> str:
    try:
        if file.stat().st_size > _LARGEST:
            return ""
        return file.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return ""

"""Where a project's test reports are: below every module's build directory, or where POMs say."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path

from pageful.builds.junit.reports import ReportLayout

_NO_MODULES = frozenset({".git", ".mvn", ".idea", "node_modules", "src", "target"})
_NO_REPORTS = frozenset(
    {"classes", "test-classes", "generated-sources", "generated-test-sources", "maven-status"}
    | {"maven-archiver", "site", "apidocs", "antrun", "dependency", "lib", "surefire"}
)
_USUAL = ("surefire-reports", "failsafe-reports")
_DECLARED = re.compile(
    r"<(directory|(?:testR|r)eportsDirectory)>\s{0,100}([^<\s]{1,1000})\s{0,100}</\1>"
)
_LISTED = re.compile(r"<(?:module|subproject)>\s{0,100}(\.\.[^<\s$\0]{1,1000})\s{0,100}</")
_PROPERTY = re.compile(r"\$\{([\w.-]{1,100})\}")
_BASE = ("basedir", "project.basedir", "pom.basedir")
_ROOT = (
    "session.executionRootDirectory", "maven.multiModuleProjectDirectory", "session.rootDirectory",
    "project.rootDirectory",
)  # fmt: skip
_LARGEST_POM = 1 << 20


def modules(root: Path) -> Iterator[Path]:
    """The directories below `root`, itself included, that have a POM."""
    for directory, names, files in os.walk(root):
        names[:] = sorted(name for name in names if name not in _NO_MODULES)
        if "pom.xml" in files or directory == str(root):
            yield Path(directory)


def _elsewhere(module: Path, root: Path, text: str) -> Iterator[Path]:
    """The modules that a POM lists and that are not below the root, as in `../common`."""
    for listed in _LISTED.findall(text):
        path = Path(os.path.normpath(module / listed))
        path = path.parent if path.suffix == ".xml" else path
        if root not in path.parents and path not in root.parents and path != root:
            yield path


def module_of(root: Path) -> Callable[[Path], str]:
    """What tells the module of a directory: the next one above it that has a POM, below `root`."""

    @lru_cache
    def module(directory: Path) -> str:
        while directory != root and not (directory / "pom.xml").exists():
            if directory == directory.parent:
                return "."
            directory = directory.parent
        return Path(os.path.relpath(directory, root)).as_posix()

    return module


def report_directories(root: Path) -> Iterator[Path]:
    """The directories that may have reports, each once, Surefire's of a module before Failsafe's.

    They stand directly below a build directory, which is `target` or what the module's POM, or
    that of a module above, calls so; or they are where these POMs have reports written to.
    """
    seen: set[Path] = set()
    layouts: dict[Path, _Layout] = {}
    trees = [root]
    for tree in trees:
        for module in modules(tree):
            text = _pom(module)
            above = next((layouts[each] for each in module.parents if each in layouts), _Layout())
            layouts[module] = layout = above.with_pom(text)
            trees += [each for each in _elsewhere(module, root, text) if each not in trees]
            for directory in layout.directories(module, tree):
                if directory not in seen:
                    seen.add(directory)
                    yield directory


@dataclass(frozen=True, slots=True)
class _Layout:
    """Where POMs have things built and reported, as they write it, with their own properties."""

    build: tuple[str, ...] = ()
    reports: tuple[str, ...] = ()
    texts: tuple[str, ...] = field(default=(), repr=False)

    def with_pom(self, text: str) -> _Layout:
        """This, and what a module's POM says."""
        found = _DECLARED.findall(text)
        if not found:
            return self
        build = (value for tag, value in found if tag == "directory" and "src" not in value)
        reports = (value for tag, value in found if tag != "directory")
        return _Layout((*self.build, *build), (*self.reports, *reports), (*self.texts, text))

    def directories(self, module: Path, root: Path) -> Iterator[Path]:
        """Those of a module that are there."""
        builds = [module / "target", *self._resolved(self.build, module, root, module / "target")]
        for build in builds:
            yield from _below(build)
        for build in builds:
            for directory in self._resolved(self.reports, module, root, build):
                if directory.is_dir():
                    yield directory

    def _resolved(
        self, values: tuple[str, ...], module: Path, root: Path, build: Path
    ) -> Iterator[Path]:
        """Paths below the root that some values mean, other than a module and what is above it."""
        known = dict.fromkeys(_BASE, str(module)) | dict.fromkeys(_ROOT, str(root))
        known |= {"project.build.directory": str(build)}
        for value in values:
            text = self._interpolated(value, known)
            if "$" not in text and "\0" not in text:
                path = Path(os.path.normpath(module / text))
                if root in path.parents and path != module and path not in module.parents:
                    yield path

    def _interpolated(self, value: str, known: dict[str, str]) -> str:
        for _ in range(5):
            if "$" not in value or len(value) > 1000:
                break
            value = _PROPERTY.sub(lambda match: known.get(match[1]) or self._property(match), value)
        return value

    def _property(self, match: re.Match[str]) -> str:
        name = re.escape(match[1])
        for text in reversed(self.texts):
            if found := re.search(rf"<{name}>\s{{0,100}}([^<\s]{{1,1000}})\s{{0,100}}</", text):
                return found[1]
        return match[0]


def _pom(module: Path) -> str:
    try:
        with (module / "pom.xml").open("rb") as stream:
            return stream.read(_LARGEST_POM).decode("utf-8", "replace")
    except OSError:
        return ""


def _below(build: Path) -> list[Path]:
    """The directories directly below a build directory that may have reports."""
    try:
        with os.scandir(build) as entries:
            names = [
                each.name for each in entries if each.name not in _NO_REPORTS and each.is_dir()
            ]
    except OSError:
        return []
    return [build / name for name in sorted(names, key=_rank)]


def _rank(name: str) -> tuple[int, str]:
    return _USUAL.index(name) if name in _USUAL else len(_USUAL), name


SUREFIRE_REPORTS = ReportLayout(report_directories, module_of)
"""The reports of Surefire and Failsafe."""

"""The directories of a project's test reports: below build directories, or as POMs say."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from pathlib import Path

from pageful.builds.junit.reports import ReportLayout
from pageful.lazy import patterns
from pageful.lazy.dataclasses import replace
from pageful.maven.projects.pom import BUILD_DIRECTORY, Pom, PomReader, is_directory
from pageful.maven.projects.project import module_files

_NO_MODULES = frozenset({".git", ".mvn", ".idea", "node_modules", "src", "target"})
_NO_REPORTS = frozenset(
    {"classes", "test-classes", "generated-sources", "generated-test-sources", "maven-status"}
    | {"maven-archiver", "site", "apidocs", "antrun", "dependency", "lib", "surefire"}
)
_USUAL = ("surefire-reports", "failsafe-reports")
# > <reportsDirectory>${project.build.directory}/reports</reportsDirectory>
# > <directory>${project.basedir}/out</directory>
# > <module>../common</module>
_PLACES = patterns.compile(
    rb"<(?:(?:testR|r)eportsDirectory>|directory>(?![^<]*src)|(?:module|subproject)>\s{0,100}\.\.)"
)
"""In a POM that says where reports or other modules are: most say nothing, and are not parsed."""

# > <module>../common</module>
# > <modelVersion>4.1.0</modelVersion>
_MODULES = patterns.compile(rb"module|subproject|4\.1\.")
"""In a POM that may list modules: those of hundreds of modules mostly list none."""

_ROOT = (
    "session.executionRootDirectory", "maven.multiModuleProjectDirectory", "session.rootDirectory",
    "project.rootDirectory",
)  # fmt: skip
_LARGEST_POM = 1 << 20
"""Bytes of a POM that are looked through, far more than anybody writes."""


def modules(root: Path) -> Iterator[Path]:
    """List the directories below `root`, itself included, that have a POM."""
    for directory, names, files in os.walk(root):
        names[:] = sorted(name for name in names if name not in _NO_MODULES)
        if "pom.xml" in files or directory == str(root):
            yield Path(directory)


def _elsewhere(pom: Pom, root: Path) -> Iterator[Path]:
    """List the modules that a POM lists and that are not below the root, as `../common`."""
    for file in module_files(pom):
        path = file.parent
        if root not in path.parents and path not in (root, *root.parents) and file.is_file():
            yield path


def module_of(root: Path) -> Callable[[Path], str]:
    """Return the function from a directory to its module: the next above that has a POM.

    A module is a path relative to `root`.
    """

    @lru_cache
    def module(directory: Path) -> str:
        while directory != root and not (directory / "pom.xml").exists():
            if directory == directory.parent:
                return "."
            directory = directory.parent
        return Path(os.path.relpath(directory, root)).as_posix()

    return module


def report_directories(root: Path) -> Iterator[Path]:
    """List the directories that may have reports, each once, a module's Surefire's first.

    They are directly below a build directory, which is `target` or what the module's POM, or that
    of a module above, calls so; or they are where these POMs have reports written to. A POM that
    can't be read says nothing.
    """
    seen: set[Path] = set()
    poms: dict[Path, Pom | None] = {}
    reader = PomReader()
    trees = [root]
    for tree in trees:
        for module in modules(tree):
            above = next((poms[each] for each in module.parents if each in poms), None)
            own, lists_modules = _read_places(reader, module / "pom.xml")
            poms[module] = pom = _inheriting_pom(module, own, above)
            if own and lists_modules:
                trees += [each for each in _elsewhere(own, root) if each not in trees]
            for directory in _module_directories(module, pom, tree):
                if directory not in seen:
                    seen.add(directory)
                    yield directory


def _read_places(reader: PomReader, file: Path) -> tuple[Pom | None, bool]:
    """Read a POM, if it says where anything is, and return with it whether it may list modules."""
    try:
        with file.open("rb") as stream:
            content = stream.read(_LARGEST_POM)
    except OSError:
        return None, False
    if not _PLACES.search(content):
        return None, False
    return reader.pom(file), bool(_MODULES.search(content))


def _inheriting_pom(module: Path, own: Pom | None, above: Pom | None) -> Pom | None:
    """Return a module's own POM with that of a directory above it among the parents."""
    if not above:
        return own
    pom = own or Pom.empty(module)
    parents = tuple(dict.fromkeys((*pom.parents, *above.and_parents)))
    return pom if parents == pom.parents else replace(pom, parents=parents)


def _module_directories(module: Path, pom: Pom | None, root: Path) -> Iterator[Path]:
    """List the directories of a module that are there; the root is that of the tree around it."""
    target = module / "target"
    if not pom:
        yield from _below(target)
        return
    poms = pom.and_parents[::-1]
    texts = dict.fromkeys(text for each in poms for text in each.build_directories)
    builds = [target, *_paths(pom, texts, root, target)]
    for build in builds:
        yield from _below(build)
    texts = dict.fromkeys(text for each in poms for text in each.reports_directories)
    for build in builds:
        yield from filter(is_directory, _paths(pom, texts, root, build))


def _paths(pom: Pom, texts: Iterable[str], root: Path, build: Path) -> Iterator[Path]:
    """List the paths below the root that texts mean, but the module and what is above it."""
    known = dict.fromkeys(_ROOT, root) | {BUILD_DIRECTORY: build}
    for text in texts:
        path = pom.path(text, known)
        is_around = path and (path == pom.directory or _is_below(pom.directory, path))
        if path and _is_below(path, root) and not is_around:
            yield path


def _is_below(path: Path, directory: Path) -> bool:
    """Tell by its text alone whether a path is below a directory; `parents` make many objects."""
    return str(path).startswith(f"{str(directory).rstrip(os.sep)}{os.sep}")


def _below(build: Path) -> list[Path]:
    """List the directories directly below a build directory that may have reports."""
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
"""The layout of Surefire's and Failsafe's reports."""

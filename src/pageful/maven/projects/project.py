"""A Maven project on disk: its POM, its modules, its packages."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from itertools import islice
from pathlib import Path

from pageful.lazy.dataclasses import dataclass
from pageful.maven.projects.layout import SUFFIXES, Layout
from pageful.maven.projects.module import Module, read_modules
from pageful.maven.projects.pom import Pom, PomReader, is_directory, pom_file
from pageful.tool.errors import ToolError

POM = "pom.xml"
"""The name of a POM, unless Maven is told another one."""

_MOST_MODULES = 10_000
"""Modules that are read, some times more than the largest known reactors have."""


@dataclass(frozen=True)
class Project:
    """A directory with a POM, which may have another `name`."""

    root: Path
    name: str = POM

    @property
    def file(self) -> Path:
        """The project's POM."""
        return self.root / self.name

    @classmethod
    def at(cls, directory: Path, named: str | None = None) -> Project:
        """Return the project in a directory, by the POM that Maven is told if that is a file in it.

        Raises:
            ToolError: there is no such directory, no POM in it, or none that can be read.
        """
        root = _resolve(directory)
        if not root:
            raise ToolError(
                f"There is no directory {directory}.", "Name the project's with `--project`."
            )
        project = cls(root, _own_name(root / (named or POM), root))
        pom = project.file
        if not pom.exists():
            raise ToolError(f"There is no pom.xml in {root}.", _nearest(root))
        try:
            empty = not pom.read_bytes().strip()
        except OSError as error:
            reason = error.strerror or str(error)
            raise ToolError(f"{pom} can't be read: {reason}.", "Make it a readable file.") from None
        if empty:
            raise ToolError(f"{pom} is empty.", "Write the project's POM into it.")
        return project

    @cached_property
    def _poms(self) -> tuple[tuple[Pom, bool], ...]:
        """Every POM, and whether only profiles list it."""
        return tuple(islice(_read_poms(self.file), _MOST_MODULES))

    @property
    def poms(self) -> tuple[Pom, ...]:
        """The POMs of all modules that are listed, those of profiles too: parents before children.

        A module whose POM is missing or can't be read is not among them; Maven says so. The root's
        POM is the first, if it can be read.
        """
        return tuple(pom for pom, _ in self._poms)

    @cached_property
    def is_reactor(self) -> bool:
        """Return whether the POM lists modules."""
        listed = (pom.listed_modules or pom.modules_of_profiles for pom in self.poms)
        return len(self.poms) > 1 or any(listed)

    @cached_property
    def modules(self) -> tuple[Module, ...]:
        """The modules of a reactor, the root first; empty where the project is no reactor."""
        return read_modules(self.root, self._poms) if self.is_reactor else ()

    @cached_property
    def packages(self) -> tuple[str, ...]:
        """The application's packages: each module's own groupId, or its sources' common root."""
        found = (package for pom in self.poms if (package := _package(pom)))
        return tuple(dict.fromkeys(found))


def _own_name(file: Path, root: Path) -> str:
    """Return the name of a POM that is a file in this directory, else the usual one."""
    try:
        return file.name if file.parent == root and file.is_file() else POM
    except (OSError, ValueError):  # a NUL in the name
        return POM


def _resolve(directory: Path) -> Path | None:
    """Return the absolute path of a directory, None if it can't be looked into."""
    try:
        root = directory.expanduser().resolve()
        return root if root.is_dir() else None
    except (OSError, RuntimeError, ValueError):  # no such home; a NUL in the name
        return None


def _nearest(root: Path) -> str:
    above = next((each for each in root.parents if (each / "pom.xml").exists()), None)
    below = sorted(root.glob("*/pom.xml"))
    near = above or (below[0].parent if below else None)
    hint = f" The nearest is {near}." if near else ""
    return f"Name a Maven project's directory with `--project`.{hint}"


def _read_poms(root: Path) -> Iterator[tuple[Pom, bool]]:
    reader, seen = PomReader(), {root}
    left = [(root, False)]
    while left:
        file, in_profile = left.pop()
        pom = reader.pom(file)
        if pom:
            yield pom, in_profile
            found = [(each, in_profile or only) for each, only in module_files(pom).items()]
            left.extend(reversed([each for each in found if each[0] not in seen]))
            seen.update(each for each, _ in found)


def module_files(pom: Pom) -> dict[Path, bool]:
    """Return the POM files of the modules that a POM lists, each with whether only profiles do."""
    names = {**dict.fromkeys(pom.modules_of_profiles, True), **dict.fromkeys(pom.listed_modules)}
    files = {pom_file(pom.directory, name): bool(only) for name, only in names.items()}
    if pom.finds_modules:
        files |= dict.fromkeys(sorted(pom.directory.glob("*/pom.xml")), False)
    return files


def _package(pom: Pom) -> str | None:
    layout = Layout.of(pom)
    sources = (*layout.main.sources, *layout.test.sources)
    group = pom.own_group
    if group and any(is_directory(source / group.replace(".", "/")) for source in sources):
        return group
    return next((root for source in sources if (root := _common_root(source))), None)


def _common_root(source: Path) -> str | None:
    """Return the package that all sources below a directory are in, if it has several names."""
    names = list(_names(source))
    return ".".join(names) if len(names) > 1 else None


def _names(directory: Path) -> Iterator[str]:
    while True:
        entries = _entries(directory)
        below = [entry for entry in entries if entry.name.isidentifier() and entry.is_dir()]
        if len(below) != 1 or any(map(_is_source, entries)):
            return
        directory = below[0]
        yield directory.name


def _entries(directory: Path) -> list[Path]:
    try:
        return list(directory.iterdir())
    except OSError:
        return []


def _is_source(path: Path) -> bool:
    return path.suffix in SUFFIXES and path.name != "module-info.java"

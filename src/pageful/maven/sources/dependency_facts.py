"""Facts on dependencies behind an error: where a missing name is, and what sets a version."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator, Sequence

from pageful.builds.results import Place, Problem, Supply
from pageful.jvm.class_methods import methods_of
from pageful.lazy import patterns
from pageful.lazy.dataclasses import dataclass, field
from pageful.maven.projects.declared_dependencies import DeclaredDependency
from pageful.maven.projects.local_repository import LocalRepository
from pageful.maven.sources.project_dependencies import ProjectDependencies
from pageful.maven.sources.source_texts import SourceTexts

_SECONDS = 0.5
"""Processor time for one build's errors: tables of contents of a hundred jars."""

_MOST_ERRORS = 8
"""Errors that are looked at: what is missing in a dependency comes first, and repeats itself."""

_MOST_ENTRIES = 2
"""Entries of a managed artifact whose lines are shown: one is meant, another may be."""

_MOST_VERSIONS = 6
"""Versions that are named, the newest of them."""

_ARTIFACT = r"(?P<group>[\w.\-]{1,300}):(?P<artifact>[\w.\-]{1,300})"
# > cannot find symbol: class NoSuchReader in package org.apache.commons.io.input
_CLASS = patterns.compile(
    r"cannot find symbol: (?P<kind>class|interface) (?P<name>\w{1,200}) in package"
    r" (?P<package>[\w.]{1,500})\Z"
)
# > package org.apache.commons.lang3 does not exist
_PACKAGE = patterns.compile(r"package (?P<package>\w+(?:\.\w+)+) does not exist\Z")
# > cannot find symbol: method closeQuietly(Reader) in class IOUtils
_METHOD = patterns.compile(
    r"cannot find symbol: method (?P<name>\w{1,200})\([^()]{0,2000}\) in"
    r" (?:variable \w{1,200} of type|class|interface) (?P<type>[A-Z]\w{0,200})(?:<.*>)?\Z"
)
# > import org.apache.commons.io.IOUtils;
_IMPORTED = r"^\s*import\s+(?P<package>[\w.]+)\.{}\s*;"
# > 'dependencies.dependency.version' for org.apache.commons:commons-csv:jar is missing.
_NO_VERSION = patterns.compile(
    rf"'dependencies\.dependency\.version' for {_ARTIFACT}:\S{{1,300}} is missing"
)
# > com.example.pricing:pricing-client:jar:1.4.2: not found in central
_UNRESOLVED = patterns.compile(
    rf"{_ARTIFACT}:[\w\-]{{1,40}}:(?P<version>[\w.\-]{{1,300}})"
    r"(?:, needed by [^:]\S{0,500})?: (?:not found|never downloaded|not resolved)"
)


@dataclass(frozen=True, slots=True)
class DependencyFacts:
    """The supplies of missing names, and the lines of POMs that they depend on."""

    supplies: tuple[Supply, ...] = ()
    places: tuple[Place, ...] = ()


def dependency_facts(
    errors: Sequence[Problem], sources: SourceTexts, repository: LocalRepository
) -> DependencyFacts:
    """Return what POMs and the local repository say of the names and versions that errors miss."""
    search = _Search(sources, repository)
    for position, error in enumerate(errors):
        if error.follows is None and search.has_room:
            search.add(position, error)
    return DependencyFacts(tuple(search.supplies), tuple(search.places))


@dataclass(frozen=True, slots=True)
class _MissingName:
    """A name that an error misses: an entry of a jar, and a method in it."""

    said: str
    package: str
    entry: str
    method: str = ""


@dataclass
class _Search:
    sources: SourceTexts
    repository: LocalRepository
    supplies: list[Supply] = field(default_factory=list)
    places: list[Place] = field(default_factory=list)
    _until: float = field(default_factory=lambda: time.thread_time() + _SECONDS)
    _seen: set[str] = field(default_factory=set)

    def __post_init__(self) -> None:
        """Read no POM before an error asks for it."""
        self._dependencies = ProjectDependencies(self.sources)

    @property
    def has_room(self) -> bool:
        """Return whether there is time for another error, and room for what it has."""
        return time.thread_time() < self._until and len(self._seen) < _MOST_ERRORS

    def add(self, position: int, error: Problem) -> None:
        """Look for what an error misses."""
        if match := _NO_VERSION.match(error.message):
            self._add_managed(position, match["group"], match["artifact"])
        elif match := _UNRESOLVED.match(error.message):
            self._add_unresolved(position, match)
        elif (wanted := self._missing_name(error)) and wanted.said not in self._seen:
            self._seen.add(wanted.said)
            self._add_supply(position, error.file or "", wanted)

    def _missing_name(self, error: Problem) -> _MissingName | None:
        if match := _CLASS.match(error.message):
            path = match["package"].replace(".", "/")
            said = f"{match['kind']} {match['package']}.{match['name']}"
            return _MissingName(said, match["package"], f"{path}/{match['name']}.class")
        if match := _PACKAGE.match(error.message):
            return self._missing_package(error, match["package"])
        if match := _METHOD.match(error.message):
            return self._missing_method(error.file or "", match)
        return None

    def _missing_package(self, error: Problem, package: str) -> _MissingName:
        """The class that a line imports from a package, or else the package."""
        file, line = error.file or "", error.line or 0
        source = self.sources.read(file) if file.endswith(".java") else None
        text = source.lines[line - 1] if source and 0 < line <= len(source.lines) else ""
        imported = re.match(rf"\s*import\s+{re.escape(package)}\.(\w+)\s*;", text)
        path = package.replace(".", "/")
        if not imported:
            return _MissingName(f"package {package}", package, f"{path}/")
        return _MissingName(
            f"class {package}.{imported[1]}", package, f"{path}/{imported[1]}.class"
        )

    def _missing_method(self, file: str, match: re.Match[str]) -> _MissingName | None:
        source = self.sources.read(file) if file.endswith(".java") else None
        pattern = _IMPORTED.format(re.escape(match["type"]))
        imported = re.search(pattern, source.text, re.MULTILINE) if source else None
        if not imported:
            return None
        path = imported["package"].replace(".", "/")
        said = f"method {match['type']}.{match['name']}"
        return _MissingName(
            said, imported["package"], f"{path}/{match['type']}.class", match["name"]
        )

    def _add_supply(self, position: int, file: str, wanted: _MissingName) -> None:
        for declared in self._dependencies.declarations_for(file):
            version = self._dependencies.version(declared)
            if not version or not self._has_package(declared, version, wanted):
                continue
            if self._is_in(declared.group, declared.artifact, version, wanted):
                self._add_line(position, declared, "scope")  # as that of tests, in main code
                return
            self._add_line(position, declared, "version")
            found = self._versions_with(declared.group, declared.artifact, wanted)
            self.supplies.append(Supply(position, wanted.said, declared.name, version, found))
            return
        for group, artifact in self._likely(wanted.package):
            if found := self._versions_with(group, artifact, wanted):
                name = f"{group}:{artifact}"
                self.supplies.append(Supply(position, wanted.said, name, None, found))
                return

    def _versions_with(self, group: str, artifact: str, wanted: _MissingName) -> tuple[str, ...]:
        """The newest versions of an artifact in the local repository that have what is wanted."""
        found: list[str] = []
        for version in reversed(self.repository.versions(group, artifact)):
            full = len(found) == _MOST_VERSIONS or time.thread_time() > self._until
            if not full and self._is_in(group, artifact, version, wanted):
                found.append(version)
        return tuple(reversed(found))

    def _is_in(self, group: str, artifact: str, version: str, wanted: _MissingName) -> bool:
        names = self.repository.entries(group, artifact, version)
        if wanted.entry.endswith("/"):
            return any(name.startswith(wanted.entry) for name in names)
        if wanted.entry not in names or not wanted.method:
            return wanted.entry in names
        content = self.repository.content(group, artifact, version, wanted.entry)
        return wanted.method in methods_of(content)

    def _has_package(
        self, declared: DeclaredDependency, version: str, wanted: _MissingName
    ) -> bool:
        names = self.repository.entries(declared.group, declared.artifact, version)
        return f"{wanted.package.replace('.', '/')}/" in {
            name[: name.rfind("/") + 1] for name in names
        }

    def _likely(self, package: str) -> Iterator[tuple[str, str]]:
        """The artifacts whose group begins as a package does, the most alike first."""
        parts = package.split(".")
        for length in range(len(parts), 1, -1):
            group = ".".join(parts[:length])
            for artifact in self.repository.artifacts(group):
                yield group, artifact

    def _add_managed(self, position: int, group: str, artifact: str) -> None:
        """Take the entries that manage an artifact, in whichever POM of the project."""
        managed = [
            each
            for each in self._dependencies.every()
            if each.managed and each.artifact == artifact
        ]
        for each in managed[:_MOST_ENTRIES]:
            self._add_line(position, each, "artifactId" if each.group == group else "groupId")
        if not any(each.group == group for each in managed):
            versions = self.repository.versions(group, artifact)[-_MOST_VERSIONS:]
            self.supplies.append(Supply(position, "", f"{group}:{artifact}", None, versions))

    def _add_unresolved(self, position: int, unresolved: re.Match[str]) -> None:
        """Take the line that asks for a version, and those versions that are there."""
        name, version = f"{unresolved['group']}:{unresolved['artifact']}", unresolved["version"]
        every = self._dependencies.every()
        declared = next(
            (each for each in every if (each.name, each.version) == (name, version)), None
        )
        if declared:
            self._add_line(position, declared, "version")
            versions = self.repository.versions(declared.group, declared.artifact)
            if found := versions[-_MOST_VERSIONS:]:
                self.supplies.append(Supply(position, "", name, version, found))

    def _add_line(self, position: int, declared: DeclaredDependency, what: str) -> None:
        """Take the line of a POM that sets a part of a dependency."""
        if found := self._dependencies.line(declared, what):
            source, line = found
            text = source.shown_lines[line - 1].strip()
            self.places.append(Place(position, source.path, line, text))

"""The dependencies that a project's POMs declare and manage, with the lines that set them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from pageful.lazy.dataclasses import dataclass, field
from pageful.maven.projects.declared_dependencies import (
    DeclaredDependency,
    declared_dependencies,
    property_line,
)
from pageful.maven.projects.pom import Pom
from pageful.maven.sources.source_texts import SourceText, SourceTexts


@dataclass(frozen=True)
class ProjectDependencies:
    """The dependencies of the POMs that `sources` are of, each POM read once."""

    sources: SourceTexts
    _read: dict[Path, tuple[DeclaredDependency, ...]] = field(default_factory=dict)

    def declarations_for(self, file: str) -> Iterator[DeclaredDependency]:
        """List what the POM of a file's module and those above it declare, the nearest first."""
        path = self.sources.root / file
        around = [pom for pom in self.sources.poms if path.is_relative_to(pom.directory)]
        nearest = max(around, key=lambda pom: len(pom.directory.parts), default=None)
        for pom in nearest.and_parents if nearest else ():
            yield from (each for each in self._of_pom(pom) if not each.managed)

    def every(self) -> Iterator[DeclaredDependency]:
        """List what any POM of the project declares or manages."""
        poms = (above for pom in self.sources.poms for above in pom.and_parents)
        for pom in dict.fromkeys(poms):
            yield from self._of_pom(pom)

    def version(self, declared: DeclaredDependency) -> str:
        """Return the version of a dependency; empty if only Maven knows it."""
        version = self._setting(declared).version
        return "" if "${" in version else version

    def line(self, declared: DeclaredDependency, what: str) -> tuple[SourceText, int] | None:
        """Return where a part of a dependency is set; of its version, where its property is."""
        setting = self._setting(declared) if what == "version" else declared
        for pom in setting.pom.and_parents if what == "version" else ():
            source = self._source(pom)
            number = property_line(source.text, setting.written_version) if source else None
            if source and number:
                return source, number
        source, number = self._source(setting.pom), setting.lines.get(what)
        return (source, number) if source and number else None

    def _setting(self, declared: DeclaredDependency) -> DeclaredDependency:
        """Return the entry that sets a dependency's version: its own, or one that manages it."""
        if declared.version:
            return declared
        managing = (
            each
            for pom in declared.pom.and_parents
            for each in self._of_pom(pom)
            if each.managed and each.name == declared.name
        )
        return next(managing, declared)

    def _of_pom(self, pom: Pom) -> tuple[DeclaredDependency, ...]:
        if pom.file not in self._read:
            source = self._source(pom)
            self._read[pom.file] = tuple(declared_dependencies(pom, source.text) if source else ())
        return self._read[pom.file]

    def _source(self, pom: Pom) -> SourceText | None:
        """Return the text of a POM within the project."""
        root = self.sources.root
        inside = pom.file.is_relative_to(root)
        return self.sources.read(pom.file.relative_to(root).as_posix()) if inside else None

"""Where a module keeps its sources, resources and classes: the standard, or what its POM says."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from xml.etree.ElementTree import Element

from pageful.maven.projects.ant_pattern import matches
from pageful.maven.projects.pom import Pom

LANGUAGES = {"java": ".java", "kotlin": ".kt", "groovy": ".groovy", "scala": ".scala"}
"""The languages of sources, each with the suffix of its files."""

SUFFIXES = tuple(LANGUAGES.values())
_BUILD_DIRECTORY = "${project.build.directory}"


@dataclass(frozen=True, slots=True)
class Resources:
    """A directory of resources, and the one that they are copied to.

    `includes` and `excludes` are patterns of the paths below it; no `includes` means all.
    """

    source: Path
    target: Path
    includes: tuple[str, ...] = ()
    excludes: tuple[str, ...] = ()

    def copy(self, resource: Path) -> Path | None:
        """Where the copy of a file of the directory is to be, absent if it is not copied."""
        path = resource.relative_to(self.source)
        if self.includes and not any(matches(each, path.parts) for each in self.includes):
            return None
        if any(matches(each, path.parts) for each in self.excludes):
            return None
        return self.target / path


@dataclass(frozen=True, slots=True)
class SourceLayout:
    """Where the main or the test part of a module is.

    `sources` are the directories that may hold sources of any language, `generated` where
    generators and annotation processors put theirs, `record` the compiler plugin's list of what it
    compiled.
    """

    sources: tuple[Path, ...]
    resources: tuple[Resources, ...]
    output: Path
    generated: Path
    record: Path


@dataclass(frozen=True, slots=True)
class Layout:
    """Where everything of a module is."""

    directory: Path
    build: Path
    main: SourceLayout
    test: SourceLayout

    @classmethod
    def standard(cls, directory: Path) -> Layout:
        """The layout that Maven has without being told."""
        return _layout(directory, None)

    @classmethod
    def of(cls, pom: Pom) -> Layout:
        """The layout that a POM and its parents on disk ask for."""
        return _layout(pom.directory, pom)


def _layout(directory: Path, pom: Pom | None) -> Layout:
    build = _place(pom, "directory", directory, directory / "target")
    status = build / "maven-status" / "maven-compiler-plugin"
    parts = (
        ("main", "sourceDirectory", "outputDirectory", "classes", "compile"),
        ("test", "testSourceDirectory", "testOutputDirectory", "test-classes", "testCompile"),
    )
    main, test = (
        _part(
            pom,
            directory,
            kind,
            source=_place(pom, source, directory, directory / "src" / kind / "java", build),
            output=_place(pom, output, directory, build / classes, build),
            generated=build / f"generated-{'' if kind == 'main' else 'test-'}sources",
            record=status / goal / f"default-{goal}" / "inputFiles.lst",
        )
        for kind, source, output, classes, goal in parts
    )
    return Layout(directory, build, main, test)


def _part(
    pom: Pom | None,
    directory: Path,
    kind: str,
    *,
    source: Path,
    output: Path,
    generated: Path,
    record: Path,
) -> SourceLayout:
    others = (directory / "src" / kind / language for language in LANGUAGES)
    sources = tuple(dict.fromkeys((source, *others)))
    resources = tuple(_resources(pom, directory, kind, output))
    return SourceLayout(sources, resources, output, generated, record)


def _place(
    pom: Pom | None, name: str, directory: Path, default: Path, build: Path | None = None
) -> Path:
    """A directory that the POM's `build` may name; one that can't be known is the default."""
    text = pom.inherited(f"build/{name}") if pom else None
    return (_known(text, directory, build) if text else None) or default


def _known(text: str, directory: Path, build: Path | None) -> Path | None:
    if build:
        text = text.replace(_BUILD_DIRECTORY, str(build))
    if "${" in text or "\0" in text:
        return None
    return Path(os.path.normpath(directory / text.replace("\\", "/")))


def _resources(pom: Pom | None, directory: Path, kind: str, output: Path) -> list[Resources]:
    """The resources that the POM, or the nearest parent that has any, names; else the standard."""
    path = "resources/resource" if kind == "main" else "testResources/testResource"
    standard = [Resources(directory / "src" / kind / "resources", output)]
    if pom is None:
        return standard
    named = [_resource(pom, each, directory, output) for each in pom.nearest(f"build/{path}")]
    return [each for each in named if each] if named else standard


def _resource(pom: Pom, element: Element, directory: Path, output: Path) -> Resources | None:
    source = pom.interpolated(element.findtext("{*}directory", "").strip())
    target = pom.interpolated(element.findtext("{*}targetPath", "").strip())
    place = _known(source, directory, output.parent) if source else None
    below = _known(target, output, output.parent) if target else output
    if not place or not below:
        return None
    includes, excludes = (
        tuple(pom.interpolated((each.text or "").strip()) for each in element.iterfind(path))
        for path in ("{*}includes/{*}include", "{*}excludes/{*}exclude")
    )
    return Resources(place, below, includes, excludes)

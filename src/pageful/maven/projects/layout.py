"""The directories of a module's sources, resources and classes: standard, or as its POM says."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from xml.etree.ElementTree import Element

from pageful.lazy.dataclasses import dataclass
from pageful.maven.projects.ant_pattern import matches
from pageful.maven.projects.pom import BUILD_DIRECTORY, Pom

LANGUAGES = {"java": ".java", "kotlin": ".kt", "groovy": ".groovy", "scala": ".scala"}
"""The languages of sources, each with the suffix of its files."""

SUFFIXES = tuple(LANGUAGES.values())


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
        """Return the path that a file of the directory is copied to, None if it is not copied."""
        path = resource.relative_to(self.source)
        if self.includes and not any(matches(each, path.parts) for each in self.includes):
            return None
        if any(matches(each, path.parts) for each in self.excludes):
            return None
        return self.target / path


@dataclass(frozen=True, slots=True)
class SourceLayout:
    """The directories of the main or the test part of a module.

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
    """The directories of a module."""

    directory: Path
    build: Path
    main: SourceLayout
    test: SourceLayout

    @classmethod
    def standard(cls, directory: Path) -> Layout:
        """Return the layout that Maven has without being told."""
        return cls.of(Pom.empty(directory))

    @classmethod
    def of(cls, pom: Pom) -> Layout:
        """Return the layout that a POM and its parents on disk ask for."""
        build = _place(pom, "directory", pom.directory / "target", {})
        main, test = (_part(pom, build, kind) for kind in ("main", "test"))
        return cls(pom.directory, build, main, test)


def _part(pom: Pom, build: Path, kind: str) -> SourceLayout:
    known = {BUILD_DIRECTORY: build}
    prefix = "" if kind == "main" else "test-"
    goal = _name(kind, "compile")
    output = _place(pom, _name(kind, "outputDirectory"), build / f"{prefix}classes", known)
    status = build / "maven-status" / "maven-compiler-plugin"
    return SourceLayout(
        _sources(pom, kind, known),
        _resources(pom, kind, output),
        output,
        build / f"generated-{prefix}sources",
        status / goal / f"default-{goal}" / "inputFiles.lst",
    )


def _name(kind: str, main: str) -> str:
    """Return the name that a part has for what is `main` in the main one: `testCompile`."""
    return main if kind == "main" else f"test{main[0].upper()}{main[1:]}"


def _sources(pom: Pom, kind: str, known: Mapping[str, Path]) -> tuple[Path, ...]:
    directory = pom.directory / "src" / kind
    first = _place(pom, _name(kind, "sourceDirectory"), directory / "java", known)
    return tuple(dict.fromkeys((first, *(directory / language for language in LANGUAGES))))


def _place(pom: Pom, name: str, default: Path, known: Mapping[str, Path]) -> Path:
    """Return the directory that the POM's `build` names, or the default if that is not known."""
    text = pom.inherited_text(f"build/{name}")
    return (pom.path(text, known) if text else None) or default


def _resources(pom: Pom, kind: str, output: Path) -> tuple[Resources, ...]:
    """Return the resources of the POM or the nearest parent with any, or else the standard."""
    path = f"build/{_name(kind, 'resources')}/{_name(kind, 'resource')}"
    named = [_resource(pom, each, output) for each in pom.nearest(path)]
    standard = Resources(pom.directory / "src" / kind / "resources", output)
    return tuple(each for each in named if each) if named else (standard,)


def _resource(pom: Pom, element: Element, output: Path) -> Resources | None:
    known = {BUILD_DIRECTORY: output.parent}
    source = element.findtext("{*}directory", "").strip()
    target = element.findtext("{*}targetPath", "").strip()
    place = pom.path(source, known) if source else None
    below = pom.path(target, known, output) if target else output
    if not place or not below:
        return None
    includes, excludes = (
        tuple(pom.interpolate((each.text or "").strip()) for each in element.iterfind(path))
        for path in ("{*}includes/{*}include", "{*}excludes/{*}exclude")
    )
    return Resources(place, below, includes, excludes)

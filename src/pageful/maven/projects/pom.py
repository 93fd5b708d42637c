"""One POM as it is on disk, with the values that it inherits from parents on disk.

Format: https://maven.apache.org/ref/3.9.9/maven-model/maven.html; what only Maven can know, as
parents in a repository and active profiles, is left open.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping
from functools import cached_property
from itertools import islice
from pathlib import Path
from xml.etree.ElementTree import Element, ParseError

from defusedxml.common import DefusedXmlException
from defusedxml.ElementTree import parse

from pageful.lazy import patterns
from pageful.lazy.dataclasses import dataclass, field

# > ${project.version}
# > @{argLine} -Xmx1g
PROPERTY = patterns.compile(r"[$@]\{([^{}]{1,200})\}")
_IN_PROFILES = "{*}profiles/{*}profile/"
_NAMES = tuple(
    f"{of}{name}" for of in ("", "parent/") for name in ("artifactId", "groupId", "version")
)
_MODEL_PROPERTIES = {"basedir"} | {
    f"{of}.{path.replace('/', '.')}" for of in ("project", "pom") for path in (*_NAMES, "basedir")
}
"""The properties that Maven's model itself has, as far as a POM says them."""

_NESTED_PROPERTIES = 10
"""Rounds of putting properties in: more than anybody nests them, so that circles end."""

_LONGEST_VALUE = 1_000
_LONGEST_TEXT = 10_000
"""Characters of a property and of a text with properties: paths are shorter."""

_PARENTS = 20
"""Parents that are followed: more than projects have on disk, so that circles end."""

BUILD_DIRECTORY = "project.build.directory"
_LARGEST = 10_000_000
"""Bytes of a POM, far more than anybody writes."""


@dataclass(frozen=True)
class Pom:
    """A POM and its parents, the nearest first, as far as they are on disk."""

    file: Path
    element: Element = field(repr=False, compare=False)
    parents: tuple[Pom, ...] = field(default=(), repr=False, compare=False)

    @classmethod
    def empty(cls, directory: Path) -> Pom:
        """Return a directory's POM that says nothing."""
        return cls(directory / "pom.xml", Element("project"))

    @property
    def directory(self) -> Path:
        """The module's directory."""
        return self.file.parent

    @property
    def and_parents(self) -> tuple[Pom, ...]:
        """The POM itself and its parents."""
        return (self, *self.parents)

    @cached_property
    def own_group(self) -> str | None:
        """The groupId that the POM itself gives; a parent's says nothing about packages."""
        return self._value("groupId")

    @cached_property
    def group(self) -> str:
        """The groupId, its own or its parent's."""
        return self.own_group or self._value("parent/groupId") or ""

    @cached_property
    def artifact(self) -> str:
        """The artifactId, empty where the POM has none."""
        return self._value("artifactId") or ""

    @cached_property
    def version(self) -> str:
        """The version, its own or its parent's."""
        return self._value("version") or self._value("parent/version") or ""

    @cached_property
    def name(self) -> str:
        """The name that Maven prints for the module."""
        return self._value("name") or self.artifact

    @cached_property
    def packaging(self) -> str:
        """The packaging of the module, `jar` if it does not say."""
        return self._value("packaging") or "jar"

    @cached_property
    def listed_modules(self) -> tuple[str, ...]:
        """The modules that it always lists, as directories or POM files."""
        return self._modules_below("")

    @cached_property
    def modules_of_profiles(self) -> tuple[str, ...]:
        """The modules that only a profile of it lists."""
        listed = self._modules_below(_IN_PROFILES)
        return tuple(name for name in listed if name not in self.listed_modules)

    def _modules_below(self, place: str) -> tuple[str, ...]:
        paths = (f"{place}{{*}}modules/{{*}}module", f"{place}{{*}}subprojects/{{*}}subproject")
        texts = (self.interpolate(text).strip() for text in self._texts(*paths))
        return tuple(dict.fromkeys(filter(None, texts)))

    @property
    def finds_modules(self) -> bool:
        """Return whether Maven 4 takes every directory below it that has a POM for a module."""
        version = self.element.findtext("{*}modelVersion") or self.element.tag.partition("}")[0]
        listed = ("{*}modules", "{*}subprojects")
        return (
            "4.1." in version
            and self.packaging == "pom"
            and not any(self.element.find(name) is not None for name in listed)
        )

    @cached_property
    def build_directories(self) -> tuple[str, ...]:
        """The build directories that the POM itself names, those of profiles too, as written."""
        return self._texts("{*}build/{*}directory", f"{_IN_PROFILES}{{*}}build/{{*}}directory")

    @cached_property
    def reports_directories(self) -> tuple[str, ...]:
        """The directories that the POM itself gives plugins for their reports, as written."""
        # In one pass: a path with `{*}` is matched in Python, and such POMs may be hundreds.
        found = [each for each in self.element.iter() if each.tag.endswith("eportsDirectory")]
        names = ("reportsDirectory", "testReportsDirectory")
        return tuple(
            each.text or "" for name in names for each in found if _local_name(each) == name
        )

    def _texts(self, *paths: str) -> tuple[str, ...]:
        found = (element for path in paths for element in self.element.iterfind(path))
        return tuple(element.text or "" for element in found)

    def inherited_text(self, path: str) -> str | None:
        """Return a text of the POM's `build` or another part that children inherit."""
        texts = (pom.element.findtext(_anywhere(path), "").strip() for pom in self.and_parents)
        return next(map(self.interpolate, filter(None, texts)), None)

    def nearest(self, path: str) -> tuple[Element, ...]:
        """Return the elements at a path in this POM, or in the nearest parent with any there."""
        found = (tuple(pom.element.iterfind(_anywhere(path))) for pom in self.and_parents)
        return next(filter(None, found), ())

    def every(self, path: str) -> Iterator[Element]:
        """List the elements at a path, in this POM and its parents, and in profiles of either."""
        for pom in self.and_parents:
            for place in ("", _IN_PROFILES):
                yield from pom.element.iterfind(f"{place}{_anywhere(path)}")

    def path(self, text: str, known: Mapping[str, Path], base: Path | None = None) -> Path | None:
        """Return the path below `base`, by default the module's directory, that a text means.

        None where it has properties that are neither the POM's nor `known`.
        """
        text = self.interpolate(text.strip())
        for name, value in known.items() if "${" in text else ():
            text = text.replace(f"${{{name}}}", str(value))
        if "${" in text or "\0" in text:
            return None
        return Path(os.path.normpath((base or self.directory) / text.replace("\\", "/")))

    def interpolate(self, text: str) -> str:
        """Return a text with the known properties put in; others stay as they are."""
        for _ in range(_NESTED_PROPERTIES if "{" in text else 0):
            filled = PROPERTY.sub(self._replacement, text)
            if filled == text or len(filled) > _LONGEST_TEXT:
                break
            text = filled
        return text

    def knows(self, name: str) -> bool:
        """Return whether a property has a value before the build."""
        return self._property(name) is not None

    def _replacement(self, match: re.Match[str]) -> str:
        value = self._property(match[1])
        return match[0] if value is None or len(value) > _LONGEST_VALUE else value

    def _property(self, name: str) -> str | None:
        own = self._own if name in _MODEL_PROPERTIES else {}
        known = (own, self.properties, *(parent.properties for parent in self.parents))
        return next((values[name] for values in known if name in values), None)

    @cached_property
    def properties(self) -> dict[str, str]:
        """The properties that the POM itself sets, as they are written."""
        properties = _child(self.element, "properties")
        found = () if properties is None else properties
        return {_local_name(each): (each.text or "").strip() for each in found}

    @cached_property
    def _own(self) -> dict[str, str]:
        """The properties that Maven's model itself has: names, version, parent and directory."""
        texts = {path: self.element.findtext(_anywhere(path)) for path in _NAMES}
        for name in ("groupId", "version"):
            texts[name] = texts[name] or texts[f"parent/{name}"]
        known = {path.replace("/", "."): text.strip() for path, text in texts.items() if text}
        known["basedir"] = str(self.directory)
        of_model = {f"{of}{name}": known[name] for of in ("project.", "pom.") for name in known}
        return of_model | {"basedir": known["basedir"]}

    def _value(self, path: str) -> str | None:
        text = self.element.findtext(_anywhere(path))
        return self.interpolate(text.strip()) or None if text else None


def _local_name(element: Element) -> str:
    """Return an element's name without its namespace."""
    return str(element.tag).rpartition("}")[2]


def _child(element: Element, name: str) -> Element | None:
    """Return the first child of a name in any namespace, which a path finds five times slower."""
    return next((each for each in element if _local_name(each) == name), None)


def _anywhere(path: str) -> str:
    """Return a path of elements in any namespace."""
    return "/".join(f"{{*}}{name}" for name in path.split("/"))


@dataclass(frozen=True, slots=True)
class PomReader:
    """A reader of POMs that reads each file once, and works out once what a parent says."""

    _elements: dict[Path, Element | None] = field(default_factory=dict)
    _poms: dict[tuple[Path, tuple[Pom, ...]], Pom] = field(default_factory=dict)

    def pom(self, file: Path) -> Pom | None:
        """Read a POM with its parents; None if it can't be read."""
        parents: tuple[Pom, ...] = ()
        for above, element in reversed([*islice(self._upwards(file), _PARENTS)]):
            pom = self._poms.setdefault((above, parents), Pom(above, element, parents))
            parents = (pom, *parents)
        return next(iter(parents), None)

    def _upwards(self, file: Path) -> Iterator[tuple[Path, Element]]:
        """List a POM, its parent, and so on; without end where POMs are their own parents."""
        element = self._element(file)
        while element is not None:
            yield file, element
            meant = _child(element, "parent")
            if meant is None:
                return
            file = _parent_file(file, meant)
            element = self._element(file)
            if element is not None and not _is_meant(element, meant):
                return

    def _element(self, file: Path) -> Element | None:
        if file not in self._elements:
            self._elements[file] = _element(file)
        return self._elements[file]


def _parent_file(file: Path, meant: Element) -> Path:
    path = _child(meant, "relativePath")
    relative = "../pom.xml" if path is None else (path.text or "").strip()
    # An empty path means that the parent is in a repository: no file is called so.
    return pom_file(file.parent, relative) if relative else Path()


def _is_meant(element: Element, meant: Element) -> bool:
    named = (_child(each, "artifactId") for each in (element, meant))
    return len({"" if each is None else (each.text or "").strip() for each in named}) == 1


def pom_file(directory: Path, relative: str) -> Path:
    """Return the POM that a relative path in another one means: a file, or that of a directory."""
    path = Path(os.path.normpath(directory / relative.replace("\\", "/")))
    try:
        return path / "pom.xml" if path.is_dir() else path
    except (OSError, ValueError):  # a name that no file can have
        return Path()


def is_directory(path: Path) -> bool:
    """Return whether there is a directory of a name that a POM may have made up."""
    try:
        return path.is_dir()
    except (OSError, ValueError):  # a name that no file can have
        return False


def _element(file: Path) -> Element | None:
    try:
        if file.stat().st_size > _LARGEST:
            return None
        root: Element | None = parse(file).getroot()
    except (OSError, ParseError, DefusedXmlException, ValueError, LookupError):
        return None
    return root

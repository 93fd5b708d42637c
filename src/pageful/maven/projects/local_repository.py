"""The local repository of Maven: which versions of an artifact are there, and what they contain.

Layout: https://maven.apache.org/repositories/layout.html
"""

from __future__ import annotations

import zipfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from xml.etree.ElementTree import ParseError

from defusedxml.common import DefusedXmlException
from defusedxml.ElementTree import parse

from pageful.lazy import patterns
from pageful.lazy.dataclasses import dataclass, field

_OPTION = "-Dmaven.repo.local="
_MOST_ARTIFACTS = 60
"""Directories of a group that are looked at: Apache's Commons have as many."""

# > 2.16.1-SNAPSHOT
_NUMBER = patterns.compile(r"\d+")


@dataclass(frozen=True)
class LocalRepository:
    """The repository in a directory; each jar's table of contents is read once."""

    directory: Path
    _entries: dict[Path, frozenset[str]] = field(default_factory=dict, repr=False)

    @classmethod
    def of(cls, root: Path, args: Sequence[str]) -> LocalRepository:
        """Return the repository that a build of the project at `root` with some `args` uses."""
        return cls(next(_configured_directories(root, args), Path.home() / ".m2" / "repository"))

    def versions(self, group: str, artifact: str) -> tuple[str, ...]:
        """Return the versions of an artifact whose jars are there, the oldest first."""
        place = self.directory.joinpath(*group.split("."), artifact)
        return tuple(sorted(_versions(place, artifact), key=version_key))

    def artifacts(self, group: str) -> tuple[str, ...]:
        """Return the artifacts of a group that have a jar there."""
        place = self.directory.joinpath(*group.split("."))
        found = sorted(each.name for each in _directories(place))[:_MOST_ARTIFACTS]
        return tuple(name for name in found if any(_versions(place / name, name)))

    def entries(self, group: str, artifact: str, version: str) -> frozenset[str]:
        """Return the names in a jar; none if it can't be read."""
        jar = self._jar(group, artifact, version)
        if jar not in self._entries:
            try:
                with zipfile.ZipFile(jar) as archive:
                    self._entries[jar] = frozenset(archive.namelist())
            except (OSError, ValueError, zipfile.BadZipFile, NotImplementedError):
                self._entries[jar] = frozenset()
        return self._entries[jar]

    def content(self, group: str, artifact: str, version: str, entry: str) -> bytes:
        """Return a file in a jar; nothing if it can't be read."""
        try:
            with zipfile.ZipFile(self._jar(group, artifact, version)) as archive:
                return archive.read(entry)
        except (OSError, KeyError, ValueError, RuntimeError, zipfile.BadZipFile):
            return b""

    def _jar(self, group: str, artifact: str, version: str) -> Path:
        place = self.directory.joinpath(*group.split("."), artifact, version)
        return place / f"{artifact}-{version}.jar"


def version_key(version: str) -> tuple[tuple[int, ...], bool, str]:
    """Return what versions are ordered by: their numbers; one with a word comes before it."""
    numbers = tuple(map(int, _NUMBER.findall(version.partition("-")[0])))
    return numbers, "-" not in version, version


def _configured_directories(root: Path, args: Sequence[str]) -> Iterator[Path]:
    """The directories that the call, the project and the user's settings name, in their order."""
    try:
        config = (root / ".mvn" / "maven.config").read_text(encoding="utf-8").split()
    except (OSError, ValueError):
        config = []
    for option in (*args, *config):
        if option.startswith(_OPTION):
            yield root / option.removeprefix(_OPTION)
    try:
        settings = parse(Path.home() / ".m2" / "settings.xml").getroot()
        named = settings.findtext("{*}localRepository", "") if settings is not None else ""
    except (OSError, ParseError, DefusedXmlException, ValueError, LookupError):
        named = ""
    named = named.strip().replace("${user.home}", str(Path.home()))
    if named and "${" not in named:
        yield Path(named)


def _versions(place: Path, artifact: str) -> Iterator[str]:
    for each in _directories(place):
        if (each / f"{artifact}-{each.name}.jar").is_file():
            yield each.name


def _directories(place: Path) -> Iterator[Path]:
    try:
        yield from (each for each in place.iterdir() if each.is_dir())
    except (OSError, ValueError):
        return

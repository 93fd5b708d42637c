"""The files that a build made to be shipped: jars, wars, archives, installers, native programs."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Collection, Iterator, Mapping
from pathlib import Path

from pageful.builds.junit.reports import Stamp
from pageful.builds.results import Artifact
from pageful.lazy import patterns
from pageful.lazy.dataclasses import dataclass
from pageful.maven.projects.layout import Layout
from pageful.maven.projects.lifecycle import reaches
from pageful.maven.projects.pom import Pom
from pageful.maven.projects.project import Project

_SUFFIXES = tuple(
    f".{suffix}"
    for suffix in (
        *("jar", "war", "ear", "rar", "par", "sar", "har", "kar", "mar", "nar", "nbm", "aar"),
        *("zip", "7z", "tar", "tgz", "tar.gz", "tar.bz2", "tar.xz", "tar.zst", "jmod", "hpi"),
        *("jpi", "apk", "exe", "msi", "dmg", "pkg", "deb", "rpm", "AppImage"),
    )
)
_INSTALLERS = ("dist", "distributions", "jpackage", "installer", "quarkus-app")
"""Directories below the build directory in which packagers leave what they make."""

# > original-shop-1.0.jar
_PREVIOUS = patterns.compile(r"original-.*\.jar\Z")
"""The jar that the shade plugin replaced, and keeps."""

_PROGRAMS = (b"\x7fELF", b"\xcf\xfa\xed\xfe", b"\xce\xfa\xed\xfe", b"\xca\xfe\xba\xbe")
# > shop-1.0-sources.jar
_COMPANIONS = patterns.compile(r"-(?:sources|test-sources|javadoc|test-javadoc|tests)\.jar\Z")


def makes_artifacts(goals: Collection[str]) -> bool:
    """Return whether goals may package anything: phases from `package` on, or goals of plugins."""
    return reaches(goals, "package") or any(":" in goal for goal in goals)


def stamps_of_artifacts(project: Project) -> Mapping[Path, Stamp]:
    """Return the stamp of each file in the modules' build directories that may be an artifact."""
    return {made.path: made.stamp for pom in project.poms for made in _artifact_files(pom)}


def built_artifacts(
    project: Project,
    before: Mapping[Path, Stamp],
    packaged: Collection[str],
    failed: Collection[str],
) -> tuple[Artifact, ...]:
    """Return the artifacts made since the stamps `before`, by module, the main one first.

    `packaged` and `failed` are artifactIds of modules. An artifact that was packaged again and
    found up to date is there too, `unchanged`; of a module that failed there is none, as it may be
    incomplete.
    """
    found: dict[Path, Artifact] = {}
    for pom in project.poms:
        if pom.artifact in failed:
            continue
        for made in sorted(_artifact_files(pom), key=lambda each: each.rank(pom)):
            unchanged = before.get(made.path) == made.stamp
            if not unchanged or (pom.artifact in packaged and made.belongs_to(pom)):
                path = Path(os.path.relpath(made.path, project.root)).as_posix()
                found[made.path] = Artifact(path, made.stamp[1], unchanged)
    return tuple(found.values())


@dataclass(frozen=True, slots=True)
class _ArtifactFile:
    path: Path
    stamp: Stamp

    def belongs_to(self, pom: Pom) -> bool:
        """Return whether the file has the module's present name, and not another version's."""
        stem = _final_name(pom)
        name = self.path.name
        return name.startswith((f"{stem}.", f"{stem}-")) or name == stem

    def rank(self, pom: Pom) -> tuple[bool, bool, str]:
        """Return the sort key: the module's own file first, sources and the like last."""
        name = self.path.name
        own = name.startswith(f"{_final_name(pom)}.")
        return bool(_COMPANIONS.search(name)), not own, name


def _final_name(pom: Pom) -> str:
    return pom.inherited_text("build/finalName") or f"{pom.artifact}-{pom.version}"


def _artifact_files(pom: Pom) -> Iterator[_ArtifactFile]:
    build = Layout.of(pom).build
    for directory in (build, *(build / name for name in _INSTALLERS)):
        with contextlib.suppress(OSError), os.scandir(directory) as entries:
            for entry in sorted(entries, key=lambda each: each.name):
                with contextlib.suppress(OSError):  # gone while it was looked at
                    if entry.is_file() and _is_artifact(entry):
                        status = entry.stat()
                        yield _ArtifactFile(Path(entry.path), (status.st_mtime_ns, status.st_size))


def _is_artifact(entry: os.DirEntry[str]) -> bool:
    if entry.name.endswith(_SUFFIXES):
        return not _PREVIOUS.match(entry.name)
    return os.access(entry.path, os.X_OK) and _is_program(entry.path)


def _is_program(path: str) -> bool:
    with Path(path).open("rb") as stream:
        return stream.read(4) in _PROGRAMS

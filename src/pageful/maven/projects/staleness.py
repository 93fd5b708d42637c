"""Changes of sources since they were compiled: edits, additions and deletions."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from functools import cached_property
from pathlib import Path

from pageful.builds.junit.class_names import outer_class
from pageful.lazy import patterns
from pageful.lazy.dataclasses import dataclass
from pageful.maven.projects.layout import SUFFIXES, Layout, SourceLayout

# > .gitignore
# > notes.txt~
_NEVER_COPIED = patterns.compile(
    r"\.(?:git|git(?:ignore|attributes)|DS_Store|svn|hg)\Z|.*~\Z|#.*#\Z|\.[#_]"
)
_NEVER_LOOKED_INTO = frozenset({".git", "node_modules"})
_NEVER = 0


@dataclass(frozen=True)
class SourceSet:
    """A module's `main` or `test` sources and resources, and the classes and copies of them."""

    layout: SourceLayout

    @property
    def is_stale(self) -> bool:
        """Return whether something has changed, come or gone since it was compiled."""
        try:
            return any(self._changes())
        except FileNotFoundError:  # gone while it was looked at
            return True

    def _changes(self) -> Iterator[bool]:
        yield any(map(self._has_source_changed, self._sources))
        yield any(self._has_resource_changed(*each) for each in self._resources)
        yield any(not source.exists() for source in self._recorded_sources)
        if not self._recorded_sources:
            yield any(map(self._is_orphaned, self._classes))

    @property
    def _resources(self) -> Iterator[tuple[Path, Path]]:
        """Each resource with the path of its copy."""
        for place in self.layout.resources:
            for resource in _files(place.source):
                if copy := place.copy(resource):
                    yield resource, copy

    @cached_property
    def _recorded_sources(self) -> frozenset[Path]:
        """The sources that the compiler plugin last compiled, by its record."""
        try:
            record = self.layout.record.read_bytes()
        except OSError:
            return frozenset()
        return frozenset(Path(os.fsdecode(line)) for line in record.splitlines() if line)

    @cached_property
    def _sources(self) -> frozenset[Path]:
        """The sources that are there now, in the standard directories or in the record."""
        standard = (
            source
            for directory in self.layout.sources
            for source in _files(directory)
            if source.suffix in SUFFIXES and not source.name.startswith(".")
        )
        listed = (source for source in self._recorded_sources if source.exists())
        return frozenset(
            source for source in (*standard, *listed) if source.name != "package-info.java"
        )

    @cached_property
    def _classes(self) -> dict[Path, int]:
        """Every compiled class, relative to the output directory, with its time."""
        output = self.layout.output
        classes = (path for path in _files(output) if path.suffix == ".class")
        return {path.relative_to(output): _time(path) for path in classes}

    def _has_source_changed(self, source: Path) -> bool:
        added = (
            self._recorded_sources
            and source.suffix == ".java"
            and source not in self._recorded_sources
        )
        return bool(added) or _time(source) > self._compile_time(source)

    def _compile_time(self, source: Path) -> int:
        """Return the time of a source's class in ns, or of the newest class of its package.

        A source may hold only classes of other names; Maven compiles whole modules.
        """
        places = (*self.layout.sources, self.layout.generated)
        place = next((place for place in places if source.is_relative_to(place)), None)
        name = source.relative_to(place).with_suffix(".class") if place else None
        if name in self._classes:
            return self._classes[name]
        if name and name.parent in self._newest:
            return self._newest[name.parent]
        return max(self._newest.values(), default=_NEVER)

    @cached_property
    def _newest(self) -> dict[Path, int]:
        """The time of the newest class of each package."""
        newest: dict[Path, int] = {}
        for path, time in self._classes.items():
            newest[path.parent] = max(time, newest.get(path.parent, _NEVER))
        return newest

    def _has_resource_changed(self, resource: Path, copy: Path) -> bool:
        if _NEVER_COPIED.match(resource.name):
            return False
        # A POM may exclude a resource: without a copy it counts only if it is newer than all.
        made = _time(copy) if copy.exists() else self._last_made
        return _time(resource) > made

    @cached_property
    def _last_made(self) -> int:
        return max(map(_time, _files(self.layout.output)), default=_NEVER)

    def _is_orphaned(self, compiled: Path) -> bool:
        """Return whether no source that is left bears or mentions the name of a class."""
        name = outer_class(compiled.stem).removesuffix("Kt")
        if name in self._stems:
            return False
        mentioned = re.compile(rf"\b{re.escape(name)}\b")
        return not any(mentioned.search(text) for text in self._texts)

    @cached_property
    def _stems(self) -> frozenset[str]:
        generated = (path for path in _files(self.layout.generated) if path.suffix in SUFFIXES)
        return frozenset(path.stem for path in (*self._sources, *generated))

    @cached_property
    def _texts(self) -> tuple[str, ...]:
        return tuple(
            source.read_text(encoding="utf-8", errors="replace") for source in self._sources
        )


def _files(directory: Path) -> Iterator[Path]:
    for above, below, names in os.walk(directory):
        # A package may be called so; what Maven made is beside a POM.
        made = {"target"} if "pom.xml" in names else set()
        below[:] = [name for name in below if name not in _NEVER_LOOKED_INTO | made]
        yield from (Path(above, name) for name in names)


def _time(path: Path) -> int:
    return path.stat().st_mtime_ns


def test_sources(layout: Layout) -> frozenset[str]:
    """Return the names of the test sources in the directories for them, without suffixes."""
    return frozenset(path.stem for path in test_files(layout))


def test_files(layout: Layout) -> Iterator[Path]:
    """List the test sources in the directories for them."""
    files = (path for directory in layout.test.sources for path in _files(directory))
    return (path for path in files if path.suffix in SUFFIXES)


def is_stale(layout: Layout) -> bool:
    """Return whether main or test classes are older than their sources or resources."""
    return any(SourceSet(part).is_stale for part in (layout.main, layout.test))

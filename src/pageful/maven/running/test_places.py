"""The places of a project's test classes: compiled, or as sources to be compiled."""

from __future__ import annotations

import os
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from pageful.builds.junit.class_names import outer_class
from pageful.maven.projects.layout import SUFFIXES, Layout
from pageful.maven.projects.project import Project


class TestPlaces:
    """The test classes of a project's modules, looked up on disk with each call."""

    def __init__(self, project: Project) -> None:
        self._root = project.root
        layouts = (Layout.standard(project.root), *map(Layout.of, project.poms))
        self._layouts = {layout.directory: layout for layout in layouts}

    def find(self, name: str, module: str) -> tuple[str, Path] | None:
        """Find the module of a class and its file, which may have to be compiled yet.

        Of a JVM that died only the class's simple name is known, and not the module. A class with
        a package is looked for in all modules too: the tests of one may be run in another.
        """
        path = name.replace(".", "/")
        for layout in self._nearest_first(module):
            own = layout.test.output / f"{path}.class"
            if own.is_file() or _source(layout, path):
                return module if "." in name else self._module(layout), own
        if "." in name:
            return None
        for layout in self._layouts.values():
            for file in islice(_below(layout, name), 1):
                return self._module(layout), file
        return None

    def java_source(self, name: str, module: str) -> Path | None:
        """Find the Java source of a class in its module; absent if it has none, or several."""
        outer = outer_class(name.replace(".", "/"))
        own = [self._layouts[at] for at in (self._root / module,) if at in self._layouts]
        files = {source / f"{outer}.java" for each in own for source in each.test.sources}
        found = [file for file in files if file.is_file()]
        return found[0] if len(found) == 1 else None

    def is_compiled(self, module: str) -> bool:
        """Return whether a module has compiled tests; for the root, whether any module has."""
        layout = self._layouts.get(self._root / module)
        if module != "." and layout:
            return layout.test.output.is_dir()
        return any(each.test.output.is_dir() for each in self._layouts.values())

    def _nearest_first(self, module: str) -> list[Layout]:
        own = self._root / module
        return sorted(self._layouts.values(), key=lambda layout: layout.directory != own)

    def _module(self, layout: Layout) -> str:
        return Path(os.path.relpath(layout.directory, self._root)).as_posix()


def _source(layout: Layout, path: str) -> bool:
    outer = outer_class(path)
    files = (source / f"{outer}{suffix}" for source in layout.test.sources for suffix in SUFFIXES)
    return any(file.is_file() for file in files)


def _below(layout: Layout, name: str) -> Iterator[Path]:
    """The files of a class in any package, for a source the one that it is to be compiled to."""
    yield from layout.test.output.rglob(f"{name}.class")
    outer = outer_class(name)
    for source in layout.test.sources:
        for suffix in SUFFIXES:
            for file in source.rglob(f"{outer}{suffix}"):
                place = file.relative_to(source).with_name(f"{name}.class")
                yield layout.test.output / place

"""The source files of a project, by a class or by a path that a plugin prints."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from pathlib import Path

from pageful.builds.junit.class_names import outer_class
from pageful.maven.projects.layout import LANGUAGES

_PARTS = ("main", "test", "it", "integration-test")
_MOST_LOOKS = 20_000
"""Files that are looked for, so that a log of very many paths costs a second at most."""


class SourceFiles:
    """The sources below the directory `root`, of modules in `directories`.

    `directories` has each module's directory, relative to the root (`.` is the root itself), by its
    artifactId.
    """

    def __init__(self, root: str, directories: Mapping[str, str] | None = None) -> None:
        self._root = root.replace("\\", "/").rstrip("/")
        self._directories = dict(directories or {})
        self._looks = _MOST_LOOKS
        self._classes: dict[tuple[str, str, str], str] = {}

    @cached_property
    def _exists(self) -> bool:
        try:
            return Path(self._root).is_dir()
        except (OSError, ValueError):
            return False

    def relative(self, path: str, module: str) -> str:
        """Return a path that was printed in a module, relative to the root."""
        path = path.replace("\\", "/")
        if path.startswith(f"{self._root}/"):
            return path.removeprefix(f"{self._root}/")
        if path.startswith("/") or path[1:2] == ":":
            return path
        path = path.removeprefix("./")
        below = self._below(module, path)
        if not self._exists or self._is_file(below):
            return below
        return self._elsewhere(path) or below

    def _elsewhere(self, path: str) -> str | None:
        """Return the only other place where a relative path leads to a file."""
        places = {path, *(self._below(module, path) for module in self._directories)}
        files = [place for place in sorted(places) if self._is_file(place)]
        return files[0] if len(files) == 1 else None

    def of_class(self, name: str, file_name: str, module: str) -> str:
        """Return the source file of a class, or the class's name if no file is found.

        `file_name` is what the class file says, empty if that is not known. Where there is no
        project to look at any more, it is where sources are by custom.
        """
        key = (name, file_name, module)
        if key not in self._classes:
            self._classes[key] = self._find_in_module(name, file_name, module)
        return self._classes[key]

    def _find_in_module(self, name: str, file_name: str, module: str) -> str:
        files = list(_files(name, file_name))
        places = [self._below(module, file) for file in files]
        if place := next(filter(self._is_file, places), None):
            return place
        if self._exists:
            # Of modules that are built side by side, the log may not say who speaks.
            unknown = files if module not in self._directories else ()
            return next(filter(None, map(self._elsewhere, unknown)), name)
        return places[0] if places else name

    def _below(self, module: str, path: str) -> str:
        directory = self._directories.get(module, ".").strip("/")
        return path if directory in ("", ".") else f"{directory}/{path}"

    def _is_file(self, path: str) -> bool:
        if not self._exists or self._looks <= 0:
            return False
        self._looks -= 1
        try:
            return Path(self._root, path).is_file()
        except (OSError, ValueError):
            return False


def _files(name: str, file_name: str) -> Iterator[str]:
    """List the paths that a class's source may have in its module, the likeliest first."""
    package, _, simple = name.rpartition(".")
    directory = package.replace(".", "/") + "/" if package else ""
    outer = outer_class(simple)
    if not (file_name or outer):
        return
    for part in _PARTS:
        for language, suffix in LANGUAGES.items():
            yield f"src/{part}/{language}/{directory}{file_name or outer + suffix}"

"""A tree of files that a person edits: which files have changed since it was looked at."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path

from pageful.files.stamp import Stamp, stamp
from pageful.files.tree_watch import TreeWatch

IGNORED = frozenset(
    {"target", "build", "out", "dist", "bin", "node_modules", "venv", "__pycache__", "coverage"}
)
"""Directories that builds and package managers write; hidden ones are ignored as well."""

_MOST_FILES = 200_000
"""Files that are looked at, ten times those of a large project."""

State = Mapping[str, Stamp]
"""The stamp of each file by its path."""


class ChangedTree:
    """The files below some directories, apart from what is hidden or what builds write."""

    def __init__(self, roots: tuple[Path, ...]) -> None:
        self._roots = tuple(dict.fromkeys(root.resolve() for root in roots))
        self._watches = [TreeWatch(root) for root in self._roots]
        self.ignored: set[str] = set()

    def look(self) -> dict[str, Stamp]:
        """Return the state of the files as it is now."""
        found: dict[str, Stamp] = {}
        for root, watch in zip(self._roots, self._watches, strict=True):
            watch.begin()
            for path, status in _walk(str(root), watch):
                if path not in self.ignored:
                    found[path] = stamp(status)
                if len(found) >= _MOST_FILES:
                    break
            watch.end()
        return found

    def wait(self, before: State, pause: float) -> dict[str, Stamp]:
        """Wait until the files are no longer in a state, and return the new one.

        The system is asked every `pause` seconds; where it can't tell, the files are.
        """
        while True:
            time.sleep(pause)
            if all(watch.is_unchanged() for watch in self._watches):
                continue
            now = self.look()
            if now != before:
                return now

    def close(self) -> None:
        """Watch nothing any more."""
        for watch in self._watches:
            watch.close()


def changed_files(before: State, after: State) -> list[str]:
    """List the files that were changed, added or removed between two states, sorted."""
    return sorted(path for path in {*before, *after} if before.get(path) != after.get(path))


def _walk(directory: str, watch: TreeWatch) -> Iterator[tuple[str, os.stat_result]]:
    left = [directory]
    while left:
        place = left.pop()
        watch.add(place)
        with suppress(OSError), os.scandir(place) as entries:
            for entry in entries:
                if entry.name.startswith(".") or entry.name in IGNORED:
                    continue
                with suppress(OSError):
                    if entry.is_dir(follow_symlinks=False):
                        left.append(entry.path)
                    elif entry.is_file():
                        yield entry.path, entry.stat()

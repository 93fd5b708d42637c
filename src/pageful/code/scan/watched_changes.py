"""Changes of repositories, for which files are looked at only where the system can't tell."""

from __future__ import annotations

import threading
from pathlib import Path

from pageful.code.scan.freshness import Changes, changes, rules_hold
from pageful.code.scan.snapshot import Snapshot
from pageful.files.tree_watch import TreeWatch
from pageful.tool.context import Caller

_MOST_TREES = 16
"""Repositories that are watched; Linux grants 128 queues of events to all programs of a user."""


class WatchedChanges:
    """A finder of changes, as `changes` finds them. Safe to use from any thread."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._trees: dict[Path, _Tree] = {}

    def find(self, root: Path, known: Snapshot, caller: Caller | None = None) -> Changes:
        """Compare a repository with its snapshot `known`.

        Raises:
            ToolError: there is no such directory any more, or it can't be read.
            Cancelled: the caller gave up.
        """
        tree = self._tree(root)
        if tree is None or not tree.lock.acquire(blocking=False):
            return changes(root, known, caller)
        try:
            return tree.find(known, caller)
        finally:
            tree.lock.release()

    def _tree(self, root: Path) -> _Tree | None:
        with self._lock:
            if root not in self._trees and len(self._trees) < _MOST_TREES:
                self._trees[root] = _Tree(root)
            return self._trees.get(root)


class _Tree:
    """The watch of one repository, with the last snapshot that it was compared with, and how."""

    def __init__(self, root: Path) -> None:
        self.lock = threading.Lock()
        self._root = root
        self._watch = TreeWatch(root)
        self._last: tuple[Snapshot, Changes] | None = None

    def find(self, known: Snapshot, caller: Caller | None) -> Changes:
        unlooked = self._find_unlooked(known)
        if unlooked is not None:
            return unlooked
        self._last = None
        self._watch.begin()
        try:
            for directory in known.directories:
                self._watch.add(f"{self._root}/{directory}")
            found = changes(self._root, known, caller)
        finally:
            self._watch.end()
        # A directory that came is not watched yet.
        if found.snapshot.directories.keys() <= known.directories.keys():
            self._last = known, found
        return found

    def _find_unlooked(self, known: Snapshot) -> Changes | None:
        """Return the changes where the tree is as it was at the last look; else `None`.

        Files that were too fresh then for their times to be trusted were watched when they were
        read, so that they need not be read again.
        """
        if self._last is None or not self._watch.is_unchanged():
            return None
        before, found = self._last
        if not rules_hold(known.rules):
            return None
        if known is before:
            return found
        if known == found.snapshot:  # what was found has been dealt with
            self._last = known, Changes((), (), (), known, supersedes=False)
            return self._last[1]
        return None

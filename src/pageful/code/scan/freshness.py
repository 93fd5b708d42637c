"""Find the changes of a repository since its last walk, without walking it again."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from pathlib import Path

from pageful.code.scan.snapshot import Snapshot
from pageful.code.scan.walker import Walker, walk
from pageful.files.stamp import Stamp, horizon, stamp, stamp_of
from pageful.lazy.dataclasses import dataclass
from pageful.tool.context import Caller


@dataclass(frozen=True, slots=True)
class Changes:
    """Files that came, files that may have changed, and files that went, with sorted paths.

    A changed file has another stamp, or one that was too fresh to be trusted: only its content can
    tell. The next search for changes starts from `snapshot`, once these are dealt with.
    `supersedes` says whether it differs from the one before. It may even if no file has changed,
    and then keeping it spares the next search work.
    """

    added: tuple[str, ...]
    changed: tuple[str, ...]
    removed: tuple[str, ...]
    snapshot: Snapshot
    supersedes: bool = True

    def __bool__(self) -> bool:
        return bool(self.added or self.changed or self.removed)


def changes(root: Path, known: Snapshot, caller: Caller | None = None) -> Changes:
    """Compare a repository with its snapshot `known`; with an empty one every file is added.

    The stamp of every known file and directory is checked, but only changed directories are read
    again; where the ignore rules have changed, all are.

    Raises:
        ToolError: there is no such directory any more, or it can't be read.
        Cancelled: the caller gave up.
    """
    if not known.directories or not rules_hold(known.rules):
        return _between(known, walk(root, caller).snapshot)
    now = _Search(root, known, caller).snapshot()
    return _between(known, now or walk(root, caller).snapshot)


def list_files(root: Path, known: Snapshot, caller: Caller | None = None) -> Snapshot:
    """Bring the list of a repository's files up to date, as far as who reads them all needs it.

    The files' own stamps may be those of `known`: only directories and ignore rules are checked.

    Raises:
        ToolError: there is no such directory any more, or it can't be read.
        Cancelled: the caller gave up.
    """
    if not known.directories or not rules_hold(known.rules):
        return walk(root, caller).snapshot
    search = _Search(root, known, caller, with_stamps=False)
    return search.snapshot() or walk(root, caller).snapshot


def rules_hold(rules: Mapping[str, Stamp | None]) -> bool:
    """Return whether the files that lay down the rules are as they were."""
    now = horizon()
    return all(_same(seen, stamp_of(path, now)) for path, seen in rules.items())


def _same(seen: Stamp | None, now: Stamp | None) -> bool:
    return seen == now and (seen is None or seen.is_settled)


def _between(known: Snapshot, now: Snapshot) -> Changes:
    before, after = known.files, now.files
    if before is after:
        return Changes((), (), (), now, supersedes=now is not known)
    return Changes(
        added=tuple(sorted(after.keys() - before.keys())),
        changed=tuple(sorted(_changed_paths(before, after))),
        removed=tuple(sorted(before.keys() - after.keys())),
        snapshot=now,
    )


def _changed_paths(before: Mapping[str, Stamp], after: Mapping[str, Stamp]) -> Iterator[str]:
    return (path for path, seen in before.items() if path in after and not _same(seen, after[path]))


class _Search:
    """A search for changes under way: the known snapshot, and a walker for changed directories."""

    def __init__(
        self, root: Path, known: Snapshot, caller: Caller | None, *, with_stamps: bool = True
    ) -> None:
        self._known = known
        self._with_stamps = with_stamps
        self._caller = caller or Caller()
        self._walker = Walker(root, caller)
        self._base = self._walker.base
        self._horizon = horizon()
        self._read_again: set[str] = set()

    def snapshot(self) -> Snapshot | None:
        """Return the current snapshot; `None` if new ignore rules were found."""
        self._caller.checkpoint()
        known = self._known
        stale = {path for path, seen in known.directories.items() if not self._is(path, seen)}
        if not stale:
            files = self._check_files(known.files)
            if files is known.files:
                return known
            return Snapshot(files, known.directories, known.rules, known.skipped)
        directories = self._directories(stale)
        if self._walker.rules.keys() - known.rules.keys():
            return None
        return Snapshot(
            self._files(directories), directories, known.rules, self._skipped_paths(directories)
        )

    def _is(self, directory: str, seen: Stamp) -> bool:
        return _same(seen, stamp_of(self._base + directory, self._horizon))

    def _directories(self, stale: set[str]) -> Mapping[str, Stamp]:
        """Return the current directories, after reading the changed ones again."""
        found: dict[str, Stamp] = {}
        children: set[str] = set()
        for path in sorted(self._known.directories):  # a directory comes before what it holds
            parent = path.rpartition("/")[0]
            if path and (parent not in found or (parent in stale and path not in children)):
                continue
            if path in stale:
                children.update(self._again(path))
                if path not in self._walker.directories:
                    continue
            found[path] = self._known.directories[path]
        return found | self._walker.directories

    def _again(self, directory: str) -> list[str]:
        """Read a directory, and all that is new below it."""
        self._read_again.add(directory)
        children = self._walker.scan(directory)
        for child in children:
            if child not in self._known.directories:
                self._walker.walk(child)
        return children

    def _files(self, directories: Mapping[str, Stamp]) -> Mapping[str, Stamp]:
        still = {
            path: seen
            for path, seen in self._known.files.items()
            if self._is_kept(path, directories)
        }
        return {**self._check_files(still), **self._walker.files}

    def _skipped_paths(self, directories: Mapping[str, Stamp]) -> Mapping[str, str]:
        still = {
            path: reason
            for path, reason in self._known.skipped.items()
            if self._is_kept(path, directories) and path not in self._read_again
        }
        return {**still, **self._walker.skipped}

    def _is_kept(self, path: str, directories: Mapping[str, Stamp]) -> bool:
        """Return whether a path is in a directory that is still there and was not read again."""
        parent = path.rpartition("/")[0]
        return parent in directories and parent not in self._read_again

    def _check_files(self, files: Mapping[str, Stamp]) -> Mapping[str, Stamp]:
        """Return the files that still exist, with their stamps; written out as it runs for each."""
        if not self._with_stamps:
            return files
        base, lstat, other = self._base, os.lstat, {}
        gone = set()
        for path, (size, modified, changed, inode) in files.items():
            try:
                now = lstat(base + path)
            except OSError:
                gone.add(path)
                continue
            if (
                now.st_mtime_ns != modified
                or now.st_ctime_ns != changed
                or now.st_size != size
                or now.st_ino != inode
            ):
                other[path] = stamp(now).settled(self._horizon)
        if not gone and not other:
            return files
        return {path: seen for path, seen in {**files, **other}.items() if path not in gone}

"""The walk through a vault that finds every file, as Obsidian does.

Names that begin with a dot are left out, as is what they hold. Links to files are followed, and
links to folders outside where that is allowed; a link to a folder that is in the vault anyway, or
that the vault is in, is not, since every file is to be there once. See
https://help.obsidian.md/symlinks.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Mapping
from heapq import heappop, heappush
from pathlib import Path
from typing import NamedTuple, cast

from pageful.files.path_text import escape_path, is_text
from pageful.files.stamp import Stamp, stamp
from pageful.files.tree_watch import TreeWatch
from pageful.lazy.dataclasses import dataclass
from pageful.tool.errors import ToolError
from pageful.vault.snapshot.exclusions import Exclusions
from pageful.vault.snapshot.snapshot import FileKind, SkippedPaths, VaultFile

LEADS_OUTSIDE = "link leads out of the vault"
LEADS_NOWHERE = "link leads nowhere"
LEADS_TO_HIDDEN = "link leads into a hidden folder"
ALREADY_THERE = "link to a folder that is in the vault already"
AROUND_THE_VAULT = "link to a folder that holds the vault"
NAME_NOT_TEXT = "name is not UTF-8"
BACKSLASH = "name holds a backslash"
NOT_A_FILE = "neither file nor folder"
FOLDER_NOT_READABLE = "folder can't be read"

_KINDS: Mapping[str, FileKind] = {"md": "note", "canvas": "canvas", "base": "base"}


class WalkedFile(NamedTuple):
    """A file as the walk saw it; `real` is its absolute path without links."""

    file: VaultFile
    stamp: Stamp
    real: str


@dataclass(frozen=True, slots=True)
class Walk:
    """Every file by its path, sorted by path, and the files left out."""

    seen: Mapping[str, WalkedFile]
    skipped: tuple[SkippedPaths, ...]


def walk(
    root: Path,
    exclusions: Exclusions,
    earlier: Mapping[str, WalkedFile],
    *,
    follow_outside: bool = False,
    watch: TreeWatch | None = None,
) -> Walk:
    """Walk the vault at `root`, a real path.

    Unchanged parts of an `earlier` walk with the same exclusions are taken over.
    `watch` is told of each folder before that is read.

    Raises:
        ToolError: there is no such folder, or it can't be read.
    """
    walking = _WalkRun(root, exclusions, earlier, watch, follow_outside=follow_outside)
    walking.walk()
    return walking.result()


class _WalkRun:
    """A walk under way."""

    def __init__(
        self,
        root: Path,
        exclusions: Exclusions,
        earlier: Mapping[str, WalkedFile],
        watch: TreeWatch | None,
        *,
        follow_outside: bool,
    ) -> None:
        self._root = str(root)
        self._base = os.path.join(self._root, "")  # noqa: PTH118 - paths are joined as text
        self._exclusions = exclusions
        self._earlier = earlier
        self._follow_outside = follow_outside
        self._watch = watch
        self._seen: dict[str, WalkedFile] = {}
        self._skipped: dict[str, list[str]] = {}
        self._folders: set[str] = set()
        self._around: set[str] = set()
        self._links: list[tuple[str, str]] = []

    def walk(self) -> None:
        """Take in real folders first, so that a link never takes a file's own place."""
        self._descend("", self._root)
        if self._links and self._watch:
            self._watch.doubt()  # what a link leads to may change anywhere on the way there
        while self._links:
            self._follow(*heappop(self._links))

    def result(self) -> Walk:
        """Return the files that were walked, in order."""
        skipped = (
            SkippedPaths(reason, tuple(sorted(paths)))
            for reason, paths in sorted(self._skipped.items())
        )
        return Walk(dict(sorted(self._seen.items())), tuple(skipped))

    def _descend(self, path: str, place: str) -> None:
        pending = [(path, place)]
        while pending:
            pending += self._scan(*pending.pop())

    def _scan(self, path: str, place: str) -> list[tuple[str, str]]:
        """Take in the entries of one folder, and return the folders among them."""
        self._folders.add(place)
        if self._watch:
            self._watch.add(place)
        try:
            with os.scandir(place) as found:
                entries = list(found)
        except OSError as error:
            self._unreadable(path, error)
            return []
        return self._sort(f"{path}/" if path else "", os.path.join(place, ""), entries)  # noqa: PTH118

    def _sort(
        self, prefix: str, base: str, entries: list[os.DirEntry[str]]
    ) -> list[tuple[str, str]]:
        """Take in links and files, and return the folders; written out as it runs once a file."""
        below = []
        for entry in entries:
            name = entry.name
            if name[0] == ".":
                continue
            path = prefix + name
            if not name.isascii() and not is_text(name):
                self._skip(NAME_NOT_TEXT, path)
            elif "\\" in name:
                self._skip(BACKSLASH, path)
            elif _is_link(entry):
                heappush(self._links, (path, base + name))
            elif entry.is_file(follow_symlinks=False):
                self._take(path, base + name, entry)
            elif entry.is_dir(follow_symlinks=False):
                below.append((path, base + name))
            else:
                self._skip(NOT_A_FILE, path)
        return below

    def _take(self, path: str, real: str, entry: os.DirEntry[str]) -> None:
        try:
            status = entry.stat(follow_symlinks=False)
        except OSError:  # gone since the folder was read
            return
        self._add(path, real, status)

    def _add(self, path: str, real: str, status: os.stat_result) -> None:
        is_now, before = stamp(status), self._earlier.get(path)
        if before is not None and before.stamp == is_now and before.real == real:
            self._seen[path] = before
        else:
            excluded = self._exclusions.exclude(path)
            self._seen[path] = WalkedFile(_file(path, status, excluded=excluded), is_now, real)

    def _follow(self, path: str, link: str) -> None:
        """Take in the target of a link, or record why not."""
        real, status = _behind(link)
        if status is None or stat.S_ISLNK(status.st_mode):
            self._skip(LEADS_NOWHERE, path)
        elif reason := self._refusal(real, status):
            self._skip(reason, path)
        elif stat.S_ISDIR(status.st_mode):
            self._around.update(map(str, Path(real).parents))
            self._descend(path, real)
        else:
            self._add(path, real, status)

    def _refusal(self, real: str, status: os.stat_result) -> str:
        is_folder, inside = stat.S_ISDIR(status.st_mode), real.startswith(self._base)
        if not is_text(real):
            return NAME_NOT_TEXT
        if f"{self._root}{os.sep}".startswith(os.path.join(real, "")) and is_folder:  # noqa: PTH118
            return AROUND_THE_VAULT
        if not inside and not self._follow_outside:
            return LEADS_OUTSIDE
        if inside and is_hidden(real[len(self._base) :]):
            return LEADS_TO_HIDDEN
        if is_folder:
            overlaps = real in self._folders or real in self._around
            return ALREADY_THERE if inside or overlaps else ""
        return "" if stat.S_ISREG(status.st_mode) else NOT_A_FILE

    def _skip(self, reason: str, path: str) -> None:
        self._skipped.setdefault(reason, []).append(escape_path(path))

    def _unreadable(self, path: str, error: OSError) -> None:
        if not path:
            raise _no_vault(self._root, error) from error
        if not isinstance(error, FileNotFoundError | NotADirectoryError):
            self._skip(FOLDER_NOT_READABLE, path)


def kind_of(path: str) -> FileKind:
    """Return the kind of a file, by its extension."""
    return _KINDS.get(path.rpartition(".")[2].lower(), "attachment")


def is_hidden(path: str) -> bool:
    """Return whether a part of a path, relative to the vault, begins with a dot."""
    return path.startswith(".") or f"{os.sep}." in path


def _file(path: str, status: os.stat_result, *, excluded: bool) -> VaultFile:
    modified = status.st_mtime_ns
    born = getattr(status, "st_birthtime", None)
    created = min(modified, status.st_ctime_ns) if born is None else int(cast("float", born) * 1e9)
    return VaultFile(path, kind_of(path), status.st_size, modified, created, excluded)


def _is_link(entry: os.DirEntry[str]) -> bool:
    """Return whether an entry is a symbolic link, or a junction as Windows has them."""
    if entry.is_symlink():
        return True
    is_junction = getattr(entry, "is_junction", None)
    return is_junction is not None and bool(is_junction())


def _behind(link: str) -> tuple[str, os.stat_result | None]:
    """Return the target of a link: the link itself in a loop, `None` if there is nothing."""
    try:
        real = os.path.realpath(link)
        return real, os.stat(real, follow_symlinks=False)  # noqa: PTH116 - paths are text here
    except (OSError, ValueError):
        return link, None


def _no_vault(root: str, error: OSError) -> ToolError:
    if isinstance(error, FileNotFoundError):
        return ToolError(f"There is no folder {escape_path(root)}.", "Check the path of the vault.")
    if isinstance(error, NotADirectoryError):
        return ToolError(f"{escape_path(root)} is no folder.", "Pass the vault's folder.")
    return ToolError(
        f"The vault {escape_path(root)} can't be read: {error.strerror}.",
        "Give this program permission to read it.",
    )

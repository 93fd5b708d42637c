"""The paths of a vault's notes, folder by folder."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence

from pageful.vault.snapshot.snapshot import VaultFile, VaultSnapshot

_FIRST, _SECOND = "\0", "\1"
"""A slash in a key is the first of all characters; the second one comes right behind it."""


class NotePaths:
    """All notes in the order of a walk through the folders, names sorted within each."""

    def __init__(self, snapshot: VaultSnapshot) -> None:
        files = snapshot.files
        self.all = tuple(in_order(path for path in snapshot.notes if files[path].kind == "note"))
        self._keys = tuple(map(_key, self.all))
        self._set = frozenset(self.all)
        self._folders = _folders(files)

    def __contains__(self, path: str) -> bool:
        return path in self._set

    def is_folder(self, path: str) -> bool:
        """Return whether a path is a folder; the empty path and `/` are the vault."""
        return path in self._folders

    @property
    def folders(self) -> Sequence[str]:
        """All folders but the vault itself, in order."""
        return in_order(self._folders - {"", "/"})

    def within(self, folder: str) -> Sequence[str]:
        """Return the notes in a folder and below."""
        if folder in ("", "/"):
            return self.all
        key = _key(folder)
        first = bisect_left(self._keys, key + _FIRST)
        return self.all[first : bisect_left(self._keys, key + _SECOND)]


def in_order(paths: Iterable[str]) -> list[str]:
    """Sort paths in the order of a walk, in which the content of a folder is contiguous."""
    return sorted(paths, key=_key)


def _key(path: str) -> str:
    return path.replace("/", _FIRST)


def _folders(files: Mapping[str, VaultFile]) -> frozenset[str]:
    """Return the folders that have files of any kind, at any depth."""
    found = {"", "/"}
    for folder in {file.folder for file in files.values()}:
        above = folder
        while above not in found:
            found.add(above)
            above = above.rpartition("/")[0]
    return frozenset(found)

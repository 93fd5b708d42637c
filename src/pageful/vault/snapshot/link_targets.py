"""The files that links lead to, by Obsidian's rules.

First the file at the very path, then one in the folder of the note, then the one with the shortest
path that ends in the link's; case does not matter, nor does a missing `.md`. Aliases are no names.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator

from pageful.vault.paths.spelling import spelling

_LAST = "\U0010ffff"
_ENDS = ("", ".md")
"""The endings that a link's path is tried with."""


class LinkTargets:
    """The files that links can lead to, with a lookup whose time hardly grows with their number."""

    def __init__(self, paths: Iterable[str]) -> None:
        self._paths = frozenset(paths)
        self._by_key: dict[str, list[str]] = {}
        for path in sorted(self._paths, key=_rank):
            self._by_key.setdefault(spelling(path), []).append(path)
        self._reversed = sorted(f"/{key}"[::-1] for key in self._by_key)
        self._found: dict[str, str | None] = {}
        self._keys: dict[str, str] = {}

    def resolve(self, target: str, source: str) -> str | None:
        """Return the path that `target`, in the note `source`, leads to; `None` if to nothing.

        An empty target is the note itself. `/Folder/Note` counts from the vault, `./Note` and
        `../Note` from the note's folder: these lead nowhere else.
        """
        target = target.strip()
        if not target:
            return source if source in self._paths else None
        folder = source.rpartition("/")[0]
        if target.startswith("/"):
            return self._at(target.lstrip("/"))
        if target.startswith(("./", "../")):
            place = _join(folder, target)
            return None if place is None else self._at(place)
        return self._at(target) or self._beside(folder, target) or self._by_end(target)

    def _at(self, place: str) -> str | None:
        """Return the file at a path from the vault, preferably in the same case."""
        return self._find(place, self._key(place))

    def _beside(self, folder: str, target: str) -> str | None:
        """Return the file in a folder."""
        if not folder:
            return None
        return self._find(f"{folder}/{target}", f"{self._key(folder)}/{self._key(target)}")

    def _find(self, place: str, key: str) -> str | None:
        for end in _ENDS:
            if place + end in self._paths:
                return place + end
            if found := self._by_key.get(key + end):
                return found[0]
        return None

    def _by_end(self, target: str) -> str | None:
        key = self._key(target)
        if key not in self._found:
            ends = (min(self._paths_ending(key + end), key=_rank, default=None) for end in _ENDS)
            self._found[key] = next(filter(None, ends), None)
        return self._found[key]

    def _paths_ending(self, key: str) -> Iterator[str]:
        """Yield the files whose key ends in another one."""
        end = f"/{key}"[::-1]
        first = bisect_left(self._reversed, end)
        for found in self._reversed[first : bisect_left(self._reversed, end + _LAST)]:
            yield from self._by_key[found[-2::-1]]

    def _key(self, path: str) -> str:
        """Return the normalized spelling of a path or of a part of one; links repeat them."""
        key = self._keys.get(path)
        if key is None:
            self._keys[path] = key = spelling(path)
        return key


def _rank(path: str) -> tuple[int, str]:
    return len(path), path


def _join(folder: str, target: str) -> str | None:
    """Return a path relative to a folder, from the vault; `None` if it leaves the vault."""
    parts = folder.split("/") if folder else []
    for part in target.split("/"):
        if part == "..":
            if not parts:
                return None
            parts.pop()
        elif part not in {"", "."}:
            parts.append(part)
    return "/".join(parts)

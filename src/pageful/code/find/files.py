"""The files that are searched: those that git would not ignore, as they are on the disk now."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import compress
from pathlib import Path

from pageful.code.find.matching import Place
from pageful.code.find.path_scope import OwnedPath, PathScope
from pageful.code.scan.freshness import list_files
from pageful.code.scan.snapshot import Snapshot
from pageful.lazy.dataclasses import dataclass, field
from pageful.tool.context import Caller

_UNKNOWN = Snapshot({}, {}, {}, {})


@dataclass(frozen=True)
class FileList:
    """The files of repositories; a second look reads only the directories that have changed."""

    _snapshots: dict[Path, Snapshot] = field(default_factory=dict)
    _places: dict[tuple[Path, str], tuple[Snapshot, Sequence[Place]]] = field(default_factory=dict)

    def of(self, roots: Sequence[Path], caller: Caller) -> Sequence[Place]:
        """Return the files of these repositories by their paths; of several, by their full ones.

        Raises:
            ToolError: a repository is gone or can't be read.
            Cancelled: the caller gave up.
        """
        found: list[Place] = []
        for root in roots:
            now = list_files(root, self._snapshots.get(root, _UNKNOWN), caller)
            self._snapshots[root] = now
            found += self._places_of(root, f"{root}/" if len(roots) > 1 else "", now)
        return found

    def _places_of(self, root: Path, start: str, now: Snapshot) -> Sequence[Place]:
        before, places = self._places.get((root, start), (_UNKNOWN, ()))
        if before is not now:
            places = [Place(root, path, start + path) for path in sorted(now.files)]
            self._places[root, start] = now, places
        return places


def narrow(places: Sequence[Place], scope: PathScope) -> Sequence[Place]:
    """Return the files that a scope means.

    Raises:
        ToolError: there are none; the error names directories or extensions that there are.
    """
    if scope == PathScope():
        return places
    return list(compress(places, scope.mask(*_number_roots(places), "file that is searched")))


def directories_meant(places: Sequence[Place], scope: PathScope) -> tuple[str, ...]:
    """Name the directories that a scope means by names that none at the top of a repository has."""
    return scope.directories(*_number_roots(places)) if scope.within else ()


def _number_roots(places: Sequence[Place]) -> tuple[Sequence[OwnedPath], Mapping[int, str]]:
    """Return files below the numbers of their repositories, and the repositories by number."""
    numbers = {root: number for number, root in enumerate({each.root: None for each in places})}
    roots = {number: str(root) for root, number in numbers.items()}
    return [(numbers[each.root], each.path) for each in places], roots

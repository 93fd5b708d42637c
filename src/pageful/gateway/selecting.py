"""Fields of data that a view keeps, drops and cuts, and the names of what it leaves out."""

from __future__ import annotations

from fnmatch import fnmatchcase
from functools import lru_cache
from typing import Any

from pageful.gateway.paths import write_path
from pageful.gateway.views import FieldPath, ToolView
from pageful.lazy.dataclasses import dataclass, field

_ANY = "**"

Paths = frozenset[FieldPath]


@dataclass(frozen=True)
class Selected:
    """Data as a view leaves them, and the fields that it left out or cut."""

    value: Any
    left_out: tuple[str, ...] = ()
    cut: tuple[str, ...] = ()

    @property
    def is_less(self) -> bool:
        """Tell whether anything was left out."""
        return bool(self.left_out or self.cut)


def select(value: Any, view: ToolView) -> Selected:
    """Select the fields of data that a view wants; data too deep for it stay whole."""
    if not view.selects:
        return Selected(value)
    walk = _Walk()
    keep = frozenset(view.keep) if view.keep is not None else None
    wishes = _Wishes(keep, frozenset(view.drop or ()), frozenset(view.cut or ()))
    try:
        new = walk.value(value, wishes, ())
    except RecursionError:
        return Selected(value)
    return Selected(new, tuple(map(write_path, walk.left_out)), tuple(map(write_path, walk.cut)))


@dataclass(frozen=True)
class _Wishes:
    """The rest of each path, from where a value is; `keep` is `None` where all is kept."""

    keep: Paths | None
    drop: Paths
    cut: frozenset[tuple[FieldPath, int]]

    @property
    def is_empty(self) -> bool:
        return self.keep is None and not self.drop and not self.cut


@lru_cache(maxsize=4096)
def _step(paths: Paths, key: str) -> tuple[bool, Paths]:
    """Take one key: whether a path ends there, and the paths that go on below it."""
    ends, rest = False, set[FieldPath]()
    for path in paths:
        while path and path[0] == _ANY:
            rest.add(path)
            path = path[1:]  # noqa: PLW2901 -- `**` stands for no key, too
        if not path:
            ends = True
        elif fnmatchcase(key, path[0]):
            ends = ends or len(path) == 1 or set(path[1:]) == {_ANY}
            rest.add(path[1:])
    return ends, frozenset(path for path in rest if path)


@dataclass
class _Walk:
    left_out: dict[tuple[str, ...], None] = field(default_factory=dict)
    cut: dict[tuple[str, ...], None] = field(default_factory=dict)

    def value(self, value: Any, wishes: _Wishes, path: tuple[str, ...]) -> Any:
        if wishes.is_empty:
            return value
        if isinstance(value, list):
            return [
                self.value(item, wishes, path)
                for item in value
                if not path or wishes.keep is None or isinstance(item, list | dict)
            ]
        if isinstance(value, dict):
            return dict(self._members(value, wishes, path))
        return value

    def _members(self, value: dict[str, Any], wishes: _Wishes, path: tuple[str, ...]) -> Any:
        for key, item in value.items():
            here = (*path, key)
            is_dropped, drop = _step(wishes.drop, key)
            keep = wishes.keep
            if keep is not None and not is_dropped:
                is_kept, rest = _step(keep, key)
                keep = None if is_kept else rest
                is_dropped = not is_kept and not (rest and isinstance(item, list | dict))
            if is_dropped:
                self.left_out[here] = None
                continue
            new = self._cut(item, wishes, key, here)
            if new is item:
                new = self.value(item, _Wishes(keep, drop, _below(wishes.cut, key)), here)
            if keep is not None and not new:
                self._leave_out(here)
                continue
            yield key, new

    def _cut(self, item: Any, wishes: _Wishes, key: str, here: tuple[str, ...]) -> Any:
        if not isinstance(item, str):
            return item
        for path, size in wishes.cut:
            if len(item) > size and _step(frozenset([path]), key)[0]:
                self.cut[here] = None
                return f"{item[:size]}… (+{len(item) - size:,} characters)"
        return item

    def _leave_out(self, here: tuple[str, ...]) -> None:
        """Note that nothing is left of a value, in place of its parts."""
        for path in [each for each in self.left_out if each[: len(here)] == here]:
            del self.left_out[path]
        self.left_out[here] = None


def _below(cut: frozenset[tuple[FieldPath, int]], key: str) -> frozenset[tuple[FieldPath, int]]:
    return frozenset(
        (rest, size) for path, size in cut for rest in _step(frozenset([path]), key)[1]
    )

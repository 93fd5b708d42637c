"""Data made shorter until they fit: every large part of them gives its share."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pageful.gateway.json_text import write
from pageful.gateway.paths import From, Step, write_path
from pageful.lazy.dataclasses import dataclass, field

_MARK_ROOM = 40
"""Characters of the mark at the end of a text that says how much more there is."""

_SMALLEST = 2
"""Characters of an empty list, object or text: what is left at least of each."""


@dataclass(frozen=True)
class Part:
    """A part of a collection in some data: which items a page shows."""

    path: tuple[Step, ...]
    start: int
    stop: int
    total: int
    unit: str

    @property
    def is_last(self) -> bool:
        """Tell whether nothing follows."""
        return self.stop >= self.total

    @property
    def rest(self) -> tuple[Step, ...]:
        """Return the path of what follows; a text is read from its beginning again."""
        return self.path if self.unit == "characters" else (*self.path, From(self.stop))

    def __str__(self) -> str:
        """Say which items these are, for a reader."""
        of = f"`{write_path(self.path)}`: " if self.path else ""
        if self.start == self.stop:
            return f"{of}none of {self.total:,} {self.unit}"
        return f"{of}{self.unit} {self.start + 1:,}–{self.stop:,} of {self.total:,}"


@dataclass
class Shortening:
    """One shortening of some data: what it took from where."""

    parts: list[Part] = field(default_factory=list)

    def shorten(self, value: Any, room: int, path: tuple[Step, ...] = ()) -> Any:
        """Return a value of about as many characters of JSON as there is room for.

        Numbers stay whole, and so do keys, however long they are.
        """
        if len(write(value)) <= room:
            return value
        match value:
            case str():
                return self._shorten_text(value, room, path)
            case list():
                return self._shorten_list(value, room, path)
            case dict():
                return self._shorten_object(value, room, path)
        return value

    def _shorten_text(self, text: str, room: int, path: tuple[Step, ...]) -> str:
        kept = max(0, room - _MARK_ROOM)
        while kept and len(write(text[:kept])) > room - _MARK_ROOM:
            kept //= 2
        self.parts.append(Part(path, 0, kept, len(text), "characters"))
        return f"{text[:kept]}… (+{len(text) - kept:,} characters)"

    def _shorten_list(self, items: list[Any], room: int, path: tuple[Step, ...]) -> list[Any]:
        kept, left = 0, room - _SMALLEST
        while kept < len(items) and (size := len(write(items[kept])) + 1) <= left:
            kept, left = kept + 1, left - size
        shown = items[:kept]
        if not kept and left > _SMALLEST:
            shown, kept = [self.shorten(items[0], left, (*path, 0))], 1
        if kept < len(items):
            self.parts.append(Part(path, 0, kept, len(items), "rows"))
        return shown

    def _shorten_object(
        self, value: Mapping[str, Any], room: int, path: tuple[Step, ...]
    ) -> dict[str, Any]:
        """Give each member what it needs, and the large ones equal shares of the rest."""
        kept: dict[str, Any] = {}
        left = room - _SMALLEST
        for key, inner in value.items():
            left -= len(write(key)) + 2 + min(len(write(inner)), _MARK_ROOM)
            if left < 0 and kept:
                break
            kept[key] = inner
        keys = sum(len(write(key)) + 2 for key in kept)
        shares = _share([len(write(inner)) for inner in kept.values()], room - _SMALLEST - keys)
        shown = {
            key: self.shorten(inner, share, (*path, key))
            for (key, inner), share in zip(kept.items(), shares, strict=True)
        }
        if len(kept) < len(value):
            self.parts.append(Part(path, 0, len(kept), len(value), "members"))
        return shown


def _share(sizes: Sequence[int], room: int) -> list[int]:
    """Share some room out: who needs less than an equal share leaves the rest to the others."""
    shares = [0] * len(sizes)
    order = sorted(range(len(sizes)), key=sizes.__getitem__)
    for done, position in enumerate(order):
        shares[position] = max(_SMALLEST, min(sizes[position], room // (len(sizes) - done)))
        room -= shares[position]
    return shares

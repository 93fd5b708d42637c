"""Pages of data that are larger than a budget: which part of them a page shows."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from pageful.gateway.json_text import write
from pageful.gateway.paths import Step, replace_at, values_at, write_path

Write = Callable[[Any], str]
"""A way to write data: as a page, or as JSON."""

_ROOM_FOR_NOTES = 300
"""Characters of a page for the lines that say what is left out and how to get it."""

_DOMINANT = 0.6
"""The part of a value's size from which on one of its members is what has to be cut."""

_LONG_TEXT = 1_000
"""Characters from which on a text in a row may be shortened, and goes below a table."""

_SHORTENED = 300
"""Characters that stay of a shortened text: a paragraph, by which one sees what it is about."""

_ATTEMPTS = 8
"""Renderings at most until a part fits: each comes much closer to the room than the last."""


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

    def __str__(self) -> str:
        """Say which items these are, for a reader."""
        of = f"`{write_path(self.path)}`: " if self.path else ""
        return f"{of}{self.unit} {self.start + 1:,}–{self.stop:,} of {self.total:,}"


@dataclass(frozen=True)
class CutPage:
    """A page of data: its text, the part that it shows, and whether texts in it are shortened."""

    text: str
    part: Part | None = None
    shortened: tuple[str, ...] = ()

    @property
    def hides(self) -> bool:
        """Tell whether anything is left out."""
        return bool(self.shortened) or (self.part is not None and not self.part.is_last)


def cut_page(
    value: Any, number: int, budget: int, write_it: Write, whole: str | None = None
) -> CutPage | None:
    """Make the page of some data with a number, from 1; `None` where there is no such page.

    The first page has everything but the rest of the largest collection; the others that rest.
    `whole` is all of the data as `write_it` writes them, where that is known.
    """
    whole = write_it(value) if whole is None else whole
    path = _find_collection(value) if len(whole) > budget else None
    if path is None:
        return CutPage(whole) if number == 1 else None
    collection = next(values_at(value, path))
    items, shortened = _shorten(collection, path, budget)
    start, per_item = 0, len(whole) / max(len(items), 1)
    for each in range(1, number + 1):
        if start >= len(items):
            return None
        base = replace_at(value, path, None) if each == 1 else None
        text, stop = _fit(
            _Frame(base, path, items, write_it), start, budget - _ROOM_FOR_NOTES, per_item
        )
        page = CutPage(
            text, Part(path, start, stop, len(items), _unit(collection)),
            tuple(name for position, name in shortened if start <= position < stop),
        )  # fmt: skip
        start = stop
    return page


@dataclass(frozen=True)
class _Frame:
    """A collection, and the data around it on the first page."""

    base: Any
    path: tuple[Step, ...]
    items: Any
    write_it: Write

    def text(self, start: int, stop: int) -> str:
        part = _take(self.items, start, stop)
        if self.base is not None and self.path:
            part = replace_at(self.base, self.path, part)
        return part if isinstance(part, str) else self.write_it(part)


def _fit(frame: _Frame, start: int, room: int, per_item: float) -> tuple[str, int]:
    """Find the items from a start on that fill some room; at least one.

    `per_item` is the size of one, on the average of all: a first guess.
    """
    total = len(frame.items)
    low, high, best = start, total + 1, ""
    stop = start + max(1, int(room / max(per_item, 1.0)))
    for _ in range(_ATTEMPTS):
        stop = min(max(stop, low + 1), high - 1, total)
        text = frame.text(start, stop)
        if len(text) <= room:
            low, best = stop, text
        else:
            high = stop
        if low >= high - 1 or low == total or (best and len(best) > 0.85 * room):
            break
        scaled = start + int((stop - start) * room * 0.96 / max(len(text), 1))
        stop = scaled if low < scaled < high else (low + high) // 2
    if low == start:
        low = start + 1
        best = frame.text(start, low)
    return best, low


def _find_collection(value: Any) -> tuple[Step, ...] | None:
    """Find the list, object or text that most of some data is."""
    path: tuple[Step, ...] = ()
    while isinstance(value, list | dict):
        pairs = list(value.items() if isinstance(value, dict) else enumerate(value))
        if not pairs:
            return None
        sizes = [len(write(item)) for _, item in pairs]
        largest = max(range(len(pairs)), key=sizes.__getitem__)
        if len(pairs) > 1 and sizes[largest] < _DOMINANT * sum(sizes):
            return path
        path = (*path, pairs[largest][0])
        value = pairs[largest][1]
    return path if isinstance(value, str) else None


def _take(items: Any, start: int, stop: int) -> Any:
    if isinstance(items, dict):
        return dict(list(items.items())[start:stop])
    return items[start:stop]


def _unit(collection: Any) -> str:
    if isinstance(collection, str):
        return "characters"
    return "rows" if isinstance(collection, list) else "members"


def _shorten(
    items: Any, path: tuple[Step, ...], budget: int
) -> tuple[Any, tuple[tuple[int, str], ...]]:
    """Shorten long texts in items of which one alone would take half a page."""
    if isinstance(items, str):
        return items, ()
    pairs = list(items.items() if isinstance(items, dict) else enumerate(items))
    notes: list[tuple[int, str]] = []
    new = []
    for position, (key, item) in enumerate(pairs):
        if len(write(item)) > budget // 2:
            paths: list[str] = []
            new.append((key, _shorten_texts(item, (*path, key), paths)))
            notes += [(position, each) for each in paths]
        else:
            new.append((key, item))
    return (dict(new) if isinstance(items, dict) else [item for _, item in new]), tuple(notes)


def _shorten_texts(value: Any, path: tuple[Step, ...], paths: list[str]) -> Any:
    if isinstance(value, str) and len(value) > _LONG_TEXT:
        paths.append(write_path(path))
        return f"{value[:_SHORTENED]}… (+{len(value) - _SHORTENED:,} characters)"
    if isinstance(value, dict):
        return {key: _shorten_texts(item, (*path, key), paths) for key, item in value.items()}
    if isinstance(value, list):
        return [_shorten_texts(item, (*path, index), paths) for index, item in enumerate(value)]
    return value

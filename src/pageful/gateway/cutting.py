"""Pages of data that are larger than a budget: which part of them a page shows."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pageful.gateway.json_text import write
from pageful.gateway.paths import From, Step, replace_at, values_at, write_path
from pageful.gateway.shortening import Part, Shortening
from pageful.lazy.dataclasses import dataclass, replace

Write = Callable[[Any], str]
"""A way to write data: as a page, or as JSON."""

_ROOM_FOR_NOTES = 300
"""Characters of a page for the lines that say what is left out and how to get it."""

_MOST_NOTES = 1_500
"""The same at most, where many parts are cut: a dozen lines."""

_LONG_PATH = 50
"""Characters of a path above which a note of it would not fit where there are others."""

_DOMINANT = 0.6
"""The part of a value's size from which on one of its members is what has to be cut."""

_LONG_TEXT = 1_000
"""Characters from which on a text in a row may be shortened, and goes below a table."""

_SHORTENED = 300
"""Characters that stay of a shortened text: a paragraph, by which one sees what it is about."""

_ATTEMPTS = 8
"""Renderings at most until a part fits: each comes much closer to the room than the last."""


@dataclass(frozen=True)
class CutPage:
    """A page of data: its text, the part that it shows, and what in it is shortened.

    `part` goes on with the next page; each of `parts` has its own path. `is_clipped` is a page of a
    row that is larger than a page, and can't be named by a path.
    """

    text: str
    part: Part | None = None
    shortened: tuple[str, ...] = ()
    parts: tuple[Part, ...] = ()
    is_clipped: bool = False

    @property
    def hides(self) -> bool:
        """Tell whether anything is left out."""
        cut = bool(self.shortened or self.parts or self.is_clipped)
        return cut or (self.part is not None and not self.part.is_last)


def cut_page(
    value: Any,
    number: int,
    budget: int,
    write_it: Write,
    whole: str | None = None,
    *,
    can_name: bool = True,
) -> CutPage | None:
    """Make the page of some data with a number, from 1; `None` where there is no such page.

    The first page has everything but the rest of the largest collection; the others that rest.
    Where several are large, there is one page, which names the path of each rest. `whole` is all of
    the data as `write_it` writes them, where that is known; `can_name` says whether paths lead into
    them.
    """
    whole = write_it(value) if whole is None else whole
    if len(whole) <= budget:
        return CutPage(whole) if number == 1 else None
    path = _find_collection(value)
    if (
        path is None
        or len(write_path(path)) > _LONG_PATH
        or (can_name and _has_several(next(values_at(value, path)), budget))
    ):
        return _cut_everywhere(value, number, budget, write_it, can_name=can_name)
    return _cut_one(value, number, budget, write_it, path, whole, can_name=can_name)


def _cut_one(
    value: Any,
    number: int,
    budget: int,
    write_it: Write,
    path: tuple[Step, ...],
    whole: str,
    *,
    can_name: bool,
) -> CutPage | None:
    """Cut one collection, whose rest is on further pages."""
    collection = next(values_at(value, path))
    items, shortened = _shorten(collection, path, budget)
    if any(len(name) > _LONG_PATH for _, name in shortened):
        return _cut_everywhere(value, number, budget, write_it, can_name=can_name)
    room = budget - _ROOM_FOR_NOTES
    start, per_item = 0, len(whole) / max(len(items), 1)
    for each in range(1, number + 1):
        if start >= len(items):
            return None
        base = replace_at(value, path, None) if each == 1 else None
        text, stop = _fit(_Frame(base, path, items, write_it), start, room, per_item)
        if len(text) > room and each == 1:
            return _cut_everywhere(value, number, budget, write_it, can_name=can_name)
        if len(text) > room:
            item = next(values_at(collection, (From(start),)))
            first = _take(item, 0, 1)
            row_room = room - notes_room(budget)
            page = _cut_row(first, (*path, start), row_room, write_it, can_name=can_name)
        else:
            names = tuple(name for position, name in shortened if start <= position < stop)
            page = CutPage(text, shortened=names)
        page = replace(page, part=Part(path, start, stop, len(items), _unit(collection)))
        start = stop
    return page


def _cut_row(
    row: Any, path: tuple[Step, ...], room: int, write_it: Write, *, can_name: bool
) -> CutPage:
    """Make the page of one item that is larger than a page."""
    is_object = isinstance(row, dict)
    (inner,) = row.values() if is_object else row
    at = (*path[:-1], next(iter(row))) if is_object else path
    wrap = (lambda part: {next(iter(row)): part}) if is_object else (lambda part: [part])
    if can_name and (found := _fit_shortened(inner, room, lambda part: write_it(wrap(part)), at)):
        return found
    text = write(inner)[:room]
    if can_name:
        return CutPage(text, parts=(Part(at, 0, len(text), len(write(inner)), "characters"),))
    return CutPage(text, is_clipped=True)


def _cut_everywhere(
    value: Any, number: int, budget: int, write_it: Write, *, can_name: bool
) -> CutPage | None:
    """Cut all that is large; what has no parts is shown as JSON, page by page."""
    room = budget - notes_room(budget)
    page = _fit_shortened(value, room, write_it, ()) if can_name else None
    if page is not None:
        return page if number == 1 else None
    source, start = write(value), (number - 1) * room
    if start >= len(source):
        return None
    text = source[start : start + room]
    return CutPage(text, Part((), start, start + len(text), len(source), "characters"))


def notes_room(budget: int) -> int:
    """Return the characters of a page for the lines that name what is cut."""
    return max(_ROOM_FOR_NOTES, min(budget // 5, _MOST_NOTES))


def _fit_shortened(
    value: Any, room: int, write_it: Write, path: tuple[Step, ...]
) -> CutPage | None:
    """Shorten data until they fill some room; `None` where that does not help."""
    best, target = None, room
    for _ in range(_ATTEMPTS):
        shortening = Shortening()
        text = write_it(shortening.shorten(value, target, path))
        if len(text) <= room and (best is None or len(text) > len(best.text)):
            best = CutPage(text, parts=tuple(shortening.parts))
        if 0.85 * room < len(text) <= room:
            break
        scaled = int(target * room * 0.96 / max(len(text), 1))
        if scaled == target:
            break
        target = scaled
    return best


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


def _has_several(collection: Any, budget: int) -> bool:
    """Tell whether a collection is an object of which one member alone is much of a page."""
    return isinstance(collection, dict) and any(
        len(write(inner)) > budget // 4 for inner in collection.values()
    )


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

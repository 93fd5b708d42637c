"""Lines of the pages of several places, as many as there is room for."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pageful.lazy.dataclasses import dataclass
from pageful.text.single_line import name
from pageful.vault.finding.results import Place, PlacesReading, TextRow

_NUMBERED = 5
"""Every fifth row has its number: 1 to 2 % more tokens than none, and half of those of all."""
_GAP = 2
"""Rows left out in a row before the next has its number."""
_FRAME = 20
"""Characters of a page around a place: its mark, its fences and the newlines between."""
_LEAST = 400
"""Characters of room in which a place is begun: less is a few rows, which the next call repeats."""
_LONGEST = 300
"""Characters of the names of places without room."""


@dataclass(frozen=True, slots=True)
class ShownPlace:
    """A place on the page: its head, its rows as text, and the first line without room, or 0."""

    head: str
    text: str
    rest: int = 0
    is_error: bool = False


@dataclass(frozen=True, slots=True)
class PlacesPage:
    """The shown part of the places, and the places to ask for next."""

    shown: tuple[ShownPlace, ...]
    waiting: tuple[str, ...]
    left_out: int
    commented: int = 0

    @property
    def unshown(self) -> str:
        """The names of the places without room, as many as a line has."""
        listed = ", ".join(map(name, self.waiting))
        return listed if len(listed) <= _LONGEST else f"{listed[:_LONGEST]}…"


def page_of(reading: PlacesReading) -> PlacesPage:
    """Return what has room; of the first place at least a row, and errors whatever their number."""
    shown: list[ShownPlace] = []
    waiting: list[str] = []
    room = reading.room - sum(len(place.error) + _FRAME for place in reading.places if place.error)
    for place in reading.places:
        head = head_of(place)
        if place.error:
            shown.append(ShownPlace(head, place.error, is_error=True))
            continue
        rows = [*number_rows(place.rows)]
        left = room - len(head) - _FRAME
        if waiting or (
            any(not each.is_error for each in shown) and left < min(_LEAST, _length(rows))
        ):
            waiting.append(_again(place, place.first))
            continue
        fitting = _fitting(rows, left)
        rest = place.rows[fitting].line if fitting < len(rows) else 0
        shown.append(ShownPlace(head, "\n".join(rows[:fitting]), rest))
        room = left - _length(rows[:fitting])
        if rest:
            waiting.append(_again(place, rest))
    return PlacesPage(
        tuple(shown),
        tuple(waiting),
        sum(place.left_out for place in reading.places),
        sum(len(place.commented) for place in reading.places),
    )


def head_of(place: Place) -> str:
    """Return the head of a place: the note, the lines of a part, and how many say nothing."""
    if place.error:
        return name(place.asked)
    title = name(place.path.removesuffix(".md"))
    end = f"-{place.last}" if place.last > place.first else ""
    part = f":{place.first}{end}" if place.is_part else ""
    also = f" (also {', '.join(map(str, place.also))})" if place.also else ""
    return f"{title}{part}{also}{left_out_note(place.left_out, len(place.commented))}"


def left_out_note(lines: int, comments: int) -> str:
    """Return how many lines, and comments within the others, a text is without."""
    parts = [_lines(lines)] if lines else []
    if comments:
        parts.append(f"{comments:,} comment{'s' if comments > 1 else ''}")
    return f" (-{', '.join(parts)})" if parts else ""


def number_rows(rows: Sequence[TextRow]) -> Iterator[str]:
    """Yield the rows, the first, every fifth and those behind a gap with their line's number."""
    since, before = _NUMBERED, 0
    for row in rows:
        since += 1
        if since >= _NUMBERED or row.line - before > _GAP + 1:
            yield f"{row.line} {row.text}"
            since = 0
        else:
            yield f" {row.text}"
        before = row.line


def _fitting(rows: Sequence[str], room: int) -> int:
    """Return how many rows have room; one at least."""
    used = 0
    for number, row in enumerate(rows):
        used += len(row) + 1
        if used > room:
            return max(1, number)
    return len(rows)


def _length(rows: Sequence[str]) -> int:
    return sum(len(row) + 1 for row in rows)


def _again(place: Place, first: int) -> str:
    if first <= 1 and not place.is_part:
        return place.path
    return f"{place.path}:{first}-{place.last}"


def _lines(number: int) -> str:
    return f"{number:,} line" if number == 1 else f"{number:,} lines"

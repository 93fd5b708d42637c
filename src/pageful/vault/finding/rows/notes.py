"""Rows of notes: their names, headings, links or text."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import groupby

from pageful.text.units import amount
from pageful.vault.finding.page_lines import PageLine, by_folder, clip, more_notes, name_in, title
from pageful.vault.finding.places_layout import head_of, number_rows
from pageful.vault.finding.results import Form, QueryAnswer, Row


def name_rows(found: QueryAnswer, limit: int) -> Iterator[PageLine]:
    """Yield notes below their folders, each with its gist where that is wanted."""
    notes = [(row.path, [row]) for row in found.rows]
    for folder, each in by_folder(notes[:limit], found):
        if folder:
            yield PageLine(folder, 1)
        for path, (row,) in each:
            yield PageLine(name_in(path, found) + _gist(found.form, row), 2)
    yield from more_notes([path for path, _ in notes[limit:]])


def _gist(form: Form, row: Row) -> str:
    return f": {clip(row.text) or '(no text)'}" if form == "gist" else ""


def note_rows(found: QueryAnswer, limit: int) -> Iterator[PageLine]:
    """Yield the notes of an outline, of links or of related notes, each with its rows."""
    by_note = [(path, [*rows]) for path, rows in groupby(found.rows, key=lambda row: row.path)]
    shown = 0
    for number, (path, (first, *rows)) in enumerate(by_note):
        if shown >= limit:
            yield from more_notes([path for path, _ in by_note[number:]])
            return
        lines = _describe_outline(first, rows) if found.form == "outline" else ""
        yield PageLine(f"{title(path)}{lines}", 1)
        room = max(1, limit - shown)
        for row in rows[:room]:
            yield PageLine(f" {_ROW[found.form](row)}", 2)
        if len(rows) > room:
            yield PageLine(f" … {len(rows) - room:,} more", 2)
        shown += 1 + len(rows)


def text_rows(found: QueryAnswer, limit: int) -> Iterator[PageLine]:
    """Yield the text of each note or section below its path and lines."""
    for place in found.places[:limit]:
        yield PageLine(f"# {head_of(place)}", 1)
        for text, row in zip(number_rows(place.rows), place.rows, strict=True):
            yield PageLine(text, 2, f"{row.line} {row.text}")
    yield from more_notes([place.path for place in found.places[limit:]])


def _describe_outline(note: Row, headings: Sequence[Row]) -> str:
    """Return how long a note is, and that it has no headings, if so."""
    return f" ({amount(note.count, 'line')}{'' if headings else ', no headings'})"


def _heading(row: Row) -> str:
    return f"{row.line} {clip(row.text)}"


def _link(row: Row) -> str:
    lines = f" {' '.join(row.values)}" if row.values else ""
    return f"{clip(row.text.removesuffix('.md'))}{lines}"


def _related_row(row: Row) -> str:
    """Return a note that is near in meaning, with its nearest line."""
    place = f"{row.text.removesuffix('.md')}:{row.line}" if row.line else row.text
    return f"{clip(place)} {' '.join(row.values)}".rstrip()


_ROW: Mapping[str, Callable[[Row], str]] = {
    "outline": _heading,
    "links": _link,
    "related": _related_row,
}

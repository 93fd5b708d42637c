"""Rows of values: fields of notes, and counts by them."""

from __future__ import annotations

from collections.abc import Iterator

from pageful.text.excerpts import shorten
from pageful.text.single_line import name
from pageful.text.units import amount
from pageful.vault.finding.heads import counted_states
from pageful.vault.finding.page_lines import PageLine, by_folder, clip, more_notes, name_in
from pageful.vault.finding.results import QueryAnswer, Row

_MOST_DIFFERENT = 12
_MOST_VALUES = 8
_SOME_VALUES = 4
"""Values of a field: eight where there are at most twelve different ones, else four."""


def column_rows(found: QueryAnswer, limit: int) -> Iterator[PageLine]:
    """Yield the values of chosen fields, a note a row, below their folders."""
    notes = [(row.path, [row]) for row in found.rows]
    for folder, each in by_folder(notes[:limit], found):
        if folder:
            yield PageLine(folder, 1)
        for path, (row,) in each:
            values = (clip(value) or "-" for value in row.values)
            yield PageLine(" | ".join([*values, name_in(path, found)]), 2)
    yield from more_notes([row.path for row in found.rows[limit:]])


def field_rows(found: QueryAnswer, limit: int) -> Iterator[PageLine]:
    """Yield fields with their notes and values, and the names of those without room."""
    for row in found.rows[:limit]:
        yield PageLine(f"{name(row.text)} {row.count:,}: {_values(row)}", 1)
    if rest := found.rows[limit:]:
        names = ", ".join(f"{name(row.text)} {row.count:,}" for row in rest)
        yield PageLine(f"… {amount(len(rest), 'field')} more: {names}", 1)


def _values(row: Row) -> str:
    """Write the values of a field in the notes that have it."""
    values = [*row.counts.items()]
    if not values:
        return "empty"
    if len(values) > 1 and all(_is_date(text) for text, _ in values):
        dates = sorted(row.counts)
        return f"{dates[0]} … {dates[-1]}"
    if len(values) > max(1, row.count // 3) and len(values) > _SOME_VALUES:
        return f"{len(values):,} different, as {clip(values[0][0])}"
    shown = _MOST_VALUES if len(values) <= _MOST_DIFFERENT else _SOME_VALUES
    listed = "; ".join(f"{shorten(text, 60, '…')} {number}" for text, number in values[:shown])
    return f"{listed}; … {len(values):,} different" if len(values) > shown else listed


def _is_date(text: str) -> bool:
    return len(text) >= 10 and text[:4].isdecimal() and text[4] == text[7] == "-"


def count_rows(found: QueryAnswer, limit: int) -> Iterator[PageLine]:
    """Yield values with the numbers of their notes or tasks."""
    for row in found.rows[:limit]:
        values = " | ".join(map(clip, row.values))
        counts = [f"{row.counts.get(state, 0):,}" for state in counted_states(found)]
        yield PageLine(" ".join([*(counts or [f"{row.count:,}"]), values]), 1)
    rest = found.rows[limit:]
    if rest:
        counted = sum(row.count for row in rest)
        yield PageLine(f"… {amount(len(rest), 'value')} more, {counted:,} together", 1)

"""Rows of lines of notes: each below its note, those that many notes have once."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import groupby

from pageful.text.units import amount
from pageful.vault.finding.link_targets import shorten_targets
from pageful.vault.finding.page_lines import (
    LONGEST,
    PageLine,
    by_folder,
    clip,
    clip_around,
    more_notes,
    name_in,
    short_title,
    title,
    title_after,
    width_of,
)
from pageful.vault.finding.repeated_lines import repeated_lines
from pageful.vault.finding.results import QueryAnswer, Row

# > | flour   | 500 g
_PADDING = re.compile(r"[ \t]{2,}")


def line_rows(found: QueryAnswer, limit: int) -> Iterator[PageLine]:
    """Yield lines below their notes and folders; last those that have words in targets of links.

    The latter are numbers alone where the limit leaves no room.
    """
    repeated = repeated_lines(found.rows)
    for text, number in list(repeated.items())[:limit]:
        paths = [row.path for row in found.rows if row.text.strip() == text]
        places = f"{title(paths[0])} … {title_after(paths[-1], paths[0])}"
        yield PageLine(f"{number:,} x {clip(text)} ({places})")
    if len(repeated) > limit:
        yield PageLine(f"… {len(repeated) - limit:,} lines more that many notes have")
    rows = [row for row in found.rows if row.text.strip() not in repeated]
    seen = [row for row in rows if not row.in_target]
    yield from _rows_by_note(found, seen, limit)
    if behind := [row for row in rows if row.in_target]:
        yield PageLine(f"with words in targets of links alone ({amount(len(behind), 'line')}):")
        yield from _rows_by_note(found, behind, limit, only_numbers=len(rows) > limit)


def _rows_by_note(
    found: QueryAnswer, rows: Sequence[Row], limit: int, *, only_numbers: bool = False
) -> Iterator[PageLine]:
    by_note = [(path, [*each]) for path, each in groupby(rows, key=lambda row: row.path)]
    each = _lines_a_note([len(rows) for _, rows in by_note], limit)
    most = limit if each == 1 or only_numbers else len(by_note)
    shown = [row for _, lines in by_note[:most] for row in lines[:each] if not row.in_target]
    width = width_of([len(_tidy(row)[0]) for row in shown])
    for folder, notes in by_folder(by_note[:most], found):
        if folder:
            yield PageLine(folder, 1)
        for path, lines in notes:
            name = name_in(path, found)
            if only_numbers:
                yield PageLine(f"{name}:{_numbers(lines)}", 2)
            else:
                yield from _note_lines(name, lines, each, width)
    yield from more_notes([path for path, _ in by_note[most:]])


def _numbers(rows: Sequence[Row]) -> str:
    return " ".join(str(row.line) for row in rows)


def _note_lines(name: str, rows: Sequence[Row], most: int, width: int) -> Iterator[PageLine]:
    rest = f" … {_numbers(rows[most:])}" if rows[most:] else ""
    if len(rows) == 1 or most == 1:
        yield PageLine(f"{name}:{rows[0].line} {shown_line(rows[0], width)}{rest}", 2)
        yield from _text_below(rows[0])
        return
    yield PageLine(name, 2)
    for row in rows[:most]:
        yield PageLine(f" {row.line} {shown_line(row, width)}", 3)
        yield from _text_below(row)
    if rest:
        yield PageLine(rest, 3)


def _text_below(row: Row) -> Iterator[PageLine]:
    """Yield the text below a line that is a heading."""
    for line in row.below:
        yield PageLine(f" {line.line}- {line.text}", 3)
    if row.below_to:
        yield PageLine(f" … to {row.below_to}", 3)


def _lines_a_note(numbers: Sequence[int], limit: int) -> int:
    """Return the largest number of lines a note with which all are at most the limit."""
    most = max(numbers, default=1)
    while most > 1 and sum(min(number, most) for number in numbers) > limit:
        most -= 1
    return most


def line_count_rows(found: QueryAnswer, limit: int) -> Iterator[PageLine]:
    """Yield lines with their numbers, and the notes without any."""
    seen = set[str]()
    for row in found.rows[:limit]:
        yield PageLine(f"{row.count:,} {shown_line(row)}{_only_place(row, seen)}", 1)
    rest = found.rows[limit:]
    if rest:
        counted = sum(row.count for row in rest)
        yield PageLine(f"… {amount(len(rest), 'different line')} more, {counted:,} together", 1)
    if found.without:
        named = "; ".join(map(title, found.without))
        yield PageLine(f"without: {len(found.without)}: {named}", 1)


def _only_place(row: Row, seen: set[str]) -> str:
    """Return the place of a line that occurs once, naming a note by its path the first time."""
    if not row.path:
        return ""
    called = short_title(row.path) if row.path in seen else title(row.path)
    seen.add(row.path)
    return f" ({called}:{row.line})"


def shown_line(row: Row, width: int = LONGEST) -> str:
    """Return a line without the space around it; a long one without targets, around its match."""
    text, start = _tidy(row)
    if len(text) > width and not row.in_target:
        text, start = shorten_targets(text, start)
    return clip_around(text, start, width)


def _tidy(row: Row) -> tuple[str, int]:
    """Return a line without the space around it or within a table, and where its match begins."""
    text = row.text.lstrip()
    start = max(0, row.start - (len(row.text) - len(text)))
    if text.startswith("|"):
        start = len(_PADDING.sub(" ", text[:start]))
        text = _PADDING.sub(" ", text)
    if text.startswith(("- [", "* [", "+ [")):
        text, start = text[2:], max(0, start - 2)
    return text.rstrip(), start

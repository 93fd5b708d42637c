"""Rows of lines of notes: each below its note, those that many notes have once."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import groupby

from pageful.vault.finding.page_lines import (
    LONGEST,
    PageLine,
    amount,
    around,
    by_folder,
    clip,
    more_notes,
    name_in,
    title,
    titles,
)
from pageful.vault.finding.repeated_lines import repeated_lines
from pageful.vault.finding.results import Found, Row

# > | flour   | 500 g
_PADDING = re.compile(r"[ \t]{2,}")


def line_rows(found: Found, limit: int) -> Iterator[PageLine]:
    """Yield lines below their notes and folders."""
    repeated = repeated_lines(found.rows)
    named = titles(found.rows)
    for text, number in list(repeated.items())[:limit]:
        paths = [row.path for row in found.rows if row.text.strip() == text]
        places = f"{named[paths[0]]} … {named[paths[-1]]}"
        yield PageLine(f"{number:,} x {clip(text)} ({places})")
    if len(repeated) > limit:
        yield PageLine(f"… {len(repeated) - limit:,} lines more that many notes have")
    rows = [row for row in found.rows if row.text.strip() not in repeated]
    by_note = [(path, [*each]) for path, each in groupby(rows, key=lambda row: row.path)]
    each = _lines_a_note([len(rows) for _, rows in by_note], limit)
    most = limit if each == 1 else len(by_note)
    for folder, notes in by_folder(by_note[:most], found):
        if folder:
            yield PageLine(folder, 1)
        for path, lines in notes:
            yield from _note_lines(name_in(path, found), lines, each)
    yield from more_notes([path for path, _ in by_note[most:]])


def _note_lines(title: str, rows: Sequence[Row], most: int) -> Iterator[PageLine]:
    numbers = [row.line for row in rows[most:]]
    rest = f" … {' '.join(map(str, numbers))}" if numbers else ""
    if len(rows) == 1 or most == 1:
        yield PageLine(f"{title}:{rows[0].line} {shown_line(rows[0])}{rest}", 2)
        return
    yield PageLine(title, 2)
    for row in rows[:most]:
        yield PageLine(f" {row.line} {shown_line(row)}", 3)
    if rest:
        yield PageLine(rest, 3)


def _lines_a_note(numbers: Sequence[int], limit: int) -> int:
    """Return the largest number of lines a note with which all are at most the limit."""
    most = max(numbers, default=1)
    while most > 1 and sum(min(number, most) for number in numbers) > limit:
        most -= 1
    return most


def line_count_rows(found: Found, limit: int) -> Iterator[PageLine]:
    """Yield lines with their numbers, and the notes without any."""
    for row in found.rows[:limit]:
        yield PageLine(f"{row.count:,} {shown_line(row)}", 1)
    rest = found.rows[limit:]
    if rest:
        counted = sum(row.count for row in rest)
        yield PageLine(f"… {amount(len(rest), 'different line')} more, {counted:,} together", 1)
    if found.without:
        named = "; ".join(map(title, found.without))
        yield PageLine(f"without: {len(found.without)}: {named}", 1)


def shown_line(row: Row) -> str:
    """Return a line without the space around it, a long one around its first match."""
    text = row.text.lstrip()
    start = max(0, row.start - (len(row.text) - len(text)))
    if text.startswith("|"):
        start = len(_PADDING.sub(" ", text[:start]))
        text = _PADDING.sub(" ", text)
    if text.startswith(("- [", "* [", "+ [")):
        text, start = text[2:], max(0, start - 2)
    text = text.rstrip()
    return around(text, start, LONGEST)

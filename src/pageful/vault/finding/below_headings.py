"""The text below headings that have the words: what a heading is found for."""

from __future__ import annotations

from collections.abc import Sequence

from pageful.lazy.dataclasses import replace
from pageful.text.excerpts import shorten
from pageful.vault.finding.results import Row, TextRow
from pageful.vault.finding.selection import Selection

_ROOM = 1_200
"""Characters of text below the headings of an answer: a definition or a short list each. Chosen by
hand: some 350 tokens, where reading the section in a second call costs four times as much."""


def with_text_below(selection: Selection, rows: Sequence[Row]) -> list[Row]:
    """Return rows of lines, each that is a heading with the text up to the next heading."""
    headings = {
        path: {heading.line for heading in selection.sources.visible.notes[path].headings}
        for path in {row.path for row in rows}
    }
    found = {(row.path, row.line) for row in rows}
    number = sum(row.line in headings[row.path] for row in rows)
    return [
        _with_text(selection, row, found, _ROOM // number)
        if row.line in headings[row.path]
        else row
        for row in rows
    ]


def _with_text(selection: Selection, row: Row, found: set[tuple[str, int]], room: int) -> Row:
    """Return a heading with lines below it that fit into some characters, one at least."""
    last = next(
        end for start, end in selection.sources.source(row.path).section_spans if start == row.line
    )
    texts = selection.sources.visible.text(row.path).split("\n")
    lines = [
        TextRow(number, text)
        for number in range(row.line + 1, last + 1)
        if (text := texts[number - 1].rstrip()).strip() and (row.path, number) not in found
    ]
    below = list[TextRow]()
    for line in lines:
        if below and room < len(line.text):
            return replace(row, below=tuple(below), below_to=lines[-1].line)
        below.append(replace(line, text=shorten(line.text, max(room, 1), "…")))
        room -= len(line.text)
    return replace(row, below=tuple(below))

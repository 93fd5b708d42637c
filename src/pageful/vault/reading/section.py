"""Sections and blocks of a text: which characters a heading or a block's id means."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import accumulate

from pageful.lazy.dataclasses import dataclass
from pageful.text import units
from pageful.vault.parsing.note import parse_note
from pageful.vault.parsing.parsed_note import Heading, ListItem, Note, Section
from pageful.vault.reading.outline import headings_meant, headings_over, outline
from pageful.vault.reading.text_file import lines_with_ends
from pageful.vault.reading.view_anchor import no_such_place

_MOST_ALSO = 20
"""Further headings of the name whose lines are told."""


@dataclass(frozen=True, slots=True)
class Part:
    """Characters `start` to `end` of a text, below `headings`, outermost first.

    `remarks` tell of other headings that were meant as well.
    """

    start: int
    end: int
    headings: tuple[str, ...]
    remarks: tuple[str, ...] = ()


def part_of(path: str, text: str, wanted: str) -> Part:
    """Return the section below a heading, or for `^id` the block with that id.

    A section goes from its heading to the next of its level or above. How a heading is named, see
    `headings_meant`. The text is parsed anew: it may have changed since the vault was read.

    Raises:
        ToolError: there is no such heading or block; the error names the nearest.
    """
    note = parse_note(text)
    starts = _starts(text)
    if wanted.strip().removeprefix("#").startswith("^"):
        first, last = _block(path, note, wanted)
        return Part(starts[first - 1], starts[last], headings_over(outline(note.headings), first))
    found = _headings(path, note, wanted)
    heading = found[0]
    nested = outline(note.headings)
    above = next(each for each in nested if each[-1] is heading)
    last = last_line(note, heading)
    end = starts[last] if last < len(starts) else len(text)
    names = tuple(each.text for each in above)
    return Part(starts[heading.line - 1], end, names, tuple(_also(found[1:])))


def last_line(note: Note, heading: Heading) -> int:
    """Return the last line of a heading's section: that before the next of its level or above."""
    following = (
        each.line - 1
        for each in note.headings
        if each.line > heading.line and each.level <= heading.level
    )
    return next(following, note.lines)


def _starts(text: str) -> list[int]:
    """Return the offset of each line, and that of the text's end; a mark before it is the first's.

    A byte order mark is no part of the text to a parser, and one of the file to a reader.
    """
    return [*accumulate(map(len, lines_with_ends(text)), initial=0)]


def _headings(path: str, note: Note, wanted: str) -> Sequence[Heading]:
    nested = outline(note.headings)
    if found := headings_meant(nested, wanted):
        return found
    names = [heading.text for (*_, heading) in nested if heading.text.strip()]
    raise no_such_place(path, "heading", wanted, names, tool="vault_read")


def _block(path: str, note: Note, wanted: str) -> tuple[int, int]:
    named: list[Section | ListItem] = [*note.sections, *note.items]
    sought = wanted.strip().removeprefix("#").removeprefix("^").lower()
    for each in named:
        if sought and each.block_id.lower() == sought:
            return each.line, _end_of_item(note, each) if isinstance(
                each, ListItem
            ) else each.end_line
    names = [f"^{each.block_id}" for each in named if each.block_id]
    raise no_such_place(path, "block", wanted, names, tool="vault_read")


def _end_of_item(note: Note, item: ListItem) -> int:
    """Return the last line of an item with the items that are nested in it."""
    ends, inside = item.end_line, {item.line}
    for each in note.items:
        if each.parent in inside:
            inside.add(each.line)
            ends = max(ends, each.end_line)
    return ends


def _also(others: Sequence[Heading]) -> Iterator[str]:
    if others:
        lines = units.list_names([f"{each.line:,}" for each in others], _MOST_ALSO)
        which = "Another heading fits" if len(others) == 1 else "Other headings fit"
        noun = "line" if len(others) == 1 else "lines"
        yield f"{which}, on {noun} {lines}."

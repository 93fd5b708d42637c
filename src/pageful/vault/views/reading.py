"""The page of a note: facts about it, then its exact text, between fences."""

from __future__ import annotations

from collections.abc import Iterator

from pageful.page.blocks import Block, Hatch, Heading, Line, Note, Verbatim
from pageful.page.calls import Call
from pageful.page.presentation import Detail
from pageful.text.single_line import join_lines, name
from pageful.text.units import amount, extent, page_label, size
from pageful.vault.finding.results import PlacesReading
from pageful.vault.results.reading import Reading
from pageful.vault.views.properties import summary


def reading_page(reading: Reading, detail: Detail) -> Iterator[Block]:
    """Yield a note, or a page of it, below a few lines about it."""
    yield Heading(name(reading.path), 1)
    yield Line("\n".join(_about(reading, detail)))
    if reading.notes:
        yield Note("\n".join(reading.notes))
    if detail == "concise":
        yield Hatch(tuple(_left_out(reading)))
    yield Verbatim(reading.content, fenced=True)


def read_page(reading: Reading | PlacesReading, detail: Detail) -> Iterator[Block]:
    """A note, or several places."""
    if isinstance(reading, Reading):
        return reading_page(reading, detail)
    from pageful.vault.views.places import places_page  # a client waits for the list of tools

    return places_page(reading, detail)


def _left_out(reading: Reading) -> Iterator[str]:
    if reading.part:
        yield from (each for each in ("properties", "links", "backlinks") if getattr(reading, each))
    yield from ("size", "modified", "created")


def _about(reading: Reading, detail: Detail) -> Iterator[str]:
    if reading.part:
        yield ", ".join((_lines(reading), *_end(reading))) + _under(reading)
        return
    yield ", ".join((_lines(reading), *_end(reading), *_links(reading)))
    if detail == "detailed":
        yield f"{size(reading.size)}, modified {reading.modified}, created {reading.created}"
    if reading.properties:
        yield summary(reading.properties)
    if reading.bases:
        shown = ", ".join(map(join_lines, reading.bases))
        call = Call("base_query", {"path": reading.path})
        yield f"{amount(len(reading.bases), 'base')} ({shown}), shown by {call}"
    elif reading.path.endswith(".base"):
        yield f"Its rows are shown by {Call('base_query', {'path': reading.path})}"


def _lines(reading: Reading) -> str:
    page = page_label(reading.page, reading.pages)
    first, last, lines = reading.first_line, reading.last_line, reading.lines
    if reading.characters:
        shown = reading.last_character - reading.first_character + 1
        part = extent(reading.first_character, shown, reading.characters)
        return f"Line {first:,} of {lines:,}, characters {part}{page}"
    if reading.pages == 1 and not reading.part:
        return amount(lines, "line") if lines else "Empty"
    noun = "Line" if first == last else "Lines"
    return f"{noun} {extent(first, last - first + 1, lines)}{page}"


def _under(reading: Reading) -> str:
    headings = " › ".join(map(join_lines, reading.headings))
    return f", under: {headings}" if headings else ""


def _end(reading: Reading) -> Iterator[str]:
    """Say that the newline above the closing fence is not the text's.

    Of a part of a line that goes on, this is clear.
    """
    goes_on = reading.last_character < reading.characters
    if reading.content and not reading.content.endswith("\n") and not goes_on:
        yield "no newline at the end"


def _links(reading: Reading) -> Iterator[str]:
    if reading.links:
        yield amount(reading.links, "link")
    if reading.backlinks:
        yield amount(reading.backlinks, "backlink")

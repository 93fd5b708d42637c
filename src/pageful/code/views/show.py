"""Pages of places: whole symbols and lines of files, and the uses of the symbols."""

from __future__ import annotations

from collections.abc import Iterator

from pageful.code.results.show import MissingPlace, Show, ShownPlace
from pageful.code.views.find import find_blocks
from pageful.code.views.rows import body_rows, whole_rows
from pageful.page.blocks import Block, Code, Line, Mono
from pageful.page.presentation import Detail
from pageful.text.single_line import name
from pageful.text.units import count


def show_page(show: Show, _detail: Detail) -> Iterator[Block]:
    """Show the lines of each place below its path, range and symbol."""
    rows: list[str] = []
    keys: list[str] = []
    for number, place in enumerate(show.places):
        for line, row in _place_rows(place):
            rows.append(row)
            keys.append(f"{number}:{line}")
    # The end of the last line keeps a last row that is empty, and counts as a line with a key.
    yield Code("\n".join([*rows, ""]), keys=(*keys, *keys[-1:]))
    for missing in show.missing:
        yield Line(tuple(_missing(missing)))
    for uses in show.uses:
        if not uses.counts:
            searched = count(uses.searched, "file")
            yield Line(("Uses of ", Mono(uses.texts[0]), f": none in {searched}."))
            continue
        yield Line(("Uses of ", Mono(uses.texts[0]), ":"))
        yield from find_blocks(uses)


def _place_rows(place: ShownPlace) -> Iterator[tuple[int, str]]:
    """Yield the rows of a place, each with the number of its line in the file."""
    symbol = f" {' '.join(place.symbol.split())}" if place.symbol else ""
    of = f" of {place.lines}" if not place.symbol and place.last < place.lines else ""
    head = f"{name(place.path)} {place.first}-{place.last}{of}{symbol}"
    if place.column and place.excerpt:
        end = place.column + len(place.excerpt.rows[0]) - 1
        yield place.first, f"{head} characters {place.column}-{end} of {place.characters}"
        yield from ((place.first, row) for row in whole_rows(place.excerpt))
        return
    if place.above:
        yield place.first, f"{head}: above"
        return
    yield place.first, head
    if place.excerpt:
        first = place.excerpt.first
        yield from enumerate(body_rows(place.excerpt, {first}, place.path), first)
        last = first + len(place.excerpt.rows) - 1
        if last < place.last and not place.outline:
            yield last, f"… to line {place.last}"
    for member in place.outline:
        yield member.first, f"{member.first}-{member.last} {' '.join(member.text.split())}"
    if place.more_members:
        yield place.last, f"… {place.more_members} symbols more"


def _missing(missing: MissingPlace) -> Iterator[str | Mono]:
    yield from (Mono(missing.place), f" is not shown: {missing.problem}")
    for number, candidate in enumerate(missing.candidates):
        yield ", " if number else "; meant: "
        yield Mono(candidate)
    if missing.more:
        yield f" and {missing.more} more"
    for number, mention in enumerate(missing.mentions):
        yield ", " if number else ": "
        yield Mono(mention)
    yield "."

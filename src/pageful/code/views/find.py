"""Pages of searches for a text: every line with its number, below the symbol around it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pageful.code.results import (
    ClassCount,
    Excerpt,
    FileClass,
    Find,
    FoundFile,
    FoundLine,
    FoundPlace,
    FoundSymbol,
)
from pageful.code.views.notes import note_blocks
from pageful.code.views.rows import body_rows
from pageful.page.blocks import Block, Code, Line, Mono
from pageful.page.presentation import Detail
from pageful.text.excerpts import shorten
from pageful.text.single_line import name
from pageful.text.units import count

_LEAST_REPEATED = 20
"""Characters of a text that is shown once a file: a shorter one is as short as its mark."""
_SOUGHT = 100  # characters of a text in a sentence
_MOST_SOUGHT = 5


def find_page(find: Find, _detail: Detail) -> Iterator[Block]:
    """Show every line that was found, or say how many there are where."""
    yield from find_blocks(find)


def find_blocks(find: Find) -> Iterator[Block]:
    """Show found lines, on a page of their own or below the symbol that they use."""
    yield Line(tuple(_head(find)))
    rows = list(_rows(find))
    if rows:
        yield Code("\n".join(rows) + "\n")
    for near in find.near:
        lines = count(near.lines, "line")
        yield Line(("Near: ", Mono(near.name), f" in {lines}, first {name(near.path)}:{near.line}"))
    yield from note_blocks(find.notes)


def _head(find: Find) -> Iterator[str | Mono]:
    if find.ignored_case or not find.counts:
        yield f"0 lines in {count(find.searched, 'file')} hold "
        for number, text in enumerate(find.texts):
            yield " or " if number else ""
            yield Mono(shorten(text, _SOUGHT, "…"))
        yield "; whatever the case, " if find.counts else "."
    if find.counts:
        yield _totals(find)
    if find.binary:
        yield f" + {count(find.binary, 'binary file')}"
    if find.page > 1:
        yield f" (page {find.page} of {find.pages})"


def _totals(find: Find) -> str:
    main = [each for each in find.counts if each.file_class in find.shown]
    others = [each for each in find.counts if each.file_class not in find.shown]
    lines, files = sum(each.lines for each in main), sum(each.files for each in main)
    text = f"{count(lines, 'line')} in {count(files, 'file')}"
    if [each.file_class for each in main] not in ([], [FileClass.CODE]):
        text += f" ({', '.join(_class_name(each.file_class) for each in main)})"
    if others:
        text += f" + {', '.join(map(_class_count, others))}"
    if find.imports_left_out:
        text += f" ({count(find.imports_left_out, 'import')} left out)"
    return text


def _class_count(each: ClassCount) -> str:
    return f"{each.lines} in {each.files} {_class_name(each.file_class)}"


def _class_name(file_class: FileClass) -> str:
    return file_class.value.replace("_", "-")


def _rows(find: Find) -> Iterator[str]:
    for file in find.files:
        yield from _file_rows(file)
    if not find.rest:
        return
    places = ", ".join(f"{name(path)} {lines}" for path, lines in find.rest)
    if not find.files:
        yield from (f"{name(path)} {lines}" for path, lines in find.rest)
        return
    more = sum(lines for _, lines in find.rest)
    yield f"… {count(more, 'line')} more: {places}"


def _file_rows(file: FoundFile) -> Iterator[str]:
    numbers = " ".join(map(str, file.numbers))
    if not file.places:
        yield f"{name(file.path)} {numbers}"
        return
    yield name(file.path)
    seen: dict[str, int] = {}
    for place in file.places:
        yield from _place_rows(place, seen)
    if numbers:
        yield f"… {len(file.numbers)} more: {numbers}"


def _place_rows(place: FoundPlace, seen: dict[str, int]) -> Iterator[str]:
    symbol = place.symbol
    if symbol is None:
        yield from _excerpt_rows(place) if place.excerpts else _line_rows(place.lines, seen, "")
        return
    extent = f"{symbol.first}-{symbol.last}"
    own = [each for each in place.lines if each.line == symbol.line]
    others = [each for each in place.lines if each.line != symbol.line]
    if place.whole or own:
        yield f"{extent} {_outer(symbol)}{_printable(symbol.text)}"
    elif len(others) == 1 and not place.excerpts:
        yield f"{extent} {_printable(symbol.name)}: {next(_line_rows(others, seen, ''))}"
        return
    else:
        yield f"{extent} {_printable(symbol.name)}"
    yield from _excerpt_rows(place) if place.excerpts else _line_rows(others, seen, " ")


def _outer(symbol: FoundSymbol) -> str:
    outer = symbol.name.rpartition(".")[0]
    return f"{_printable(outer)}: " if outer else ""


def _line_rows(lines: Sequence[FoundLine], seen: dict[str, int], start: str) -> Iterator[str]:
    for each in lines:
        if (first := seen.get(each.text)) and len(each.text) > _LEAST_REPEATED:
            yield f"{start}{each.line} = {first}"
        else:
            seen.setdefault(each.text, each.line)
            yield f"{start}{each.line} {_printable(each.text)}"


def _excerpt_rows(place: FoundPlace) -> Iterator[str]:
    hits = {each.line for each in place.lines}
    excerpts: Sequence[Excerpt] = place.excerpts
    for excerpt in excerpts:
        rows = body_rows(excerpt, hits)
        if place.whole:
            next(rows)  # the line that names the symbol is on the page, with its range
        yield from rows


def _printable(text: str) -> str:
    return " ".join(text.split())

"""Rows of files with found lines: each with its number, below the symbol around it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pageful.code.results.lines import Excerpt, FoundFile, FoundLine, FoundPlace, FoundSymbol
from pageful.code.views.rows import body_rows
from pageful.text.single_line import name

_LEAST_REPEATED = 20
"""Characters of a text that is shown once a file: a shorter one is as short as its mark."""


def file_rows(file: FoundFile, mark: str = "") -> Iterator[str]:
    """Write the path of a file, with a `mark`, and its lines below the symbols around them."""
    numbers = " ".join(map(str, file.numbers))
    if not file.places:
        yield f"{name(file.path)} {numbers}"
        return
    yield f"{name(file.path)}{mark}"
    seen: dict[str, int] = {}
    for place in file.places:
        yield from _place_rows(place, seen, file.path)
    if numbers:
        yield f"… {len(file.numbers)} more: {numbers}"


def _place_rows(place: FoundPlace, seen: dict[str, int], path: str) -> Iterator[str]:
    symbol = place.symbol
    if symbol is None:
        yield from (
            _excerpt_rows(place, path) if place.excerpts else _line_rows(place.lines, seen, "")
        )
        return
    extent = f"{symbol.first}-{symbol.last}" if symbol.first < symbol.last else f"{symbol.first}"
    own = [each for each in place.lines if each.line == symbol.line]
    others = [each for each in place.lines if each.line != symbol.line]
    if place.whole or own:
        yield f"{extent} {_outer(symbol)}{_printable(symbol.text)}"
    elif len(others) == 1 and not place.excerpts:
        yield f"{extent} {_printable(symbol.name)}: {next(_line_rows(others, seen, ''))}"
        return
    else:
        yield f"{extent} {_printable(symbol.name)}"
    yield from _excerpt_rows(place, path) if place.excerpts else _line_rows(others, seen, " ")


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


def _excerpt_rows(place: FoundPlace, path: str) -> Iterator[str]:
    hits = {each.line for each in place.lines}
    excerpts: Sequence[Excerpt] = place.excerpts
    for excerpt in excerpts:
        rows = body_rows(excerpt, hits, path)
        if place.whole:
            next(rows)  # the line that names the symbol is on the page, with its range
        yield from rows


def _printable(text: str) -> str:
    return " ".join(text.split())

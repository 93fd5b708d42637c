"""Excerpts around found lines: whole definitions and small symbols where a page has room."""

from __future__ import annotations

from collections.abc import Sequence

from pageful.code.results.lines import Excerpt, FoundFile, FoundPlace, Use
from pageful.lazy.dataclasses import replace
from pageful.text.spans import merge_spans

_ROOM = 1800
"""Characters of a page that excerpts may fill.

Measured on requests to a repository of 1,400 files: of 1,200, 1,800 and 2,400 it was the least by
which definitions and small callers were seen without a second call.
"""
_DEFINITION_LINES = 60  # of a definition that is shown whole
_SYMBOL_LINES = 14  # of an enclosing symbol that is shown whole: shorter than its own `show` call
_AROUND = 2  # lines before and after a found one
_MOST_AROUND = 10  # found lines that get some
_LINE_COST = 12  # characters of a line's number, its symbol's range and the line's end
_TEMPLATES = (".html", ".vue", ".svelte", ".jsx", ".tsx", ".erb", ".j2", ".jinja2")

_TOLD = frozenset({Use.COMMENT, Use.STRING})  # uses whose line says all
Rows = Sequence[str]


def add_context(files: Sequence[FoundFile], rows: Sequence[Rows], context: int) -> list[FoundFile]:
    """Add a number of lines before and after each found line."""
    return [
        replace(file, places=tuple(_with_lines(place, of, context) for place in file.places))
        for file, of in zip(files, rows, strict=True)
    ]


def add_excerpts(files: Sequence[FoundFile], rows: Sequence[Rows]) -> list[FoundFile]:
    """Add what there is room for: definitions, small symbols, then lines around found ones."""
    filling = _Filling(files, rows)
    filling.add_definitions()
    filling.add_small_symbols()
    filling.add_lines_around()
    return filling.files()


class _Filling:
    """A page that excerpts are added to while there is room."""

    def __init__(self, files: Sequence[FoundFile], rows: Sequence[Rows]) -> None:
        self._files = files
        self._rows = rows
        self._places = {
            (at, number): place
            for at, file in enumerate(files)
            for number, place in enumerate(file.places)
        }
        self._left = _ROOM - sum(map(_cost, files))

    def add_definitions(self) -> None:
        """Show definitions of the text whole, the smallest first."""
        defining = [
            (key, place)
            for key, place in self._places.items()
            if place.symbol and any(_is_own(place, line.line, line.use) for line in place.lines)
        ]
        for key, place in sorted(defining, key=lambda each: _height(each[1])):
            self._show_whole(key, place, _DEFINITION_LINES)

    def add_small_symbols(self) -> None:
        """Show small symbols around found lines whole."""
        for key, place in list(self._places.items()):
            self._show_whole(key, place, _SYMBOL_LINES)

    def add_lines_around(self) -> None:
        """Show two lines before and after found lines in functions and templates."""
        added = 0
        for key, place in list(self._places.items()):
            path = self._files[key[0]].path
            inside = place.symbol or path.endswith(_TEMPLATES)
            if place.excerpts or not inside or added + len(place.lines) > _MOST_AROUND:
                continue
            if place.symbol and place.lines[0].line == place.symbol.line:
                continue
            if self._holds_another(key) or all(line.use in _TOLD for line in place.lines):
                continue
            if self._put(key, _with_lines(place, self._rows[key[0]], _AROUND)):
                added += len(place.lines)

    def files(self) -> list[FoundFile]:
        """Return the files with what was added."""
        return [
            replace(
                file,
                places=tuple(self._places[at, number] for number in range(len(file.places))),
            )
            for at, file in enumerate(self._files)
        ]

    def _show_whole(self, key: tuple[int, int], place: FoundPlace, most: int) -> None:
        symbol = place.symbol
        if not symbol or place.excerpts or not 1 < _height(place) <= most:
            return
        if self._holds_another(key):
            return
        rows = self._rows[key[0]][symbol.line - 1 : symbol.last]
        self._put(key, replace(place, excerpts=(Excerpt(symbol.line, tuple(rows)),), whole=True))

    def _holds_another(self, key: tuple[int, int]) -> bool:
        """Tell whether another place of the file is within the symbol of this one."""
        symbol = self._places[key].symbol
        return symbol is not None and any(
            symbol.first <= place.lines[0].line <= symbol.last
            for other, place in self._places.items()
            if other[0] == key[0] and other != key
        )

    def _put(self, key: tuple[int, int], place: FoundPlace) -> bool:
        cost = sum(len(row) + 2 for each in place.excerpts for row in each.rows)
        if cost > self._left:
            return False
        self._left -= cost
        self._places[key] = place
        return True


def _cost(file: FoundFile) -> int:
    lines = (line for place in file.places for line in place.lines)
    return len(file.path) + sum(len(line.text) + _LINE_COST for line in lines)


def _is_own(place: FoundPlace, line: int, use: Use) -> bool:
    return use is Use.DEFINITION and place.symbol is not None and line == place.symbol.line


def _height(place: FoundPlace) -> int:
    return place.symbol.last - place.symbol.line + 1 if place.symbol else 0


def _with_lines(place: FoundPlace, rows: Rows, around: int) -> FoundPlace:
    first = place.symbol.line if place.symbol else 1
    last = place.symbol.last if place.symbol else len(rows)
    spans = (
        (
            max(line.line - around, min(first, line.line)),
            min(line.line + around, max(last, line.line)),
        )
        for line in place.lines
    )
    excerpts = tuple(Excerpt(a, tuple(rows[a - 1 : b])) for a, b in merge_spans(spans, gap=1))
    return replace(place, excerpts=excerpts)

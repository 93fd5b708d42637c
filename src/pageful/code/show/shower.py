"""Places to results: the lines that each shows, within the room of one answer."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from pageful.code.chunking.symbols import Symbol
from pageful.code.find.files import FileList
from pageful.code.find.finder import Finder, Form
from pageful.code.find.found_lines import clip_around
from pageful.code.find.path_scope import PathScope
from pageful.code.find.pattern import Query
from pageful.code.results import (
    Excerpt,
    Find,
    FoundFile,
    Member,
    MissingPlace,
    Show,
    ShownPlace,
    Use,
)
from pageful.code.show.left_out import UNREADABLE_HERE
from pageful.code.show.place_text import PlaceText
from pageful.code.show.resolving import Definition, FileText, Resolver
from pageful.tool.context import Caller
from pageful.tool.errors import ToolError

MOST_PLACES = 20
_ROOM = 12_000  # characters of an answer: some 3,500 tokens
_ROW_COST = 2  # characters of a row beside its text, in the mean
_WHOLE_SYMBOL, _WHOLE_FILE = 150, 120  # lines up to which all of it is shown
_HALF = _WHOLE_SYMBOL // 2
_AROUND = 20  # lines before and after one that is in no symbol
_LONG_LINE = 400  # characters, what a page has of a line before it names the call for the rest
_PART = 10_000  # characters of a longer one in one answer: most of its room
_OPENING = 10  # lines of a symbol that is only outlined
_MOST_MEMBERS = 100  # symbols of an outline
_USES = 25  # lines of uses as text


@dataclass(frozen=True)
class Shower:
    """A reader of places in repositories as they are on the disk now."""

    roots: Sequence[Path]
    files: FileList = field(default_factory=FileList)

    def show(self, texts: Sequence[str], caller: Caller, *, uses: bool = False) -> Show:
        """Show places; one that is not clear is named with what it may be.

        Raises:
            ToolError: there is no place, too many, or none of them can be shown.
            Cancelled: the caller gave up.
        """
        if not 1 <= len(texts) <= MOST_PLACES:
            raise ToolError(
                f"`places` has {len(texts)} places.", f"Give 1 to {MOST_PLACES} in one call."
            )
        resolver = Resolver(self.files.of(self.roots, caller), self.roots, caller)
        wanted = [resolver.read(text) for text in texts]
        answer = _Answer()
        for place in wanted:
            for each in _found(place, resolver):
                answer.add(each)
        shown = answer.show()
        if not shown.places:
            raise ToolError(*_refusal(shown.missing))
        return replace(shown, uses=tuple(self._uses(shown.places, caller))) if uses else shown

    def _uses(self, places: Sequence[ShownPlace], caller: Caller) -> Iterator[Find]:
        names = dict.fromkeys(place.symbol.rpartition(".")[2] for place in places)
        finder = Finder(self.roots, self.files)
        for name in names:
            if name:
                form = Form(limit=_USES, context=0)
                yield _without_definitions(
                    finder.find(Query((name,), word=True), PathScope(), form, caller)
                )


def _found(place: PlaceText, resolver: Resolver) -> Iterator[ShownPlace | MissingPlace]:
    is_file = not place.symbol and (place.first or resolver.files(place.path))
    if is_file:
        file = resolver.file(place)
        yield file if isinstance(file, MissingPlace) else _of_file(place, file)
        return
    found = resolver.definitions(place)
    if isinstance(found, MissingPlace):
        yield found
        return
    for each in found:
        yield _of_definition(place, each)


def _of_file(place: PlaceText, file: FileText) -> ShownPlace:
    lines = len(file.lines)
    if place.column and len(file.lines[place.first - 1]) > _LONG_LINE:
        return _part_of_line(place, file)
    if place.last:
        return _lines(place, file, place.first, min(place.last, lines))
    if not place.first:
        if lines <= _WHOLE_FILE:
            return _lines(place, file, 1, lines)
        return _with_outline(_lines(place, file, 1, lines), file, file.table.symbols)
    symbol = file.table.around(place.first)
    if symbol is None or (symbol.lines == 1 and file.table.tree is None):
        start, end = max(1, place.first - _AROUND), min(lines, place.first + _AROUND)
        return _lines(place, file, start, end)
    if symbol.lines <= _WHOLE_SYMBOL:
        return _lines(place, file, symbol.first, symbol.last, symbol.name)
    start = max(symbol.first, place.first - _HALF)
    end = min(symbol.last, place.first + _HALF)
    return replace(
        _lines(place, file, start, end, symbol.name), first=symbol.first, last=symbol.last
    )


def _part_of_line(place: PlaceText, file: FileText) -> ShownPlace:
    """Return a part of a long line, from a column on."""
    line = file.lines[place.first - 1]
    start = min(place.column, len(line)) - 1
    excerpt = Excerpt(place.first, (line[start : start + _PART],))
    shown = _lines(place, file, place.first, place.first)
    return replace(shown, excerpt=excerpt, column=start + 1, characters=len(line))


def _of_definition(place: PlaceText, definition: Definition) -> ShownPlace:
    symbol, file = definition.symbol, definition.file
    whole = _lines(place, file, symbol.first, symbol.last, symbol.name)
    if symbol.lines <= _WHOLE_SYMBOL:
        return whole
    within = [
        each
        for each in file.table.symbols
        if each is not symbol and symbol.first <= each.first and each.last <= symbol.last
    ]
    opening = Excerpt(symbol.first, tuple(file.lines[symbol.first - 1 :][:_OPENING]))
    if not within:
        opening = Excerpt(symbol.first, tuple(file.lines[symbol.first - 1 :][:_WHOLE_SYMBOL]))
    return replace(_with_outline(whole, file, within), excerpt=opening)


def _lines(place: PlaceText, file: FileText, first: int, last: int, symbol: str = "") -> ShownPlace:
    rows = tuple(file.lines[first - 1 : last])
    return ShownPlace(
        place.text, file.path, first, last, len(file.lines), symbol, Excerpt(first, rows)
    )


def _with_outline(place: ShownPlace, file: FileText, symbols: Sequence[Symbol]) -> ShownPlace:
    """Give the symbols that are no constants of a line or two in place of the text."""
    major = [each for each in symbols if not each.minor]
    if not major:
        rows = tuple(file.lines[:_WHOLE_FILE])
        return replace(place, excerpt=Excerpt(1, rows))
    members = tuple(
        Member(each.first, each.last, clip_around(file.lines[each.line - 1], (0, 0)))
        for each in major[:_MOST_MEMBERS]
    )
    more = len(major) - len(members)
    return replace(place, excerpt=None, outline=members, more_members=more)


class _Answer:
    """An answer that places are added to while there is room."""

    def __init__(self) -> None:
        self._left = _ROOM
        self._places: list[ShownPlace] = []
        self._missing: list[MissingPlace] = []
        self._rest: list[str] = []

    def add(self, place: ShownPlace | MissingPlace) -> None:
        """Add a place, as much of it as there is room for; at least a row of the first one."""
        if isinstance(place, MissingPlace):
            self._missing.append(place)
            return
        if not place.column and self._has(place):
            self._places.append(replace(place, excerpt=None, above=True))
            return
        rows = place.excerpt.rows if place.excerpt else ()
        kept = self._fitting(rows, _PART if place.column else _LONG_LINE)
        outline = sum(len(each.text) + 10 for each in place.outline)
        if self._places and (outline > self._left or (rows and not kept)):
            self._rest.append(place.place)
            return
        self._left -= outline
        if place.excerpt and kept < len(rows):
            kept = max(kept, 1)
            end = place.excerpt.first + len(rows) - 1
            if place.excerpt.first + kept <= end:
                self._rest.append(f"{place.path}:{place.excerpt.first + kept}-{end}")
            place = replace(place, excerpt=Excerpt(place.excerpt.first, rows[:kept]))
        end_of_part = place.column + sum(map(len, rows))
        if place.column and end_of_part <= place.characters:
            self._rest.append(f"{place.path}:{place.first}:{end_of_part}")
        self._places.append(place)

    def show(self) -> Show:
        """Return what was added."""
        return Show(tuple(self._places), tuple(self._missing), tuple(dict.fromkeys(self._rest)))

    def _fitting(self, rows: Sequence[str], widest: int) -> int:
        for number, row in enumerate(rows):
            self._left -= min(len(row), widest) + _ROW_COST
            if self._left < 0:
                return number
        return len(rows)

    def _has(self, place: ShownPlace) -> bool:
        wanted = place.excerpt
        return wanted is not None and any(
            each.path == place.path
            and each.excerpt is not None
            and not each.column
            and each.excerpt.first <= wanted.first
            and wanted.first + len(wanted.rows) <= each.excerpt.first + len(each.excerpt.rows)
            for each in self._places
        )


def _refusal(missing: Sequence[MissingPlace]) -> tuple[str, str]:
    problems = "; ".join(f"`{each.place}`: {each.problem}" for each in missing)
    meant = [candidate for each in missing for candidate in each.candidates]
    more = sum(each.more for each in missing)
    others = f", and {more} more" if more else ""
    remedy = "Try find_code with a part."
    if meant:
        remedy = f"Did you mean: {', '.join(meant)}{others}?"
    elif all(each.problem in UNREADABLE_HERE for each in missing):
        remedy = "These tools show what git would not ignore."
    return f"Nothing can be shown. {problems}.", remedy


def _without_definitions(find: Find) -> Find:
    """Leave the definitions out of a list of uses: they are what is shown."""
    files = [(file, _other_uses(file)) for file in find.files]
    kept = tuple(other for _, other in files if other.places or other.numbers)
    gone = sum(_text_lines(file) - _text_lines(other) for file, other in files)
    empty = len(files) - len(kept)
    first = find.shown[0] if find.shown else None
    counts = (
        replace(each, lines=each.lines - gone, files=each.files - empty)
        if each.file_class is first
        else each
        for each in find.counts
    )
    return replace(find, files=kept, counts=tuple(each for each in counts if each.lines))


def _other_uses(file: FoundFile) -> FoundFile:
    places = (
        replace(place, lines=tuple(each for each in place.lines if each.use is not Use.DEFINITION))
        for place in file.places
    )
    return replace(file, places=tuple(place for place in places if place.lines))


def _text_lines(file: FoundFile) -> int:
    return sum(len(place.lines) for place in file.places)

"""Places to results: the lines that each shows, within the room of one answer."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from pageful.code.chunking.symbols import Symbol
from pageful.code.find.files import FileList
from pageful.code.find.finder import Finder
from pageful.code.find.finder import Form as FindForm
from pageful.code.find.found_lines import clip_around
from pageful.code.find.path_scope import PathScope
from pageful.code.find.pattern import Query
from pageful.code.results.find import Find
from pageful.code.results.lines import Excerpt, FoundFile, Use
from pageful.code.results.show import Member, MissingPlace, Show, ShownPlace
from pageful.code.show.missing_places import UNREADABLE_HERE
from pageful.code.show.place_text import PlaceText
from pageful.code.show.resolving import Definition, FileText, Resolver
from pageful.code.show.room import LONG_LINE, PART, Form, lay_out
from pageful.lazy.dataclasses import dataclass, field, replace
from pageful.tool.context import Caller
from pageful.tool.errors import ToolError

MOST_PLACES = 20
ROOM = 28_000
"""Characters of an answer: some 8,000 tokens, a third of what clients take of one result."""
_CALL_COST = 300  # characters of a page for what is said beside the places
_MOST_AROUND = 150  # lines of a symbol around a line; of a longer one only what is near the line
_HALF = _MOST_AROUND // 2
_AROUND = 20  # lines before and after one that is in no symbol
_OPENING = 10  # lines of a symbol that is only outlined
_MOST_MEMBERS = 100  # symbols of an outline
_USES = 25  # lines of uses as text


@dataclass(frozen=True)
class Shower:
    """A reader of places in repositories as they are on the disk now.

    `room` is the characters of a page.
    """

    roots: Sequence[Path]
    files: FileList = field(default_factory=FileList)
    room: int = ROOM

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
        # Uses are a page of their own below the places.
        room = (min(self.room, ROOM) - _CALL_COST) // (2 if uses else 1)
        files = self.files.of(self.roots, caller)
        resolver = Resolver(files, self.roots, caller, room // len(texts))
        wanted = [resolver.read(text) for text in texts]
        found = [each for place in wanted for each in _read_forms(place, resolver)]
        missing = tuple(each for each in found if isinstance(each, MissingPlace))
        forms = [each for each in found if isinstance(each, Form)]
        if not forms:
            raise ToolError(*_refusal(missing))
        layout = lay_out(forms, room)
        of_symbols = tuple(self._uses(layout.places, caller)) if uses else ()
        return Show(layout.places, missing, layout.rest, of_symbols)

    def _uses(self, places: Sequence[ShownPlace], caller: Caller) -> Iterator[Find]:
        names = dict.fromkeys(place.symbol.rpartition(".")[2] for place in places)
        finder = Finder(self.roots, self.files)
        for name in names:
            if name:
                form = FindForm(limit=_USES, context=0)
                yield _without_definitions(
                    finder.find(Query((name,), word=True), PathScope(), form, caller)
                )


def _read_forms(place: PlaceText, resolver: Resolver) -> Iterator[Form | MissingPlace]:
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


def _of_file(place: PlaceText, file: FileText) -> Form:
    lines = len(file.lines)
    if place.column and len(file.lines[place.first - 1]) > LONG_LINE:
        return Form(_part_of_line(place, file))
    if place.last:
        return Form(_lines(place, file, place.first, min(place.last, lines)))
    if not place.first:
        whole = _lines(place, file, 1, lines)
        return Form(whole, _outline(replace(whole, excerpt=None), file, file.table.symbols))
    return Form(_around(place, file))


def _around(place: PlaceText, file: FileText) -> ShownPlace:
    """Return the symbol around a line, as far as it is near; outside of symbols some lines."""
    symbol = file.table.symbol_at(place.first)
    if symbol is None or (symbol.lines == 1 and file.table.tree is None):
        start = max(1, place.first - _AROUND)
        return _lines(place, file, start, min(len(file.lines), place.first + _AROUND))
    if symbol.lines <= _MOST_AROUND:
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
    excerpt = Excerpt(place.first, (line[start : start + PART],))
    shown = _lines(place, file, place.first, place.first)
    return replace(shown, excerpt=excerpt, column=start + 1, characters=len(line))


def _of_definition(place: PlaceText, definition: Definition) -> Form:
    symbol, file = definition.symbol, definition.file
    whole = _lines(place, file, symbol.first, symbol.last, symbol.name)
    within = [
        each
        for each in file.table.symbols
        if each is not symbol and symbol.first <= each.first and each.last <= symbol.last
    ]
    opening = Excerpt(symbol.first, tuple(file.lines[symbol.first - 1 :][:_OPENING]))
    return Form(whole, _outline(replace(whole, excerpt=opening), file, within))


def _lines(place: PlaceText, file: FileText, first: int, last: int, symbol: str = "") -> ShownPlace:
    rows = tuple(file.lines[first - 1 : last])
    return ShownPlace(
        place.text, file.path, first, last, len(file.lines), symbol, Excerpt(first, rows)
    )


def _outline(place: ShownPlace, file: FileText, symbols: Sequence[Symbol]) -> ShownPlace | None:
    """Add the symbols that are no constants of a line or two, if there are any."""
    major = [each for each in symbols if not each.minor]
    if not major:
        return None
    members = tuple(
        Member(each.first, each.last, clip_around(file.lines[each.line - 1], (0, 0)))
        for each in major[:_MOST_MEMBERS]
    )
    return replace(place, outline=members, more_members=len(major) - len(members))


def _refusal(missing: Sequence[MissingPlace]) -> tuple[str, str]:
    problems = "; ".join(f"`{each.place}`: {each.problem}{_mentions(each)}" for each in missing)
    meant = [candidate for each in missing for candidate in each.candidates]
    more = sum(each.more for each in missing)
    others = f", and {more} more" if more else ""
    remedy = "Try find_code with a part."
    if meant:
        remedy = f"Did you mean: {', '.join(meant)}{others}?"
    elif all(each.problem in UNREADABLE_HERE for each in missing):
        remedy = "These tools show what git would not ignore."
    return f"Nothing can be shown. {problems}.", remedy


def _mentions(missing: MissingPlace) -> str:
    return f": {', '.join(f'`{each}`' for each in missing.mentions)}" if missing.mentions else ""


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

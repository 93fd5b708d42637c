"""The file or the definition that a place means."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path

from pageful.code.chunking.inner_tests import inner_tests
from pageful.code.chunking.symbols import Symbol, SymbolTable
from pageful.code.find.definitions import find_definitions, outermost_symbols
from pageful.code.find.file_classes import class_of
from pageful.code.find.matching import Place, find_matches, read_places
from pageful.code.find.pattern import Pattern, Query
from pageful.code.find.reading import UnsearchedFile, text_of
from pageful.code.find.symbol_tables import symbols_of
from pageful.code.languages.detection import language_of
from pageful.code.results.lines import FileClass
from pageful.code.results.show import MissingPlace
from pageful.code.show.mentions import not_defined
from pageful.code.show.missing_places import missing_place
from pageful.code.show.place_text import PlaceText
from pageful.lazy.dataclasses import dataclass
from pageful.text.similarity import find_similar
from pageful.tool.context import Caller

_MOST_NAMED = 8  # places that may be meant: more are not read, but searched for
_MOST_TOGETHER = 5
"""Definitions of one name that are shown together: getters and setters, overloads, namesakes."""
_ROW_COST = 8  # characters of a row beside its text: its number, a blank, its end


@dataclass(frozen=True, slots=True)
class FileText:
    """A file as it is on the disk: its path on a page, its lines and its symbols."""

    path: str
    lines: Sequence[str]

    @property
    def table(self) -> SymbolTable:
        """The symbols of the file."""
        return symbols_of(self.path, "\n".join(self.lines))


@dataclass(frozen=True, slots=True)
class Definition:
    """A symbol and its file."""

    file: FileText
    symbol: Symbol

    @property
    def is_of_tests(self) -> bool:
        """Tell whether it is in a file of no code, or among the tests within a file of code."""
        path, line = self.file.path, self.symbol.line
        if class_of(path) is not FileClass.CODE:
            return True
        tests = inner_tests("\n".join(self.file.lines), language_of(path))
        return any(line in span for span in tests)

    @property
    def width(self) -> int:
        """The characters of its rows on a page."""
        rows = self.file.lines[self.symbol.first - 1 : self.symbol.last]
        return sum(len(row) + _ROW_COST for row in rows)

    def __str__(self) -> str:
        """Write it as a place that can be asked for, with its name."""
        return f"{self.file.path}:{self.symbol.first}-{self.symbol.last} {self.symbol.name}"


@dataclass(frozen=True)
class Resolver:
    """A reader of places among the files of some repositories.

    `room` is the characters that each place has on a page.
    """

    places: Sequence[Place]
    roots: Sequence[Path]
    caller: Caller
    room: int

    def read(self, text: str) -> PlaceText:
        """Read a place; what is a file's whole name is that file, whatever else it may mean.

        Raises:
            ToolError: it is none.
        """
        given = text.strip()
        if ":" in given and self.files(given):
            return PlaceText(given, given)
        place = PlaceText.of(text)
        if place.column and not self.files(place.path):
            path = f"{place.path}:{place.first}"  # a file may be called `a:5`
            return PlaceText(given, path, first=place.column) if self.files(path) else place
        return place

    def files(self, end: str) -> Sequence[Place]:
        """Return the files whose path this is, or ends in this."""
        wanted = end.replace("\\", "/").removeprefix("./")
        for place in self.places:
            if wanted in (place.shown, place.path, f"{place.root}/{place.path}"):
                return [place]
        return [each for each in self.places if each.path.endswith(f"/{wanted}")]

    def file(self, place: PlaceText) -> FileText | MissingPlace:
        """Return the file that a place with lines, or without anything, means."""
        named = self.files(place.path)
        read = [each for each in self._read(named) if len(each.lines) >= place.first]
        meant = _code_first(read)
        if len(meant) == 1:
            return meant[0]
        if meant:
            return _several_meanings(
                place, f"it is the end of {len(meant)} paths", [each.path for each in meant]
            )
        if not named:
            return self._unknown_file(place)
        lines = [len(each.lines) for each in self._read(named)]
        if not lines:
            return MissingPlace(place.text, "the file is binary, over 20 MB, or can't be read")
        return MissingPlace(place.text, f"the file has {max(lines)} lines")

    def definitions(self, place: PlaceText) -> Sequence[Definition] | MissingPlace:
        """Return the definitions that a place with a symbol means: one, or a few in one file."""
        if not place.symbol:
            return self._bare(place)
        named = self.files(place.path)
        if not named:
            return self._unknown_file(place)
        files = list(self._read(named))
        found = [
            Definition(file, each)
            for file in files
            for each in outermost_symbols(file.table, place.symbol)
        ]
        if found:
            return self._choose_definitions(place, found)
        names = [each.name for file in files for each in file.table.symbols]
        near = find_similar(place.symbol, names, _MOST_NAMED)
        return MissingPlace(place.text, f"no `{place.symbol}` is defined there", tuple(near))

    def _bare(self, place: PlaceText) -> Sequence[Definition] | MissingPlace:
        symbol = place.path.removesuffix("()")
        last = symbol.rpartition(".")[2]
        if not last or any(character.isspace() for character in symbol):
            return MissingPlace(place.text, "it is neither a file nor a name")
        matches = find_matches(self.places, Pattern.of(Query((last,))), self.caller).files
        found = [
            Definition(FileText(match.path, match.lines), each)
            for match, each in find_definitions(symbol, matches)
        ]
        if found:
            return self._choose_definitions(place, found)
        if reason := missing_place(place.text, place.path, self.roots):
            return reason
        return not_defined(place.text, last, matches)

    def _choose_definitions(
        self, place: PlaceText, found: Sequence[Definition]
    ) -> Sequence[Definition] | MissingPlace:
        """Return the definitions in code, if a page has room for a few; those of tests if alone."""
        code = [each for each in found if not each.is_of_tests] or found
        few = len(code) <= _MOST_TOGETHER
        if len(code) == 1 or (few and sum(each.width for each in code) <= self.room):
            return code
        return _several_meanings(place, f"{len(code)} definitions", [str(each) for each in code])

    def _unknown_file(self, place: PlaceText) -> MissingPlace:
        if reason := missing_place(place.text, place.path, self.roots):
            return reason
        names = {each.path.rpartition("/")[2]: each.shown for each in self.places}
        near = find_similar(place.path.rpartition("/")[2], names, 3)
        return MissingPlace(
            place.text, "there is no such file", tuple(names[name] for name in near)
        )

    def _read(self, places: Sequence[Place]) -> Iterator[FileText]:
        for place, content in read_places(places, self.caller):
            text = None if isinstance(content, UnsearchedFile) else text_of(content)
            if text is not None:
                lines = text.split("\n")
                yield FileText(place.shown, lines[:-1] if not lines[-1] else lines)


def _code_first(files: Sequence[FileText]) -> Sequence[FileText]:
    """Leave tests and the like out where code is among the files."""
    return [each for each in files if class_of(each.path) is FileClass.CODE] or files


def _several_meanings(place: PlaceText, problem: str, candidates: Sequence[str]) -> MissingPlace:
    named = tuple(islice(candidates, _MOST_NAMED))
    return MissingPlace(place.text, problem, named, len(candidates) - len(named))

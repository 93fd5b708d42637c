"""Matching lines with what is known of each: the symbol around it, its use, its text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from pageful.code.chunking.symbols import Symbol, SymbolTable
from pageful.code.find.matching import Match
from pageful.code.find.pattern import Pattern
from pageful.code.find.symbol_tables import symbols_of
from pageful.code.find.uses import sets, use_of
from pageful.code.results.lines import FoundLine, FoundSymbol, Use
from pageful.lazy.dataclasses import dataclass

_WIDEST = 150  # characters of a line around its match: all of usual code
_AHEAD = 40  # of them before the match, in a line that is wider


@dataclass(frozen=True, slots=True)
class ReadLine:
    """A matching line, the symbol around it, and whether it gives the text's name a value."""

    found: FoundLine
    symbol: Symbol | None
    sets: bool = False


@dataclass(frozen=True, slots=True)
class ReadFile:
    """A file's matching lines as read by its syntax, those that only import left out."""

    match: Match
    table: SymbolTable
    lines: Sequence[ReadLine]
    imports: Sequence[int] = ()

    @property
    def defines(self) -> bool:
        """Return whether a line defines the text."""
        return any(each.found.use is Use.DEFINITION for each in self.lines)

    @property
    def only_imports(self) -> bool:
        """Return whether all lines only import."""
        return all(each.found.use is Use.IMPORT for each in self.lines)


def read_file(match: Match, pattern: Pattern) -> ReadFile:
    """Read a file by its syntax; its imports are left out where it has other matching lines."""
    table = symbols_of(match.path, match.text)
    read = [_read_line(match, number, table, pattern) for number in match.numbers]
    others = [each for each in read if each.found.use is not Use.IMPORT]
    if not others:
        return ReadFile(match, table, read)
    imports = [each.found.line for each in read if each.found.use is Use.IMPORT]
    return ReadFile(match, table, others, imports)


def _read_line(match: Match, number: int, table: SymbolTable, pattern: Pattern) -> ReadLine:
    line = match.found[number]
    span = pattern.find_in(line.removesuffix("\r"))
    use = use_of(line, number, span, table, match.file_class)
    symbol = table.symbol_at(number) or table.symbol_beside(number)
    return ReadLine(FoundLine(number, clip_around(line, span), use), symbol, sets(line, span))


def width(line: str) -> int:
    """Return the most characters that a page has of a line."""
    return min(len(line.strip()), _WIDEST)


def clip_around(line: str, span: tuple[int, int]) -> str:
    """Return a line with runs of blanks as one, of a long one only what is around a match."""
    trimmed = " ".join(line.split())
    if len(trimmed) <= _WIDEST:
        return trimmed
    before = " ".join(line[: span[0]].split())
    start = max(0, len(before) - _AHEAD)
    end = start + _WIDEST
    if end >= len(trimmed):
        start, end = len(trimmed) - _WIDEST, len(trimmed)
    return ("…" if start else "") + trimmed[start:end].strip() + ("…" if end < len(trimmed) else "")


def by_symbol(lines: Iterable[ReadLine]) -> Iterator[tuple[Symbol | None, Sequence[FoundLine]]]:
    """Group consecutive lines by the symbol around them."""
    for symbol, group in groupby(lines, key=lambda each: each.symbol):
        yield symbol, [each.found for each in group]


def found_symbol(symbol: Symbol, rows: Sequence[str]) -> FoundSymbol:
    """Return a symbol as a result has it."""
    text = clip_around(rows[symbol.line - 1], (0, 0)) if symbol.line <= len(rows) else ""
    return FoundSymbol(symbol.name, symbol.first, symbol.last, symbol.line, text)

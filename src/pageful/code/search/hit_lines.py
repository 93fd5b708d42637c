"""Hits as a page in lines has them: by file, below the whole symbol, the lines that tell most."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from pageful.code.chunking.symbols import Symbol, SymbolTable
from pageful.code.find.file_classes import class_of
from pageful.code.find.found_lines import ReadLine, by_symbol, clip_around, found_symbol
from pageful.code.find.symbol_tables import symbols_of
from pageful.code.ranking.query import Kind, Query
from pageful.code.results import (
    Excerpt,
    FoundFile,
    FoundLine,
    FoundPlace,
    Hit,
    HitLines,
    HitPlace,
    Use,
)
from pageful.code.search.telling_lines import NAME, Passage, TermWorth, choose_lines, names_of
from pageful.code.terms.splitting import join_parts

_LIKELY = 0.6
"""Share of the first hit's score down to which hits have lines; others are given as places."""
_MOST_FILES = 6  # with lines: a page of some 350 tokens
_LINES = (5, 4, 4, 3)  # of the first files; later ones are right too seldom for more than three
_LINES_OF_USES = (5, 2)  # of an identifier: its definition, then the files that use it
_BODY = 40
"""Lines of a symbol that is asked for by its name and shown whole: a look at it would follow."""


@dataclass(frozen=True, slots=True)
class _FileHits:
    """A file with hits: its text in lines, its symbols, its hits as passages."""

    shown: str
    path: str
    rows: Sequence[str]
    hits: Sequence[Hit]

    @property
    def table(self) -> SymbolTable:
        """The symbols of the file."""
        return symbols_of(self.path, "\n".join(self.rows))


def lines_of_hits(hits: Sequence[Hit], texts: Mapping[str, str], query: Query) -> HitLines:
    """Choose the lines of hits, best first, whose files' `texts` are given by `shown_path`."""
    if not hits:
        return HitLines(())
    best = _score(hits[0])
    named = list(_naming(query, hits))
    by_name = bool(named)
    terms = {_whole(query): 1.0} if by_name else query.terms
    likely = named or [hit for hit in hits if _score(hit) >= _LIKELY * best]
    names = list(dict.fromkeys(map(shown_path, likely)))[: None if by_name else _MOST_FILES]
    most = _LINES_OF_USES if by_name else _LINES
    files = [_file_hits(name, hits=likely, texts=texts) for name in names]
    worth = TermWorth.of(
        terms,
        (line for each in files for hit in each.hits for line in hit.content.split("\n")),
    )
    wanted = frozenset(map(join_parts, query.names))
    shown = [
        _found_file(
            each,
            worth,
            best,
            wanted if number == 0 else frozenset(),
            most[min(number, len(most) - 1)],
        )
        for number, each in enumerate(files)
    ]
    others = [hit for hit in hits if hit not in likely or shown_path(hit) not in names]
    return HitLines(tuple(shown), tuple(dict.fromkeys(_places(others, texts))))


def _naming(query: Query, hits: Sequence[Hit]) -> Iterator[Hit]:
    """Yield the hits with the identifier that a query is, none where it is something else."""
    if query.kind is Kind.SYMBOL and query.names:
        whole = _whole(query)
        for hit in hits:
            if any(whole in names_of(line) for line in hit.content.split("\n")):
                yield hit


def _whole(query: Query) -> str:
    return NAME + join_parts(query.names[-1])


def shown_path(hit: Hit) -> str:
    """Return the path that a page names a hit by: of several repositories, the full one."""
    return f"{hit.repository}/{hit.file_path}" if hit.repository else hit.file_path


def _score(hit: Hit) -> float:
    """Return the score that a similarity s / (1 + s) was made of."""
    similarity = min(hit.similarity_score, 0.999)  # that of 1 would be infinite
    return similarity / (1 - similarity)


def _file_hits(name: str, *, hits: Sequence[Hit], texts: Mapping[str, str]) -> _FileHits:
    own = [hit for hit in hits if shown_path(hit) == name]
    return _FileHits(name, own[0].file_path, texts[name].split("\n"), own)


def _found_file(
    file: _FileHits, worth: TermWorth, best: float, wanted: frozenset[str], most: int
) -> FoundFile:
    table = file.table
    naming = {symbol.line for symbol in table.symbols if not symbol.minor}
    passages = [
        Passage(hit.start_line, hit.end_line, _score(hit) / best, hit.telling_line)
        for hit in file.hits
    ]
    numbers = choose_lines(file.rows, passages, worth, naming, most)
    read = (_read_line(file.rows[number - 1], number, table) for number in numbers)
    places = [
        FoundPlace(found_symbol(symbol, file.rows) if symbol else None, tuple(lines))
        for symbol, lines in by_symbol(read)
    ]
    asked = next((each for each in table.symbols if _is_asked(each, wanted, passages)), None)
    if asked:
        places = _with_body(places, asked, file.rows)
    return FoundFile(file.shown, class_of(file.path), tuple(places))


def _read_line(row: str, number: int, table: SymbolTable) -> ReadLine:
    symbol = table.around(number)
    use = Use.DEFINITION if symbol and symbol.line == number else Use.OTHER
    return ReadLine(FoundLine(number, clip_around(row, (0, 0)), use), symbol)


def _is_asked(symbol: Symbol, wanted: frozenset[str], passages: Sequence[Passage]) -> bool:
    """Tell whether a symbol is what was asked for by name, and short enough to be shown whole."""
    return (
        not symbol.minor
        and 1 < symbol.lines <= _BODY
        and symbol.line in passages[0].numbers
        and not wanted.isdisjoint(map(join_parts, symbol.names))
    )


def _with_body(
    places: Sequence[FoundPlace], symbol: Symbol, rows: Sequence[str]
) -> list[FoundPlace]:
    """Show a symbol whole in place of its lines."""
    body = Excerpt(symbol.line, tuple(rows[symbol.line - 1 : symbol.last]))
    within = [each for each in places if symbol.first <= each.lines[0].line <= symbol.last]
    lines = tuple(line for each in within for line in each.lines)
    if not lines:
        return list(places)
    whole = FoundPlace(found_symbol(symbol, rows), lines, (body,), whole=True)
    at = places.index(within[0])
    return [*places[:at], whole, *(each for each in places[at:] if each not in within)]


def _places(hits: Sequence[Hit], texts: Mapping[str, str]) -> Iterator[HitPlace]:
    for hit in hits:
        name = shown_path(hit)
        symbol = symbols_of(hit.file_path, texts[name]).around(hit.telling_line)
        place = HitPlace(name, hit.start_line, hit.end_line)
        if symbol:
            place = replace(place, first=symbol.first, last=symbol.last, symbol=symbol.name)
        yield place

"""Hits as a page in lines has them: by file, below the whole symbol, the lines that tell most."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from pageful.code.chunking.symbols import SymbolTable
from pageful.code.find.file_classes import class_of
from pageful.code.find.found_lines import ReadLine, by_symbol, clip_around, found_symbol
from pageful.code.find.symbol_tables import symbols_of
from pageful.code.ranking.query import Kind, Query
from pageful.code.results.lines import Excerpt, FoundFile, FoundLine, FoundPlace, Use
from pageful.code.results.search import Hit, HitLines, HitPlace
from pageful.code.search.line_selection import NAME, Passage, TermWorth, choose_lines, names_of
from pageful.code.terms.splitting import join_parts
from pageful.lazy.dataclasses import dataclass

_LIKELY = 0.6
"""Share of the first hit's score down to which hits have lines; others are given as places."""
_MOST_FILES = 6  # with lines: a page of some 350 tokens
_LINES = (5, 3, 2)  # of the first files; later ones are right too seldom for more than two
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


def lines_of_hits(
    hits: Sequence[Hit], texts: Mapping[str, str], query: Query, worth: TermWorth
) -> HitLines:
    """Choose the lines of hits, best first, whose files' `texts` are given by `shown_path`.

    `worth` is that of the query's terms.
    """
    named = list(_hits_that_name(query, hits))
    likely = named or [hit for hit in hits if _score(hit) >= _LIKELY * _score(hits[0])]
    paths = list(dict.fromkeys(map(shown_path, likely)))
    paths = paths if named else paths[:_MOST_FILES]
    files = [_file_hits(path, hits=likely, texts=texts) for path in paths]
    if named:
        worth = TermWorth({_whole(query): 1.0})
    limits = _LINES_OF_USES if named else _LINES
    places = [
        _found_places(file, worth, _score(hits[0]), limits[min(number, len(limits) - 1)])
        for number, file in enumerate(files)
    ]
    if files:
        places[0] = _with_whole_symbol(places[0], files[0], frozenset(map(join_parts, query.names)))
    others = [hit for hit in hits if hit not in likely or shown_path(hit) not in paths]
    return HitLines(
        tuple(
            FoundFile(file.shown, class_of(file.path), tuple(found))
            for file, found in zip(files, places, strict=True)
        ),
        tuple(dict.fromkeys(_places(others, texts))),
    )


def _hits_that_name(query: Query, hits: Sequence[Hit]) -> Iterator[Hit]:
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


def _found_places(file: _FileHits, worth: TermWorth, best: float, most: int) -> list[FoundPlace]:
    table = file.table
    naming = {symbol.line for symbol in table.symbols if not symbol.minor}
    passages = [
        Passage(hit.start_line, hit.end_line, _score(hit) / best, hit.telling_line)
        for hit in file.hits
    ]
    numbers = choose_lines(file.rows, passages, worth, naming, most)
    read = (_read_line(file.rows[number - 1], number, table) for number in numbers)
    return [
        FoundPlace(found_symbol(symbol, file.rows) if symbol else None, tuple(lines))
        for symbol, lines in by_symbol(read)
    ]


def _read_line(row: str, number: int, table: SymbolTable) -> ReadLine:
    symbol = table.symbol_at(number)
    use = Use.DEFINITION if symbol and symbol.line == number else Use.OTHER
    return ReadLine(FoundLine(number, clip_around(row, (0, 0)), use), symbol)


def _with_whole_symbol(
    places: list[FoundPlace], file: _FileHits, wanted: frozenset[str]
) -> list[FoundPlace]:
    """Show the symbol that was asked for by its name whole, if it is short, and not its lines."""
    first = file.hits[0]
    for symbol in file.table.symbols:
        is_short = not symbol.minor and 1 < symbol.lines <= _BODY
        is_named = not wanted.isdisjoint(map(join_parts, symbol.names))
        within = [each for each in places if symbol.first <= each.lines[0].line <= symbol.last]
        if is_short and is_named and within and first.start_line <= symbol.line <= first.end_line:
            lines = tuple(line for each in within for line in each.lines)
            body = Excerpt(symbol.line, tuple(file.rows[symbol.line - 1 : symbol.last]))
            whole = FoundPlace(found_symbol(symbol, file.rows), lines, (body,), whole=True)
            at = places.index(within[0])
            return [*places[:at], whole, *(each for each in places[at:] if each not in within)]
    return places


def _places(hits: Sequence[Hit], texts: Mapping[str, str]) -> Iterator[HitPlace]:
    for hit in hits:
        name = shown_path(hit)
        symbol = symbols_of(hit.file_path, texts[name]).symbol_at(hit.telling_line)
        if symbol and symbol.lines > 1:
            yield HitPlace(name, symbol.first, symbol.last, symbol.name)
        else:  # without a grammar a symbol is known by its first line alone
            yield HitPlace(name, hit.start_line, hit.end_line, symbol.name if symbol else "")

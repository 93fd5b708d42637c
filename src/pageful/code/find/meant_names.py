"""The definitions that qualified names mean where no line has such a name as it was typed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from pageful.code.chunking.symbols import Symbol
from pageful.code.find.definitions import QualifiedName, find_definitions
from pageful.code.find.file_classes import class_of
from pageful.code.find.found_lines import found_symbol
from pageful.code.find.matching import Match, Matches, Place, find_matches
from pageful.code.find.pattern import Pattern, Query
from pageful.code.results.find import NamedDefinition
from pageful.code.results.lines import Excerpt, FileClass, FoundFile, FoundPlace
from pageful.lazy.dataclasses import dataclass, replace
from pageful.tool.context import Caller

_MOST_LINES = 60  # of a definition that are shown, and of all of one answer but for the first one

Defined = Mapping[QualifiedName, Sequence[tuple[Match, Symbol]]]


@dataclass(frozen=True)
class MeantNames:
    """The definitions of names, and the lines of a query that has their last parts instead."""

    names: Defined
    query: Query
    matches: Matches

    def definitions(self, *, with_text: bool) -> tuple[NamedDefinition, ...]:
        """Return all definitions, those for which there is room with their text."""
        shown = dict(self._excerpts()) if with_text else {}
        return tuple(
            NamedDefinition(
                name.text, name.bare, _found_file(match, symbol, shown.get((match.path, symbol)))
            )
            for name, found in self.names.items()
            for match, symbol in found
        )

    def others(self) -> Matches:
        """Return the lines that are not within a definition as far as that is shown."""
        spans: dict[str, set[int]] = {}
        for (path, symbol), excerpt in self._excerpts():
            lines = range(symbol.first, excerpt.first + len(excerpt.rows))
            spans.setdefault(path, set()).update(lines)
        parts = (
            match.part(
                number for number in match.numbers if number not in spans.get(match.path, ())
            )
            for match in self.matches.files
        )
        return replace(self.matches, files=[part for part in parts if part.found])

    def _excerpts(self) -> Iterator[tuple[tuple[str, Symbol], Excerpt]]:
        left = _MOST_LINES
        for found in self.names.values():
            for match, symbol in found:
                rows = match.lines[symbol.line - 1 : symbol.last][:_MOST_LINES]
                if len(rows) > left and left < _MOST_LINES:
                    return
                left -= len(rows)
                yield (match.path, symbol), Excerpt(symbol.line, tuple(rows))


def sought_names(query: Query, matches: Matches) -> Sequence[QualifiedName]:
    """Return the qualified names of a query that none of the lines has."""
    names = () if query.is_regex else map(QualifiedName.of, query.texts)
    return [each for each in names if each and not _stands(each.text, query, matches)]


def _stands(text: str, query: Query, matches: Matches) -> bool:
    if query.ignore_case:
        text = text.lower()
    return any(
        text in (line.lower() if query.ignore_case else line)
        for match in matches.files
        for line in match.found.values()
    )


def find_meant(
    names: Sequence[QualifiedName], query: Query, places: Sequence[Place], caller: Caller
) -> MeantNames | None:
    """Find the definitions of names, and the lines that have the last parts of these names.

    Raises:
        Cancelled: the caller gave up.
    """
    wanted = _by_bare_names(query, names)
    matches = find_matches(places, Pattern.of(wanted), caller)
    found = {name: _code_first(find_definitions(name.dotted, matches.files)) for name in names}
    defined = {name: each for name, each in found.items() if each}
    if len(defined) < len(names):
        if not defined:
            return None
        wanted = _by_bare_names(query, list(defined))
        matches = find_matches(places, Pattern.of(wanted), caller)
    return MeantNames(defined, wanted, matches)


def _by_bare_names(query: Query, names: Sequence[QualifiedName]) -> Query:
    """Put the last part in the place of each name; if that is all, whole words are meant."""
    bare = {each.text: each.bare for each in names}
    texts = tuple(dict.fromkeys(bare.get(text, text) for text in query.texts))
    return replace(query, texts=texts, word=query.word or len(bare) == len(set(query.texts)))


def _code_first(found: Sequence[tuple[Match, Symbol]]) -> Sequence[tuple[Match, Symbol]]:
    """Leave tests and the like out where code is among the files."""
    return [each for each in found if class_of(each[0].path) is FileClass.CODE] or found


def _found_file(match: Match, symbol: Symbol, excerpt: Excerpt | None) -> FoundFile:
    excerpts = (excerpt,) if excerpt else ()
    place = FoundPlace(found_symbol(symbol, match.lines), (), excerpts, whole=bool(excerpts))
    return FoundFile(match.path, match.file_class, (place,))

"""Where in a note's text the things stand that a query wants."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

from pageful.text.folding import fold_text
from pageful.vault.javascript_regex import SlowPattern
from pageful.vault.search.deadline import Deadline
from pageful.vault.search.note_regions import Region
from pageful.vault.search.phrases import occurrences
from pageful.vault.search.property_conditions import is_named
from pageful.vault.search.query import And, Or, Pattern, Phrase, Property, Query, Scoped, Word
from pageful.vault.search.region_matching import RegionMatcher, regex_of
from pageful.vault.search.scope import Leaf, Mode

MOST_PLACES = 50

# > "due date": 2025-03-14
_KEY = re.compile(r"""["']?([^\s"'#][^:]*?)["']?[ \t]*:(?=\s|$)""")


@dataclass(frozen=True, slots=True)
class Place:
    """Where something stands: characters `start` to `end` of a line, counted from 0."""

    line: int
    start: int
    end: int


class Marker:
    """Finds the places in the parts of a file until the deadline."""

    def __init__(self, matcher: RegionMatcher, deadline: Deadline) -> None:
        self._matcher = matcher
        self._deadline = deadline

    def places(self, query: Query, region: Region) -> list[Place]:
        """The first places of what a query wants, in the order of the text."""
        marks = set(self._marks(query, region, Mode()))
        ordered = sorted(marks, key=lambda place: (place.line, place.start, place.end))
        return ordered[:MOST_PLACES]

    def _marks(self, query: Query, region: Region, mode: Mode) -> Iterator[Place]:
        match query:
            case And(parts) | Or(parts):
                for part in parts:
                    yield from self._marks(part, region, mode)
            case Scoped(_, part):
                if inner := mode.within(query):
                    yield from self._marks(part, region, inner)
                else:
                    yield from islice(self._within(query, region, mode), MOST_PLACES)
            case Property(name):
                yield from self._property(name, region)
            case Word() | Phrase() | Pattern():
                yield from islice(self._leaf(query, region, mode), MOST_PLACES)
            case _:
                pass

    def _within(self, query: Scoped, region: Region, mode: Mode) -> Iterator[Place]:
        for part in self._matcher.matching(query, region, mode):
            marks = [*self._marks(query.part, part, mode.of_region)]
            yield from marks or _line(part)

    def _leaf(self, leaf: Leaf, region: Region, mode: Mode) -> Iterator[Place]:
        if mode.where == "tag":
            return self._tags(leaf, region)
        if not mode.is_of_text:
            return iter(())
        exact = mode.exact or isinstance(leaf, Pattern)
        ranges = self._ranges(leaf, region.exact if exact else region.folded, mode)
        return (Place(*region.located(start, end, exact=exact)) for start, end in ranges)

    def _ranges(self, leaf: Leaf, text: str, mode: Mode) -> Iterator[tuple[int, int]]:
        if isinstance(leaf, Pattern):
            return self._found(leaf, text, mode)
        sought = leaf.text if mode.exact else fold_text(leaf.text)
        if isinstance(leaf, Phrase):
            return occurrences(sought, text)
        return _runs(sought, text)

    def _found(self, pattern: Pattern, text: str, mode: Mode) -> Iterator[tuple[int, int]]:
        regex = regex_of(pattern, exact=mode.exact)
        try:
            for found in regex.finditer(text, timeout=self._deadline.left(pattern)):
                if found.end() > found.start():
                    yield found.span()
        except SlowPattern:
            self._deadline.miss(pattern)

    def _tags(self, leaf: Leaf, region: Region) -> Iterator[Place]:
        for tag in region.source.note.tags:
            if region.first <= tag.line <= region.last and self._matcher.is_tag(leaf, tag.name):
                line = region.source.exact_lines[tag.line - 1]
                at = line.find(f"#{tag.name}")
                if at >= 0:
                    yield Place(tag.line, at, at + 1 + len(tag.name))

    def _property(self, name: Query, region: Region) -> Iterator[Place]:
        for number in range(2, region.source.note.body_line - 1):
            line = region.source.exact_lines[number - 1]
            key = _KEY.match(line)
            if key and is_named(name, key[1], self._matcher.is_found):
                yield Place(number, 0, len(line.rstrip()))


def _line(region: Region) -> list[Place]:
    """The first line of a region without the space around it, unless it is empty."""
    line = region.source.exact_lines[region.first - 1]
    start, end = len(line) - len(line.lstrip()), len(line.rstrip())
    return [Place(region.first, start, end)] if start < end else []


def _runs(word: str, text: str) -> Iterator[tuple[int, int]]:
    at = text.find(word)
    while at >= 0:
        yield at, at + len(word)
        at = text.find(word, at + len(word))

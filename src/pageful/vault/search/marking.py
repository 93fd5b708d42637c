"""The spans of a note's text that match a query."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from pageful.lazy import patterns
from pageful.lazy.dataclasses import dataclass
from pageful.text.folding import fold_text
from pageful.vault.javascript_regex import SlowPattern
from pageful.vault.search.deadline import Deadline
from pageful.vault.search.note_regions import Region
from pageful.vault.search.operators import RegionKind
from pageful.vault.search.phrases import occurrences
from pageful.vault.search.property_conditions import is_named
from pageful.vault.search.query import And, Or, Pattern, Phrase, Property, Query, Scoped, Word
from pageful.vault.search.region_matching import RegionMatcher, regex_of
from pageful.vault.search.scope import Leaf, Scope

MOST_SPANS = 50

# > "due date": 2025-03-14
_KEY = patterns.compile(r"""["']?([^\s"'#][^:]*?)["']?[ \t]*:(?=\s|$)""")


@dataclass(frozen=True, slots=True)
class LineSpan:
    """A span within a line: the characters from `start`, counted from 0, up to `end`."""

    line: int
    start: int
    end: int


class Marker:
    """A finder of spans in the parts of a file, until the deadline."""

    def __init__(self, matcher: RegionMatcher, deadline: Deadline) -> None:
        self._matcher = matcher
        self._deadline = deadline

    def spans(self, query: Query, region: Region) -> list[LineSpan]:
        """Return the first spans that match a query, in the order of the text."""
        marks = set(self._marks(query, region, Scope()))
        ordered = sorted(marks, key=lambda span: (span.line, span.start, span.end))
        return ordered[:MOST_SPANS]

    def _marks(self, query: Query, region: Region, scope: Scope) -> Iterator[LineSpan]:
        match query:
            case And(parts) | Or(parts):
                for part in parts:
                    yield from self._marks(part, region, scope)
            case Scoped(operator, part):
                if operator.region is None:
                    yield from self._marks(part, region, scope.within(operator))
                else:
                    marks = self._within(query, operator.region, region, scope)
                    yield from islice(marks, MOST_SPANS)
            case Property(name):
                yield from self._property(name, region)
            case Word() | Phrase() | Pattern():
                yield from islice(self._leaf(query, region, scope), MOST_SPANS)
            case _:
                pass

    def _within(
        self, query: Scoped, kind: RegionKind, region: Region, scope: Scope
    ) -> Iterator[LineSpan]:
        for part in self._matcher.matching_regions(query, kind, region, scope):
            marks = [*self._marks(query.part, part, scope.within(query.operator))]
            yield from marks or _line(part)

    def _leaf(self, leaf: Leaf, region: Region, scope: Scope) -> Iterator[LineSpan]:
        if scope.target == "tag":
            return self._tags(leaf, region)
        if not scope.is_of_text:
            return iter(())
        exact = scope.exact or isinstance(leaf, Pattern)
        ranges = self._ranges(leaf, region.exact if exact else region.folded, scope)
        return (LineSpan(*region.locate(start, end, exact=exact)) for start, end in ranges)

    def _ranges(self, leaf: Leaf, text: str, scope: Scope) -> Iterator[tuple[int, int]]:
        if isinstance(leaf, Pattern):
            return self._pattern_spans(leaf, text, scope)
        sought = leaf.text if scope.exact else fold_text(leaf.text)
        if isinstance(leaf, Phrase):
            return occurrences(sought, text)
        return _runs(sought, text)

    def _pattern_spans(
        self, pattern: Pattern, text: str, scope: Scope
    ) -> Iterator[tuple[int, int]]:
        regex = regex_of(pattern, exact=scope.exact)
        try:
            for found in regex.finditer(text, timeout=self._deadline.seconds_left(pattern)):
                if found.end() > found.start():
                    yield found.span()
        except SlowPattern:
            self._deadline.report_timeout(pattern)

    def _tags(self, leaf: Leaf, region: Region) -> Iterator[LineSpan]:
        for tag in region.source.note.tags:
            if region.first <= tag.line <= region.last and self._matcher.is_tag(leaf, tag.name):
                line = region.source.exact_lines[tag.line - 1]
                at = line.find(f"#{tag.name}")
                if at >= 0:
                    yield LineSpan(tag.line, at, at + 1 + len(tag.name))

    def _property(self, name: Query, region: Region) -> Iterator[LineSpan]:
        for number in range(2, region.source.note.body_line - 1):
            line = region.source.exact_lines[number - 1]
            key = _KEY.match(line)
            if key and is_named(name, key[1], self._matcher.is_found):
                yield LineSpan(number, 0, len(line.rstrip()))


def _line(region: Region) -> list[LineSpan]:
    """Return the first line of a region without the space around it, unless it is empty."""
    line = region.source.exact_lines[region.first - 1]
    start, end = len(line) - len(line.lstrip()), len(line.rstrip())
    return [LineSpan(region.first, start, end)] if start < end else []


def _runs(word: str, text: str) -> Iterator[tuple[int, int]]:
    at = text.find(word)
    while at >= 0:
        yield at, at + len(word)
        at = text.find(word, at + len(word))

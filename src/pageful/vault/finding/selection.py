"""The notes that a query of `vault_find` selects, and the lines that hold its words."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from pageful.lazy.dataclasses import dataclass
from pageful.text.folding import fold_text
from pageful.vault.finding.note_fields import NoteFields
from pageful.vault.finding.selectors import Selectors
from pageful.vault.finding.visible_text import (
    QUERY_LANGUAGES,
    VisibleSnapshot,
    may_have_query_block,
)
from pageful.vault.finding.words import (
    EVERYTHING,
    folders_of,
    leaves_of,
    without_negated_words,
    without_words,
    words_of,
)
from pageful.vault.graph.adjacency import Graph
from pageful.vault.search.marking import Marker
from pageful.vault.search.matching import Matcher
from pageful.vault.search.note_regions import Region, Source
from pageful.vault.search.operators import FIND_OPERATORS
from pageful.vault.search.query import And, Or, Pattern, Phrase, Query, Scoped, Word
from pageful.vault.search.region_matching import RegionMatcher, RegionTest
from pageful.vault.search.scope import Leaf, Scope
from pageful.vault.search.search_tables import SearchTables
from pageful.vault.search.term_index import TermIndex

if TYPE_CHECKING:
    from pageful.vault.meaning.nearness import Nearness

_CONTENT = FIND_OPERATORS["content"]


@dataclass(frozen=True)
class Sources:
    """The sources of answers to a query: texts that count, links, words and fields.

    `near_note` compares a note with the others by meaning; `None` where there is no embedder.
    """

    visible: VisibleSnapshot
    graph: Graph
    term_index: TermIndex
    fields: NoteFields
    near_note: Callable[[str], Nearness | None] | None = None

    @cached_property
    def notes(self) -> frozenset[str]:
        """The notes that can be found, without canvases and excluded files."""
        files = self.visible.files
        return frozenset(
            path
            for path in self.visible.notes
            if files[path].kind == "note" and not files[path].excluded
        )

    @cached_property
    def tables(self) -> SearchTables:
        """Tables of the texts that count."""
        return SearchTables(self.visible)

    def source(self, path: str) -> Source:
        """Return a note as a matcher reads it."""
        return Source(self.visible.files[path], self.visible, self.tables)


@dataclass(frozen=True)
class Selection:
    """The notes of one query. `narrowed`: only parts of notes count, and never their path."""

    sources: Sources
    query: Query
    matcher: Matcher
    narrowed: bool

    @cached_property
    def regions(self) -> RegionMatcher:
        """The tests of lines and notes."""
        return RegionMatcher(self.matcher.deadline)

    @cached_property
    def selectors(self) -> Selectors:
        """The lookup of operators that name notes."""
        sources = self.sources
        return Selectors(sources.visible, sources.graph, sources.fields, self.regions)

    @cached_property
    def resolved_query(self) -> Query:
        """The query, its named notes looked up."""
        return self.selectors.look_up(self.query)

    @cached_property
    def words(self) -> Query | None:
        """The test of a line; `None` where the query has no words."""
        return words_of(self.query)

    @cached_property
    def among(self) -> frozenset[str]:
        """The notes that fit everything but the words: all, where there is nothing else.

        Of a query without words those in its folders, if it asks for more than these.
        """
        rest = folders_of(self.query) if self.words is None else without_words(self.query)
        if self.words is None and rest == self.query:
            return self.sources.notes
        rest = self.selectors.look_up(rest)
        if rest == EVERYTHING:
            return self.sources.notes
        return self.matcher.paths(rest) & self.sources.notes

    @cached_property
    def paths(self) -> tuple[str, ...]:
        """The notes that match, by folder and name."""
        return tuple(sorted(self._kept, key=folder_and_name))

    @property
    def canvases(self) -> int:
        """The number of canvases that match."""
        return len(self.canvas_paths)

    @cached_property
    def canvas_paths(self) -> frozenset[str]:
        """The canvases that match."""
        files = self.sources.visible.files
        return frozenset(path for path in self._matching if files[path].kind == "canvas")

    @cached_property
    def in_queries(self) -> int:
        """The number of notes that have the words in query blocks alone."""
        if self.words is None or self.narrowed:
            return 0
        return len((self._matching & self.sources.notes) - self._kept)

    @cached_property
    def _matching(self) -> frozenset[str]:
        """The files that match, words in query blocks among them."""
        return self.matcher.paths(self.resolved_query)

    @cached_property
    def _kept(self) -> frozenset[str]:
        found = self._matching & self.sources.notes
        if self.words is None:
            return found
        loose_query = without_negated_words(self.resolved_query)
        loose = found if loose_query == self.resolved_query else self.matcher.paths(loose_query)
        looked_at = loose & self.sources.notes & self._hiding
        scope = Scope("content") if self.narrowed else Scope()
        test = self.regions.test(self.resolved_query, scope)
        kept = (path for path in looked_at if test(self.sources.source(path).whole))
        return (found - self._hiding) | frozenset(kept)

    @cached_property
    def _hiding(self) -> frozenset[str]:
        """The notes with text that may not count."""
        if self.narrowed:
            return self.sources.notes
        named = (self.sources.term_index.notes_with(name) for name in QUERY_LANGUAGES)
        text = self.sources.fields.snapshot.text
        return frozenset(
            path
            for path in frozenset().union(*named) & self.sources.notes
            if may_have_query_block(text(path))
        )

    def lines(self, path: str, *, partly: bool = False) -> Iterator[int]:
        """Yield the lines of a note that have all words, or any of them."""
        if self.words is None:
            return
        source = self.sources.source(path)
        if not any(self._may_have(leaf, source) for leaf in self.leaves):
            return
        whole = self.regions.test(self.words, Scope("content"))
        for number in range(1, source.whole.last + 1):
            self.matcher.deadline.step(self.words)
            region = Region(source, number, number)
            if self._has_any(region) and (partly or whole(region)):
                yield number

    def weight(self, path: str, line: int) -> int:
        """Return how many of the words a line has."""
        region = Region(self.sources.source(path), line, line)
        return sum(test(region) for test in self._leaf_tests)

    def start(self, path: str, line: int) -> int:
        """Return where the first word begins in a line, counted from 0."""
        if self.words is None:
            return 0
        region = Region(self.sources.source(path), line, line)
        marker = Marker(self.regions, self.matcher.deadline)
        spans = marker.spans(Scoped(_CONTENT, self.words), region)
        return spans[0].start if spans else 0

    def region_has_words(self, path: str, first: int, last: int) -> bool:
        """Return whether lines of a note have the words together; without words, any have."""
        if self.words is None:
            return True
        test = self.regions.test(self.words, Scope("content"))
        return test(Region(self.sources.source(path), first, last))

    def is_in(self, text: str) -> bool:
        """Return whether any of the words is in a text."""
        return any(
            self.regions.text_test(leaf, exact=exact)(
                text if exact or isinstance(leaf, Pattern) else fold_text(text)
            )
            for leaf, exact in self.leaves
        )

    def text_has_words(self, text: str, *, partly: bool) -> bool:
        """Return whether a text has all words, or any of them."""
        if self.words is None or partly:
            return self.is_in(text)
        return self._holds(self.words, text, exact=False)

    def _holds(self, words: Query, text: str, *, exact: bool) -> bool:
        match words:
            case And(parts):
                return all(self._holds(part, text, exact=exact) for part in parts)
            case Or(parts):
                return any(self._holds(part, text, exact=exact) for part in parts)
            case Scoped(operator, part):
                within = exact if operator.exact is None else operator.exact
                return self._holds(part, text, exact=within)
            case Word() | Phrase() | Pattern():
                folded = text if exact or isinstance(words, Pattern) else fold_text(text)
                return self.regions.text_test(words, exact=exact)(folded)
            case _:
                return True

    def _may_have(self, leaf: tuple[Leaf, bool], source: Source) -> bool:
        text = source.exact if leaf[1] or isinstance(leaf[0], Pattern) else source.folded
        return self.regions.text_test(leaf[0], exact=leaf[1])(text)

    def _has_any(self, region: Region) -> bool:
        return any(test(region) for test in self._leaf_tests)

    @cached_property
    def leaves(self) -> Sequence[tuple[Leaf, bool]]:
        """The words, phrases and patterns that are wanted, and whether their case counts."""
        return [*leaves_of(self.words or EVERYTHING)]

    @cached_property
    def _leaf_tests(self) -> Sequence[RegionTest]:
        return [self.regions.test(leaf, Scope("content", exact)) for leaf, exact in self.leaves]


def folder_and_name(path: str) -> tuple[str, str]:
    """Return the key by which notes are in order: the root first, then by folder and name."""
    folder, _, name = path.rpartition("/")
    return folder, name.removesuffix(".md")

"""Which files match a query: Obsidian's rules.

A word or phrase is looked for in the text and the path of notes and canvases; operators narrow that
to a name, a path, the text, or to parts of the text that everything within has to stand in.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping
from functools import partial

from pageful.text.folding import fold_text
from pageful.tool.context import Caller
from pageful.vault.parsing.tag_names import tag_key
from pageful.vault.search.catalog import catalog_of
from pageful.vault.search.deadline import Deadline
from pageful.vault.search.marking import Marker, Place
from pageful.vault.search.note_regions import RegionKind, Source, spans_of
from pageful.vault.search.property_conditions import is_named
from pageful.vault.search.query import (
    And,
    Not,
    Or,
    Pattern,
    Phrase,
    Property,
    Query,
    Scoped,
    Word,
)
from pageful.vault.search.region_matching import RegionMatcher, anchor_of, regex_of, searched_path
from pageful.vault.search.scope import Leaf, Mode
from pageful.vault.search.text_spans import Spans, lines_with, pieces_with, text_test
from pageful.vault.search.vocabulary import Lexicon
from pageful.vault.snapshot.snapshot import Moment

__all__ = ["SECONDS", "Matcher", "Place"]

SECONDS = 5.0
"""What a search may take in all."""


class Matcher:
    """Finds what matches a query in one moment of the vault.

    All that it finds may take `seconds` together, by the `clock`; what else a search does, such as
    ranking, is held to the same `deadline`.
    """

    def __init__(
        self,
        moment: Moment,
        lexicon: Lexicon,
        caller: Caller,
        *,
        seconds: float = SECONDS,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._moment = moment
        self._lexicon = lexicon
        self._catalog = catalog_of(moment)
        self.deadline = Deadline(caller, seconds, clock)
        self._parts = RegionMatcher(self.deadline)

    def paths(self, query: Query) -> frozenset[str]:
        """The files that match: notes and canvases, and others if `file:` or `path:` ask for them.

        Excluded files never do.

        Raises:
            ToolError: it takes too long; the message names the part of the query that does.
            Cancelled: the caller gave up.
        """
        asked = _asks_for_files(query)
        return self._found(
            query, Mode(), self._catalog.all_files if asked else self._catalog.searched
        )

    def places(self, query: Query, path: str) -> list[Place]:
        """Where in the text of a note what the query wants stands: the first places, in order.

        Raises:
            ToolError: it takes too long.
            Cancelled: the caller gave up.
        """
        if path not in self._moment.notes:
            return []
        return Marker(self._parts, self.deadline).places(query, self._source(path).whole)

    def _found(self, query: Query, mode: Mode, among: frozenset[str]) -> frozenset[str]:
        """Those of some files that match."""
        self.deadline.left(query)
        match query:
            case And(parts):
                among &= self._narrowed(query, mode)
                for part in sorted(parts, key=_effort):
                    among = self._found(part, mode, among)
                return among
            case Or(parts):
                return self._found_any(parts, mode, among)
            case Not(part):
                return among - self._found(part, mode, among)
            case Scoped(_, part) if inner := mode.within(query):
                return self._found(part, inner, among)
            case Property(name, value):
                return self._with_property(name, value, mode, among)
            case Word() | Phrase() | Pattern():
                return self._with_leaf(query, mode, among)
            case _:
                return self._verified(query, mode, among & self._narrowed(query, mode))

    def _found_any(
        self, parts: Iterable[Query], mode: Mode, among: frozenset[str]
    ) -> frozenset[str]:
        found: frozenset[str] = frozenset()
        for part in sorted(parts, key=_effort):
            found |= self._found(part, mode, among - found)
        return found

    def _with_leaf(self, leaf: Leaf, mode: Mode, among: frozenset[str]) -> frozenset[str]:
        if mode.where == "tag":
            return among & self._tagged(leaf)
        if not mode.is_of_text:
            names = self._names(leaf, mode)
            test = self._parts.text_test(leaf, exact=mode.exact)
            return frozenset(path for path in among if test(names[path]))
        narrowed = among & self._narrowed(leaf, mode)
        if isinstance(leaf, Word) and not mode.exact:
            return narrowed
        return self._read(leaf, mode, narrowed)

    def _tagged(self, leaf: Leaf) -> frozenset[str]:
        if not isinstance(leaf, Pattern):
            return self._catalog.tags.get(tag_key(leaf.text), frozenset())
        tags = self._catalog.written_tags.items()
        return frozenset().union(*(paths for tag, paths in tags if self._parts.is_tag(leaf, tag)))

    def _names(self, leaf: Leaf, mode: Mode) -> Mapping[str, str]:
        """What of each file `file:` or `path:` looks at."""
        catalog, exact = self._catalog, mode.exact or isinstance(leaf, Pattern)
        if mode.where == "file":
            return catalog.names if exact else catalog.folded_names
        return {path: path for path in catalog.files} if exact else catalog.folded_paths

    def _read(self, leaf: Leaf, mode: Mode, paths: frozenset[str]) -> frozenset[str]:
        """Those of some notes in whose text or path a leaf is."""
        test = self._parts.text_test(leaf, exact=mode.exact)
        exact = mode.exact or isinstance(leaf, Pattern)
        read = self._moment.text if exact else self._catalog.folded_text
        found: set[str] = set()
        if mode.where == "any":
            names = self._names(leaf, Mode("path", mode.exact))
            likely = self._named(leaf, mode, paths)
            found |= {path for path in likely if test(searched_path(names[path], leaf))}
        for path in (paths - found) & self._moment.notes.keys():
            self.deadline.step(leaf)
            if test(read(path)):
                found.add(path)
        return frozenset(found)

    def _named(self, leaf: Leaf, mode: Mode, paths: frozenset[str]) -> frozenset[str]:
        """Those of some notes whose path holds what must stand in all that a leaf is found in."""
        for text in _needed(leaf, mode):
            paths = paths.intersection(self._catalog.full_paths.holding(text))
        return paths

    def _with_property(
        self, name: Query, value: Query | None, mode: Mode, among: frozenset[str]
    ) -> frozenset[str]:
        found: set[str] = set()
        for key, paths in self._catalog.properties.items():
            if is_named(name, key, self._parts.is_found):
                wanted = (paths & among) - found
                found |= wanted if value is None else self._valued(key, value, mode, wanted)
        return frozenset(found)

    def _valued(self, key: str, wanted: Query, mode: Mode, paths: frozenset[str]) -> frozenset[str]:
        """Those of some notes whose property has a wanted value; each value is tried once."""
        found: set[str] = set()
        for value, having in self._catalog.values_of(key):
            self.deadline.step(wanted)
            if self._parts.is_valued(wanted, value, mode):
                found.update(having)
        return paths & found

    def _verified(self, query: Query, mode: Mode, paths: Iterable[str]) -> frozenset[str]:
        if isinstance(query, Scoped) and (holds := self._piece_test(query, mode)):
            return self._kept(query, holds, paths)
        test = self._parts.test(query, mode)
        return self._kept(query, lambda path: test(self._source(path).whole), paths)

    def _piece_test(self, query: Scoped, mode: Mode) -> Callable[[str], bool] | None:
        """Whether a note has a piece that matches; `None` where more than words are wanted."""
        test = None if mode.exact else text_test(query.part)
        anchor = anchor_of(query.part, exact=False)
        if test is None or not anchor:
            return None
        read = self._catalog.folded_text
        if query.operator == "line":
            return lambda path: any(map(test, lines_with(anchor, read(path))))
        if query.operator not in ("block", "section"):
            return None
        spans = partial(self._spans, query.operator)
        return lambda path: any(map(test, pieces_with(anchor, read(path), spans(path))))

    def _spans(self, kind: RegionKind, path: str) -> Spans:
        spans = self._catalog.spans.get((kind, path))
        if spans is None:
            text = self._catalog.folded_text(path)
            spans = Spans.of_lines(spans_of(kind, self._source(path)), text)
            self._catalog.spans[kind, path] = spans
        return spans

    def _kept(
        self, query: Query, holds: Callable[[str], bool], paths: Iterable[str]
    ) -> frozenset[str]:
        found = set()
        for path in paths:
            self.deadline.step(query)
            if holds(path):
                found.add(path)
        return frozenset(found)

    def _narrowed(self, query: Query, mode: Mode) -> frozenset[str]:
        """Files among which are all that match, found without a look at each."""
        match query:
            case And(parts):
                several = (self._narrowed(part, mode) for part in parts)
                return self._catalog.all_files.intersection(*several)
            case Or(parts):
                return frozenset().union(*(self._narrowed(part, mode) for part in parts))
            case Scoped(_, part) if inner := mode.within(query):
                return self._narrowed(part, inner)
            case Scoped(operator, part):
                tasks = operator.startswith("task")
                read = self._catalog.with_tasks if tasks else self._catalog.searched
                return self._narrowed(part, mode.of_region) & read
            case Word() | Phrase() | Pattern() if mode.is_of_text:
                several = (self._holding(text, query, mode) for text in _needed(query, mode))
                return self._catalog.searched.intersection(*several)
            case _:
                return self._catalog.all_files

    def _holding(self, text: str, leaf: Leaf, mode: Mode) -> frozenset[str]:
        """Notes that hold a folded text of a leaf: in their text, or in their path if it counts."""
        found = self._lexicon.notes_with(text)
        if mode.where == "content":
            return found
        is_bare = searched_path(".", leaf) == ""
        paths = self._catalog.stems if is_bare else self._catalog.full_paths
        return found.union(paths.holding(text))

    def _source(self, path: str) -> Source:
        return Source(self._catalog.files[path], self._moment, self._catalog)


def _needed(leaf: Leaf, mode: Mode) -> tuple[str, ...]:
    """Folded texts that stand in all that a leaf is found in."""
    if isinstance(leaf, Pattern):
        return tuple(map(fold_text, regex_of(leaf, exact=mode.exact).required_texts))
    return (fold_text(leaf.text),) if leaf.text else ()


def _effort(query: Query) -> int:
    """How much there is to do for a part, as a rank: what narrows cheaply comes first."""
    match query:
        case Word() | Property() | Scoped("tag"):
            return 0
        case Phrase() | Scoped("file" | "path"):
            return 1
        case And(parts) | Or(parts):
            return max(map(_effort, parts), default=0)
        case Not(part):
            return max(2, _effort(part))
        case Scoped("match-case" | "ignore-case" | "content", part):
            return max(1, _effort(part))
        case Pattern():
            return 4
        case _:
            return 3


def _asks_for_files(query: Query, *, within: bool = False) -> bool:
    """Whether `file:` or `path:` want something: then every kind of file is looked at."""
    match query:
        case And(parts) | Or(parts):
            return any(_asks_for_files(part, within=within) for part in parts)
        case Scoped(operator, part):
            return _asks_for_files(part, within=within or operator in ("file", "path"))
        case Word() | Phrase() | Pattern():
            return within
        case _:
            return False

"""The files that match a query, by Obsidian's rules.

A word or phrase is looked for in the text and the path of notes and canvases; operators narrow that
to a name, a path, the text, or to parts of the text that have to match as a whole.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial

from pageful.text.folding import fold_text
from pageful.tool.context import Caller
from pageful.vault.parsing.tag_names import tag_key
from pageful.vault.search.deadline import Deadline
from pageful.vault.search.marking import LineSpan, Marker
from pageful.vault.search.note_regions import Source, spans_of
from pageful.vault.search.operators import RegionKind
from pageful.vault.search.property_conditions import is_named
from pageful.vault.search.query import (
    And,
    Files,
    Not,
    Or,
    Pattern,
    Phrase,
    Property,
    Query,
    Scoped,
    Word,
    is_plain,
)
from pageful.vault.search.region_matching import RegionMatcher, anchor_of, regex_of, searched_path
from pageful.vault.search.scope import Leaf, Scope
from pageful.vault.search.search_tables import tables_of
from pageful.vault.search.substring_index import SubstringIndex
from pageful.vault.search.text_spans import TextSpans, lines_with, pieces_with, text_test
from pageful.vault.snapshot.snapshot import VaultSnapshot

__all__ = ["SECONDS", "LineSpan", "Matcher"]

SECONDS = 5.0
"""The processor time of a whole search."""


class Matcher:
    """A finder of the files of one snapshot that match queries, until a deadline.

    All its calls may take `seconds` of processor time together; the other steps of a search, such
    as ranking, share the same `deadline`.
    """

    def __init__(
        self,
        snapshot: VaultSnapshot,
        index: SubstringIndex,
        caller: Caller,
        *,
        seconds: float = SECONDS,
    ) -> None:
        self._snapshot = snapshot
        self._index = index
        self._tables = tables_of(snapshot)
        self.deadline = Deadline(caller, seconds)
        self._parts = RegionMatcher(self.deadline)

    def paths(self, query: Query) -> frozenset[str]:
        """Return the matching files: notes and canvases, and others if `file:` or `path:` are used.

        Excluded files never do.

        Raises:
            ToolError: it takes too long; the message names the part of the query that does.
            Cancelled: the caller gave up.
        """
        tables = self._tables
        among = tables.named if is_plain(query) else tables.searched
        if _asks_for_files(query):
            among = tables.all_files
        return self._filter_files(query, Scope(), among)

    def spans(self, query: Query, path: str) -> list[LineSpan]:
        """Return the first spans of a note's text that match the query, in order.

        Raises:
            ToolError: it takes too long.
            Cancelled: the caller gave up.
        """
        if path not in self._snapshot.notes:
            return []
        return Marker(self._parts, self.deadline).spans(query, self._source(path).whole)

    def _filter_files(self, query: Query, scope: Scope, among: frozenset[str]) -> frozenset[str]:
        """Return the files that match, of those given."""
        self.deadline.seconds_left(query)
        match query:
            case And(parts):
                among &= self._candidates(query, scope)
                for part in sorted(parts, key=_effort):
                    among = self._filter_files(part, scope, among)
                return among
            case Or(parts):
                return self._matching_any(parts, scope, among)
            case Not(part):
                return among - self._filter_files(part, scope, among)
            case Scoped(operator, part) if operator.region is None:
                return self._filter_files(part, scope.within(operator), among)
            case Property(name, value):
                return self._with_property(name, value, scope, among)
            case Files(paths):
                return among & paths
            case Word() | Phrase() | Pattern():
                return self._with_leaf(query, scope, among)
            case _:
                return self._verify(query, scope, among & self._candidates(query, scope))

    def _matching_any(
        self, parts: Iterable[Query], scope: Scope, among: frozenset[str]
    ) -> frozenset[str]:
        found: frozenset[str] = frozenset()
        for part in sorted(parts, key=_effort):
            found |= self._filter_files(part, scope, among - found)
        return found

    def _with_leaf(self, leaf: Leaf, scope: Scope, among: frozenset[str]) -> frozenset[str]:
        if scope.target == "tag":
            return among & self._with_tag(leaf)
        if not scope.is_of_text:
            names = self._tables.names_for(scope.target, exact=_is_exact(leaf, scope))
            test = self._parts.text_test(leaf, exact=scope.exact)
            return frozenset(path for path in among if test(names[path]))
        narrowed = among & self._candidates(leaf, scope)
        if isinstance(leaf, Word) and not scope.exact:
            return narrowed
        return self._filter_by_text(leaf, scope, narrowed)

    def _with_tag(self, leaf: Leaf) -> frozenset[str]:
        if not isinstance(leaf, Pattern):
            return self._tables.tags.get(tag_key(leaf.text), frozenset())
        tags = self._tables.written_tags.items()
        return frozenset().union(*(paths for tag, paths in tags if self._parts.is_tag(leaf, tag)))

    def _filter_by_text(self, leaf: Leaf, scope: Scope, paths: frozenset[str]) -> frozenset[str]:
        """Return the notes, of those given, whose text or path contains a leaf."""
        test = self._parts.text_test(leaf, exact=scope.exact)
        exact = _is_exact(leaf, scope)
        read = self._snapshot.text if exact else self._tables.folded_text
        found: set[str] = set()
        if scope.target == "any":
            names = self._tables.names_for("path", exact=exact)
            likely = self._filter_by_name(leaf, scope, paths)
            found |= {path for path in likely if test(searched_path(names[path], leaf))}
        for path in (paths - found) & self._snapshot.notes.keys():
            self.deadline.step(leaf)
            if test(read(path)):
                found.add(path)
        return frozenset(found)

    def _filter_by_name(self, leaf: Leaf, scope: Scope, paths: frozenset[str]) -> frozenset[str]:
        """Return the notes, of those given, whose path contains all texts that a leaf requires."""
        for text in _required_texts(leaf, scope):
            paths = paths.intersection(self._tables.full_paths.paths_with(text))
        return paths

    def _with_property(
        self, name: Query, value: Query | None, scope: Scope, among: frozenset[str]
    ) -> frozenset[str]:
        found: set[str] = set()
        for key, paths in self._tables.properties.items():
            if is_named(name, key, self._parts.is_found):
                wanted = (paths & among) - found
                found |= wanted if value is None else self._with_value(key, value, scope, wanted)
        return frozenset(found)

    def _with_value(
        self, key: str, wanted: Query, scope: Scope, paths: frozenset[str]
    ) -> frozenset[str]:
        """Return the notes, of those given, with a wanted value; each value is tested once."""
        found: set[str] = set()
        for value, having in self._tables.values_of(key):
            self.deadline.step(wanted)
            if self._parts.is_valued(wanted, value, scope):
                found.update(having)
        return paths & found

    def _verify(self, query: Query, scope: Scope, paths: Iterable[str]) -> frozenset[str]:
        if isinstance(query, Scoped) and (holds := self._piece_test(query, scope)):
            return self._filter(query, holds, paths)
        test = self._parts.test(query, scope)
        return self._filter(query, lambda path: test(self._source(path).whole), paths)

    def _piece_test(self, query: Scoped, scope: Scope) -> Callable[[str], bool] | None:
        """Return a test for notes with a matching piece; `None` if more than words is wanted."""
        test = None if scope.exact else text_test(query.part)
        anchor = anchor_of(query.part, exact=False)
        if test is None or not anchor:
            return None
        read, kind = self._tables.folded_text, query.operator.region
        if kind == "line":
            return lambda path: any(map(test, lines_with(anchor, read(path))))
        if kind is None or query.operator.is_of_tasks:  # a task's mark is no part of its text
            return None
        spans = partial(self._spans, kind)
        return lambda path: any(map(test, pieces_with(anchor, read(path), spans(path))))

    def _spans(self, kind: RegionKind, path: str) -> TextSpans:
        spans = self._tables.spans.get((kind, path))
        if spans is None:
            text = self._tables.folded_text(path)
            spans = TextSpans.of_lines(spans_of(kind, self._source(path)), text)
            self._tables.spans[kind, path] = spans
        return spans

    def _filter(
        self, query: Query, holds: Callable[[str], bool], paths: Iterable[str]
    ) -> frozenset[str]:
        found = set()
        for path in paths:
            self.deadline.step(query)
            if holds(path):
                found.add(path)
        return frozenset(found)

    def _candidates(self, query: Query, scope: Scope) -> frozenset[str]:
        """Return a superset of the matching files, found without a test of each."""
        match query:
            case And(parts):
                several = (self._candidates(part, scope) for part in parts)
                return self._tables.all_files.intersection(*several)
            case Or(parts):
                return frozenset().union(*(self._candidates(part, scope) for part in parts))
            case Scoped(operator, part):
                narrowed = self._candidates(part, scope.within(operator))
                if operator.region is None:
                    return narrowed
                read = self._tables.with_tasks if operator.is_of_tasks else self._tables.searched
                return narrowed & read
            case Word() | Phrase() | Pattern() if scope.is_of_text:
                several = (
                    self._with_string(text, query, scope) for text in _required_texts(query, scope)
                )
                return self._tables.named.intersection(*several)
            case _:
                return self._tables.all_files

    def _with_string(self, text: str, leaf: Leaf, scope: Scope) -> frozenset[str]:
        """Return the notes whose text, or path if it counts, contains a folded text of a leaf."""
        found = self._index.notes_with(text)
        if scope.target == "content":
            return found
        is_bare = searched_path(".", leaf) == ""
        paths = self._tables.stems if is_bare else self._tables.full_paths
        return found.union(paths.paths_with(text))

    def _source(self, path: str) -> Source:
        return Source(self._tables.files[path], self._snapshot, self._tables)


def _is_exact(leaf: Leaf, scope: Scope) -> bool:
    """Return whether a leaf is looked for in texts and names as they are, not folded."""
    return scope.exact or isinstance(leaf, Pattern)


def _required_texts(leaf: Leaf, scope: Scope) -> tuple[str, ...]:
    """Return folded texts that every match of a leaf contains."""
    if isinstance(leaf, Pattern):
        return tuple(map(fold_text, regex_of(leaf, exact=scope.exact).required_texts))
    return (fold_text(leaf.text),) if leaf.text else ()


def _effort(query: Query) -> int:
    """Return the cost of a part as a rank from 0 to 4; cheap parts are tried first."""
    match query:
        case Word() | Property() | Files():
            return 0
        case Phrase():
            return 1
        case And(parts) | Or(parts):
            return max(map(_effort, parts), default=0)
        case Not(part):
            return max(2, _effort(part))
        case Scoped(operator, part) if operator.is_transparent:
            return max(operator.effort, _effort(part))
        case Scoped(operator, _):
            return operator.effort
        case Pattern():
            return 4
        case _:
            return 3


def _asks_for_files(query: Query, *, within: bool = False) -> bool:
    """Tell if the query has an operator that finds attachments, so that all files are tested."""
    match query:
        case And(parts) | Or(parts):
            return any(_asks_for_files(part, within=within) for part in parts)
        case Scoped(operator, part):
            return _asks_for_files(part, within=within or operator.finds_any_file)
        case Word() | Phrase() | Pattern():
            return within
        case _:
            return False

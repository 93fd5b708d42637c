"""Operators that name notes by a folder, a link, a day or their place in the graph."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from pageful.lazy.dataclasses import dataclass
from pageful.text.folding import fold_text
from pageful.tool.errors import ToolError
from pageful.vault.finding.days import day_of_name, days_between
from pageful.vault.finding.note_fields import NoteFields
from pageful.vault.graph.adjacency import Graph
from pageful.vault.graph.links import name_key
from pageful.vault.search.operators import Operator
from pageful.vault.search.property_conditions import is_named, is_valued
from pageful.vault.search.query import And, Files, Not, Or, Phrase, Property, Query, Scoped, Word
from pageful.vault.search.region_matching import RegionMatcher
from pageful.vault.search.unparse import unparse
from pageful.vault.snapshot.lookup import locate
from pageful.vault.snapshot.snapshot import VaultSnapshot


@dataclass(frozen=True)
class Selectors:
    """Looks up the files that operators name in one snapshot."""

    snapshot: VaultSnapshot
    graph: Graph
    fields: NoteFields
    matcher: RegionMatcher

    def look_up(self, query: Query) -> Query:
        """Return the query with `Files` for each operator that names them, and for each field.

        Raises:
            ToolError: an operator's part names no note, day or kind of notes.
        """
        match query:
            case Scoped(operator, part) if operator.selects_files:
                return self._files_of_operator(operator, part)
            case Scoped(operator, part):
                return Scoped(operator, self.look_up(part))
            case Property(name, value):
                return Files(self._with_field(name, value), unparse(query))
            case And(parts):
                return And(tuple(map(self.look_up, parts)))
            case Or(parts):
                return Or(tuple(map(self.look_up, parts)))
            case Not(part):
                return Not(self.look_up(part))
            case _:
                return query

    def link_targets(self, query: Query, *, within: bool = False) -> frozenset[str]:
        """Return the files that `links:` names in a query, negated ones not among them."""
        match query:
            case And(parts) | Or(parts):
                several = (self.link_targets(part, within=within) for part in parts)
                return frozenset().union(*several)
            case Scoped(operator, part):
                return self.link_targets(part, within=operator.name == "links")
            case Word(text) | Phrase(text) if within and self._exists(text):
                return frozenset((self._locate(text),))
            case _:
                return frozenset()

    def _files_of_operator(self, operator: Operator, part: Query) -> Query:
        match part:
            case Word(text) | Phrase(text):
                return Files(_LOOKUPS[operator.name](self, text), unparse(Scoped(operator, part)))
            case And(parts):
                return And(tuple(self._files_of_operator(operator, each) for each in parts))
            case Or(parts):
                return Or(tuple(self._files_of_operator(operator, each) for each in parts))
            case Not(inner):
                return Not(self._files_of_operator(operator, inner))
            case _:
                raise ToolError(
                    f"After `{operator.name}:` stands a name, not {unparse(part)[:80]}.",
                    'Write the name, in quotes where it has spaces: links:"Rye bread".',
                )

    def _with_field(self, name: Query, value: Query | None) -> frozenset[str]:
        found, is_found = set[str](), self.matcher.is_found
        for key, paths in self.fields.with_name.items():
            if is_named(name, key, is_found):
                found.update(
                    path
                    for path in paths
                    if value is None
                    or is_valued(value, _whole(self.fields.by_note[path][key]), is_found)
                )
        return frozenset(found)

    def _exists(self, text: str) -> bool:
        try:
            self._locate(text)
        except ToolError:
            return False
        return True

    def _locate(self, text: str) -> str:
        return locate(self.snapshot, text)

    def in_folder(self, text: str) -> frozenset[str]:
        """Return the files whose path begins with a text, in any case."""
        start = fold_text(text.removeprefix("./").lstrip("/"))
        return frozenset(path for path in self.snapshot.files if fold_text(path).startswith(start))

    def linking_to(self, text: str) -> frozenset[str]:
        """Return the notes that link to a note, or to a name that no file has."""
        try:
            return frozenset(self.graph.backlinks(self._locate(text)))
        except ToolError:
            wanted = name_key(text.strip().removeprefix("[[").removesuffix("]]"))
            found = frozenset(
                path
                for path, links in self.graph.links.items()
                if any(name_key(name) == wanted for name in links.unresolved)
            )
            if found:
                return found
            raise

    def linked_by(self, text: str) -> frozenset[str]:
        """Return the files that a note links to."""
        return frozenset(self.graph.targets(self._locate(text)))

    def of_days(self, text: str) -> frozenset[str]:
        """Return the notes of a day or of a range of days."""
        first, last = days_between(text)
        return frozenset(
            path for path in self.snapshot.notes if first <= self.fields.day(path) <= last
        )

    def of_kind(self, text: str) -> frozenset[str]:
        """Return the notes of a kind.

        Raises:
            ToolError: there is no such kind.
        """
        kind = _KINDS.get(text.lower())
        if kind is None:
            raise ToolError(f"There is no `is:{text[:40]}`.", f"There are {_KIND_NAMES}.")
        return frozenset(path for path in self.snapshot.notes if kind(self.graph, path))


def _whole(values: object) -> object:
    """Return the only value of a list, else the list."""
    return values[0] if isinstance(values, list) and len(values) == 1 else values


def _is_orphan(graph: Graph, path: str) -> bool:
    return graph.nodes.isdisjoint(graph.neighbours(path, "both"))


_KINDS: Mapping[str, Callable[[Graph, str], bool]] = {
    "orphan": _is_orphan,
    "unlinked": lambda graph, path: graph.nodes.isdisjoint(graph.backlinks(path)),
    "deadend": lambda graph, path: graph.nodes.isdisjoint(graph.targets(path)),
    "daily": lambda _, path: bool(day_of_name(path)),
}
_KIND_NAMES = ", ".join(f"is:{kind}" for kind in _KINDS)

_LOOKUPS: Mapping[str, Callable[[Selectors, str], frozenset[str]]] = {
    "in": Selectors.in_folder,
    "links": Selectors.linking_to,
    "linked-by": Selectors.linked_by,
    "day": Selectors.of_days,
    "is": Selectors.of_kind,
}

"""The links between the files of a vault, in both directions, updated when notes change."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import chain

from pageful.files.latest import Latest
from pageful.lazy.dataclasses import dataclass
from pageful.tool.context import Caller
from pageful.vault.choices import Direction
from pageful.vault.graph.links import NO_LINKS, Lines, NoteLinks, links_of
from pageful.vault.results.graph import Arrow
from pageful.vault.snapshot.snapshot import FileKind, VaultSnapshot

_WALKED: tuple[FileKind, ...] = ("note", "canvas")
# Of notes, which take milliseconds: soon enough for a caller that cancels.
_CHECK_EVERY = 256


@dataclass(frozen=True, slots=True)
class Graph:
    """Every link of a snapshot, by its source and by its target.

    `links` has an entry for each note; `sources` are the notes that link to a file, sorted by path.
    `nodes` are the notes and canvases that a walk may reach; `hidden` are those that the vault's
    settings exclude. Other files are linked to, and nothing links from them.
    """

    links: Mapping[str, NoteLinks]
    sources: Mapping[str, tuple[str, ...]]
    nodes: frozenset[str]
    hidden: frozenset[str]

    def targets(self, path: str) -> Mapping[str, Lines]:
        """Return the files that a note links to, in its order, with the lines of the links."""
        return self.links.get(path, NO_LINKS).targets

    def unresolved_names(self, path: str) -> Mapping[str, Lines]:
        """Return the names that a note links to and no file has, with the lines of the links."""
        return self.links.get(path, NO_LINKS).unresolved

    def backlinks(self, path: str) -> tuple[str, ...]:
        """Return the notes that link to a file, by path."""
        return self.sources.get(path, ())

    def neighbours(self, path: str, direction: Direction) -> Iterable[str]:
        """Return the adjacent files: targets in the note's order, then backlinks by path.

        A file linked both ways comes twice.
        """
        if direction == "out":
            return self.targets(path)
        if direction == "back":
            return self.backlinks(path)
        return chain(self.targets(path), self.backlinks(path))

    def attachments(self, path: str) -> int:
        """Return the number of files a note links to that are neither notes nor canvases."""
        return sum(
            other not in self.nodes and other not in self.hidden for other in self.targets(path)
        )

    def arrow(self, path: str, other: str) -> Arrow:
        """Return the direction of the links between two linked files, as seen from the first."""
        if other not in self.targets(path):
            return "back"
        return "both" if path in self.targets(other) else "out"


class LatestGraph:
    """The graph of the latest snapshot: only the links of changed notes are resolved anew.

    Safe to use from any thread.
    """

    def __init__(self) -> None:
        self._latest: Latest[VaultSnapshot, Graph] = Latest()

    def of(self, snapshot: VaultSnapshot, caller: Caller) -> Graph:
        """Return the graph of the vault at a snapshot.

        Raises:
            Cancelled: the caller gave up.
        """
        return self._latest.get(snapshot, lambda before: _next(before, snapshot, caller))


def _next(
    before: tuple[VaultSnapshot, Graph] | None, snapshot: VaultSnapshot, caller: Caller
) -> Graph:
    if before is None or before[0].files.keys() != snapshot.files.keys():
        return build_graph(snapshot, caller)
    return _update(*before, snapshot, caller)


def build_graph(snapshot: VaultSnapshot, caller: Caller) -> Graph:
    """Resolve every link of the vault.

    Raises:
        Cancelled: the caller gave up.
    """
    links = {path: links_of(path, snapshot) for path in _until_cancelled(snapshot.notes, caller)}
    sources: dict[str, list[str]] = {}
    for path, found in links.items():
        for target in found.targets:
            sources.setdefault(target, []).append(path)
    return _graph(snapshot, links, {target: tuple(each) for target, each in sources.items()})


def _update(before: VaultSnapshot, graph: Graph, snapshot: VaultSnapshot, caller: Caller) -> Graph:
    """Update the graph for a snapshot with the same files, some of them with other text."""
    known, notes = before.notes, snapshot.notes
    changed = [path for path, note in notes.items() if known.get(path) is not note]
    changed += [path for path in known if path not in notes]
    links, touched = dict(graph.links), set[str]()
    for path in _until_cancelled(changed, caller):
        touched.update(graph.targets(path))
        links[path] = links_of(path, snapshot)
        touched.update(links[path].targets)
    return _graph(snapshot, links, _update_sources(graph.sources, links, touched, changed))


def _update_sources(
    sources: Mapping[str, tuple[str, ...]],
    links: Mapping[str, NoteLinks],
    touched: Iterable[str],
    changed: Iterable[str],
) -> dict[str, tuple[str, ...]]:
    """Update the sources of the `touched` files, whose links from `changed` notes may differ."""
    dropped, now = frozenset(changed), dict(sources)
    added: dict[str, list[str]] = {target: [] for target in touched}
    for path in dropped:
        for target in links[path].targets:
            added[target].append(path)
    for target, new in added.items():
        kept = (path for path in sources.get(target, ()) if path not in dropped)
        now[target] = tuple(sorted(chain(kept, new)))
    return now


def _graph(
    snapshot: VaultSnapshot, links: Mapping[str, NoteLinks], sources: Mapping[str, tuple[str, ...]]
) -> Graph:
    walked = [file for file in snapshot.files.values() if file.kind in _WALKED]
    nodes = frozenset(file.path for file in walked if not file.excluded)
    hidden = frozenset(file.path for file in walked if file.excluded)
    return Graph(links, sources, nodes, hidden)


def _until_cancelled(paths: Iterable[str], caller: Caller) -> Iterator[str]:
    """Yield the paths one by one, until the caller cancels."""
    for number, path in enumerate(paths):
        if number % _CHECK_EVERY == 0:
            caller.checkpoint()
        yield path

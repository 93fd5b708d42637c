"""The neighbourhood of a note, as a tree of the shortest paths to its notes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from itertools import chain

from pageful.text import units
from pageful.tool.context import Caller
from pageful.vault.choices import Direction
from pageful.vault.graph.adjacency import Graph
from pageful.vault.results.graph import GraphNode, Traversal


def traverse(
    graph: Graph,
    path: str,
    *,
    depth: int,
    direction: Direction,
    max_nodes: int,
    filter_paths: frozenset[str] | None,
    filter_text: str,
    caller: Caller,
) -> Traversal:
    """Traverse notes and canvases breadth first, at most `depth` links from the file at `path`.

    Every note is once in the tree, below the first that leads to it: from a note, first along its
    links in their order, then to the notes that link to it, by path. At most `max_nodes`
    are shown, the start among them, the nearest first. A note that is not among `filter_paths` is
    neither shown nor walked through; the start always is. The same holds for notes that the vault's
    settings exclude. From an attachment a walk leads back to what links to it.

    Raises:
        Cancelled: the caller gave up.
    """
    walk = _Walk(graph, direction, filter_paths, caller)
    inner, beyond = walk.from_start(path, depth)
    shown = dict.fromkeys(inner[:max_nodes])
    cut = Counter(walk.parents[each] for each in chain(inner[max_nodes:], beyond))
    nodes = tuple(
        _node(graph, each, walk, direction, cut[each])
        for each in _pre_order(path, shown, walk.parents)
    )
    return Traversal(
        path=path,
        depth=depth,
        direction=direction,
        max_nodes=max_nodes,
        filter=filter_text,
        reached=len(inner),
        unresolved=sum(len(node.unresolved) for node in nodes),
        cut=sum(node.cut for node in nodes),
        filtered=len(walk.filtered),
        beyond=len(beyond),
        nodes=nodes,
        notes=_remarks(len(walk.hidden)),
    )


class _Walk:
    """One walk: the note that led first to each other, and the notes kept out on the way."""

    def __init__(
        self, graph: Graph, direction: Direction, admitted: frozenset[str] | None, caller: Caller
    ) -> None:
        self._graph = graph
        self._direction = direction
        self._admitted = graph.nodes if admitted is None else graph.nodes & admitted
        self._caller = caller
        self.parents: dict[str, str] = {}
        self.depths: dict[str, int] = {}
        self.filtered: set[str] = set()
        self.hidden: set[str] = set()

    def from_start(self, path: str, depth: int) -> tuple[list[str], list[str]]:
        """Return the notes within `depth`, and those one link further, each breadth first."""
        self.parents[path], self.depths[path] = "", 0
        inner, level = [path], [path]
        for distance in range(1, depth + 1):
            level = self._next(level, distance)
            if not level:
                break
            inner += level
        kept_out = self.filtered.copy(), self.hidden.copy()
        beyond = self._next(level, depth + 1)
        self.filtered, self.hidden = kept_out
        return inner, beyond

    def _next(self, level: list[str], distance: int) -> list[str]:
        further = []
        for path in level:
            self._caller.checkpoint()
            for other in self._graph.neighbours(path, self._direction):
                if other in self.parents:
                    continue
                if other in self._admitted:
                    self.parents[other], self.depths[other] = path, distance
                    further.append(other)
                else:
                    self._exclude(other)
        return further

    def _exclude(self, path: str) -> None:
        if path in self._graph.nodes:
            self.filtered.add(path)
        elif path in self._graph.hidden:
            self.hidden.add(path)


def _pre_order(start: str, shown: Mapping[str, None], parents: Mapping[str, str]) -> list[str]:
    """Return the shown notes, each followed by all below it."""
    children: dict[str, list[str]] = {path: [] for path in shown}
    for path in shown:
        if path != start:
            children[parents[path]].append(path)
    ordered, waiting = [], [start]
    while waiting:
        path = waiting.pop()
        ordered.append(path)
        waiting.extend(reversed(children[path]))
    return ordered


def _node(graph: Graph, path: str, walk: _Walk, direction: Direction, cut: int) -> GraphNode:
    parent = walk.parents[path]
    return GraphNode(
        path=path,
        depth=walk.depths[path],
        parent=parent,
        arrow=graph.arrow(parent, path) if parent else None,
        unresolved=() if direction == "back" else tuple(graph.unresolved_names(path)),
        cut=cut,
        attachments=0 if direction == "back" else graph.attachments(path),
    )


def _remarks(hidden: int) -> tuple[str, ...]:
    if not hidden:
        return ()
    excluded = units.count(hidden, "linked note")
    return (
        f"{excluded} left out: the vault's settings exclude {'it' if hidden == 1 else 'them'}.",
    )

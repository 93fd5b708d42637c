"""The shortest paths from one note to another: the count of all, and the first of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice

from pageful.lazy.dataclasses import dataclass
from pageful.tool.context import Caller
from pageful.vault.choices import Direction
from pageful.vault.graph.adjacency import Graph
from pageful.vault.graph.walk import OPPOSITE, distances
from pageful.vault.results.graph import GraphPath, Step

MOST_COUNTED = 10**15
"""The limit of the count: exact in any reader of JSON, and the arithmetic stays small."""


@dataclass(frozen=True, slots=True)
class ShortestPaths:
    """All shortest ways from `source` to `target`: from each note on one of them, the next ones.

    `total` is the number of ways, `MOST_COUNTED` if there are as many or more. Where the two
    are the same note there is one way, without a step. `following` is sorted by path.
    """

    graph: Graph
    source: str
    target: str
    direction: Direction
    following: Mapping[str, Sequence[str]]
    total: int

    def first(self, count: int) -> tuple[GraphPath, ...]:
        """Return at most `count` of the ways, in the order of the paths on them."""
        return tuple(map(self._graph_path, islice(self._ways(), count)))

    def _ways(self) -> Iterator[list[str]]:
        """Yield each path as the notes after the source; every branch leads to the target."""
        way = [self.source]
        branches = [iter(self.following[self.source])] if self.total else []
        while branches:
            if way[-1] == self.target:
                yield way[1:]
            following = next(branches[-1], None)
            if following is None:
                way.pop()
                branches.pop()
            else:
                way.append(following)
                branches.append(iter(self.following[following]))

    def _graph_path(self, way: list[str]) -> GraphPath:
        pairs = zip([self.source, *way], way, strict=False)
        return GraphPath(tuple(_step(self.graph, *pair, self.direction) for pair in pairs))


def shortest_paths(
    graph: Graph, source: str, target: str, direction: Direction, caller: Caller
) -> ShortestPaths:
    """Find the shortest paths from one file to another; all but the ends are notes or canvases.

    Raises:
        Cancelled: the caller gave up.
    """
    far = distances(graph, source, direction, caller, ends=(source, target), until=target)
    if target not in far:
        return ShortestPaths(graph, source, target, direction, {}, 0)
    following = _successors(graph, target, direction, far, caller)
    return ShortestPaths(
        graph, source, target, direction, following, _total(source, target, following)
    )


def _successors(
    graph: Graph, target: str, direction: Direction, far: Mapping[str, int], caller: Caller
) -> dict[str, list[str]]:
    """Return the successors of each note on the shortest paths, sorted by path.

    In the order of the notes, each comes after its successors.
    """
    following: dict[str, list[str]] = {target: []}
    level = [target]
    while level:
        nearer: dict[str, list[str]] = {}
        for path in sorted(level):
            caller.checkpoint()
            for other in dict.fromkeys(graph.neighbours(path, OPPOSITE[direction])):
                if far.get(other) == far[path] - 1:
                    nearer.setdefault(other, []).append(path)
        following |= nearer
        level = list(nearer)
    return following


def _total(source: str, target: str, following: Mapping[str, Sequence[str]]) -> int:
    counts = {target: 1}
    for path, others in following.items():
        if path != target:
            counts[path] = min(sum(counts[other] for other in others), MOST_COUNTED)
    return counts[source]


def _step(graph: Graph, path: str, other: str, direction: Direction) -> Step:
    """One link of a way. Of links both ways, where either will do, it is the one that points on."""
    if direction != "back" and other in graph.targets(path):
        return Step(other, "out", _line(graph.targets(path)[other]))
    return Step(other, "back", _line(graph.targets(other)[path]))


def _line(lines: Sequence[int]) -> int:
    """Return the first line with a link; 0 if none has a line."""
    return next(filter(None, lines), 0)

"""The search for paths between two notes, with the closest connection if there is none."""

from __future__ import annotations

from pageful.tool.context import Caller
from pageful.vault.choices import Direction
from pageful.vault.graph.adjacency import Graph
from pageful.vault.graph.nearest_connection import nearest_connection
from pageful.vault.graph.shortest_paths import MOST_COUNTED, ShortestPaths, shortest_paths
from pageful.vault.graph.walk import OPPOSITE, distances
from pageful.vault.results.graph import PathSearch
from pageful.vault.snapshot.snapshot import VaultSnapshot

_SAME = "Source and target are the same file."
_UNCOUNTED = "There are 10^15 shortest paths or more."


def paths_between(
    snapshot: VaultSnapshot,
    graph: Graph,
    source: str,
    target: str,
    *,
    direction: Direction,
    max_paths: int,
    caller: Caller,
) -> PathSearch:
    """Find the shortest paths from one file to another, along links as `direction` says.

    Paths lead over notes and canvases that the vault's settings do not exclude; the ends may be any
    files. They are in the order of the paths of their notes.

    Raises:
        Cancelled: the caller gave up.
    """
    found = shortest_paths(graph, source, target, direction, caller)
    if not found.total:
        return _none(snapshot, found, max_paths, caller)
    return PathSearch(
        source,
        target,
        direction,
        max_paths,
        found.total,
        found.first(max_paths),
        notes=_remarks(found),
    )


def _remarks(found: ShortestPaths) -> tuple[str, ...]:
    if found.source == found.target:
        return (_SAME,)
    return (_UNCOUNTED,) if found.total == MOST_COUNTED else ()


def _none(
    snapshot: VaultSnapshot, found: ShortestPaths, max_paths: int, caller: Caller
) -> PathSearch:
    graph, source, target = found.graph, found.source, found.target
    back = OPPOSITE[found.direction]
    return PathSearch(
        source,
        target,
        found.direction,
        max_paths,
        total=0,
        paths=(),
        reached=len(distances(graph, source, found.direction, caller)) - 1,
        reaching=len(distances(graph, target, back, caller)) - 1,
        nearest=nearest_connection(snapshot, graph, source, target, caller),
    )

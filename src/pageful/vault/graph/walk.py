"""Distances along links."""

from __future__ import annotations

from collections.abc import Collection

from pageful.tool.context import Caller
from pageful.vault.choices import Direction
from pageful.vault.graph.adjacency import Graph

OPPOSITE: dict[Direction, Direction] = {"out": "back", "back": "out", "both": "both"}


def distances(
    graph: Graph,
    start: str,
    direction: Direction,
    caller: Caller,
    *,
    ends: Collection[str] = (),
    until: str = "",
) -> dict[str, int]:
    """Count the links from `start` to each reachable note, the nearest first.

    Besides notes and canvases a way may lead to `ends`, of any kind. Once `until` is reached, none
    further from `start` are looked for.

    Raises:
        Cancelled: the caller gave up.
    """
    found, level, distance = {start: 0}, [start], 0
    while level and until not in found:
        distance += 1
        further = []
        for path in level:
            caller.checkpoint()
            for other in graph.neighbours(path, direction):
                if other not in found and (other in graph.nodes or other in ends):
                    found[other] = distance
                    further.append(other)
        level = further
    return found

"""Random vaults of linked notes, and what a plain and slow reading of their links says."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from hypothesis import strategies as st

from pageful.tool.context import Caller
from pageful.vault.choices import Direction
from pageful.vault.graph.adjacency import Graph, build_graph
from snapshots import MemorySnapshot, linked

NAMES = ("a.md", "b.md", "c.md", "d.md", "e.md", "f.md", "g.canvas", "h.png")

directions = st.sampled_from(["out", "back", "both"])


@dataclass(frozen=True)
class Web:
    """A small vault, its graph, and the pairs of files that are linked."""

    snapshot: MemorySnapshot
    graph: Graph
    excluded: frozenset[str]

    def linked(self, one: str, other: str, direction: Direction) -> bool:
        """Whether one step leads from one file to the other."""
        out = _names(self.snapshot, one, other)
        back = _names(self.snapshot, other, one)
        return one != other and {"out": out, "back": back, "both": out or back}[direction]

    def may_be_walked(self, path: str) -> bool:
        return path.endswith((".md", ".canvas")) and path not in self.excluded

    def distances(
        self, start: str, direction: Direction, admitted: frozenset[str]
    ) -> dict[str, int]:
        """Count the steps from `start` to all that can be reached over `admitted` files."""
        found = {start: 0}
        for distance in range(1, len(NAMES)):
            for path in [path for path, far in found.items() if far == distance - 1]:
                for other in admitted - found.keys():
                    if self.linked(path, other, direction):
                        found[other] = distance
        return found

    def ways(self, source: str, target: str, direction: Direction) -> list[list[str]]:
        """Every shortest way, the source left out, in alphabetical order."""
        admitted = frozenset(filter(self.may_be_walked, NAMES)) | {target}
        ways: list[list[str]] = [[source]]
        for _ in NAMES:
            there = [way[1:] for way in ways if way[-1] == target]
            if there:
                return sorted(there)
            ways = [
                [*way, other]
                for way in ways
                for other in admitted - set(way)
                if self.linked(way[-1], other, direction)
            ]
        return []


def web(links: Mapping[str, list[str]], excluded: frozenset[str] = frozenset()) -> Web:
    snapshot = linked({name: links.get(name, []) for name in {*NAMES, *links}}, excluded)
    return Web(snapshot, build_graph(snapshot, Caller()), excluded)


def _names(snapshot: MemorySnapshot, one: str, other: str) -> bool:
    note = snapshot.notes.get(one)
    return note is not None and any(link.target == other for link in note.links)


targets = st.lists(st.sampled_from([*NAMES, "missing", "Missing.md"]), max_size=5)
links = st.dictionaries(st.sampled_from(NAMES), targets)
webs = st.builds(web, links, st.frozensets(st.sampled_from(NAMES), max_size=2))

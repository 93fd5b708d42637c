"""The nearest that two notes come which no way of links joins."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import accumulate
from typing import Literal, NamedTuple, TypeAlias

from pageful.tool.context import Caller
from pageful.vault.graph.adjacency import Graph
from pageful.vault.graph.links import name_key
from pageful.vault.graph.pathfinding import ways
from pageful.vault.graph.walk import distances
from pageful.vault.parsing.tag_names import levels, tag_key
from pageful.vault.results import Approach
from pageful.vault.snapshot.snapshot import Moment

Means: TypeAlias = Literal["tag", "unresolved", "folder"]

_PREFERENCE: dict[Means, int] = {"tag": 0, "unresolved": 1, "folder": 2}


class Bond(NamedTuple):
    """Something that notes may have in common: a tag, a name they link to, a folder they are in."""

    means: Means
    key: str


@dataclass(slots=True)
class _Holder:
    """The note nearest to where the search began that has a bond, and how many have it."""

    path: str
    distance: int
    name: str
    count: int = 0


def approach(
    moment: Moment, graph: Graph, source: str, target: str, caller: Caller
) -> Approach | None:
    """Find the nearest that two files come, `None` if nothing joins them.

    That is a way along links of either direction. Where there is none, it is what a note that the
    source is joined with shares with one that the target is joined with, with the fewest links to
    both: a tag (or the tag above it), a name that both link to and no file has, or the folder that
    both are in; at as many links in this order, then what fewer notes have. Folders above theirs
    count only where nothing else is shared, and the vault itself is none.

    Raises:
        Cancelled: the caller gave up.
    """
    joined = ways(graph, source, target, "both", caller)
    if joined.total:
        return Approach("direction", "", joined.first(1)[0])
    near = distances(graph, source, "both", caller)
    far = distances(graph, target, "both", caller)
    bonds = _Bonds(moment, graph)
    shared = _shared(near, far, bonds.of, caller) or _shared(near, far, bonds.around, caller)
    return _over(graph, source, target, shared, caller) if shared else None


class _Bonds:
    """What a file may share with others, each with its name as this file has it."""

    def __init__(self, moment: Moment, graph: Graph) -> None:
        self._moment = moment
        self._graph = graph

    def of(self, path: str) -> Mapping[Bond, str]:
        note = self._moment.notes.get(path)
        written = [level for tag in note.tags for level in levels(tag.name)] if note else []
        bonds = {Bond("tag", tag_key(tag)): tag for tag in reversed(written)}
        bonds |= {Bond("unresolved", name_key(n)): n for n in self._graph.unresolved(path)}
        folder = path.rpartition("/")[0]
        return bonds | {Bond("folder", folder): folder} if folder else bonds

    def around(self, path: str) -> Mapping[Bond, str]:
        """The folders around the file, its own among them."""
        parts = path.split("/")[:-1]
        return {Bond("folder", each): each for each in accumulate(parts, "{}/{}".format)}


def _shared(
    near: Mapping[str, int],
    far: Mapping[str, int],
    bonds: Callable[[str], Mapping[Bond, str]],
    caller: Caller,
) -> tuple[Bond, _Holder, _Holder] | None:
    """The bond with the fewest links to both of its holders; of several the preferred one."""
    here, there = _holders(near, bonds, caller), _holders(far, bonds, caller)

    def order(bond: Bond) -> tuple[int, int, int, int, str]:
        one, other = here[bond], there[bond]
        length, count = one.distance + other.distance, one.count + other.count
        return length, _PREFERENCE[bond.means], count, -bond.key.count("/"), bond.key

    best = min(here.keys() & there.keys(), key=order, default=None)
    return (best, here[best], there[best]) if best else None


def _holders(
    reached: Mapping[str, int], bonds: Callable[[str], Mapping[Bond, str]], caller: Caller
) -> dict[Bond, _Holder]:
    """For each bond the first note that has it, of notes in the order of their distance."""
    holders: dict[Bond, _Holder] = {}
    for path, distance in reached.items():
        caller.checkpoint()
        for bond, name in bonds(path).items():
            if bond not in holders:
                holders[bond] = _Holder(path, distance, name)
            holders[bond].count += 1
    return holders


def _over(
    graph: Graph, source: str, target: str, shared: tuple[Bond, _Holder, _Holder], caller: Caller
) -> Approach:
    bond, one, other = shared
    path = ways(graph, source, one.path, "both", caller).first(1)[0]
    rest = ways(graph, other.path, target, "both", caller).first(1)[0]
    return Approach(bond.means, one.name, path, other.path, rest)

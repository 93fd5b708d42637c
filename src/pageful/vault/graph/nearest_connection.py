"""The closest indirect connection between two notes that no chain of links joins."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import accumulate
from typing import Literal, NamedTuple, TypeAlias

from pageful.lazy.dataclasses import dataclass
from pageful.tool.context import Caller
from pageful.vault.graph.adjacency import Graph
from pageful.vault.graph.links import name_key
from pageful.vault.graph.shortest_paths import shortest_paths
from pageful.vault.graph.walk import distances
from pageful.vault.parsing.tag_names import levels, tag_key
from pageful.vault.results.graph import Approach
from pageful.vault.snapshot.snapshot import VaultSnapshot

TraitKind: TypeAlias = Literal["tag", "unresolved", "folder"]

_PREFERENCE: dict[TraitKind, int] = {"tag": 0, "unresolved": 1, "folder": 2}


class SharedTrait(NamedTuple):
    """A trait that notes may share: a tag, a missing file they link to, a folder they are in."""

    means: TraitKind
    key: str


@dataclass(slots=True)
class _TraitOwner:
    """The note with a trait that is nearest to an end, and the number of notes with the trait."""

    path: str
    distance: int
    name: str
    count: int = 0


def nearest_connection(
    snapshot: VaultSnapshot, graph: Graph, source: str, target: str, caller: Caller
) -> Approach | None:
    """Find the closest connection of two files, `None` if there is none.

    That is a way along links of either direction. Where there is none, it is what a note that the
    source is joined with shares with one that the target is joined with, with the fewest links to
    both: a tag (or the tag above it), a name that both link to and no file has, or the folder that
    both are in; at as many links in this order, then what fewer notes have. Folders above theirs
    count only where nothing else is shared, and the vault itself is not such a folder.

    Raises:
        Cancelled: the caller gave up.
    """
    joined = shortest_paths(graph, source, target, "both", caller)
    if joined.total:
        return Approach("direction", "", joined.first(1)[0])
    near = distances(graph, source, "both", caller)
    far = distances(graph, target, "both", caller)
    bonds = _Traits(snapshot, graph)
    shared = _best_shared_trait(near, far, bonds.of, caller) or _best_shared_trait(
        near, far, bonds.around, caller
    )
    return _connection_over(graph, source, target, shared, caller) if shared else None


class _Traits:
    """The traits of files, each with its name as the file writes it."""

    def __init__(self, snapshot: VaultSnapshot, graph: Graph) -> None:
        self._snapshot = snapshot
        self._graph = graph

    def of(self, path: str) -> Mapping[SharedTrait, str]:
        note = self._snapshot.notes.get(path)
        written = [level for tag in note.tags for level in levels(tag.name)] if note else []
        bonds = {SharedTrait("tag", tag_key(tag)): tag for tag in reversed(written)}
        bonds |= {
            SharedTrait("unresolved", name_key(n)): n for n in self._graph.unresolved_names(path)
        }
        folder = path.rpartition("/")[0]
        return bonds | {SharedTrait("folder", folder): folder} if folder else bonds

    def around(self, path: str) -> Mapping[SharedTrait, str]:
        """Return the folders above the file, its own included."""
        parts = path.split("/")[:-1]
        return {SharedTrait("folder", each): each for each in accumulate(parts, "{}/{}".format)}


def _best_shared_trait(
    near: Mapping[str, int],
    far: Mapping[str, int],
    bonds: Callable[[str], Mapping[SharedTrait, str]],
    caller: Caller,
) -> tuple[SharedTrait, _TraitOwner, _TraitOwner] | None:
    """Choose the trait with the fewest links to both owners; of several the preferred one."""
    here = _nearest_owners(near, bonds, caller)
    there = _nearest_owners(far, bonds, caller)

    def order(bond: SharedTrait) -> tuple[int, int, int, int, str]:
        one, other = here[bond], there[bond]
        length, count = one.distance + other.distance, one.count + other.count
        return length, _PREFERENCE[bond.means], count, -bond.key.count("/"), bond.key

    best = min(here.keys() & there.keys(), key=order, default=None)
    return (best, here[best], there[best]) if best else None


def _nearest_owners(
    reached: Mapping[str, int], bonds: Callable[[str], Mapping[SharedTrait, str]], caller: Caller
) -> dict[SharedTrait, _TraitOwner]:
    """Find the nearest owner of each trait, of notes in the order of their distance."""
    holders: dict[SharedTrait, _TraitOwner] = {}
    for path, distance in reached.items():
        caller.checkpoint()
        for bond, name in bonds(path).items():
            if bond not in holders:
                holders[bond] = _TraitOwner(path, distance, name)
            holders[bond].count += 1
    return holders


def _connection_over(
    graph: Graph,
    source: str,
    target: str,
    shared: tuple[SharedTrait, _TraitOwner, _TraitOwner],
    caller: Caller,
) -> Approach:
    bond, one, other = shared
    path = shortest_paths(graph, source, one.path, "both", caller).first(1)[0]
    rest = shortest_paths(graph, other.path, target, "both", caller).first(1)[0]
    return Approach(bond.means, one.name, path, other.path, rest)

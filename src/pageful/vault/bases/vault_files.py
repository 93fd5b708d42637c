"""The files of a vault as expressions see them, read from a snapshot and its graph."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pageful.files.latest import Latest
from pageful.vault.bases.note_values import NoteValues
from pageful.vault.bases.values import LinkValue, Value
from pageful.vault.graph.adjacency import Graph
from pageful.vault.parsing.parsed_note import Note
from pageful.vault.snapshot.snapshot import VaultFile, VaultSnapshot
from pageful.vault.values.zones import Zone

_NO_NOTE = Note(lines=0)


class VaultFiles:
    """All files of one snapshot; what was computed of a note is kept.

    `types` are the types of properties by their names in small letters. What is known of notes
    that are the same in an earlier snapshot is taken over. Safe to use from any thread.
    """

    def __init__(
        self,
        snapshot: VaultSnapshot,
        graph: Graph,
        zone: Zone,
        types: Mapping[str, str] | None = None,
        before: VaultFiles | None = None,
    ) -> None:
        self._snapshot = snapshot
        self._graph = graph
        self.zone = zone
        self.types = types or {}
        self.known: dict[str, NoteValues] = {}
        if before is not None and (before.zone, before.types) == (zone, self.types):
            notes = snapshot.notes
            known = list(before.known.items())
            self.known = {path: each for path, each in known if notes.get(path) is each.note}

    @property
    def files(self) -> Mapping[str, VaultFile]:
        """Every file by its path."""
        return self._snapshot.files

    def properties(self, path: str) -> Mapping[str, Value]:
        """Return the properties of a note as it writes their names; none of other files."""
        return self._note(path).properties

    def property(self, path: str, name: str) -> Value:
        """Return the value of a property whose name is written in any case, else null."""
        return self._note(path).value_of(name)

    def tags(self, path: str) -> Sequence[str]:
        """Return the tags without `#`, those of properties first, each once."""
        return self._note(path).tags

    def links(self, path: str) -> Sequence[LinkValue]:
        """Return every link: those of properties, then the body's, then embeds."""
        return self._note(path).links

    def embeds(self, path: str) -> Sequence[LinkValue]:
        """Return every embed."""
        return self._note(path).embeds

    def backlinks(self, path: str) -> Sequence[str]:
        """Return the notes that link to a file, those with the shortest paths first."""
        return sorted(self._graph.backlinks(path), key=lambda each: (len(each), each))

    def resolve(self, target: str, source: str) -> str | None:
        """Return the path of the file that a link's target leads to from the file `source`."""
        return self._snapshot.resolve(target, source)

    def _note(self, path: str) -> NoteValues:
        known = self.known.get(path)
        if known is None:
            note = self._snapshot.notes.get(path, _NO_NOTE)
            known = self.known[path] = NoteValues(note, path, self.types, self.zone)
        return known


class LatestVaultFiles:
    """The files of a vault at its latest snapshot, with what is known of unchanged notes.

    Safe to use from any thread.
    """

    def __init__(self) -> None:
        self._latest: Latest[tuple[object, ...], VaultFiles] = Latest()

    def of(
        self, snapshot: VaultSnapshot, graph: Graph, zone: Zone, types: Mapping[str, str]
    ) -> VaultFiles:
        """Return the files at a snapshot."""

        def next_files(last: tuple[object, VaultFiles] | None) -> VaultFiles:
            return VaultFiles(snapshot, graph, zone, types, last[1] if last else None)

        # By the graph's id, since comparing graphs takes long; the files keep it from being used
        # again.
        key = (snapshot, id(graph), zone, tuple(sorted(types.items())))
        return self._latest.get(key, next_files)

"""The files of a vault as expressions see them, read from a snapshot and its graph."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pageful.vault.bases.property_values import property_value
from pageful.vault.bases.values import LinkValue, Value
from pageful.vault.graph.adjacency import Graph
from pageful.vault.parsing.parsed_note import Link, Note
from pageful.vault.parsing.properties import property_tags
from pageful.vault.snapshot.snapshot import VaultFile, VaultSnapshot
from pageful.vault.values.zones import Zone


class VaultFiles:
    """All files of one snapshot; what was computed of a note is kept.

    `types` are the types of properties by their names in small letters.
    """

    def __init__(
        self,
        snapshot: VaultSnapshot,
        graph: Graph,
        zone: Zone,
        types: Mapping[str, str] | None = None,
    ) -> None:
        self._snapshot = snapshot
        self._graph = graph
        self._zone = zone
        self._types = types or {}
        self._properties: dict[str, dict[str, Value]] = {}
        self._by_lower: dict[str, dict[str, Value]] = {}
        self._links: dict[str, tuple[LinkValue, ...]] = {}

    @property
    def files(self) -> Mapping[str, VaultFile]:
        """Every file by its path."""
        return self._snapshot.files

    def properties(self, path: str) -> Mapping[str, Value]:
        """Return the properties of a note as it writes their names; none of other files."""
        if path not in self._properties:
            note = self._snapshot.notes.get(path)
            raw = {} if note is None else note.properties
            self._properties[path] = {name: self._value(raw[name], name, path) for name in raw}
        return self._properties[path]

    def _value(self, raw: object, name: str, path: str) -> Value:
        return property_value(raw, name, self._types.get(name.lower(), ""), path, self._zone)

    def property(self, path: str, name: str) -> Value:
        """Return the value of a property whose name is written in any case, else null."""
        properties = self.properties(path)
        if name in properties:
            return properties[name]
        if path not in self._by_lower:
            self._by_lower[path] = {key.lower(): value for key, value in properties.items()}
        return self._by_lower[path].get(name.lower())

    def tags(self, path: str) -> Sequence[str]:
        """Return the tags without `#`, those of properties first, each once."""
        note = self._snapshot.notes.get(path)
        if note is None:
            return ()
        # Since 1.9 a property `tag` has none any more; `note.tags` still has them.
        named = {key: note.properties[key] for key in note.properties if key.lower() == "tags"}
        own = [*property_tags(named), *(tag for tag in note.tags if tag.line)]
        found: dict[str, str] = {}
        for tag in own:
            found.setdefault(tag.name.lower(), tag.name)
        return tuple(found.values())

    def links(self, path: str) -> Sequence[LinkValue]:
        """Return every link: those of properties, then the body's, then embeds."""
        if path not in self._links:
            note = self._snapshot.notes.get(path)
            found = [] if note is None else sorted(note.links, key=_rank)
            self._links[path] = tuple([_link_value(link, path) for link in found])
        return self._links[path]

    def embeds(self, path: str) -> Sequence[LinkValue]:
        """Return every embed."""
        note: Note | None = self._snapshot.notes.get(path)
        found = () if note is None else note.links
        return tuple([_link_value(link, path) for link in found if link.embed])

    def backlinks(self, path: str) -> Sequence[str]:
        """Return the notes that link to a file, those with the shortest paths first."""
        return sorted(self._graph.backlinks(path), key=lambda each: (len(each), each))

    def resolve(self, target: str, source: str) -> str | None:
        """Return the path of the file that a link's target leads to from the file `source`."""
        return self._snapshot.resolve(target, source)


def _rank(link: Link) -> int:
    return 0 if link.kind == "property" else 1 + link.embed


def _link_value(link: Link, path: str) -> LinkValue:
    """Return a link with its display: its own, else `target > heading` as the app caches it."""
    target = link.target + link.subpath
    display = link.display
    if not display and link.kind != "markdown":
        display = " > ".join(part for part in target.split("#") if part).strip()
    return LinkValue(target, display or None, path)

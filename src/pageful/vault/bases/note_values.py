"""The properties, tags and links of one note as values, computed when they are asked for.

They depend on no other note, so they stay true for as long as the note is the same.
"""

from __future__ import annotations

from collections.abc import Mapping

from pageful.vault.bases.property_values import property_value
from pageful.vault.bases.values import LinkValue, Value
from pageful.vault.parsing.parsed_note import Link, Note
from pageful.vault.parsing.properties import property_tags
from pageful.vault.values.zones import Zone


class NoteValues:
    """The values of the note at `path`; `types` are those of properties in small letters."""

    __slots__ = ("_by_lower", "_links", "_path", "_properties", "_tags", "_types", "_zone", "note")

    def __init__(self, note: Note, path: str, types: Mapping[str, str], zone: Zone) -> None:
        self.note = note
        self._path = path
        self._types = types
        self._zone = zone
        self._properties: Mapping[str, Value] | None = None
        self._by_lower: Mapping[str, Value] | None = None
        self._tags: tuple[str, ...] | None = None
        self._links: tuple[LinkValue, ...] | None = None

    @property
    def properties(self) -> Mapping[str, Value]:
        """The properties as the note writes their names."""
        if self._properties is None:
            raw = self.note.properties
            self._properties = {name: self._value(raw[name], name) for name in raw}
        return self._properties

    def value_of(self, name: str) -> Value:
        """Return the value of a property whose name is written in any case, else null."""
        properties = self.properties
        if name in properties:
            return properties[name]
        if self._by_lower is None:
            self._by_lower = {key.lower(): value for key, value in properties.items()}
        return self._by_lower.get(name.lower())

    @property
    def tags(self) -> tuple[str, ...]:
        """The tags without `#`, those of properties first, each once."""
        if self._tags is None:
            self._tags = _tags(self.note)
        return self._tags

    @property
    def links(self) -> tuple[LinkValue, ...]:
        """Every link: those of properties, then the body's, then embeds."""
        if self._links is None:
            found = sorted(self.note.links, key=_rank)
            self._links = tuple([_link_value(link, self._path) for link in found])
        return self._links

    @property
    def embeds(self) -> tuple[LinkValue, ...]:
        """Every embed."""
        return tuple([_link_value(link, self._path) for link in self.note.links if link.embed])

    def _value(self, raw: object, name: str) -> Value:
        return property_value(raw, name, self._types.get(name.lower(), ""), self._path, self._zone)


def _tags(note: Note) -> tuple[str, ...]:
    if not note.tags:
        return ()
    # Since 1.9 a property `tag` has none any more; `note.tags` still has them.
    named = {key: note.properties[key] for key in note.properties if key.lower() == "tags"}
    found: dict[str, str] = {}
    for tag in (*property_tags(named), *(tag for tag in note.tags if tag.line)):
        found.setdefault(tag.name.lower(), tag.name)
    return tuple(found.values())


def _rank(link: Link) -> int:
    return 0 if link.kind == "property" else 1 + link.embed


def _link_value(link: Link, path: str) -> LinkValue:
    """Return a link with its display: its own, else `target > heading` as the app caches it."""
    target = link.target + link.subpath
    display = link.display
    if not display and link.kind != "markdown":
        display = " > ".join(part for part in target.split("#") if part).strip()
    return LinkValue(target, display or None, path)

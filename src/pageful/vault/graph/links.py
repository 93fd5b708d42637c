"""The links of one note, with their targets and lines."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

from pageful.lazy.dataclasses import dataclass, field
from pageful.vault.parsing.parsed_note import Link
from pageful.vault.paths.spelling import spelling
from pageful.vault.snapshot.snapshot import VaultSnapshot

Lines: TypeAlias = tuple[int, ...]
"""The line of each link, in the order of the note: 0 where it has none."""


@dataclass(frozen=True, slots=True)
class NoteLinks:
    """The links of one note, by target, in the order of first occurrences.

    `targets` are files by path, the note itself not among them; `unresolved` are names that no file
    has, as they are first written: `[[Plan]]`, `[[plan]]` and `[[Plan.md]]` are one name.
    """

    targets: Mapping[str, Lines] = field(default_factory=dict)
    unresolved: Mapping[str, Lines] = field(default_factory=dict)


NO_LINKS = NoteLinks()


def links_of(path: str, snapshot: VaultSnapshot) -> NoteLinks:
    """Resolve the links of the note or canvas at `path`."""
    note = snapshot.notes.get(path)
    return _LinkCollector(path, snapshot).collect(note.links) if note and note.links else NO_LINKS


def name_key(name: str) -> str:
    """Return a key that is equal for names of missing files if one new file would resolve both."""
    return spelling(name.strip()).removesuffix(".md")


class _LinkCollector:
    """A collector of a note's links that resolves each target once."""

    def __init__(self, path: str, snapshot: VaultSnapshot) -> None:
        self._path = path
        self._snapshot = snapshot
        self._targets: dict[str, list[int]] = {}
        self._names: dict[str, tuple[str, list[int]]] = {}

    def collect(self, links: tuple[Link, ...]) -> NoteLinks:
        places: dict[str, list[int]] = {}
        for link in links:
            if link.target not in places:
                places[link.target] = self._lines_of(link)
            places[link.target].append(link.line)
        return NoteLinks(
            {target: tuple(lines) for target, lines in self._targets.items()},
            {name: tuple(lines) for name, lines in self._names.values()},
        )

    def _lines_of(self, link: Link) -> list[int]:
        """Return the list that collects the lines of all links to the target of `link`."""
        if not link.target:
            return []
        found = self._snapshot.resolve(link.target, self._path)
        if found == self._path:
            return []
        if found is not None:
            return self._targets.setdefault(found, [])
        return self._names.setdefault(name_key(link.target), (link.target, []))[1]

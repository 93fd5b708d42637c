"""The bases that a note shows: blocks of its own, and embeds of base files."""

from __future__ import annotations

from collections.abc import Iterator

from pageful.lazy.dataclasses import dataclass
from pageful.vault.base_views.results import BasePlace
from pageful.vault.parsing import parse_code_blocks
from pageful.vault.snapshot.snapshot import VaultSnapshot

LANGUAGE = "base"
"""The language of a block that is a base."""


@dataclass(frozen=True, slots=True)
class NoteBase:
    """A base that a note shows: the text of its block, or the file that it embeds with a view.

    `view` is empty for the first one.
    """

    place: BasePlace
    text: str = ""
    view: str = ""


def note_bases(snapshot: VaultSnapshot, path: str) -> tuple[NoteBase, ...]:
    """Return the bases of a note or canvas, by their lines."""
    found = [*_blocks(snapshot, path), *_embeds(snapshot, path)]
    return tuple(sorted(found, key=lambda each: each.place.line))


def base_files(snapshot: VaultSnapshot) -> list[str]:
    """Return the paths of the base files that settings do not exclude."""
    files = snapshot.files.values()
    return [file.path for file in files if file.kind == "base" and not file.excluded]


def _blocks(snapshot: VaultSnapshot, path: str) -> Iterator[NoteBase]:
    if snapshot.files[path].kind != "note":
        return
    text = snapshot.text(path)
    if LANGUAGE not in text:
        return
    for block in parse_code_blocks(snapshot.notes[path], text):
        if block.language == LANGUAGE:
            yield NoteBase(BasePlace("", block.line, block.end_line), block.text)


def _embeds(snapshot: VaultSnapshot, path: str) -> Iterator[NoteBase]:
    """Yield the embeds of base files; each view once, however often it is embedded."""
    seen: set[tuple[str, str]] = set()
    for link in snapshot.notes[path].links:
        target = snapshot.resolve(link.target, path) if link.embed and link.target else None
        view = link.subpath.removeprefix("#")
        if target and snapshot.files[target].kind == "base" and (target, view) not in seen:
            seen.add((target, view))
            yield NoteBase(BasePlace(target, link.line, link.line), view=view)

"""Bases within notes: blocks of their own, and embeds of base files."""

from __future__ import annotations

import re
from collections.abc import Iterator

from pageful.lazy.dataclasses import dataclass
from pageful.vault.parsing import parse_code_blocks
from pageful.vault.snapshot.snapshot import VaultSnapshot

LANGUAGE = "base"
"""The language of a block that is a base."""

# > ```base
_FENCE = re.compile(rf"(?:`{{3}}|~{{3}})[ \t]*{LANGUAGE}\b")


@dataclass(frozen=True, slots=True)
class BasePlace:
    """The place of a base: its file, or the lines of a block of a note, or none.

    `line` and `end_line` are those of the block's fences in the note, or of the embed, else 0.
    """

    path: str = ""
    line: int = 0
    end_line: int = 0


@dataclass(frozen=True, slots=True)
class NoteBase:
    """A base that a note shows: the text of its block, or the file that it embeds with a view.

    `view` is empty for the first one.
    """

    place: BasePlace
    text: str = ""
    view: str = ""

    @property
    def name(self) -> str:
        """The embed without its brackets, or the lines of a block: `lines 4–12`."""
        if self.place.path:
            return f"{self.place.path}{f'#{self.view}' if self.view else ''}"
        return f"lines {self.place.line:,}–{self.place.end_line:,}"


def note_bases(snapshot: VaultSnapshot, path: str) -> tuple[NoteBase, ...]:
    """Return the bases of a note or canvas, by their lines; other files have none."""
    if path not in snapshot.notes:
        return ()
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
    if not _FENCE.search(text):
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

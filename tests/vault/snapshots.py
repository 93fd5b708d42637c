"""Snapshots of a vault that tests make in memory, without files."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from hashlib import blake2b
from pathlib import PurePosixPath

from pageful.vault.parsing.parsed_note import Link, Note
from pageful.vault.snapshot.link_targets import LinkTargets
from pageful.vault.snapshot.snapshot import FileKind, SkippedPaths, VaultFile

_KINDS: dict[str, FileKind] = {".md": "note", ".canvas": "canvas", ".base": "base"}


class MemorySnapshot:
    """A snapshot of a vault with some files; those with a `Note` could be read."""

    def __init__(
        self,
        files: Mapping[str, Note | None],
        *,
        excluded: Iterable[str] = (),
        skipped: Iterable[SkippedPaths] = (),
        texts: Mapping[str, str] | None = None,
    ) -> None:
        hidden = set(excluded)
        self.files = {path: _file(path, path in hidden) for path in sorted(files)}
        self.notes = {path: note for path in self.files if (note := files[path]) is not None}
        self.skipped = tuple(skipped)
        self._texts = texts or {}
        self._targets = LinkTargets(self.files)

    def text(self, path: str) -> str:
        return self._texts[path]

    def digest(self, path: str) -> bytes:
        told = f"{self.notes[path]!r}{self._texts.get(path)!r}"
        return blake2b(told.encode("utf-8", "surrogatepass"), digest_size=16).digest()

    def resolve(self, target: str, source: str) -> str | None:
        return self._targets.resolve(target, source)


def linked(links: Mapping[str, Iterable[str]], excluded: Iterable[str] = ()) -> MemorySnapshot:
    """Make a vault of notes and canvases by what each links to, one link a line."""
    return MemorySnapshot(
        {path: linking(*targets) if _is_note(path) else None for path, targets in links.items()},
        excluded=excluded,
    )


def linking(*targets: str) -> Note:
    """Make a note of links alone, one a line."""
    links = tuple(Link(target, line=line) for line, target in enumerate(targets, 1))
    return Note(len(links), links=links)


def parsed(texts: Mapping[str, str], excluded: Iterable[str] = ()) -> MemorySnapshot:
    """Make a vault of notes (`.md`) by their texts; other files are attachments."""
    from pageful.vault.parsing import parse_note

    notes = {
        path: parse_note(text) if path.endswith(".md") else None for path, text in texts.items()
    }
    return MemorySnapshot(notes, excluded=excluded, texts=texts)


def _is_note(path: str) -> bool:
    return path.endswith((".md", ".canvas"))


def _file(path: str, excluded: bool) -> VaultFile:
    kind = _KINDS.get(PurePosixPath(path).suffix, "attachment")
    return VaultFile(path, kind, size=100, modified=0, created=0, excluded=excluded)

"""A snapshot of the vault: immutable, and read by every tool."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal, Protocol, TypeAlias

from pageful.lazy.dataclasses import dataclass
from pageful.vault.parsing.parsed_note import Note

FileKind: TypeAlias = Literal["note", "canvas", "base", "attachment"]
"""Kinds of files by extension: `.md`, `.canvas`, `.base`, anything else."""


@dataclass(frozen=True, slots=True)
class VaultFile:
    """A file of the vault as the file system tells of it.

    `path` is relative to the vault, with slashes. Times are nanoseconds since 1970; `created` is
    the file's birth where the system knows it, else the older of its times. `excluded` files are
    those that the vault's own settings hide from search and graph.
    """

    path: str
    kind: FileKind
    size: int
    modified: int
    created: int
    excluded: bool = False

    @property
    def name(self) -> str:
        """The file's name without its folder, and for a note without `.md`."""
        name = self.path.rpartition("/")[2]
        return name[:-3] if self.kind == "note" else name

    @property
    def extension(self) -> str:
        """The name's extension in small letters without the dot, `other` where it has none."""
        stem, _, extension = self.path.rpartition("/")[2].rpartition(".")
        return extension.lower() if stem and extension else "other"

    @property
    def folder(self) -> str:
        """The folder's path, empty at the root."""
        return self.path.rpartition("/")[0]


@dataclass(frozen=True, slots=True)
class SkippedPaths:
    """Files or folders left out for one reason, by their paths."""

    reason: str
    paths: tuple[str, ...]


class VaultSnapshot(Protocol):
    """One state of the vault. A change of the vault makes another snapshot.

    A snapshot may be kept as a key: it is equal only to itself.
    """

    @property
    def files(self) -> Mapping[str, VaultFile]:
        """Every file by its path, sorted by path."""
        ...

    @property
    def notes(self) -> Mapping[str, Note]:
        """The notes and canvases that could be read, by path, in the order of `files`."""
        ...

    @property
    def skipped(self) -> Sequence[SkippedPaths]:
        """The files and folders left out, by reason."""
        ...

    def text(self, path: str) -> str:
        """Return the text of a note as it was parsed, ends of lines as they are.

        For a canvas, the texts of its cards with empty lines between. What is no UTF-8 is U+FFFD.
        """
        ...

    def digest(self, path: str) -> bytes:
        """Return a hash of the bytes that a note was read from."""
        ...

    def resolve(self, target: str, source: str) -> str | None:
        """Return the path that a link's `target` in the note `source` leads to, if any."""
        ...

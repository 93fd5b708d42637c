"""The folders and files of a directory, page by page."""

from __future__ import annotations

from collections.abc import Mapping

from pageful.lazy.dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ListedFolder:
    """A folder with the numbers of all notes and folders below it, and of attachments by extension.

    `depth` is 1 for entries of the listed directory itself. `continued` marks a folder that the
    page before began: it is named again for its further entries.
    """

    path: str
    depth: int
    notes: int
    folders: int
    attachments: Mapping[str, int]
    continued: bool = False


@dataclass(frozen=True, slots=True)
class ListedFile:
    """A file in a listing; its path is that of its folder and `name`."""

    path: str
    depth: int
    kind: str
    size: int
    modified: str


@dataclass(frozen=True, slots=True)
class Listing:
    """One page of a directory's tree, of `total` entries; `first` counts from 1.

    `notes`, `folders` and `attachments` (by extension) are all that the directory has below it,
    listed or not. `remarks` are for the reader.
    """

    directory: str
    recursive: bool
    depth: int | None
    page: int
    pages: int
    first: int
    total: int
    notes: int
    folders: int
    attachments: Mapping[str, int]
    entries: tuple[ListedFolder | ListedFile, ...]
    remarks: tuple[str, ...] = ()

"""The tags of a vault, or the notes of one."""

from __future__ import annotations

from pageful.lazy.dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class TagCount:
    """A tag in its most frequent spelling, without `#`, and the numbers of notes that have it.

    `notes` counts those with one of its subtags too, `own` only those with the tag itself: 0 where
    only its subtags are written.
    """

    name: str
    notes: int
    own: int


@dataclass(frozen=True, slots=True)
class TaggedNote:
    """A note that has a tag or subtags of it: `tags` as this note writes them, each once.

    `lines` are all lines with one of them, 0 for a property.
    """

    path: str
    tags: tuple[str, ...]
    lines: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class TagSearch:
    """One page of the vault's tags, as a tree; or, for one `tag`, of its notes.

    `tags` are the tags of the page in the order of the tree; for one tag itself and, on the first
    page, as many of its `subtags` as have room. `notes` are the notes of the page; `total` counts
    tags without a `tag`, else notes. `first` is from 1. `similar` are tags that exist where the one
    asked for does not. `remarks` are for the reader.
    """

    tag: str
    page: int
    pages: int
    first: int
    total: int
    tags: tuple[TagCount, ...]
    notes: tuple[TaggedNote, ...] = ()
    similar: tuple[str, ...] = ()
    subtags: int = 0
    remarks: tuple[str, ...] = ()

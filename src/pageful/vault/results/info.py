"""The contents of a vault in numbers, and in a few lines."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, TypeAlias

from pageful.lazy.dataclasses import dataclass

TaskState: TypeAlias = Literal["open", "done", "other"]
"""`[ ]`, `[x]` or `[X]`, any other mark."""


@dataclass(frozen=True, slots=True)
class TaskCounts:
    """Tasks with text by their state; `empty` are those without text, which nothing else counts."""

    open: int
    done: int
    other: int
    empty: int

    @property
    def all(self) -> int:
        """The number of tasks with text."""
        return self.open + self.done + self.other


@dataclass(frozen=True, slots=True)
class SkippedFiles:
    """Files or folders left out for one reason; `examples` are the first of their paths.

    `notes` are those below the folders, where they are counted.
    """

    reason: str
    count: int
    examples: tuple[str, ...]
    notes: int = 0


@dataclass(frozen=True, slots=True)
class VaultInfo:
    """The contents of the vault and the state of the index.

    `size` is that of notes and canvases, in bytes. `links` counts links and embeds of notes to
    other files of the vault, `unresolved` those that lead to nothing, `unresolved_names` how many
    different names these have. `orphans` are notes without any link from or to another note or a
    canvas. `tags` counts those that only their subtags are written of too. `tasks` are those with
    text: `open_tasks` have an empty box, `done_tasks` an `x`, `other_tasks` any other mark;
    `empty_tasks` are without text. `attachments` are counted by extension, the most frequent first,
    `other` being those without one. `excluded` files are counted in all of this but `orphans`,
    `tags` and tasks. `index_age`
    is in seconds, since the files were last looked at; `indexing` milliseconds are what building
    took. `remarks` are for the reader. `bases` are the paths of base files that are not excluded.
    """

    vault: str
    name: str
    notes: int
    canvases: int
    size: int
    links: int
    unresolved: int
    unresolved_names: int
    orphans: int
    tags: int
    headings: int
    tasks: int
    open_tasks: int
    attachments: Mapping[str, int]
    excluded: int
    index_age: float
    indexing: int
    from_cache: int
    skipped: tuple[SkippedFiles, ...] = ()
    notes_with_broken_properties: tuple[str, ...] = ()
    version: str = ""
    remarks: tuple[str, ...] = ()
    done_tasks: int = 0
    other_tasks: int = 0
    empty_tasks: int = 0
    bases: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Card:
    """The vault in a few lines, as a server's instructions have it."""

    text: str

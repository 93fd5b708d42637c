"""Typed results of the vault tools.

Paths are relative to the vault, with slashes; lines count from 1; times are ISO 8601 in UTC.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from typing import Literal, TypeAlias

from pageful.lazy.dataclasses import dataclass, field
from pageful.vault.choices import Direction, Sort

Arrow: TypeAlias = Literal["out", "back", "both"]
"""The direction of the links between two notes, seen from the first."""

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


class Band(Enum):
    """The bands of scores, with their names as values: see `docs/vault.md`."""

    EXCELLENT = "Excellent"
    GOOD = "Good"
    MODERATE = "Moderate"
    LOW = "Low"


@dataclass(frozen=True, slots=True)
class Snippet:
    """The part of a line that shows a match, cut at words; `…` marks the cuts.

    `line` is 0 where the text has no lines, in a canvas for instance.
    """

    text: str
    line: int


@dataclass(frozen=True, slots=True)
class Hit:
    """A note that a search found. `score` is at least 2, 1 or 0.5 as `band` says, else below."""

    path: str
    title: str
    score: float
    band: Band
    snippet: Snippet | None
    size: int
    modified: str
    created: str


@dataclass(frozen=True, slots=True)
class Suggestion:
    """Another query, and the number of notes that it finds."""

    query: str
    total: int


@dataclass(frozen=True, slots=True)
class Search:
    """One page of a search's hits: `first` (from 1) and following, of `total`.

    `complete` files match the whole query, `partial` notes have only some of its words; the hits
    are the former, or if `shows_partial` the latter. `suggestions` are queries that find something
    where this one does not. `notes` are for the reader.
    """

    query: str
    sort: Sort
    page: int
    page_size: int
    pages: int
    total: int
    complete: int
    first: int
    results: tuple[Hit, ...]
    suggestions: tuple[Suggestion, ...] = ()
    notes: tuple[str, ...] = ()
    partial: int = 0
    shows_partial: bool = False


@dataclass(frozen=True, slots=True)
class Reading:
    """A note, or a page of it: lines `first_line` to `last_line` of `lines`.

    Of a `part`, a heading's or `^` and a block's id, the pages are those of its section or block,
    below `headings`, outermost first.

    `content` is the exact text of the file, ends of lines included. Where a line is too long
    for a page, `first_character` and `last_character` count from 1 within the line
    `first_line` = `last_line`, of `characters`; else they are 0.
    """

    path: str
    content: str
    page: int
    pages: int
    first_line: int
    last_line: int
    lines: int
    size: int
    modified: str
    created: str
    properties: Mapping[str, object] = field(default_factory=dict)
    aliases: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    links: int = 0
    backlinks: int = 0
    first_character: int = 0
    last_character: int = 0
    characters: int = 0
    notes: tuple[str, ...] = ()
    part: str = ""
    headings: tuple[str, ...] = ()


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


@dataclass(frozen=True, slots=True)
class FileView:
    """A window of a file's lines, below its `headings`, outermost first.

    `centre` is the requested line, 0 without one. `also` are further lines with the text to centre
    on.
    """

    path: str
    first_line: int
    last_line: int
    lines: int
    content: tuple[str, ...]
    centre: int = 0
    headings: tuple[str, ...] = ()
    also: tuple[int, ...] = ()
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class GraphNode:
    """A note that a walk came to, in the order of the tree.

    `arrow` is how the note above it (`parent`, empty for the start) is linked with it. `unresolved`
    are the names it links to that no file has. `cut` counts notes linked with it that the walk
    would have gone to next and did not: it was at its `depth`, or had its `max_nodes`. A note that
    several lead to is counted once, where the walk came to it first. `attachments` counts the files
    it links to that are neither notes nor canvases: a walk does not go there. What a note links to
    is no part of a walk `back`: then `unresolved` and `attachments` are empty.
    """

    path: str
    depth: int
    parent: str
    arrow: Arrow | None
    unresolved: tuple[str, ...] = ()
    cut: int = 0
    attachments: int = 0


@dataclass(frozen=True, slots=True)
class Traversal:
    """The notes around one, as a tree: each once, where the shortest way leads to it.

    `nodes` begins with the note itself; each is followed by those below it, indented by `depth`.
    `reached` are all within `depth`, the note itself among them: more than `nodes` where
    `max_nodes` ended the walk. `unresolved` and `cut` add up those of `nodes`. `filtered` counts
    the notes within `depth` that the filter kept out; the walk does not go through them. `beyond`
    is how many notes are one link further than what was reached.
    """

    path: str
    depth: int
    direction: Direction
    max_nodes: int
    filter: str
    reached: int
    unresolved: int
    cut: int
    filtered: int
    beyond: int
    nodes: tuple[GraphNode, ...]
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Step:
    """One link of a path: to the note `path`, from the note before.

    `arrow` is `out` where the note before links to this one, `back` where this one links to it; of
    links both ways it is the one that the direction asks for, else `out`. `line` is the line of the
    first such link, in the note that has it; 0 without lines, as in a canvas.
    """

    path: str
    arrow: Literal["out", "back"]
    line: int


@dataclass(frozen=True, slots=True)
class GraphPath:
    """A way from the source to the target, the source itself not among its steps."""

    steps: tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class Approach:
    """The closest indirect connection of two notes that no links lead between.

    `means` says how: by links of either direction (`path` has all of it then), by a tag, an
    unresolved link or a folder that both ends have; `shared` is its name. `path` leads from the
    source to the first end, `rest` from the second end, `other`, to the target.
    """

    means: Literal["direction", "tag", "unresolved", "folder"]
    shared: str
    path: GraphPath
    other: str = ""
    rest: GraphPath | None = None


@dataclass(frozen=True, slots=True)
class PathSearch:
    """The shortest ways from one note to another.

    `paths` are at most `max_paths` of `total` shortest ones, all of one length, in the order of
    their notes' paths; `total` is 10^15 at most, and `notes` say so. From a note to itself there is
    one path, without steps. Where there are none, `reached` counts the other notes that can be
    reached from the source, `reaching` those that the target can be reached from, and `nearest` is
    the nearest they come.
    """

    source: str
    target: str
    direction: Direction
    max_paths: int
    total: int
    paths: tuple[GraphPath, ...]
    reached: int = 0
    reaching: int = 0
    nearest: Approach | None = None
    notes: tuple[str, ...] = ()


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
    took. `remarks` are for the reader.
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


@dataclass(frozen=True, slots=True)
class Card:
    """The vault in a few lines, as a server's instructions have it."""

    text: str

"""Walks along links, and the shortest ways between two notes."""

from __future__ import annotations

from typing import Literal, TypeAlias

from pageful.lazy.dataclasses import dataclass
from pageful.vault.choices import Direction

Arrow: TypeAlias = Literal["out", "back", "both"]
"""The direction of the links between two notes, seen from the first."""


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

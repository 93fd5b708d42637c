"""A parsed note: its parts, with their lines.

The parts are msgspec's, since those of thousands of notes are kept for the next start.
Lines count from 1, as editors do; 0 stands for no line, in a canvas for instance.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, TypeAlias

from msgspec import Struct, field

LinkKind: TypeAlias = Literal["wiki", "markdown", "property"]
"""`[[Note]]`, `[text](Note.md)`, or either of them within a frontmatter property."""

SectionKind: TypeAlias = Literal[
    "yaml", "heading", "paragraph", "list", "code", "quote", "table", "html", "comment", "math",
    "rule", "footnote",
]  # fmt: skip
"""Kinds of blocks, as Obsidian's cache tells them apart; a callout is a quote."""


class Link(Struct, frozen=True, gc=False):
    """A link or embed within a note.

    `target` is the path or name as written, percent-decoded where it is Markdown's, without the
    subpath; empty for a link within the note. `subpath` is `#Heading#Sub` or `#^block`, else empty.
    `display` is the alias or the link's text, empty where there is none.
    """

    target: str
    subpath: str = ""
    display: str = ""
    embed: bool = False
    kind: LinkKind = "wiki"
    line: int = 0


class Heading(Struct, frozen=True, gc=False):
    """A heading: its text without marks at the ends, its level from 1 to 6."""

    text: str
    level: int
    line: int


class Tag(Struct, frozen=True, gc=False):
    """A tag as it is written, without `#`; `line` is 0 where a property names it."""

    name: str
    line: int


class Section(Struct, frozen=True, gc=False):
    """A block of the note, from its first line to its last. A list is one section.

    `block_id` is the id without `^` that names the whole block.
    """

    kind: SectionKind
    line: int
    end_line: int
    block_id: str = ""


class ListItem(Struct, frozen=True, gc=False):
    """A list item, from its first line to its last, children not included.

    `parent` is the line of the item that it is nested in, else 0. `symbol` is its mark: `-`, `*`,
    `+`, `1.`. `status` is the character between the brackets of a task, `None` where it
    is no task. `text` is the item's own text without its mark; `block_id` without `^`.
    """

    line: int
    end_line: int
    parent: int
    symbol: str
    status: str | None
    text: str
    block_id: str = ""


class Note(Struct, frozen=True, gc=False):
    """The parts of a Markdown note or a canvas that other notes and tools need.

    `lines` is the number of its lines. `properties` is the frontmatter as YAML 1.2 reads it, where
    dates are text; `broken` says why it could not be read. `aliases` and `tags` are in the order in
    which the note has them. `body_line` is the first line after the frontmatter.
    """

    lines: int
    body_line: int = 1
    properties: Mapping[str, object] = field(default_factory=dict)
    broken: str = ""
    aliases: tuple[str, ...] = ()
    tags: tuple[Tag, ...] = ()
    headings: tuple[Heading, ...] = ()
    links: tuple[Link, ...] = ()
    sections: tuple[Section, ...] = ()
    items: tuple[ListItem, ...] = ()

"""A note that was read, and lines of a file."""

from __future__ import annotations

from collections.abc import Mapping

from pageful.lazy.dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Reading:
    """A note, or a page of it: lines `first_line` to `last_line` of `lines`.

    Of a `part`, a heading's or `^` and a block's id, the pages are those of its section or block,
    below `headings`, outermost first.

    `bases` are those that the note shows: `lines 4–12` for a block, `Books.base#Reading` for an
    embed.

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
    bases: tuple[str, ...] = ()


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

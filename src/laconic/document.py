"""The blocks that a page is made of: data only, without layout or markup."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TypeAlias


@dataclass(frozen=True, slots=True)
class Strong:
    """A few words that stand out within a text."""

    text: str


@dataclass(frozen=True, slots=True)
class Mono:
    """A piece of code within a text: a call, a path, an id."""

    text: str


Span: TypeAlias = str | Strong | Mono
Text: TypeAlias = Span | tuple[Span, ...]
"""Words of a block. A `str` is data: it may hold anything and never changes the structure."""


@dataclass(frozen=True, slots=True)
class Heading:
    """One line that opens a page (level 1) or a part of it (levels 2 to 6)."""

    text: Text
    level: int = 3


@dataclass(frozen=True, slots=True)
class Line:
    """A paragraph: usually one line, and as many as its text has."""

    text: Text


@dataclass(frozen=True, slots=True)
class Fields:
    """Labelled values, a line each."""

    items: tuple[tuple[str, Text], ...]


@dataclass(frozen=True, slots=True)
class Bullets:
    """An unordered collection of short items; `of` is the singular noun for one of them."""

    items: tuple[Text, ...]
    of: str = "item"


@dataclass(frozen=True, slots=True)
class Numbered:
    """An ordered collection whose first number is `start`."""

    items: tuple[Text, ...]
    of: str = "item"
    start: int = 1


@dataclass(frozen=True, slots=True)
class Table:
    """Rows of as many cells as there are columns; a cell is one line."""

    columns: tuple[str, ...]
    rows: tuple[tuple[Text, ...], ...]
    of: str = "row"

    def __post_init__(self) -> None:
        """Refuse a table that could not be read back.

        Raises:
            ValueError: there is no column, or a row has more or fewer cells than columns.
        """
        if not self.columns:
            raise ValueError("a table needs at least one column")
        for row in self.rows:
            if len(row) != len(self.columns):
                raise ValueError(f"a row of {len(row)} cells in a table of {len(self.columns)}")


@dataclass(frozen=True, slots=True)
class Code:
    """Source text, kept byte for byte; `language` is the fence's word for it."""

    text: str
    language: str = ""


@dataclass(frozen=True, slots=True)
class Output:
    """Lines that a program printed, indented under what stands above them.

    `label` is a line of its own above them. `apart` sets the block off with an empty line.
    """

    text: str
    label: str = ""
    apart: bool = False


@dataclass(frozen=True, slots=True)
class Verbatim:
    """Text that is Markdown already, a note's body for instance. The one unescaped door."""

    markdown: str


@dataclass(frozen=True, slots=True)
class Note:
    """Something to know about the result as a whole."""

    text: Text


@dataclass(frozen=True, slots=True)
class Tip:
    """What to do next, only where doing it helps."""

    text: Text


@dataclass(frozen=True, slots=True)
class Section:
    """Blocks that belong together. `name` stands for them where they do not fit."""

    blocks: tuple[Block, ...]
    name: str = ""


@dataclass(frozen=True, slots=True)
class Sections:
    """A collection of sections; `of` is the singular noun for one of them."""

    items: tuple[Section, ...]
    of: str = "section"


Leaf: TypeAlias = (
    Heading | Line | Fields | Bullets | Numbered | Table | Code | Output | Verbatim | Note | Tip
)
"""A block without blocks of its own."""

Block: TypeAlias = Leaf | Sections
Document: TypeAlias = Iterable[Block]

"""The blocks that a page is made of: data only, without layout or markup."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeAlias, assert_never

from pageful.lazy.dataclasses import dataclass


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
"""The words of a block. A `str` is data: it may hold anything and never changes the structure."""

Key: TypeAlias = str | int
"""The name of an item of a collection, by which the rest is asked for; items may share one."""

ItemPath: TypeAlias = tuple[Key, ...]
"""The keys of an item and of the sections around it, outermost first; empty for the page itself."""


def _to_text(value: object) -> Text:
    """Take words as they are, and write a number out.

    Raises:
        TypeError: it is neither.
    """
    return tuple(map(_to_span, value)) if isinstance(value, tuple) else _to_span(value)


def _to_span(value: object) -> Span:
    if isinstance(value, str | Strong | Mono):
        return value
    if isinstance(value, int | float):
        return str(value)
    raise TypeError(f"words of a block are text, but got {value!r}: give str() of it")


def _check_keys(keys: tuple[Key, ...], items: int) -> None:
    """Refuse keys that do not name every item.

    Raises:
        ValueError: there are keys, but more or fewer than items.
    """
    if keys and len(keys) != items:
        raise ValueError(f"{len(keys)} keys for {items} items: give each its own, or none at all")


def _set_field(block: object, name: str, value: object) -> None:
    """Set a field of a new block, which a frozen dataclass allows only this way."""
    object.__setattr__(block, name, value)


@dataclass(frozen=True, slots=True)
class Heading:
    """One line that opens a page (level 1) or a part of it (levels 2 to 6)."""

    text: Text
    level: int = 3

    def __post_init__(self) -> None:
        """Refuse a level that Markdown does not have.

        Raises:
            ValueError: the level is not one of 1 to 6.
        """
        if not 1 <= self.level <= 6:
            raise ValueError(f"a heading of level {self.level}: the levels are 1 to 6")
        _set_field(self, "text", _to_text(self.text))


@dataclass(frozen=True, slots=True)
class Line:
    """A paragraph: usually one line, and as many as its text has."""

    text: Text

    def __post_init__(self) -> None:
        """Take a number for words too."""
        _set_field(self, "text", _to_text(self.text))


@dataclass(frozen=True, slots=True)
class Fields:
    """Labelled values, a line each.

    `plain` writes `label: value` without marks, each in one line whatever its value has in it.
    """

    items: tuple[tuple[str, Text], ...]
    plain: bool = False

    def __post_init__(self) -> None:
        """Take numbers for words too.

        Raises:
            TypeError: a value is neither words nor a number.
        """
        _set_field(self, "items", tuple((label, _to_text(value)) for label, value in self.items))


@dataclass(frozen=True, slots=True)
class Bullets:
    """An unordered collection of short items; `of` is the singular noun for one of them.

    `keys` name the items in cuts; without them an item's key is its position, from 0.
    """

    items: tuple[Text, ...]
    of: str = "item"
    keys: tuple[Key, ...] = ()

    def __post_init__(self) -> None:
        """Take numbers for words too.

        Raises:
            ValueError: there are keys, but not one for each item.
        """
        _check_keys(self.keys, len(self.items))
        _set_field(self, "items", tuple(map(_to_text, self.items)))


@dataclass(frozen=True, slots=True)
class Numbered:
    """An ordered collection whose first number is `start`.

    `apart` sets its items off with empty lines. `keys` name the items in cuts, positions from 0
    otherwise.
    """

    items: tuple[Text, ...]
    of: str = "item"
    start: int = 1
    apart: bool = False
    keys: tuple[Key, ...] = ()

    def __post_init__(self) -> None:
        """Refuse numbers that Markdown does not have.

        Raises:
            ValueError: the first number is negative, or the last has more than nine digits; or
                there are keys, but not one for each item.
        """
        _check_keys(self.keys, len(self.items))
        if self.start < 0 or self.start + len(self.items) > 1_000_000_000:
            raise ValueError(f"a list numbered from {self.start}: numbers are 0 to 999999999")
        _set_field(self, "items", tuple(map(_to_text, self.items)))


@dataclass(frozen=True, slots=True)
class Table:
    r"""Rows of as many cells as there are columns; a cell is one line.

    `keys` name the rows in cuts, positions from 0 otherwise. `tight` writes the shortest delimiter,
    and a newline in a cell as `\n`, so that cells can be read back to the letter.
    """

    columns: tuple[str, ...]
    rows: tuple[tuple[Text, ...], ...]
    of: str = "row"
    keys: tuple[Key, ...] = ()
    tight: bool = False

    def __post_init__(self) -> None:
        """Refuse a table that could not be read back.

        Raises:
            ValueError: there is no column, a row has more or fewer cells than columns, or there
                are keys, but not one for each row.
            TypeError: a cell is neither words nor a number.
        """
        _check_keys(self.keys, len(self.rows))
        if not self.columns:
            raise ValueError("a table needs at least one column")
        for row in self.rows:
            if len(row) != len(self.columns):
                raise ValueError(f"a row of {len(row)} cells in a table of {len(self.columns)}")
        _set_field(self, "rows", tuple(tuple(map(_to_text, row)) for row in self.rows))


@dataclass(frozen=True, slots=True)
class Code:
    """Source text, kept byte for byte; `language` is the fence's word for it.

    `keys` name its lines in cuts, positions from 0 otherwise.
    """

    text: str
    language: str = ""
    keys: tuple[Key, ...] = ()


@dataclass(frozen=True, slots=True)
class Output:
    """Lines that a program printed, indented under the block above.

    `label` is a line of its own above them. `apart` sets the block off with an empty line. `keys`
    name its lines in cuts, positions from 0 otherwise.
    """

    text: str
    label: str = ""
    apart: bool = False
    keys: tuple[Key, ...] = ()


@dataclass(frozen=True, slots=True)
class Verbatim:
    """Text that is Markdown already, a note's body for instance. It alone is never escaped.

    `fenced` sets it between fences that are longer than any within it, so that nothing in it can be
    taken for the page's own words, and blank lines at its ends are seen.
    """

    markdown: str
    fenced: bool = False


@dataclass(frozen=True, slots=True)
class Note:
    """Something to know about the result as a whole."""

    text: Text

    def __post_init__(self) -> None:
        """Take a number for words too."""
        _set_field(self, "text", _to_text(self.text))


@dataclass(frozen=True, slots=True)
class Tip:
    """Advice on what to do next, only where doing it helps."""

    text: Text

    def __post_init__(self) -> None:
        """Take a number for words too."""
        _set_field(self, "text", _to_text(self.text))


@dataclass(frozen=True, slots=True)
class Rule:
    """A line across the page, between what was found and what to know about it."""


@dataclass(frozen=True, slots=True)
class Hatch:
    """Names of fields that the result has and the page leaves out; `by` is the way to get them.

    A name is any text that is not blank.
    """

    fields: tuple[str, ...]
    by: str = "raw: true"

    def __post_init__(self) -> None:
        """Refuse a blank name.

        Raises:
            ValueError: a name is blank.
        """
        for name in self.fields:
            if not name.strip():
                raise ValueError(f"{name!r} is no name of a field")


@dataclass(frozen=True, slots=True)
class Section:
    """Blocks that belong together. `name` stands for them where they do not fit.

    `key` names the section in cuts; without one it is its position among the others, from 0.
    """

    blocks: tuple[Block, ...]
    name: str = ""
    key: Key | None = None


@dataclass(frozen=True, slots=True)
class Sections:
    """A collection of sections; `of` is the singular noun for one of them."""

    items: tuple[Section, ...]
    of: str = "section"


Leaf: TypeAlias = (
    Heading
    | Line
    | Fields
    | Bullets
    | Numbered
    | Table
    | Code
    | Output
    | Verbatim
    | Note
    | Tip
    | Rule
    | Hatch
)
"""A block without inner blocks."""

Block: TypeAlias = Leaf | Sections
Document: TypeAlias = Iterable[Block]


def is_empty(block: Leaf) -> bool:
    """Tell whether a block has nothing to show."""
    match block:
        case Verbatim(markdown, fenced):
            return not (markdown if fenced else markdown.strip())
        case Fields(items) | Bullets(items) | Numbered(items) | Hatch(items):
            return not items
        case Heading() | Line() | Table() | Code() | Output() | Note() | Tip() | Rule():
            return False
        case _:
            assert_never(block)


def item_keys(block: Leaf) -> Sequence[Key] | None:
    """Return the keys of a collection's items or lines; `None` for a text, which is kept whole."""
    match block:
        case Heading() | Line() | Fields() | Note() | Tip() | Rule() | Hatch():
            return None
        case Bullets(items) | Numbered(items):
            return block.keys or range(len(items))
        case Table():
            return block.keys or range(len(block.rows))
        case Code() | Output():
            return block.keys or range(block.text.count("\n") + 1)
        case Verbatim(markdown):
            return range(markdown.count("\n") + 1)
        case _:
            assert_never(block)

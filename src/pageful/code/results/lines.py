"""Lines of files as they are on the disk, and the symbols around them."""

from __future__ import annotations

from enum import StrEnum

from pageful.lazy.dataclasses import dataclass


class FileClass(StrEnum):
    """A class of files by their paths, in the order in which a search for a text shows them.

    `left_out` are those that an index leaves out: locks, generated and minified files, and files
    over 1 MB.
    """

    CODE = "code"
    DOCS = "docs"
    TESTS = "tests"
    DATA = "data"
    CHANGELOG = "changelog"
    LOCALE = "locale"
    LEFT_OUT = "left_out"


class Use(StrEnum):
    """The use that a line makes of a text; in a test file every line is a `TEST`."""

    DEFINITION = "definition"
    CALL = "call"
    IMPORT = "import"
    TEST = "test"
    COMMENT = "comment"
    STRING = "string"
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class FoundSymbol:
    """The symbol around found lines: lines `first` to `last`; `line` is the one that names it.

    `name` is qualified (`Outer.name`); `text` is that line, trimmed.
    """

    name: str
    first: int
    last: int
    line: int
    text: str


@dataclass(frozen=True, slots=True)
class FoundLine:
    """A line that has the text: its number, itself without indentation and clipped, its use."""

    line: int
    text: str
    use: Use


@dataclass(frozen=True, slots=True)
class Excerpt:
    """Whole lines of a file, as they are there, from the one numbered `first`."""

    first: int
    rows: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class FoundPlace:
    """Found lines within one symbol, or outside of all, and excerpts around them, if any.

    `whole` is whether the excerpt is the symbol from the line that names it to its end.
    """

    symbol: FoundSymbol | None
    lines: tuple[FoundLine, ...]
    excerpts: tuple[Excerpt, ...] = ()
    whole: bool = False


@dataclass(frozen=True, slots=True)
class FoundFile:
    """A file with found lines: `places` as text, `numbers` of the other lines on this page."""

    path: str
    file_class: FileClass
    places: tuple[FoundPlace, ...] = ()
    numbers: tuple[int, ...] = ()

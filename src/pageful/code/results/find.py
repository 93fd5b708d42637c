"""Every line that has a text."""

from __future__ import annotations

from pageful.code.results.lines import FileClass, FoundFile, FoundSymbol
from pageful.lazy.dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ClassCount:
    """The number of lines found in the files of one class, and of the files that have them."""

    file_class: FileClass
    lines: int
    files: int


@dataclass(frozen=True, slots=True)
class NearName:
    """A name like the one sought: its first place, and the number of lines with it."""

    name: str
    path: str
    line: int
    lines: int


@dataclass(frozen=True, slots=True)
class NamedDefinition:
    """A definition that a qualified name means which no line has as it was typed.

    `bare` is the last part of that name. `file` has the symbol alone, with its text if there is
    room.
    """

    text: str
    bare: str
    file: FoundFile

    @property
    def symbol(self) -> FoundSymbol:
        """The symbol that is defined."""
        symbol = self.file.places[0].symbol
        assert symbol
        return symbol


@dataclass(frozen=True, slots=True)
class Find:
    """Every line that has one of `texts`.

    `counts` are complete, by class; `shown` are the classes that `files` and `rest` are of, where
    `imports_left_out` lines of imports are not listed. `rest` are lines after this page, by file,
    or by directory where there are too many; `counted` are the lines of docs, of tests and of files
    that an index leaves out, as far as they are in none of `files`, in the same form.
    `ignored_case` is whether nothing was found but so. `searched` counts the files searched,
    `binary` those with the text that are no text. Where `defined` has the definitions of names, the
    lines are the others that have their last parts. `imports` are the lines of imports that are not
    listed, by file. `within` are the directories that a name was taken to mean, none at a top.
    """

    texts: tuple[str, ...]
    counts: tuple[ClassCount, ...]
    shown: tuple[FileClass, ...]
    files: tuple[FoundFile, ...]
    searched: int
    imports_left_out: int = 0
    imports: tuple[tuple[str, tuple[int, ...]], ...] = ()
    counted: tuple[tuple[str, int], ...] = ()
    rest: tuple[tuple[str, int], ...] = ()
    page: int = 1
    pages: int = 1
    ignored_case: bool = False
    near: tuple[NearName, ...] = ()
    binary: int = 0
    notes: tuple[str, ...] = ()
    defined: tuple[NamedDefinition, ...] = ()
    within: tuple[str, ...] = ()

"""The programs whose runs have pages: a row each, and the reader of their command lines."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from pageful.lazy.dataclasses import dataclass

if TYPE_CHECKING:
    from pageful.builds.typed_build import ReadLine, TypedBuild


@dataclass(frozen=True, slots=True)
class Program:
    """Programs of these names; `module` has `read_line`, which knows what a line asks of them."""

    names: frozenset[str]
    family: str
    module: str


PROGRAMS = (Program(frozenset({"mvn", "mvnw", "mvnd"}), "maven", "pageful.maven.typed_line"),)
"""Every program that has pages."""

_SHELLS = ("sh", "bash")
"""Shells that may start a program's script, as where it is not executable: `sh mvnw test`."""


def find_row(argv: list[str]) -> tuple[Program, list[str]] | None:
    """Find the row of a command line, and return it with the words from the program's name on."""
    words = argv[1:] if Path(argv[0]).name in _SHELLS else argv
    name = Path(words[0]).name if words else ""
    found = next((each for each in PROGRAMS if name in each.names), None)
    return (found, words) if found else None


def read_typed_build(argv: list[str], directory: Path) -> TypedBuild | None:
    """Read a command line; nothing where its program has no pages, or the line's text is wanted."""
    found = find_row(argv)
    if found is None:
        return None
    program, words = found
    read: ReadLine = import_module(program.module).read_line
    return read(words[1:], directory)

"""The programs whose runs have pages: a row each, and the reader of their command lines."""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pageful.builds.typed_build import ReadLine, TypedBuild


@dataclass(frozen=True, slots=True)
class Program:
    """Programs of these names; `module` has `read_line`, which knows what a line asks of them."""

    names: frozenset[str]
    module: str


PROGRAMS = (Program(frozenset({"mvn", "mvnw", "mvnd"}), "pageful.maven.typed_line"),)
"""Every program that has pages."""

_SHELLS = ("sh", "bash")
"""Shells that may start a program's script, as where it is not executable: `sh mvnw test`."""


def read_typed_build(argv: list[str], directory: Path) -> TypedBuild | None:
    """Read a command line; nothing where its program has no pages, or the line's text is wanted."""
    words = argv[1:] if Path(argv[0]).name in _SHELLS else argv
    if not words:
        return None
    name = Path(words[0]).name
    for program in PROGRAMS:
        if name in program.names:
            read: ReadLine = import_module(program.module).read_line
            return read(words[1:], directory)
    return None

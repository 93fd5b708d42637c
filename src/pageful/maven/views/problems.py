"""Errors and warnings on a page: by file, in the order in which the files were first named."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pageful.maven.results import Problem
from pageful.page.blocks import Block, Bullets, Heading, Section, Sections


def problem_sections(
    errors: Sequence[Problem], warnings: Sequence[Problem] = ()
) -> Iterator[Block]:
    """One section a file, or a module for what is about no file of it (decision D5)."""
    places: dict[str, list[str]] = {}
    for problems, mark in ((errors, ""), (warnings, "warning: ")):
        for problem in problems:
            text = f"{_position(problem)}{mark}{problem.message}"
            places.setdefault(place_of(problem), []).append(text)
    if places:
        yield Sections(tuple(_section(*each) for each in places.items()), of="file")


def _section(place: str, texts: Sequence[str]) -> Section:
    return Section((Heading(place), Bullets(tuple(texts), of="problem")), name=place)


def place_of(problem: Problem) -> str:
    """Name the file, or the module, or the build, that a problem stands under."""
    if problem.file:
        return problem.file
    return f"module {problem.module}" if problem.module else "build"


def _position(problem: Problem) -> str:
    if problem.line is None:
        return ""
    column = f":{problem.column}" if problem.column is not None else ""
    return f"L{problem.line}{column} — "

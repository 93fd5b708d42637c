"""Errors and warnings on a page: by file, in the order in which the files were first named."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pageful.builds.results import Problem
from pageful.builds.views.sources import SourceBlocks, no_sources
from pageful.page.blocks import Block, Bullets, Heading, Key, Section, Sections


def problem_sections(
    errors: Sequence[Problem],
    warnings: Sequence[Problem] = (),
    sources: SourceBlocks = no_sources,
) -> Iterator[Block]:
    """Make a section for each file, or module where a problem is about no file (decision D5).

    An error's key is its position, a warning's `warnings`, and a section's that of its first item.
    `sources` gives the blocks below a section, of the positions of its errors.
    """
    places: dict[str, list[tuple[Key, str]]] = {}
    keyed: tuple[tuple[Key, str, Problem], ...] = (
        *((number, "", error) for number, error in enumerate(errors)),
        *(("warnings", "warning: ", warning) for warning in warnings),
    )
    for key, mark, problem in keyed:
        text = f"{_position(problem)}{mark}{problem.message}"
        places.setdefault(_place(problem), []).append((key, text))
    if places:
        yield Sections(tuple(_section(*each, sources) for each in places.items()), of="file")


def _section(
    place: str,
    items: Sequence[tuple[Key, str]],
    sources: SourceBlocks,
) -> Section:
    keys, texts = zip(*items, strict=True)
    below = sources([key for key in keys if isinstance(key, int)], place)
    bullets = Bullets(texts, of="problem", keys=keys)
    return Section((Heading(place), bullets, *below), place, keys[0])


def _place(problem: Problem) -> str:
    """Name the file, or the module, or the build, that a problem is listed under."""
    if problem.file:
        return problem.file
    return f"module {problem.module}" if problem.module else "build"


def _position(problem: Problem) -> str:
    if problem.line is None:
        return ""
    column = f":{problem.column}" if problem.column is not None else ""
    return f"L{problem.line}{column} — "

"""Errors and warnings on a page: by file, in the order in which the files were first named."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from pageful.builds.results import Problem
from pageful.builds.views.sources import SourceBlocks, no_sources
from pageful.page.blocks import Block, Bullets, Heading, Key, Line, Section, Sections
from pageful.text.units import count


def problem_sections(
    errors: Sequence[Problem],
    warnings: Sequence[Problem] = (),
    sources: SourceBlocks = no_sources,
    *,
    brief: bool = False,
) -> Iterator[Block]:
    """Make a section for each file, or module where a problem is about no file (decision D5).

    An error's key is its position, a warning's `warnings`, and a section's that of its first item.
    `sources` gives the blocks below a section, of the positions of its errors. A `brief` page has a
    line for all errors that follow from others; a record has their words.
    """
    following = {n: each for n, each in enumerate(errors) if brief and each.follows}
    places: dict[str, list[tuple[Key, str]]] = {}
    keyed: tuple[tuple[Key, str, Problem], ...] = (
        *((n, "", error) for n, error in enumerate(errors) if n not in following),
        *(("warnings", "warning: ", warning) for warning in warnings),
    )
    for key, mark, problem in keyed:
        text = f"{_position(problem)}{mark}{problem.message}"
        places.setdefault(_place(problem), []).append((key, text))
    if places:
        sections = tuple(_section(*each, sources) for each in places.items())
        yield Sections((*sections, *_following(following)), of="file")


def _following(errors: Mapping[int, Problem]) -> Iterator[Section]:
    """A line that counts the errors that follow from others, with the place of each."""
    if errors:
        files: dict[str, list[str]] = {}
        for error in errors.values():
            files.setdefault(error.file or "", []).append(str(error.line))
        names = dict.fromkeys(error.follows or "" for error in errors.values())
        places = "; ".join(f"{file}:{','.join(lines)}" for file, lines in files.items())
        more = count(len(errors), "more error")
        text = f"{more} that seem to follow from {', '.join(names)} (fix that first): {places}"
        yield Section((Line(text),), "errors that follow", min(errors))


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

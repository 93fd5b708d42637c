"""Lines of sources on a page, below the errors and failing tests that they belong to."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TypeAlias

from pageful.builds.results import Build, Excerpt, Place, SourceLine, Supply
from pageful.lazy.dataclasses import replace
from pageful.page.blocks import Block, Output

_NUMBERED = 5
"""Lines from one number to the next: a number on every line would cost a fourteenth more."""

_MARKUP = tuple("<>#-*+=|~`[_!:&0123456789")
"""Beginnings of lines that a page would escape; behind a number they stay as they are."""


SourceBlocks: TypeAlias = Callable[[Sequence[int], str], Iterable[Block]]
"""The blocks below a section: of the positions of its errors or failures, and of its heading."""


def no_sources(_positions: Sequence[int], _heading: str) -> Iterable[Block]:
    """Make no blocks, as below sections that have no sources."""
    return ()


def separate_from_output(blocks: Iterable[Block], output: Sequence[str]) -> Iterator[Block]:
    """Set lines of sources off from the `output` of a test above them, if there is any."""
    for n, block in enumerate(blocks):
        yield (
            replace(block, apart=True) if not n and output and isinstance(block, Output) else block
        )


def source_blocks(build: Build, positions: Iterable[int], heading: str = "") -> Iterator[Block]:
    """The places and excerpts of the errors and failures at some positions, file by file.

    A file that the `heading` above them names is not named again.
    """
    among = frozenset(positions)
    files: dict[str, list[str]] = {}
    for place in build.places or ():
        if place.of in among:
            files.setdefault(place.file, []).append(_place(place))
    for file, rows in files.items():
        yield Output("\n".join(rows), label="" if file == heading else file)
    supplies = [_supply(each) for each in build.supplies or () if each.of in among]
    if supplies:
        yield Output("\n".join(supplies))
    for excerpt in build.excerpts or ():
        if excerpt.of in among:
            yield Output("\n".join(_rows(excerpt)), label=excerpt.file)


def _place(place: Place) -> str:
    return f"{place.line}  {place.text}"


def _supply(supply: Supply) -> str:
    """Say which artifact should have what is missing, and which versions of it have it."""
    there = f"{', '.join(supply.found)} of the local repository"
    if not supply.missing:
        managed = "" if supply.version else "is managed in no POM of the project"
        known = f"the local repository has {', '.join(supply.found)}" if supply.found else ""
        return f"{supply.artifact}: {'; '.join(filter(None, (managed, known)))}"
    if supply.version is None:
        return f"{supply.missing}: in {supply.artifact} {there}"
    but = f", but in {there}" if supply.found else " nor in another version of the local repository"
    return f"{supply.missing}: not in {supply.artifact} {supply.version}{but}"


def _rows(excerpt: Excerpt) -> Iterator[str]:
    """The lines with less indentation; a number on the first, every fifth, hits and markup."""
    indents = [_indent(line.text) for line in excerpt.lines]
    least = min(indents, default=0)
    width = len(str(excerpt.lines[-1].number))
    for n, line in enumerate(excerpt.lines):
        escaped = line.text.lstrip().startswith(_MARKUP)
        numbered = n == 0 or line.hit or line.number % _NUMBERED == 0 or escaped
        number = str(line.number) if numbered else ""
        mark = ">" if line.hit else " "
        yield f"{number:>{width}}{mark} {_with_indent(line, indents[n] - least)}"
    if excerpt.more:
        yield f"… to line {excerpt.lines[-1].number + excerpt.more}"


def _indent(text: str) -> int:
    """The width of the blanks before a text; a tab counts as four."""
    blank = text[: len(text) - len(text.lstrip())]
    return len(blank.replace("\t", "    "))


def _with_indent(line: SourceLine, columns: int) -> str:
    return f"{' ' * (columns // 2)}{line.text.strip()}"

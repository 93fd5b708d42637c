"""Changed lines of the sources on a page, below its first line."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from pageful.builds.results import ChangedSpot, SourceChanges
from pageful.page.blocks import Block, Output
from pageful.text.units import count, list_names

_FEW_FILES = 3
"""Changed files that are named without their lines; further ones are counted."""


def change_blocks(changes: SourceChanges) -> Iterator[Block]:
    """Make a block of the changed lines, file by file, and of what else has changed."""
    rows = [*_rows(changes), *_others(changes)]
    since = f"{changes.since}, which was green" if changes.since else "the last commit"
    keys = ("changes",) * len(rows)
    yield Output("\n".join(rows), label=f"Changed since {since}:", apart=True, keys=keys)


def _rows(changes: SourceChanges) -> Iterator[str]:
    for file, spots in groupby(changes.spots, key=lambda spot: spot.file):
        yield file
        yield from _lines(tuple(spots))


def _lines(spots: tuple[ChangedSpot, ...]) -> Iterator[str]:
    """The removed and the added lines: `9- return a + b;`, `9+ return a - b;`."""
    width = max(len(str(line.number)) for spot in spots for line in spot.lines)
    for spot in spots:
        for line in spot.lines:
            yield f"{line.number:>{width}}{'-' if line.removed else '+'} {line.text}"


def _others(changes: SourceChanges) -> Iterator[str]:
    """Rows for what is left out: further places of these files, and other files."""
    if changes.more:
        yield f"… {count(changes.more, 'more place')}"
    if changes.others:
        more = "also " if changes.spots else ""
        yield f"{more}{list_names(changes.others, _FEW_FILES)}"
    elif changes.files and not changes.spots:
        yield count(changes.files, "file")

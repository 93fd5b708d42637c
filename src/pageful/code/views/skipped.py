"""Files left out of an index by rule, under their reasons."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pageful.code.results.indexing import SkippedFiles
from pageful.page.blocks import Block, Bullets, Heading
from pageful.text.single_line import name


def skipped_blocks(skipped: Sequence[SkippedFiles], level: int) -> Iterator[Block]:
    """List the files left out by rule, each under its reason."""
    if skipped:
        yield Heading(f"Skipped ({count_skipped(skipped):,})", level)
    for each in skipped:
        yield Heading(f"{each.reason} ({len(each.files):,})", level + 1)
        yield Bullets(tuple(map(name, each.files)), of="file")


def count_skipped(skipped: Sequence[SkippedFiles]) -> int:
    """Count the files of all reasons."""
    return sum(len(each.files) for each in skipped)

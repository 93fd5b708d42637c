"""Counts as pages say them: `1,340 notes`, `3 png`."""

from __future__ import annotations

from collections.abc import Mapping

from pageful.text.single_line import join_lines


def by_extension(attachments: Mapping[str, int]) -> list[str]:
    """Write the number of files of each extension, the most frequent first: `3 png`."""
    most_first = sorted(attachments.items(), key=lambda each: -each[1])
    return [f"{number:,} {join_lines(extension)}" for extension, number in most_first]

"""The catalog of an index: its chunks and files as arrays."""

from __future__ import annotations

from collections.abc import Sequence

from pageful.code.ranking.layout import Integers, Layout, Positions
from pageful.lazy.dataclasses import dataclass


@dataclass(frozen=True, eq=False)
class Catalog(Layout):
    """The layout of an index, with the facts about files that a search filters by and shows.

    By file: `repositories` (int32, numbers of repositories), `file_numbers` (int64, by which the
    index knows the files) and `languages`. Only files with chunks are in it.
    """

    repositories: Positions
    file_numbers: Integers
    languages: Sequence[str | None]

"""The warnings of a recorded build, page by page."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pageful.builds.drilldown.paging import PartRequest, paginate
from pageful.builds.results import WarningGroup
from pageful.lazy.dataclasses import dataclass

if TYPE_CHECKING:
    from pageful.builds.records.build_record import BuildRecord

_FRAME = 32
"""Characters of a bullet beside its message and places: its marks and how many times."""


@dataclass(frozen=True, slots=True)
class WarningPage:
    """The warnings of a build, the most frequent first: group `first` of `groups_total`."""

    build: str
    groups: tuple[WarningGroup, ...]
    first: int
    groups_total: int
    total: int
    page: int
    pages: int


def read_warnings(record: BuildRecord, request: PartRequest) -> WarningPage:
    """Read all warnings of a build's log, the most frequent first.

    Raises:
        ToolError: there is no such page, or the record is damaged.
    """
    groups = record.tool.group_warnings(record.build(), record.lines(), str(record.root))
    total = sum(group.count for group in groups)
    shown, first, kinds, page, pages = paginate(groups, _size, request.room_beside(), request.page)
    return WarningPage(record.id, shown, first, kinds, total, page, pages)


def _size(group: WarningGroup) -> int:
    """Measure a group: a file's name comes once, before the numbers of its lines."""
    parts = [place.rpartition(":") for place in group.places]
    files = sum(len(file) + 2 for file in {file for file, *_ in parts})
    return len(group.message) + files + sum(len(line) + 1 for *_, line in parts) + _FRAME

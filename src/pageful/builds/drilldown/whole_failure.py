"""One failing test of a recorded build with everything that it left, page by page."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from pageful.builds.drilldown.paging import PartRequest, paginate
from pageful.lazy.dataclasses import dataclass

if TYPE_CHECKING:
    from pageful.builds.records.build_record import BuildRecord

_WIDEST = 4000
"""Characters of a line; a longer one is shown as several, however large a page may be."""


@dataclass(frozen=True, slots=True)
class WholeFailure:
    """One failing test with everything that it left: the printed trace, and all its output.

    `lines` is the part of that on this page; line number `first` (from 1) of `total`.
    """

    build: str
    test: str
    message: str
    lines: tuple[str, ...]
    first: int
    total: int
    page: int
    pages: int


def read_failure(record: BuildRecord, request: PartRequest) -> WholeFailure:
    """Read one failing test with its whole trace and output.

    Raises:
        ToolError: no failing test is called so, or several are; there is no such page.
    """
    # Views import this module before any build is there to be read.
    from pageful.builds.drilldown.failing_test import find_failing_test

    found = find_failing_test(*record.whole, request.test, record.tool)
    room = request.room_beside(found.message, found.name)
    lines = _split_long(found.lines, min(room, _WIDEST))
    shown = paginate(lines, lambda line: len(line) + 1, room, request.page)
    return WholeFailure(record.id, found.name, found.message, *shown)


def _split_long(lines: Iterable[str], widest: int) -> Iterator[str]:
    """Yield the lines, each that no page could hold as several."""
    for line in lines:
        for start in range(0, len(line) or 1, widest):
            yield f"{'… ' * bool(start)}{line[start : start + widest]}"

"""One page out of a stream of items, of which no more than that page is kept.

The sizes of items are estimates, never below what they take on a page: to render each test of a
large build only to measure it would take sixty times as long.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Generic, NamedTuple, TypeVar

from pageful.lazy.dataclasses import dataclass
from pageful.page.pagination import PageFiller
from pageful.text.units import count
from pageful.tool.errors import ToolError

if TYPE_CHECKING:
    from pageful.builds.drilldown.patterns import Pattern

T = TypeVar("T")

_FRAME = 300
"""Characters of a page's first line and of its call: 200 with large numbers, 100 for a pattern."""

_LEAST_ROOM = 160
"""Characters for items beside a message of any length, so that pages get on."""


@dataclass(frozen=True, slots=True)
class PartRequest:
    """A request for one page of a part of a build: its number, from 1, and its characters.

    `test` names a failing test; `pattern` is looked for in lines of the log or in names of tests.
    """

    page: int
    room: int
    test: str = ""
    pattern: Pattern | None = None

    def room_beside(self, *texts: str) -> int:
        """Return the characters for items beside the page's frame and these texts."""
        return max(_LEAST_ROOM, self.room - _FRAME - sum(map(len, texts)))


class Slice(NamedTuple, Generic[T]):
    """The items of one page: number `first` (from 1) of `total` and following."""

    items: tuple[T, ...]
    first: int
    total: int
    page: int
    pages: int


def paginate(items: Iterable[T], size: Callable[[T], int], room: int, page: int) -> Slice[T]:
    """Fill pages with as many items as have `room`, at least one each, and return one page.

    Without items there is one empty page.

    Raises:
        ToolError: there is no such page.
    """
    filler = PageFiller(room)
    kept: list[T] = []
    first, total = 1, 0
    for total, item in enumerate(items, 1):
        if filler.add(size(item)) == page:
            first = first if kept else total
            kept.append(item)
    if not 1 <= page <= filler.page:
        raise no_such_page(page, filler.page)
    return Slice(tuple(kept), first, total, page, filler.page)


def no_such_page(page: int, pages: int) -> ToolError:
    """Return the error for a page past the end."""
    asked = "Ask for page 1." if pages == 1 else f"Ask for a page from 1 to {pages}."
    verb = "is" if pages == 1 else "are"
    return ToolError(f"There is no page {page}: there {verb} {count(pages, 'page')}.", asked)

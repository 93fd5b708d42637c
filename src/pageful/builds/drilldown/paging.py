"""One page out of a stream of things, of which no more than that page is kept."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Generic, TypeVar

from pageful.text.units import count
from pageful.tool.errors import ToolError

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Page(Generic[T]):
    """The things of one page: number `first` (from 1) of `total` and following."""

    items: tuple[T, ...]
    first: int
    total: int
    page: int
    pages: int


def paged(items: Iterable[T], size: Callable[[T], int], room: int, page: int) -> Page[T]:
    """Fill pages with as many things as have `room`, at least one each; give one of the pages.

    Without any thing there is one empty page.

    Raises:
        ToolError: there is no such page.
    """
    kept: list[T] = []
    first, total, pages, used = 1, 0, 1, 0
    for item in items:
        total += 1
        needed = size(item)
        if used and used + needed > room:
            pages, used = pages + 1, 0
            first = total if pages == page else first
        used += max(1, needed)
        if pages == page:
            kept.append(item)
    if not 1 <= page <= pages:
        raise no_such_page(page, pages)
    return Page(tuple(kept), first, total, page, pages)


def no_such_page(page: int, pages: int) -> ToolError:
    """What is said of a page past the end."""
    asked = "Ask for page 1." if pages == 1 else f"Ask for a page from 1 to {pages}."
    verb = "is" if pages == 1 else "are"
    return ToolError(f"There is no page {page}: there {verb} {count(pages, 'page')}.", asked)

"""Pagination: which items have room on which page."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise

from pageful.lazy.dataclasses import dataclass


@dataclass(slots=True)
class PageFiller:
    """Pages of `room` that are filled item by item; `page` is the number of the last one.

    Each page has at least one item; without items there is one empty page.
    """

    room: int
    page: int = 1
    _used: int | None = None

    def add(self, size: int, first_size: int | None = None) -> int:
        """Add an item and return the number of its page; `first_size` is its size as the first."""
        if self._used is not None and self._used + size <= self.room:
            self._used += size
        else:
            self.page += self._used is not None
            self._used = size if first_size is None else first_size
        return self.page


def find_page_starts(numbers: Iterable[int]) -> list[int]:
    """Return the first item of each page, and last the number of items.

    `numbers` are those of the items' pages. Without items there is one empty page.
    """
    starts, end = [0], 0
    for end, page in enumerate(numbers, 1):
        if page > len(starts):
            starts.append(end - 1)
    return [*starts, end]


def fill_pages(sizes: Iterable[int], room: int) -> list[tuple[int, int]]:
    """Fill pages with items of these sizes, and return the first item and the end of each page.

    Each page has at least one item; without items there is one empty page.
    """
    return [*pairwise(find_page_starts(map(PageFiller(room).add, sizes)))]


def count_fitting(sizes: Iterable[int], room: int) -> tuple[int, int]:
    """Count how many of the first sizes have room together, and sum them up."""
    number = used = 0
    for size in sizes:
        if used + size > room:
            break
        number += 1
        used += size
    return number, used


def choose_page(position: int, most: int) -> tuple[int, int]:
    """Choose a page size, at most `most`, and the number of the page that has the item on it.

    `position` is the item's, from 0. The size is the one by which the page has most items from
    there on.
    """
    size = max(range(1, most + 1), key=lambda size: (size - position % size, -size))
    return size, position // size + 1

"""Pagination: which items have room on which page."""

from __future__ import annotations

from collections.abc import Iterable


def fill_pages(sizes: Iterable[int], room: int) -> list[tuple[int, int]]:
    """Fill pages with items of these sizes, and return the first item and the end of each page.

    Each page has at least one item; without items there is one empty page.
    """
    pages, used = [(0, 0)], 0
    for n, size in enumerate(sizes):
        start, end = pages[-1]
        if end > start and used + size > room:
            pages.append((n, n + 1))
            used = size
        else:
            pages[-1] = start, n + 1
            used += size
    return pages


def choose_page(position: int, most: int) -> tuple[int, int]:
    """Choose a page size, at most `most`, and the number of the page that has the item on it.

    `position` is the item's, from 0. The size is the one by which the page has most items from
    there on.
    """
    size = max(range(1, most + 1), key=lambda size: (size - position % size, -size))
    return size, position // size + 1

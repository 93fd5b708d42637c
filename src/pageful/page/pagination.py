"""Pages filled with as many items as have room."""

from __future__ import annotations

from collections.abc import Iterable


def filled(sizes: Iterable[int], room: int) -> list[tuple[int, int]]:
    """Where each page begins and ends, for items of some sizes: at least one item a page.

    Without items there is one empty page.
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


def page_with(position: int, most: int) -> tuple[int, int]:
    """Choose a page size of at most `most` and the number of the page that has the item on it.

    `position` is the item's, from 0. Of all sizes it is the one with the most items from there on.
    """
    size = max(range(1, most + 1), key=lambda size: (size - position % size, -size))
    return size, position // size + 1

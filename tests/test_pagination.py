"""Which items stand on which page: each one on one, in order, and no page too long."""

from __future__ import annotations

from itertools import accumulate

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pageful.page.pagination import (
    PageFiller,
    choose_page,
    count_fitting,
    fill_pages,
    find_page_starts,
)

_SIZES = st.lists(st.integers(1, 9), max_size=12)


@pytest.mark.parametrize(
    ("sizes", "pages"),
    [
        ([], [(0, 0)]),
        ([10], [(0, 1)]),
        ([99], [(0, 1)]),
        ([5, 5, 1], [(0, 2), (2, 3)]),
        ([5, 6, 4], [(0, 1), (1, 3)]),
        ([99, 99], [(0, 1), (1, 2)]),
    ],
)
def test_a_page_is_filled_to_its_last_character(
    sizes: list[int], pages: list[tuple[int, int]]
) -> None:
    assert fill_pages(sizes, 10) == pages


@given(_SIZES, st.integers(1, 20))
def test_every_item_is_on_one_page(sizes: list[int], room: int) -> None:
    pages = fill_pages(sizes, room)
    assert [n for start, end in pages for n in range(start, end)] == [*range(len(sizes))]
    for start, end in pages:
        assert sum(sizes[start:end]) <= room or end - start == 1
        assert end == len(sizes) or sum(sizes[start : end + 1]) > room


def test_an_item_that_begins_a_page_may_take_another_room_there() -> None:
    filler = PageFiller(10)
    assert [filler.add(6, 4), filler.add(6), filler.add(1, 10), filler.add(1)] == [1, 1, 2, 3]


def test_pages_begin_where_their_number_changes() -> None:
    assert find_page_starts([1, 1, 2, 3, 3]) == [0, 2, 3, 5]
    assert find_page_starts([]) == [0, 0]


@given(_SIZES, st.integers(0, 40))
def test_as_many_fit_as_have_room_together(sizes: list[int], room: int) -> None:
    number, used = count_fitting(sizes, room)
    assert used == sum(sizes[:number]) <= room
    assert number == len([each for each in accumulate(sizes) if each <= room])


@pytest.mark.parametrize(
    ("position", "most", "chosen"),
    [(0, 20, (20, 1)), (19, 20, (19, 2)), (20, 20, (20, 2)), (7, 3, (1, 8)), (5, 1, (1, 6))],
)
def test_a_page_is_chosen_that_goes_on_longest_from_an_item(
    position: int, most: int, chosen: tuple[int, int]
) -> None:
    size, page = choose_page(position, most)
    assert (page - 1) * size <= position < page * size
    assert (size, page) == chosen or size - position % size > chosen[0] - position % chosen[0]

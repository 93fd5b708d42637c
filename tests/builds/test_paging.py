"""One page out of a stream of things."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pageful.builds.drilldown.paging import Slice, paginate
from pageful.page.pagination import fill_pages
from pageful.tool.errors import ToolError


def pages_of(sizes: list[int], room: int) -> list[Slice[int]]:
    first = paginate(sizes, lambda size: size, room, 1)
    return [
        first,
        *(paginate(sizes, lambda size: size, room, n) for n in range(2, first.pages + 1)),
    ]


@given(sizes=st.lists(st.integers(0, 30), max_size=40), room=st.integers(1, 60))
def test_the_pages_together_are_everything_in_order(sizes: list[int], room: int) -> None:
    pages = pages_of(sizes, room)
    assert [size for page in pages for size in page.items] == sizes
    assert all(page.total == len(sizes) and page.pages == len(pages) for page in pages)
    for one, other in pairwise(pages):
        assert other.first == one.first + len(one.items)


@given(sizes=st.lists(st.integers(1, 30), max_size=40), room=st.integers(1, 60))
def test_they_are_filled_as_any_other_pages(sizes: list[int], room: int) -> None:
    spans = [(page.first - 1, page.first - 1 + len(page.items)) for page in pages_of(sizes, room)]
    assert spans == fill_pages(sizes, room)


def test_nothing_is_one_empty_page() -> None:
    assert pages_of([], 10) == [Slice((), 1, 0, 1, 1)]


@pytest.mark.parametrize(("page", "sizes"), [(2, []), (0, [1]), (-1, [5, 5]), (3, [5, 5])])
def test_a_page_past_the_end_says_how_many_there_are(page: int, sizes: list[int]) -> None:
    with pytest.raises(ToolError, match=f"There is no page {page}: there") as raised:
        paginate(sizes, lambda size: size, 5, page)
    assert "Ask for" in raised.value.remedy

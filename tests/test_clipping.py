"""Where words are cut, to the character."""

from __future__ import annotations

import pytest

from pageful.page.clipping import Cut, clip_line, clip_text, find_cut
from pageful.page.limits import MINIMUM, check_budget


@pytest.mark.parametrize(
    ("text", "keep", "end", "said"),
    [
        ("abc", 3, 3, None),
        ("abcd", 3, 3, "… 1 more character"),
        ("ab\ncd", 2, 2, "… 1 more line"),
        ("ab\ncd", 4, 2, "… 1 more line"),
        ("ab\ncd", 5, 5, None),
        ("ab\ncd\n", 5, 5, None),
        ("ab\ncd\nef", 5, 5, "… 1 more line"),
        ("ab\ncd\nef\n", 4, 2, "… 2 more lines"),
        ("\nabc", 2, 2, "… 2 more characters"),
        ("abc\n", 2, 2, "… 2 more characters"),
    ],
)
def test_a_text_is_cut_at_a_line_if_there_is_one(
    text: str, keep: int, end: int, said: str | None
) -> None:
    found, cut = find_cut(text, keep)
    assert (found, cut and str(cut)) == (end, said)
    assert cut is None or cut.in_part


def test_what_is_missing_is_noted_behind_the_words() -> None:
    assert clip_text("abcd", 3)[0] == "abc … 1 more character"
    assert clip_text("ab\ncd", 3)[0] == "ab\n… 1 more line"
    assert clip_text("abc", 3) == ("abc", ())
    assert clip_text(("ab", "cd"), 3)[0] == ("ab", "c", " … 1 more character")
    assert clip_line("ab\ncd", 3)[0] == "ab  … 2 more characters"
    assert clip_line("ab\ncd", 5) == ("ab\ncd", ())


def test_a_cut_within_an_item_leaves_the_item_in_part() -> None:
    cut = Cut("row", 2, 5)
    assert str(cut) == "… 3 more rows"
    assert cut.within(()) is cut
    assert cut.within(("a",)) == Cut("row", 2, 5, ("a",), in_part=True)
    assert Cut("row", 2, 5, (2,)).within(("a",)) == Cut("row", 2, 5, ("a", 2))


def test_the_smallest_budget_is_taken_and_a_smaller_one_refused() -> None:
    assert check_budget(MINIMUM) == 500
    with pytest.raises(
        ValueError, match="a budget of 499 characters is too small: the smallest is 500"
    ):
        check_budget(499)

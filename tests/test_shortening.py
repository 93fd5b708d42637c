"""Texts made shorter at the ends of lines and words."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pageful.text.excerpts import shorten


@pytest.mark.parametrize(
    ("text", "short"),
    [
        ("twelve chars", "twelve chars"),
        ("one two three", "one two…"),
        ("one two, three", "one two,…"),
        ("one.two.three", "one.two.…"),
        ("ab\nc def ghi jkl", "ab\nc def…"),
        ("one two\nthree", "one two…"),
        ("a_very_long_name", "a_very_long…"),
        ("a long_long_name", "a long_long…"),
        ("eleven char\ns", "eleven char…"),
        ("            x", "…"),
    ],
)
def test_a_cut_falls_after_a_line_else_after_a_word(text: str, short: str) -> None:
    assert shorten(text, 12, "…") == short


@settings(deadline=None)
@given(st.text(st.sampled_from("ab_ \n.é")), st.integers(3, 40))
def test_what_is_kept_is_a_start_of_the_text_and_has_room(text: str, most: int) -> None:
    short = shorten(text, most, "...")
    assert len(short) <= most or short == text
    assert short == text or text.startswith(short.removesuffix("..."))
    assert (short == text) == (len(text) <= most) or short == text


@settings(deadline=None)
@given(st.text(st.sampled_from("ab_ ")), st.integers(4, 40))
def test_a_word_is_cut_only_where_it_fills_half_the_room(text: str, most: int) -> None:
    kept = shorten(text, most, "…").removesuffix("…")
    if kept != text and kept and text[len(kept)] != " ":
        assert len(kept.split()[-1]) >= (most - 1) // 2

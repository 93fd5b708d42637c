"""Inline fields are found in their three forms, and emoji of tasks are fields too."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pageful.vault.dataview.emoji_shorthands import shorthand_fields
from pageful.vault.dataview.inline_fields import bracketed_fields, line_field
from thoroughness import size


def _bracketed(text: str) -> list[tuple[str, str]]:
    return [(found.key, found.value) for found in bracketed_fields(text)]


def _line(text: str) -> tuple[str, str] | None:
    found = line_field(text)
    return None if found is None else (found.key, found.value)


def test_brackets_and_parentheses_hold_fields() -> None:
    assert _bracketed("a [x:: 1] b (y:: 2) c") == [("x", "1"), ("y", "2")]


def test_fields_stand_in_the_order_of_the_text() -> None:
    assert _bracketed("(y:: 2) [x:: 1]") == [("y", "2"), ("x", "1")]


def test_brackets_in_a_value_come_in_pairs() -> None:
    assert _bracketed("[x:: [[Note]] and [y]]") == [("x", "[[Note]] and [y]")]
    assert _bracketed("(x:: f(1) + g(2)) z") == [("x", "f(1) + g(2)")]


def test_the_other_kind_of_bracket_does_not_count() -> None:
    assert _bracketed("[x:: a) (b]") == [("x", "a) (b")]


def test_an_escaped_bracket_closes_nothing() -> None:
    assert _bracketed(r"[x:: a\] b] c]") == [("x", r"a\] b")]
    assert _bracketed(r"[x:: a\\] b]") == [("x", "a\\\\")]


def test_a_key_has_no_brackets() -> None:
    assert _bracketed("[a (b) c:: 1]") == []
    assert _bracketed("[a [b:: 1]]") == [("b", "1")]


def test_what_is_never_closed_is_no_field() -> None:
    assert _bracketed("[x:: 1") == []
    assert _bracketed("[x:: 1 (y:: 2)") == [("y", "2")]


def test_no_field_stands_within_another() -> None:
    assert _bracketed("[x:: (y:: 1)]") == [("x", "(y:: 1)")]
    assert _bracketed("[x:: [y:: 1]]") == [("x", "[y:: 1]")]


def test_a_field_right_behind_another_is_none() -> None:
    assert _bracketed("[x:: 1][y:: 2]") == [("x", "1")]
    assert _bracketed("[x:: 1] [y:: 2]") == [("x", "1"), ("y", "2")]


def test_many_open_brackets_take_no_longer_than_their_number() -> None:
    assert _bracketed("[a::" * size(200_000)) == []
    assert len(_bracketed("[a::" * size(100_000) + "]")) == 1


def test_a_line_is_a_field() -> None:
    assert _line("Due Date:: 2022-01-01") == ("Due Date", "2022-01-01")
    assert _line("empty::") == ("empty", "")


def test_a_key_is_without_emphasis_and_what_comes_before_it() -> None:
    assert _line("**Bold Key**:: x") == ("Bold Key", "x")
    assert _line("> - key:: x") == ("key", "x")
    assert _line("📅 due:: x") == ("due", "x")


def test_a_key_may_have_letters_of_any_script() -> None:
    assert _line("日付 größe/2:: x") == ("日付 größe/2", "x")


def test_a_key_may_have_emoji_within_but_none_beyond_the_basic_plane() -> None:
    assert _line("done ✅ ❤️‍🔥:: x") == ("done ✅ ❤️‍🔥", "x")
    assert _line("party 🎉:: x") is None
    assert _bracketed("[party 🎉:: x]") == [("party 🎉", "x")]


def test_a_sentence_with_colons_is_no_field() -> None:
    assert _line("see std.vector:: for more, a.b") is None
    assert _line("no colons: here") is None


@given(st.text(alphabet="[]()\\:a 📅2022-01", max_size=60))
def test_any_text_has_fields_that_stand_apart(text: str) -> None:
    found = bracketed_fields(text, shorthand_fields(text))
    assert all(one.end < other.start for one, other in pairwise(found))
    assert all(0 <= each.start < each.end <= len(text) for each in found)


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("➕ 2022-01-02", "created"),
        ("🛫2022-01-02", "start"),
        ("⏳ 2022-01-02", "scheduled"),
        ("⌛ 2022-01-02", "scheduled"),
        ("📅 2022-01-02", "due"),
        ("📆 2022-01-02", "due"),
        ("🗓️ 2022-01-02", "due"),
        ("🗓 2022-01-02", "due"),
        ("✅  2022-01-02", "completion"),
    ],
)
def test_an_emoji_before_a_day_is_a_field(text: str, key: str) -> None:
    assert [(each.key, each.value) for each in shorthand_fields(text)] == [(key, "2022-01-02")]


def test_of_each_emoji_the_first_counts() -> None:
    found = list(shorthand_fields("📅 2022-01-02 📅 2022-01-03 📅 soon"))
    assert [each.value for each in found] == ["2022-01-02"]


def test_an_emoji_without_a_day_is_no_field() -> None:
    assert list(shorthand_fields("📅 tomorrow")) == []

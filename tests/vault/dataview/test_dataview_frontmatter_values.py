"""Frontmatter is typed: whole texts that are dates, durations or links are that."""

from __future__ import annotations

from typing import Any

import pytest

from querying import date, field, link


@pytest.mark.parametrize(
    ("yaml", "typed"),
    [
        ("2022-05-06", date("2022-05-06")),
        ("2022-05", date("2022-05-01")),
        ("2022-05-06T10:15", {"$date": "2022-05-06T10:15:00.000Z"}),
        ("on 2022-05-06", "on 2022-05-06"),
        ("2022-05-06 10:15", "2022-05-06 10:15"),
        ("1 day", {"$dur": {"days": 1}}),
        ("24 hours", {"$dur": {"hours": 24}}),
        ("4h 2m", {"$dur": {"hours": 4, "minutes": 2}}),
        ("a day", "a day"),
        ('"[[Note|N]]"', link("Note", display="N")),
        ('"![[Note]]"', link("Note", embed=True)),
        ('"[[Note]] and more"', "[[Note]] and more"),
        ('"[[a]][[b]]"', "[[a]][[b]]"),
        ('"10.5"', "10.5"),
        ("10.5", 10.5),
        ("true", True),
        ("yes", "yes"),
        ("'#tag'", "#tag"),
        ("", None),
        ("[1, 2022-05-06, [x]]", [1, date("2022-05-06"), ["x"]]),
        ("{on: 2022-05-06}", {"on": date("2022-05-06")}),
    ],
)
def test_a_value_of_the_frontmatter_is_typed_if_the_whole_text_is(yaml: str, typed: Any) -> None:
    assert field(f"---\nx: {yaml}\n---", "x") == typed


@pytest.mark.parametrize(
    ("text", "typed"),
    [
        ("2022-05-06", date("2022-05-06")),
        ("1, 2", [1, 2]),
        ("one, two", "one, two"),
        ('"one", "two"', ["one", "two"]),
        ("[[b]], [[c]]", [link("b"), link("c")]),
        ("true", True),
        ("#tag", "#tag"),
        ("-3.5", -3.5),
    ],
)
def test_a_value_of_an_inline_field_may_be_a_list(text: str, typed: Any) -> None:
    assert field(f"x:: {text}", "x") == typed


def test_inline_durations_are_carried_over_and_those_of_the_frontmatter_are_not() -> None:
    inline = field("x:: 24 hours", "x")["$dur"]
    assert {unit: amount for unit, amount in inline.items() if amount} == {"days": 1}
    assert field("---\nx: 24 hours\n---", "x") == {"$dur": {"hours": 24}}

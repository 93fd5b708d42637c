"""Properties: names, values, comparisons."""

from __future__ import annotations

import pytest

from matching import finds

FRONT = """\
---
Status: In progress
aliases:
  - Ann Lee
  - Bo
empty:
blank: ""
none: []
rating: 5
price: 12.5
done: true
due: 2024-03-01
at: 2024-03-01T10:00:00
up: "[[Folder/Home|The home]]"
with space: x y
code: "007"
nested: {deep: [gold]}
---
status text
"""


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("[status]", True),
        ("[STATUS]", True),
        ("[stat]", False),
        ('["with space"]', True),
        ("[with space]", True),
        ("[/^st/]", True),
        ("[status OR nothing]", True),
        ("[missing]", False),
        ("-[missing]", True),
        ("[empty]", True),
    ],
)
def test_a_property_is_named_whole_in_any_case(query: str, expected: bool) -> None:
    assert finds(FRONT, query) is expected


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("[status:progress]", True),
        ("[status:In progress]", True),
        ("[status:PROG]", True),
        ('[status:"progress"]', False),
        ('[status:"in progress"]', True),
        ('["status":"IN PROGRESS"]', True),
        ("[status:match-case:in]", False),
        ("match-case:[status:In]", True),
        ("[status:draft OR progress]", True),
        ("[status:(draft OR done)]", False),
        ("[status:-draft]", True),
        ("[status:-progress]", False),
        ("[missing:-x]", False),
        ("[status:/^in/]", True),
        ("[status:text]", False),
    ],
)
def test_a_word_is_in_the_value_and_a_phrase_is_all_of_it(query: str, expected: bool) -> None:
    assert finds(FRONT, query) is expected


def test_any_element_of_a_list_may_match() -> None:
    assert finds(FRONT, "[aliases:ann]")
    assert finds(FRONT, '[aliases:"Bo"]')
    assert finds(FRONT, "[aliases:(ann bo)]")
    assert not finds(FRONT, '[aliases:"Ann"]')
    assert not finds(FRONT, "[aliases:-ann]")
    assert finds(FRONT, "[nested:gold]")


def test_null_is_a_property_that_is_there_without_a_value() -> None:
    assert finds(FRONT, "[empty:null]")
    assert not finds(FRONT, "[blank:null]")
    assert not finds(FRONT, "[none:null]")
    assert not finds(FRONT, "[missing:null]")
    assert finds(FRONT, "[status:-null]")


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("[rating:5]", True),
        ("[rating:5.0]", True),
        ("[price:1]", False),
        ("[code:7]", True),
        ("[rating:<6]", True),
        ("[rating:<5]", False),
        ("[rating:<=5]", True),
        ("[rating:>4.9]", True),
        ("[rating:>=6]", False),
        ("[price:>10 <13]", True),
        ("[rating:(<3 OR >4)]", True),
        ("[code:<8]", True),
        ("[status:>5]", False),
        ("[done:>0]", False),
        ("[empty:<1]", False),
    ],
)
def test_numbers_are_compared_as_numbers(query: str, expected: bool) -> None:
    assert finds(FRONT, query) is expected


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("[due:2024-03]", True),
        ("[due:>2024-02-28]", True),
        ("[due:>2024-03-01]", False),
        ("[due:>=2024-03-01]", True),
        ("[due:<2024-04]", True),
        ("[at:>2024-03-01]", True),
        ('[at:<"2024-03-01T11:00"]', True),
        ("[due:>5]", False),
        ("[status:>a]", True),
        ("[status:>z]", False),
    ],
)
def test_dates_and_texts_are_compared_with_their_like(query: str, expected: bool) -> None:
    assert finds(FRONT, query) is expected


def test_checkboxes_are_true_or_false() -> None:
    assert finds(FRONT, "[done:TRUE]")
    assert finds(FRONT, "[done:true]")
    assert not finds(FRONT, "[done:false]")


@pytest.mark.parametrize(
    "value", ['"[[Folder/Home|The home]]"', '"Folder/Home"', '"the home"', "home"]
)
def test_a_link_is_found_by_its_target_and_its_text(value: str) -> None:
    assert finds(FRONT, f"[up:{value}]")


def test_a_value_may_hold_colons() -> None:
    assert finds("---\nat: '10:30'\nsite: https://x.org\n---\n", "[at:10:30] [site:https://x.org]")

"""From a result to its page."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from pageful import (
    Block,
    Bullets,
    Call,
    Cut,
    Detail,
    Document,
    Fields,
    Hatch,
    Heading,
    Line,
    Note,
    Numbered,
    Page,
    Rule,
    Table,
    Tip,
    present,
    to_markdown,
)

if TYPE_CHECKING:
    from collections.abc import Callable

NAMES = tuple(f"com.example.Test{n}" for n in range(100))


def view(names: tuple[str, ...], detail: Detail) -> Document:
    yield Line(f"{len(names)} names, {detail}")
    yield Bullets(names, of="name")


def rest(cuts: tuple[Cut, ...]) -> Call:
    return Call("list_names", {"offset": cuts[0].shown})


def page(budget: int, follow_up: Callable[[tuple[Cut, ...]], Call | None] | None = rest) -> Page:
    return present(NAMES, view, budget=budget, follow_up=follow_up)


def test_a_page_is_the_text_of_its_view() -> None:
    assert str(present(("a",), view)) == "1 names, concise\n\n- a"


def test_the_detail_is_handed_to_the_view() -> None:
    assert present((), view, detail="detailed").text == "0 names, detailed"


def test_a_page_that_fits_has_no_cuts_and_no_follow_up() -> None:
    whole = page(40_000)
    assert whole.cuts == ()
    assert "list_names" not in whole.text


@pytest.mark.parametrize("budget", [500, 501, 700, 1000, 2000])
def test_a_cut_page_ends_with_the_call_for_the_rest(budget: int) -> None:
    cut = page(budget)
    shown = cut.cuts[0].shown
    assert len(cut.text) <= budget
    assert cut.text.endswith(f"Tip: for the rest, call `list_names(offset={shown})`")


def test_following_the_calls_reaches_every_item() -> None:
    seen: list[str] = []
    while len(seen) < len(NAMES):
        part = present(NAMES[len(seen) :], view, budget=500, follow_up=rest)
        seen += re.findall(r"^- (\S+)$", part.text, re.MULTILINE)
    assert tuple(seen) == NAMES


def test_a_cut_without_a_follow_up_call_is_told_all_the_same() -> None:
    cut = page(500, lambda _: None)
    assert cut.text.endswith(f"… {100 - cut.cuts[0].shown} more names")


def test_a_follow_up_call_as_long_as_the_page_gives_way_to_the_result() -> None:
    cut = page(500, lambda _: Call("t", {"q": "x" * 490}))
    assert "xxx" not in cut.text
    assert cut.text.startswith("100 names")


def test_a_budget_below_the_smallest_is_refused() -> None:
    with pytest.raises(ValueError, match="the smallest is 500"):
        page(499)


def test_what_can_not_be_cut_at_all_is_still_counted() -> None:
    def endless(_result: object, _detail: Detail) -> Document:
        return [Bullets(("x" * 50,) * 100, of="o" * 600)]

    assert present(None, endless, budget=500).text == "… 1 more block"


def test_numbers_are_words_too_and_other_things_are_refused_by_name() -> None:
    assert to_markdown([Table(("n",), ((21,),))]) == "|n|\n|---|\n|21|"  # type: ignore[arg-type]
    with pytest.raises(TypeError, match=r"but got None"):
        Fields((("n", None),))  # type: ignore[arg-type]


@pytest.mark.parametrize("block", [Heading, Line, Note, Tip])
def test_every_block_of_words_takes_numbers_and_nothing_else(
    block: Callable[[object], Block],
) -> None:
    assert "21" in to_markdown([block(21)])
    assert "a 21" in to_markdown([block(("a ", 21))])
    with pytest.raises(TypeError, match="give str"):
        block(None)


@pytest.mark.parametrize("block", [Bullets, Numbered])
def test_every_list_takes_numbers_and_nothing_else(block: Callable[[object], Block]) -> None:
    assert "21" in to_markdown([block((21,))])
    with pytest.raises(TypeError, match="give str"):
        block((None,))


@pytest.mark.parametrize("level", [0, 7])
def test_a_heading_has_a_level_that_markdown_has(level: int) -> None:
    with pytest.raises(ValueError, match="levels are 1 to 6"):
        Heading("x", level)


@pytest.mark.parametrize("start", [-1, 999_999_999])
def test_a_list_has_numbers_that_markdown_has(start: int) -> None:
    with pytest.raises(ValueError, match="numbers are 0 to"):
        Numbered(("a", "b"), start=start)


@pytest.mark.parametrize("budget", range(500, 560))
def test_a_page_with_no_room_for_the_call_that_goes_on_is_cut(budget: int) -> None:
    names = tuple(f"name {n:02}" for n in range(47))
    going_on = Call("list_names", {"page": 2})
    part = present(names, view, budget=budget, follow_up=rest, next_call=going_on)
    assert len(part.text) <= budget
    assert ("for the rest, call" in part.text) == bool(part.cuts)
    assert ("for more, call `list_names(page=2)`" in part.text) == (not part.cuts)


def test_a_call_longer_than_half_the_page_is_left_out() -> None:
    part = present(NAMES[:20], view, budget=500, next_call=Call("t", {"q": "x" * 400}))
    assert part.cuts == ()
    assert "xxx" not in part.text


def test_the_next_call_stands_above_what_the_page_leaves_out() -> None:
    def with_hatch(_: object, _detail: Detail) -> Document:
        return (Line("1 of 2"), Rule(), Hatch(("size",)))

    page = present(None, with_hatch, next_call=Call("list_names", {"page": 2})).text
    assert page == (
        "1 of 2\n\n---\n\nTip: for more, call `list_names(page=2)`\n\n"
        "_Left out: size. Use `raw: true` for all fields._"
    )


@pytest.mark.parametrize(
    ("name", "written"),
    [
        ("page_size", "page_size"),
        ("html-url", "html-url"),
        ("a b", "`a b`"),
        ("_a-b_", "`_a-b_`"),
        ("x*y\nz", "`x*y z`"),
        ("a`b", "``a`b``"),
    ],
)
def test_a_hatch_names_fields_of_any_name(name: str, written: str) -> None:
    page = to_markdown([Hatch((name,))])
    assert page == f"_Left out: {written}. Use `raw: true` for all fields._"


@pytest.mark.parametrize("name", ["", " ", "\n"])
def test_a_field_has_a_name(name: str) -> None:
    with pytest.raises(ValueError, match="no name of a field"):
        Hatch((name,))

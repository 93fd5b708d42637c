"""A page never exceeds its budget, and every cut is told with true numbers."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import hostile
from pageful import (
    Block,
    Bullets,
    Code,
    Fields,
    Heading,
    Line,
    Mono,
    Note,
    Numbered,
    Output,
    Section,
    Sections,
    Strong,
    Table,
    Tip,
    Verbatim,
    to_markdown,
)
from pageful.page.budget import DEFAULT, MINIMUM, Cut, FittedDocument, check_budget, fit
from pageful.page.cutting import size_of, size_up_to
from thoroughness import examples

HUGE_LINE = "ab|`# -\\" * 20_000
LINES = "\n".join(f"line {n}: {'x' * 20}" for n in range(5_000))
MANY = tuple(f"item_{n}" for n in range(4_000))
SECTIONS = Sections(
    tuple(
        Section((Heading(name), Line("message"), Output("at a\nat b")), name=name) for name in MANY
    ),
    of="failure",
)
HEADER = Line("Search of 26 files: 4000 results")
NOTE = Note("Nothing of this is stale.")

COLLECTIONS: list[Block] = [
    Bullets(MANY, of="result"),
    Numbered(MANY, of="result"),
    Numbered(tuple((item, Mono("code"), Strong("strong")) for item in MANY), of="result"),
    Table(("name", "line"), tuple((item, "12") for item in MANY), of="result"),
    Fields(tuple((item, "value_x `") for item in MANY)),
    SECTIONS,
]
HUGE: list[Block] = [
    Heading(HUGE_LINE),
    Line(HUGE_LINE),
    Line((HUGE_LINE, Strong(HUGE_LINE), Mono(HUGE_LINE))),
    Note(HUGE_LINE),
    Tip(HUGE_LINE),
    Fields(((HUGE_LINE, HUGE_LINE),)),
    Bullets((HUGE_LINE,)),
    Numbered(("small", HUGE_LINE, "small")),
    Table(("a", "b"), ((HUGE_LINE, "x"), ("y", "z"))),
    Table((HUGE_LINE,), ()),
    Code(HUGE_LINE),
    Output(HUGE_LINE),
    Output("x", label=HUGE_LINE),
    Verbatim(HUGE_LINE),
]
LONG: list[Block] = [Line(LINES), Note(LINES), Code(LINES), Output(LINES), Verbatim(LINES)]


def kind(block: Block) -> str:
    return type(block).__name__


def page(fitted: FittedDocument) -> str:
    return to_markdown(fitted.document)


@settings(max_examples=examples(100), deadline=None)
@given(hostile.nested_documents, st.integers(MINIMUM, 3000), st.integers(0, 2000))
def test_a_page_never_exceeds_its_budget(
    document: tuple[Block, ...], budget: int, reserve: int
) -> None:
    fitted = fit(document, budget, reserve=reserve)
    assert len(page(fitted)) <= budget - min(reserve, budget // 2)


@settings(max_examples=examples(100), deadline=None)
@given(hostile.nested_documents)
def test_nothing_is_cut_that_fits(document: tuple[Block, ...]) -> None:
    size = max(MINIMUM, len(to_markdown(document)))
    assert fit(document, size) == FittedDocument(document)


@settings(max_examples=examples(100), deadline=None)
@given(hostile.nested_documents, st.integers(MINIMUM, 3000))
def test_every_cut_is_told_on_the_page(document: tuple[Block, ...], budget: int) -> None:
    fitted = fit(document, budget)
    for cut in fitted.cuts:
        assert 0 <= cut.shown < cut.total
        assert str(cut) in page(fitted)


@settings(max_examples=examples(100), deadline=None)
@given(hostile.nested_documents, st.integers(MINIMUM, 3000))
def test_what_is_left_out_is_recorded(document: tuple[Block, ...], budget: int) -> None:
    fitted = fit(document, budget)
    assert bool(fitted.cuts) == (len(to_markdown(document)) > budget)


@pytest.mark.parametrize("block", [*COLLECTIONS, *HUGE, *LONG], ids=kind)
@pytest.mark.parametrize("budget", [MINIMUM, 5000])
def test_header_and_note_survive_whatever_stands_between_them(block: Block, budget: int) -> None:
    text = page(fit((HEADER, block, NOTE), budget))
    assert text.startswith(HEADER.text if isinstance(HEADER.text, str) else "?")
    assert text.endswith(f"> {NOTE.text}")
    assert len(text) <= budget


@pytest.mark.parametrize("block", COLLECTIONS, ids=kind)
def test_a_cut_collection_says_how_many_more_there_are(block: Block) -> None:
    fitted = fit((HEADER, block), 2000)
    (cut, *_), text = fitted.cuts, page(fitted)
    assert cut.total == len(MANY)
    assert f"… {len(MANY) - cut.shown} more {cut.of}s" in text
    assert f"item_{cut.shown - 1}" in text


@pytest.mark.parametrize("block", [*COLLECTIONS, *HUGE, *LONG], ids=kind)
def test_most_of_the_room_is_used(block: Block) -> None:
    assert len(page(fit((HEADER, block, NOTE)))) > DEFAULT * 9 // 10


@pytest.mark.parametrize(
    "block",
    [
        Bullets(tuple((f"item_{n}", Mono("code"), Strong("strong")) for n in range(10_000))),
        Fields(tuple((f"item_{n}", "value_x `") for n in range(10_000))),
        Sections(tuple(Section((Heading("x"), Line("y"))) for _ in range(10_000))),
        Line("ab|`# -\\" * 131_072),
        Output("line\n" * 200_000),
    ],
    ids=kind,
)
def test_ten_thousand_items_or_a_megabyte_are_cut_into_the_budget(block: Block) -> None:
    assert len(page(fit((HEADER, block, NOTE)))) <= DEFAULT


@pytest.mark.parametrize("block", COLLECTIONS, ids=kind)
@pytest.mark.parametrize("room", [700, 40_000])
def test_the_start_of_a_large_block_tells_whether_it_fits(block: Block, room: int) -> None:
    whole = size_of(block)
    assert (size_up_to(block, room) <= room) == (whole <= room)
    assert size_up_to(block, room) == whole or whole > room


@pytest.mark.parametrize("block", LONG, ids=kind)
def test_long_text_is_cut_between_lines(block: Block) -> None:
    fitted = fit((block,), 1000)
    (cut,) = fitted.cuts
    kept = re.findall(r"line (\d+): x{20}$", page(fitted), re.MULTILINE)
    assert (cut.of, cut.shown, cut.total) == ("line", len(kept), 5_000)


@pytest.mark.parametrize("block", HUGE, ids=kind)
def test_a_single_huge_line_says_how_many_characters_are_left_out(block: Block) -> None:
    assert re.search(r"… \d{6} more characters", page(fit((block,))))


def test_output_keeps_its_end_where_the_innermost_cause_stands() -> None:
    trace = (
        f"Exception: outer\n{LINES}\nCaused by: java.io.IOException: disk full\n  at Disk.java:7"
    )
    text = page(fit((HEADER, Output(trace), NOTE), MINIMUM))
    assert "Exception: outer" in text
    assert "Caused by: java.io.IOException: disk full\n    at Disk.java:7" in text


def test_output_keeps_the_start_of_its_last_line_even_if_that_is_huge() -> None:
    text = page(fit((Output(f"first\nsecond\nlast {HUGE_LINE}"),), 1000))
    assert text.startswith("  first\n  second\n  last ab")


def test_sections_that_do_not_fit_are_named() -> None:
    items = tuple(Section((Heading(n), Line("x" * 300)), name=n) for n in ("One", "Two", "Three"))
    text = page(fit((Sections(items),), 700))
    assert text.endswith("… 2 more sections:\n\n- Two\n- Three")


def test_a_huge_section_is_cut_within() -> None:
    text = page(fit((Sections((Section((Heading("Only"), Bullets(MANY))),)),), 1000))
    assert text.startswith("### Only\n- item_0\n")
    assert re.search(r"… \d+ more items$", text)


def test_a_huge_collection_leaves_room_for_the_next() -> None:
    text = page(fit((Bullets(MANY), Heading("Second"), Bullets(MANY)), 1000))
    first, second = text.split("### Second")
    assert len(first) > 300
    assert len(second) > 300


def test_a_huge_item_among_small_ones_is_shown_in_part() -> None:
    fitted = fit((Bullets(("small", HUGE_LINE, "small")),), 1000)
    assert page(fitted).startswith("- small\n- ab|`#")
    assert fitted.cuts[0] == Cut("item", 2, 3, (1,), in_part=True)


def test_more_blocks_than_there_is_room_for_are_cut_as_a_collection() -> None:
    fitted = fit((HEADER, *(Line(item) for item in MANY), NOTE), 1000)
    assert fitted.cuts == (Cut("block", page(fitted).count("\n\n") - 1, len(MANY) + 1),)


def test_a_cut_text_keeps_its_marks() -> None:
    text = page(fit((Line((Strong("name"), " ", Mono("x" * 2000))),), 600))
    assert re.fullmatch(r"\*\*name\*\* `x+` … \d+ more characters", text)


def test_the_smallest_budget_is_itself_allowed() -> None:
    assert check_budget(MINIMUM) == MINIMUM


def test_a_smaller_budget_is_refused() -> None:
    with pytest.raises(ValueError, match="too small"):
        fit((), MINIMUM - 1)

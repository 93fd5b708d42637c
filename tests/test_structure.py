"""Whatever text a page is made of, its structure is that of the same page with innocent text."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import replace

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from markdown_it.token import Token

import hostile
from pageful import (
    Block,
    Bullets,
    Fields,
    Heading,
    Line,
    Mono,
    Note,
    Strong,
    Table,
    Verbatim,
    to_markdown,
)
from pageful.page.blocks import Span
from pageful.page.budget import MINIMUM, fit
from thoroughness import examples

PAGES = int(os.environ.get("PAGEFUL_FUZZ", "900"))
"""How many pages are tried in all: `PAGEFUL_FUZZ=20000 pytest -n auto tests/test_structure.py`."""

PROPERTIES = 6

fuzzed = settings(
    max_examples=examples(-(-PAGES // PROPERTIES)),
    deadline=None,
    derandomize="PAGEFUL_FUZZ" not in os.environ,
    database=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)


def assert_innocent(document: tuple[Block, ...]) -> None:
    tamed = tuple(map(hostile.tame, document))
    assert hostile.structures(to_markdown(document)) == hostile.structures(to_markdown(tamed))


@fuzzed
@given(hostile.documents)
def test_hostile_text_never_changes_the_structure_of_a_page(document: tuple[Block, ...]) -> None:
    assert_innocent(document)


@fuzzed
@given(hostile.blocks)
def test_hostile_text_never_changes_the_structure_of_a_block(block: Block) -> None:
    assert_innocent((block,))


@fuzzed
@given(hostile.nested_documents, st.integers(MINIMUM, 2000))
def test_hostile_text_never_changes_the_structure_of_a_cut_page(
    document: tuple[Block, ...], budget: int
) -> None:
    assert_innocent(fit(document, budget).document)


@fuzzed
@given(hostile.documents, hostile.verbatim, hostile.documents)
def test_markdown_taken_verbatim_changes_nothing_around_it(
    above: tuple[Block, ...], verbatim: Verbatim, below: tuple[Block, ...]
) -> None:
    stand_in = Verbatim("innocent")
    alone = (
        hostile.structures(to_markdown((*map(hostile.tame, above), stand_in))),
        hostile.structures(to_markdown((stand_in, *map(hostile.tame, below)))),
    )
    page = hostile.structures(to_markdown((*above, verbatim, *below)))
    for actual, before, after in zip(page, *alone, strict=True):
        assert actual[: len(before) - 3] == before[:-3]
        assert len(after) == 3 or actual[-len(after) + 3 :] == after[3:]


@fuzzed
@given(hostile.documents, hostile.verbatim, hostile.documents)
def test_text_between_fences_is_one_block_whatever_it_holds(
    above: tuple[Block, ...], verbatim: Verbatim, below: tuple[Block, ...]
) -> None:
    fenced = replace(verbatim, fenced=True)
    stand_in = Verbatim("innocent", fenced=True)
    tamed = (*map(hostile.tame, above), stand_in, *map(hostile.tame, below))
    page = to_markdown((*above, fenced, *below))
    assert hostile.structures(page) == hostile.structures(to_markdown(tamed))


@fuzzed
@given(
    st.lists(hostile.words, min_size=4, max_size=4), st.permutations(["strong", "mono", "strong2"])
)
def test_marks_survive_hostile_neighbours(words: list[str], names: list[str]) -> None:
    marks: list[Span] = [Mono(name) if name == "mono" else Strong(name) for name in names]
    text = (words[0], marks[0], words[1], marks[1], words[2], marks[2], words[3])
    for block in (
        Line(text),
        Heading(text),
        Bullets((text,)),
        Note(text),
        Table(("x",), ((text,),)),
    ):
        assert_marked(block, names)


@fuzzed
@given(hostile.words, hostile.words)
def test_labels_stay_strong_among_hostile_values(first: str, second: str) -> None:
    fields = Fields((("strong", first), ("strong2", (second, Mono("mono"))), ("strong3", second)))
    assert_marked(fields, ["strong", "strong2", "mono", "strong3"])


def assert_marked(block: Block, names: list[str]) -> None:
    page = to_markdown((block,))
    for parser in hostile.PARSERS:
        tokens = [child for token in parser.parse(page) for child in token.children or ()]
        assert [name for name in marked(tokens) if name in names] == names


def marked(tokens: list[Token]) -> Iterator[str]:
    strong = False
    for token in tokens:
        if strong or token.type == "code_inline":
            yield token.content
        strong = token.type == "strong_open"

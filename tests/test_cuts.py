"""A cut names the first item that its page does not show whole."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import count

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pageful import (
    Block,
    Bullets,
    Code,
    Cut,
    Fields,
    Heading,
    Line,
    Note,
    Numbered,
    Output,
    Section,
    Sections,
    Table,
    to_markdown,
)
from pageful.page.blocks import ItemPath, Key
from pageful.page.budget import MINIMUM, fit
from thoroughness import examples

_Marked = tuple[ItemPath, str]
"""An item's path and its words, which no other item has."""

_sizes = st.integers(0, 12) | st.integers(0, 500)
_lists = st.lists(_sizes, max_size=14)


def _words(number: int, size: int) -> str:
    return f"a{number}b{'x' * size}c{number}d"


def _keys(texts: list[str], shape: int) -> tuple[Key, ...]:
    """Positions by default; or a key that says nothing of the position."""
    return () if shape % 2 else tuple(f"key of {text}" for text in texts)


def _list(make: Callable[..., Block]) -> Callable[[list[str], int], Block]:
    return lambda texts, shape: make(tuple(texts), keys=_keys(texts, shape))


def _table(texts: list[str], shape: int) -> Block:
    rows = tuple((text, "12") for text in texts)
    return Table(("name", "line"), rows, keys=_keys(texts, shape))


def _lines(make: Callable[..., Block]) -> Callable[[list[str], int], Block]:
    def made(texts: list[str], shape: int) -> Block:
        return make("\n".join(texts or ["none"]), keys=_keys(texts, shape))

    return made


_MADE = (_list(Bullets), _list(Numbered), _table, _lines(Code), _lines(Output))
_items = st.tuples(st.sampled_from(_MADE), _lists, st.integers(0, 1))
_word_blocks = st.tuples(st.sampled_from((Line, Heading)), _sizes)
_notes = st.tuples(st.just(Note), _sizes)  # kept at the end where blocks have no room
_leaves = st.lists(_items | _word_blocks, max_size=4)
_sections = st.tuples(_leaves, st.integers(0, 3))
_documents = st.lists(_items | _word_blocks | _notes | _sections, max_size=5)


class _Made:
    """A document, and every item of it in reading order."""

    def __init__(self, plan: list[object]) -> None:
        self.numbers = count()
        self.items: list[_Marked] = []
        self.document = tuple(self.blocks(plan, ()))

    def blocks(self, plan: list[object], path: ItemPath) -> Iterator[Block]:
        for each in plan:
            match each:
                case (list(leaves), int(number)):
                    inner = [leaves] * number
                    sections = tuple(self.section(n, each) for n, each in enumerate(inner))
                    yield Sections(sections)
                case (make, list(sizes), int(shape)):
                    texts = [_words(next(self.numbers), size) for size in sizes]
                    keys = _keys(texts, shape) or range(len(texts))
                    self.items += [
                        ((*path, key), text) for key, text in zip(keys, texts, strict=True)
                    ]
                    yield make(texts, shape)  # type: ignore[operator]
                case (make, int(size)):
                    text = _words(next(self.numbers), size)
                    self.items += [(path, text)] if path else []
                    yield make(text)  # type: ignore[operator]

    def section(self, n: int, plan: list[object]) -> Section:
        key = f"section {n} at {next(self.numbers)}" if n % 2 else None
        path: ItemPath = (n if key is None else key,)
        return Section(tuple(self.blocks(plan, path)), name="name " * n, key=key)


def _first_named(cuts: tuple[Cut, ...]) -> ItemPath:
    return next((cut.first_hidden for cut in cuts if cut.first_hidden), ())


def _is_at(path: ItemPath, hidden: ItemPath) -> bool:
    return path[: len(hidden)] == hidden


@settings(max_examples=examples(200))
@given(_documents, st.integers(MINIMUM, 3000), st.integers(0, 400))
def test_the_first_item_that_cuts_name_is_the_first_that_is_not_whole(
    plan: list[object], budget: int, reserve: int
) -> None:
    made = _Made(plan)
    fitted = fit(made.document, budget, reserve=reserve)
    page = to_markdown(fitted.document)
    left = [path for path, text in made.items if text not in page]
    hidden = _first_named(fitted.cuts)
    if left:
        assert hidden
        # Of a section's own words and the items after them, a cut of both names an item.
        assert _is_at(left[0], hidden) or _is_at(hidden, left[0])
    else:
        # Sections of nothing are left out too, and so are texts of no lines.
        assert not any(_is_at(path, hidden) for path, _ in made.items) or not hidden


@settings(max_examples=examples(200))
@given(_documents, st.integers(MINIMUM, 3000))
def test_whatever_a_cut_names_is_not_whole_and_begins_there_only_if_it_says_so(
    plan: list[object], budget: int
) -> None:
    made = _Made(plan)
    fitted = fit(made.document, budget)
    page = to_markdown(fitted.document)
    for cut in fitted.cuts:
        below = [text for path, text in made.items if _is_at(path, cut.first_hidden)]
        if not cut.first_hidden or not below:
            continue
        assert any(text not in page for text in below)
        # Positions are not unique on a page: another collection has an item there too.
        if isinstance(cut.first_hidden[-1], str) and not cut.in_part:
            assert not any(text in page for text in below)


@settings(max_examples=examples(200))
@given(st.integers(1, 60), st.integers(0, 80), st.integers(MINIMUM, 3000), st.booleans())
def test_sections_that_are_not_even_named_are_counted(
    number: int, length: int, budget: int, with_note: bool
) -> None:
    names = [f"name {n} {'y' * length}." for n in range(number)]
    sections = (Section((Heading(f"title {n}"), Line("x" * 200)), names[n]) for n in range(number))
    note = (Note("z" * 100),) if with_note else ()
    fitted = fit((Sections(tuple(sections)), *note), budget)
    page = to_markdown(fitted.document)
    known = sum(f"title {n}\n" in page or names[n] in page for n in range(number))
    assert max((cut.unnamed for cut in fitted.cuts), default=0) == number - known


def test_a_cut_within_a_section_names_the_section_and_the_item() -> None:
    errors = Bullets(tuple(f"error {n}" for n in range(100)), keys=tuple(range(100, 200)))
    section = Section((Heading("A.java"), errors), key="A.java")
    (cut,) = fit((Sections((section,), of="file"),), 1000).cuts
    assert cut.first_hidden == ("A.java", 100 + cut.shown)
    assert not cut.in_part


def test_words_of_the_page_are_no_item() -> None:
    document = (Fields((("a", "x" * 900),)), Bullets(("one", "two")))
    assert [cut.first_hidden for cut in fit(document, 500).cuts] == [()]


def test_lines_that_hold_lines_are_named_too_early_rather_than_too_late() -> None:
    ends = "x\r" * 10
    text = "\n".join(f"{ends}{n}" for n in range(100))
    (cut,) = fit((Code(text, keys=tuple(range(100))),), 500).cuts
    assert cut.first_hidden == (0,)


@pytest.mark.parametrize("keys", [("a",), ("a", "b", "c")])
def test_keys_name_every_item_or_none(keys: tuple[str, ...]) -> None:
    for block in (Bullets, Numbered):
        with pytest.raises(ValueError, match="keys for 2 items"):
            block(("one", "two"), keys=keys)
    with pytest.raises(ValueError, match="keys for 2 items"):
        Table(("n",), (("one",), ("two",)), keys=keys)

"""Words in pieces, as a table of prose has vectors for them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pageful.embedding.pieces import LONGEST_WORD, fold, split_word, split_words

NUMBERS = {"sour": 0, "##dough": 1, "bread": 2, "##s": 3, "b": 4, "##read": 5, "s": 6}


@pytest.mark.parametrize(
    ("word", "pieces"),
    [
        ("bread", ("bread",)),
        ("breads", ("bread", "##s")),
        ("sourdough", ("sour", "##dough")),
        ("s", ("s",)),
        ("dough", ()),
        ("sourx", ()),
        ("", ()),
    ],
)
def test_a_word_is_split_into_its_longest_pieces_or_not_at_all(
    word: str, pieces: tuple[str, ...]
) -> None:
    assert split_word(word, NUMBERS) == tuple(NUMBERS[piece] for piece in pieces)


def test_what_is_too_long_to_be_a_word_has_no_pieces() -> None:
    assert split_word("s" * (LONGEST_WORD + 1), {"s": 0, "##s": 1}) == ()
    assert len(split_word("s" * LONGEST_WORD, {"s": 0, "##s": 1})) == LONGEST_WORD


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Don't PANIC, it's 3 o'clock!", ["don", "t", "panic", "it", "s", "3", "o", "clock"]),
        ("snake_case and kebab-case", ["snake", "case", "and", "kebab", "case"]),
        ("Crème brûlée, Ärger", ["creme", "brulee", "arger"]),
        ("cre\u0300me", ["creme"]),
        ("面包", ["面包"]),
        ("🍞 — …", []),
    ],
)
def test_words_are_runs_of_letters_and_digits_without_case_and_accents(
    text: str, words: list[str]
) -> None:
    assert split_words(fold(text)) == words


@given(st.text(max_size=200))
def test_folding_twice_is_folding_once(text: str) -> None:
    assert fold(fold(text)) == fold(text)


@given(st.text("abcs", max_size=30), st.sets(st.text("abcs", min_size=1, max_size=3), max_size=20))
def test_pieces_of_a_word_spell_it(word: str, letters: set[str]) -> None:
    pieces = [*letters, *(f"##{part}" for part in letters)]
    found = split_word(word, {piece: number for number, piece in enumerate(pieces)})
    spelled = "".join(pieces[number].removeprefix("##") for number in found)
    assert spelled in ("", word)

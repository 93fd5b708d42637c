"""Texts are ordered as ICU's root collation orders them, which is what localeCompare does."""

from __future__ import annotations

import importlib.util
import random
import unicodedata
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pageful.vault.values.collation import compare, sort_key

WITHOUT_ICU = importlib.util.find_spec("icu") is None
ALPHABETS = {
    "Latin": range(0x20, 0x250),
    "Greek and Cyrillic": range(0x370, 0x530),
    "Hebrew and Arabic letters": [*range(0x5D0, 0x5EB), *range(0x620, 0x64B)],
    "Thai": range(0xE01, 0xE4F),
    "Devanagari": range(0x904, 0x940),
    "Kana": range(0x3041, 0x30FF),
    "Hangul": range(0xAC00, 0xD7A4, 7),
    "symbols": range(0x2010, 0x2BF0),
    "emoji": range(0x1F300, 0x1F650),
}


def test_the_order_that_was_verified() -> None:
    texts = ["f", "é", "B", "ab", "a b", "A", "a", "9", "10", "-1", "_x"]
    assert sorted(texts, key=sort_key) == texts[::-1]


def test_lower_case_stands_before_upper_case_and_accents_after() -> None:
    assert sorted(["á", "A", "b", "a", "Á"], key=sort_key) == ["a", "A", "á", "Á", "b"]


def test_one_character_written_in_two_ways_is_equal() -> None:
    assert compare("é", "e\u0301") == 0
    assert compare("한", unicodedata.normalize("NFD", "한")) == 0


def test_letters_of_their_own_are_not_their_base_with_an_accent() -> None:
    assert sorted(["йа", "ия", "ка"], key=sort_key) == ["ия", "йа", "ка"]


def test_thai_vowels_are_sorted_after_their_consonant() -> None:
    assert compare("เก", "ข") == -1


def test_scripts_stand_in_their_order_and_han_after_them() -> None:
    texts = ["!", "1", "a", "α", "я", "א", "あ", "一", "丁", "㐀"]
    assert sorted(set(texts), key=sort_key) == texts


def test_what_is_no_character_stands_last() -> None:
    assert compare("\ue000", "龥") == 1
    assert compare("\ud800", "z") == 1


@given(st.text(max_size=5), st.text(max_size=5))
def test_any_texts_are_ordered(first: str, second: str) -> None:
    assert compare(first, second) == -compare(second, first)


@pytest.mark.skipif(WITHOUT_ICU, reason="PyICU is not installed")
@pytest.mark.parametrize("name", ALPHABETS)
def test_the_order_is_that_of_icu(name: str) -> None:
    import icu  # type: ignore[import-not-found,import-untyped,unused-ignore]

    collator: Any = icu.Collator.createInstance(icu.Locale.getRoot())
    letters = [chr(code) for code in ALPHABETS[name] if unicodedata.category(chr(code)) != "Cn"]
    chance = random.Random(name)
    for _ in range(3000):
        one, other = ("".join(chance.choices(letters, k=chance.randint(0, 4))) for _ in "ab")
        assert compare(one, other) == collator.compare(one, other), (one, other)

"""Names in natural order, and those that were probably meant."""

from __future__ import annotations

from random import Random

import pytest

from pageful.files.path_text import escape_path, is_text
from pageful.text.folding import fold_offsets, fold_text
from pageful.text.natural_order import natural_key
from pageful.text.similarity import find_similar


def test_names_stand_as_people_order_them() -> None:
    ordered = ["#x", "2 Notes", "10 notes", "earth", "Éclair", "edge", "Note 9", "note 10"]
    mixed = Random(1).sample(ordered, len(ordered))
    assert sorted(mixed, key=natural_key) == ordered
    assert sorted(["note", "Note"], key=natural_key) == ["Note", "note"]


def test_a_number_of_any_length_has_its_place() -> None:
    long = "1" * 5000
    assert sorted([long, "9", ""], key=natural_key) == ["", "9", long]


@pytest.mark.parametrize(
    ("wanted", "names", "meant"),
    [
        (
            "Plan",
            ["Planning of it", "x", "Plans", "My Plan"],
            ["Planning of it", "Plans", "My Plan"],
        ),
        ("plann", ["Plan", "nalp", "other"], ["Plan"]),
        ("recieve", ["deceit", "receive", "zzz"], ["receive"]),
        ("", ["a", "b"], []),
        ("a", ["", "b"], []),
        ("café", ["CAFE", "CAFE"], ["CAFE"]),
    ],
)
def test_the_names_that_may_have_been_meant(
    wanted: str, names: list[str], meant: list[str]
) -> None:
    assert find_similar(wanted, names) == meant


def test_few_of_many_similar_names_are_said_the_nearest_in_length_first() -> None:
    names = [f"note{'x' * n}" for n in range(9, 0, -1)]
    assert find_similar("note", names) == [f"note{'x' * n}" for n in range(1, 6)]
    assert find_similar("note", names, limit=2) == ["notex", "notexx"]
    assert find_similar("notf", ["nota", "notb", "notc"], limit=1) == ["notc"]


def test_folding_forgets_case_and_accents_and_nothing_else() -> None:
    assert fold_text("Café Straße") == "cafe strasse"
    assert fold_text("Йод йод") == "йод йод"
    assert fold_text("がぎ") == "がぎ"
    assert fold_offsets("Aßé!") == [0, 1, 3, 4, 5]


def test_a_path_that_is_no_text_is_shown_with_its_bytes() -> None:
    assert (is_text("é"), escape_path("é")) == (True, "é")
    assert (is_text("a\udcff"), escape_path("é\udcff")) == (False, "é\\xff")

"""Numbers as words."""

import pytest

from pageful.text.elision import elision
from pageful.text.units import age, count, extent, page_label, plural, seconds, size


@pytest.mark.parametrize(
    ("milliseconds", "text"),
    [(0, "0.0s"), (49, "0.0s"), (50, "0.1s"), (800, "0.8s"), (5949, "5.9s"), (61_250, "61.3s")],
)
def test_seconds_have_one_decimal_with_halves_rounded_up(milliseconds: int, text: str) -> None:
    assert seconds(milliseconds) == text


@pytest.mark.parametrize(
    ("noun", "nouns"),
    [
        ("error", "errors"),
        ("query", "queries"),
        ("key", "keys"),
        ("class", "classes"),
        ("match", "matches"),
        ("skipped test", "skipped tests"),
    ],
)
def test_nouns_have_their_regular_plural(noun: str, nouns: str) -> None:
    assert plural(noun) == nouns


@pytest.mark.parametrize(
    ("number", "text"), [(0, "0 errors"), (1, "1 error"), (2, "2 errors"), (1000, "1000 errors")]
)
def test_a_count_agrees_with_its_noun(number: int, text: str) -> None:
    assert count(number, "error") == text


@pytest.mark.parametrize(
    ("octets", "text"),
    [
        (0, "0 B"),
        (1023, "1023 B"),
        (1024, "1.0 KB"),
        (4600, "4.5 KB"),
        (1024**2 - 1, "1.0 MB"),
        (3 * 1024**3, "3.0 GB"),
        (5 * 1024**4, "5120.0 GB"),
    ],
)
def test_a_size_is_in_the_largest_unit_that_it_fills(octets: int, text: str) -> None:
    assert size(octets) == text


@pytest.mark.parametrize(
    ("elapsed", "text"),
    [
        (-5.0, "0s"),
        (0.9, "0s"),
        (59.9, "59s"),
        (60, "1 min"),
        (3599, "59 min"),
        (3600, "1 h"),
        (86_399, "23 h"),
        (86_400, "1 day"),
        (200_000, "2 days"),
    ],
)
def test_an_age_is_in_the_largest_unit_that_it_fills(elapsed: float, text: str) -> None:
    assert age(elapsed) == text


@pytest.mark.parametrize(
    ("first", "shown", "text"),
    [(1, 200, "1–200 of 1,340"), (1340, 1, "1,340 of 1,340"), (1001, 340, "1,001–1,340 of 1,340")],
)
def test_an_extent_says_which_items_are_shown(first: int, shown: int, text: str) -> None:
    assert extent(first, shown, 1340) == text


def test_a_page_has_its_number_unless_it_is_the_only_one() -> None:
    assert page_label(2, 1200) == " (page 2 of 1,200)"
    assert page_label(1, 2) == " (page 1 of 2)"
    assert page_label(1, 1) == ""


def test_what_is_left_out_is_counted() -> None:
    assert elision(3) == "… 3 more lines"
    assert elision(1, "frame") == "… 1 frame"

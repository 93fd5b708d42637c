"""Numbers as words."""

import pytest

from pageful.text.units import age, count, plural, seconds, size


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

"""Dates are formatted by Moment's tokens."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from base_expressions import CLOCK, value
from pageful.vault.bases.date_patterns import format_date
from pageful.vault.bases.values import DateValue
from pageful.vault.values.budget import Budget
from pageful.vault.values.values import Date


@pytest.mark.parametrize(
    ("pattern", "text"),
    [
        ("YYYY YY Y", "2026 26 2026"),
        ("YYYYY YYYYYY", "02026 +002026"),
        ("Q Qo", "1 1st"),
        ("M Mo MM MMM MMMM", "3 3rd 03 Mar March"),
        ("D Do DD", "7 7th 07"),
        ("DDD DDDo DDDD", "66 66th 066"),
        ("d do dd ddd dddd", "6 6th Sa Sat Saturday"),
        ("e E", "6 6"),
        ("w wo ww", "10 10th 10"),
        ("W Wo WW", "10 10th 10"),
        ("gggg gg GGGG GG", "2026 26 2026 26"),
        ("H HH h hh k kk", "0 00 12 12 24 24"),
        ("m mm s ss", "5 05 9 09"),
        ("S SS SSS SSSS", "0 04 042 0420"),
        ("a A", "am AM"),
        ("hmm hmmss Hmm Hmmss", "1205 120509 005 00509"),
        ("Z ZZ z", "+01:00 +0100 "),
        ("X x", "1772838309 1772838309042"),
        ("N NNNN y yo", "AD Anno Domini 2026 2026th"),
        ("W|WW|w|d", "W|10|w|6"),
        ("LT", "12:05 AM"),
        ("LTS", "12:05:09 AM"),
        ("L l", "03/07/2026 3/7/2026"),
        ("LL ll", "March 7, 2026 Mar 7, 2026"),
        ("LLL", "March 7, 2026 12:05 AM"),
        ("LLLL", "Saturday, March 7, 2026 12:05 AM"),
        ("llll", "Sat, Mar 7, 2026 12:05 AM"),
        ("[Day] D [of] MMMM", "Day 7 of March"),
        ("[LL] LL", "LL March 7, 2026"),
        ("\\D\\a\\y D", "Day 7"),
        ("", "2026-03-07T00:05:09+01:00"),
        ("—", "—"),
    ],
)
def test_tokens_are_replaced(pattern: str, text: str) -> None:
    escaped = pattern.replace("\\", "\\\\")
    assert value(f"date('2026-03-07T00:05:09.042').format('{escaped}')") == text


@pytest.mark.parametrize(
    ("day", "weeks"),
    [
        ("2024-12-29", "2025 01 2024 52"),
        ("2024-12-30", "2025 01 2025 01"),
        ("2025-01-04", "2025 01 2025 01"),
        ("2025-01-05", "2025 02 2025 01"),
        ("2027-01-01", "2027 01 2026 53"),
        ("2022-12-31", "2022 53 2022 52"),
    ],
)
def test_weeks_are_counted_from_sunday_and_as_iso_does(day: str, weeks: str) -> None:
    assert value(f"date('{day}').format('gggg ww GGGG WW')") == weeks


@pytest.mark.parametrize(
    ("day", "text"),
    [("01", "1st"), ("02", "2nd"), ("03", "3rd"), ("04", "4th"), ("11", "11th"), ("12", "12th"),
     ("13", "13th"), ("21", "21st"), ("22", "22nd"), ("30", "30th")],
)  # fmt: skip
def test_ordinals_end_as_in_english(day: str, text: str) -> None:
    assert value(f"date('2026-01-{day}').format('Do')") == text


@given(st.text(max_size=40), st.integers(-8_640_000_000_000_000, 8_640_000_000_000_000))
def test_any_pattern_formats_any_date(pattern: str, moment: int) -> None:
    date = DateValue(Date(moment, CLOCK.zone))
    assert isinstance(format_date(date, pattern, Budget()), str)

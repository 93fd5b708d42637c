"""Dates and durations are read, added, compared and written as Moment does."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from base_expressions import CLOCK, result, value
from pageful.vault.bases.dates import parse_date
from pageful.vault.bases.durations import parse_duration
from pageful.vault.bases.relative_time import in_words
from pageful.vault.bases.values import DateValue, DurationValue, ErrorValue
from pageful.vault.values.dates import LARGEST


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("2026-03-05", "2026-03-05"),
        ("20260305", "2026-03-05"),
        ("2026-03", "2026-03-01"),
        ("2026", "2026-01-01"),
        ("2026-W10-4", "2026-03-05"),
        ("2026W10", "2026-03-02"),
        ("2026-064", "2026-03-05"),
        ("2026-03-05 07:08", "2026-03-05T07:08:00"),
        ("2026-03-05T07:08:09.123", "2026-03-05T07:08:09"),
        ("202603050708", "2026-03-05T07:08:00"),
        ("20260305T070809", "2026-03-05T07:08:09"),
        ("2026-03-05T07", "2026-03-05T07:00:00"),
        ("2026-03-05T07:08:09Z", "2026-03-05T08:08:09"),
        ("2026-03-05T07:08:09-05:00", "2026-03-05T13:08:09"),
        ("2026-03-05T07:08:09+0530", "2026-03-05T02:38:09"),
        ("2026-03-05T07:08:09Z-07", "2026-03-05T15:08:09"),
        ("2026-03-05T24:00", "2026-03-06T00:00:00"),
        (" 2026-03-05 ", "2026-03-05"),
    ],
)
def test_dates_of_iso_8601_are_read(written: str, read: str) -> None:
    assert value(f"date('{written}').toString()") == read


@pytest.mark.parametrize(
    "written",
    ["", "soon", "2026-13-01", "2026-02-29", "2026-03-05T25:00", "2026-03-05T07:60", "5.3.2026",
     "2026-W54", "2026-366", "2026-03-05x", "3", "1" * 200],
)  # fmt: skip
def test_a_text_that_is_no_date_is_an_error(written: str) -> None:
    assert result(f"date('{written}')") == ErrorValue(f'Unable to parse "{written}" as a date.')


def test_dates_are_no_numbers_of_milliseconds() -> None:
    assert result("date(1000)") == ErrorValue('Unable to parse "1000" as a date.')
    assert result("duration(1000)") == ErrorValue('Unable to parse "1000" as a duration.')
    assert value("number(date('1970-01-02T01:00'))") == 86_400_000
    assert "Duration" in value("number(today() - '2026-01-01')")


@pytest.mark.parametrize(
    ("expression", "expected"),
    [
        ("date('2026-01-31') + '1M'", "2026-02-28"),
        ("date('2024-02-29') + '1y'", "2025-02-28"),
        ("date('2026-01-31') + '1M' + '1M'", "2026-03-28"),
        ("date('2026-01-31') + '2M'", "2026-03-31"),
        ("date('2026-03-31') - '1 month'", "2026-02-28"),
        ("date('2026-03-05') + '2w'", "2026-03-19"),
        ("date('2026-03-05') + '1d 12h'", "2026-03-06T12:00:00"),
        ("date('2026-03-05') + '36h'", "2026-03-06T12:00:00"),
        ("date('2026-03-05') + duration('1d') * 3", "2026-03-08"),
        ("duration('1d') + date('2026-03-05')", "2026-03-06"),
        ("date('2026-03-05') - '-1d'", "2026-03-06"),
        # A day is a day of the calendar, also when clocks change.
        ("date('2026-03-28 12:00') + '1d'", "2026-03-29T12:00:00"),
        ("date('2026-03-28 12:00') + '24h'", "2026-03-29T13:00:00"),
        ("(now() + '1d').date()", "2026-03-15"),
        ("today().format('HH:mm')", "00:00"),
    ],
)  # fmt: skip
def test_durations_are_added_on_the_calendar(expression: str, expected: str) -> None:
    assert value(expression) == expected


@pytest.mark.parametrize(
    ("field", "expected"),
    [("year", 2026), ("month", 3), ("day", 5), ("hour", 7), ("minute", 8), ("second", 9),
     ("millisecond", 120)],
)  # fmt: skip
def test_a_date_has_fields(field: str, expected: int) -> None:
    assert value(f"date('2026-03-05T07:08:09.12').{field}") == expected


@pytest.mark.parametrize(
    ("written", "words"),
    [
        ("0s", "a few seconds"),
        ("44s", "a few seconds"),
        ("45 seconds", "a minute"),
        ("89s", "a minute"),
        ("90s", "2 minutes"),
        ("44m", "44 minutes"),
        ("45m", "an hour"),
        ("21h", "21 hours"),
        ("22h", "a day"),
        ("1d", "a day"),
        ("25d", "25 days"),
        ("26d", "a month"),
        ("1 week", "7 days"),
        ("4w", "a month"),
        ("45d", "a month"),
        ("46d", "2 months"),
        ("10M", "10 months"),
        ("11M", "a year"),
        ("1y", "a year"),
        ("18M", "2 years"),
        ("5 years", "5 years"),
        ("-3h", "3 hours"),
        ("1h 30m", "2 hours"),
        ("P1Y", "a year"),
        ("PT5M", "5 minutes"),
        ("P1DT12H", "2 days"),
        ("1.5 hours", "2 hours"),
        ("2 Days", "2 days"),
        ("3M", "3 months"),
        ("3m", "3 minutes"),
    ],
)
def test_durations_are_read_and_told_in_words(written: str, words: str) -> None:
    assert value(f"duration('{written}').toString()") == words


@pytest.mark.parametrize("written", ["", "1", "d", "1x", "1d soon", "soon 1d", "1.2.3d", "P", "PT"])
def test_a_text_that_is_no_duration_is_an_error(written: str) -> None:
    message = f'Unable to parse "{written}" as a duration.'
    assert result(f"duration('{written}')") == ErrorValue(message)


@pytest.mark.parametrize(
    ("expression", "expected"),
    [
        ("(date('2026-03-20') - date('2026-03-05')).days", 15),
        ("(date('2026-03-05 12:00') - date('2026-03-05')).days", 0.5),
        ("(date('2026-03-05') - date('2026-03-06')).hours", -24),
        ("duration('90s').minutes", 1.5),
        ("duration('1d').seconds", 86_400),
        ("duration('2w').weeks", 2),
        ("duration('1y').months", 12),
        ("duration('1y').years", 1),
        ("duration('1M').days", 30),
        ("duration('1y').days", 365),
        ("(duration('1h') / 4).minutes", 15),
        ("duration('1d') / duration('6h')", 4),
        ("(duration('1d') - '6h').hours", 18),
        ("(duration('1d') + duration('6h')).hours", 30),
        ("(-duration('1d')).days", -1),
    ],
)
def test_durations_are_counted_in_units(expression: str, expected: float) -> None:
    assert value(expression) == expected


@pytest.mark.parametrize(
    ("moment", "words"),
    [
        ("2026-03-14T11:59:50", "a few seconds ago"),
        ("2026-03-14T12:00:30", "in a few seconds"),
        ("2026-03-14T11:00", "an hour ago"),
        ("2026-03-17T12:00", "in 3 days"),
        ("2026-03-13", "2 days ago"),
        ("2026-02-14T12:00", "a month ago"),
        ("2025-03-14T12:00", "a year ago"),
        ("2100-01-01", "in 74 years"),
        ("2026-03-14T12:00", "a few seconds ago"),
    ],
)
def test_a_date_is_told_relative_to_now(moment: str, words: str) -> None:
    assert value(f"date('{moment}').relative()") == words


def test_a_relative_date_is_still_a_date() -> None:
    assert value("date('2026-03-17').relative().isType('date')") is True
    assert value("date('2026-03-17').relative() > now()") is True
    assert value("date('2026-03-17').relative().year") == 2026
    assert value("date('2026-03-17T12:00').relative() + ''") == "in 3 days"
    assert (
        value("[date('2026-03-17').relative(), date('2026-03-15').relative()].sort()[0].day") == 15
    )


def test_what_is_beyond_the_calendar_is_an_error() -> None:
    assert result("today() + '999999999y'") == ErrorValue("The date is beyond the calendar.")
    assert value("duration('999999999y') > '1d'") is True
    assert "too long" in value("duration('1y') * 1e308 * 1e308")


@given(st.text(max_size=30))
def test_any_text_is_a_date_a_duration_or_neither(text: str) -> None:
    date, length = parse_date(text, CLOCK.zone), parse_duration(text)
    assert date is None or isinstance(date, DateValue)
    assert length is None or in_words(length)


_AMOUNTS = st.floats(-LARGEST, LARGEST)


@given(_AMOUNTS, _AMOUNTS, _AMOUNTS)
def test_every_duration_has_words(months: float, days: float, milliseconds: float) -> None:
    assert in_words(DurationValue(months, days, milliseconds))

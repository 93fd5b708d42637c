"""Dates and durations are read, counted and written as Dataview and Luxon do it."""

from __future__ import annotations

from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from expressions import CLOCK, UTC, fails, printed, value
from pageful.tool.errors import ToolError
from pageful.vault.values.calendar_days import date_of, day_number, iso_week, weekday_of
from pageful.vault.values.clock import Clock, current_clock
from pageful.vault.values.date_text import day_in, parse_date, parse_duration
from pageful.vault.values.dates import iso_text
from pageful.vault.values.values import Date
from pageful.vault.values.zones import Zone, named_zone

NEW_YORK = Zone("America/New_York", ZoneInfo("America/New_York"), local=True)


def iso(text: str) -> str:
    date = value(text)
    assert isinstance(date, Date)
    return iso_text(date).replace(":00.000+00:00", "").replace("T00:00", "")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("2021-11", "2021-11-01T00:00:00.000+00:00"),
        ("2021-11-12", "2021-11-12T00:00:00.000+00:00"),
        ("2021-11-12T13", "2021-11-12T13:00:00.000+00:00"),
        ("2021-11-12T13:14", "2021-11-12T13:14:00.000+00:00"),
        ("2021-11-12T13:14:15", "2021-11-12T13:14:15.000+00:00"),
        ("2021-11-12T13:14:15.167", "2021-11-12T13:14:15.167+00:00"),
        ("2021-11-12T13:14:15Z", "2021-11-12T13:14:15.000Z"),
        ("2021-11-12T13:14:15.167-3:30", None),
        ("2021-11-12T13:14:15.167-03:30", "2021-11-12T13:14:15.167-03:30"),
        ("2021-11-12T13:14:15+5", "2021-11-12T13:14:15.000+05:00"),
        ("2021-07-12T13:14:15[Europe/Paris]", "2021-07-12T13:14:15.000+02:00"),
        ("2021-07-12T13:14:15[Nowhere/At-All]", None),
        ("2021-11-12T13:14+01:00", None),
        ("2021-11-12Z", None),
        ("2021-11-12T13:14:15.1", None),
        ("2021-1-2", None),
        ("2021-13", None),
        ("2021-00", None),
        ("0000-01", "0000-01-01T00:00:00.000+00:00"),
    ],
)
def test_a_date_takes_an_offset_only_after_full_seconds(text: str, expected: str | None) -> None:
    date = parse_date(text, UTC)
    expected = "2021-11-12T13:14:15.167-03:30" if "-3:30" in text else expected
    assert (None if date is None else iso_text(date)) == expected


def test_a_day_or_hour_too_many_carries_over() -> None:
    assert iso("date(2021-02-31)") == "2021-03-03"
    assert iso("date(2021-05-00)") == "2021-04-30"
    assert iso("date(2021-12-31T25:61)") == "2022-01-01T02:01"


@pytest.mark.parametrize(
    ("word", "expected"),
    [
        ("today", "2026-11-21"),
        ("yesterday", "2026-11-20"),
        ("tomorrow", "2026-11-22"),
        ("sow", "2026-11-16"),
        ("start-of-week", "2026-11-16"),
        ("eow", "2026-11-22T23:59:59.999+00:00"),
        ("som", "2026-11-01"),
        ("eom", "2026-11-30T23:59:59.999+00:00"),
        ("soy", "2026-01-01"),
        ("end-of-year", "2026-12-31T23:59:59.999+00:00"),
        ("now", "2026-11-21T00:48:14.628+00:00"),
    ],
)
def test_a_word_means_a_day_by_the_clock(word: str, expected: str) -> None:
    assert iso(f"date({word})") == expected
    assert iso(f'date("{word}")') == expected


@pytest.mark.parametrize(
    "text",
    [
        "4h2m",
        "4 hr 2 min",
        "4 hours, 2 minutes",
        "4hrs ,2mins",
        "4.0h 2m",
        "3h 2 m 1 hour",
    ],
)
def test_a_duration_is_numbers_and_units_with_commas_spaces_or_nothing(text: str) -> None:
    duration = parse_duration(text)
    assert duration is not None
    assert dict(duration.amounts) == {"hours": 4, "minutes": 2}


@pytest.mark.parametrize("text", ["", "4", "h", "4 x", "4h,", "4h;2m", "4 quarters", "4H"])
def test_other_text_is_no_duration(text: str) -> None:
    assert parse_duration(text) is None


def test_months_are_added_on_the_calendar_and_hours_by_the_clock() -> None:
    assert iso("date(2024-01-31) + dur(1 month)") == "2024-02-29"
    assert iso("date(2024-02-29) + dur(1 year)") == "2025-02-28"
    assert iso("date(2024-01-31) + dur(0.5 months)") == "2024-02-15"
    assert iso("date(2024-03-31) - dur(1 month, 1 day)") == "2024-02-28"


def test_a_day_in_spring_has_23_hours() -> None:
    date = parse_date("2024-03-09T12:00", NEW_YORK)
    later = value("x + dur(1 day)", {"x": date})
    by_clock = value("x + dur(24 hours)", {"x": date})
    assert isinstance(later, Date)
    assert isinstance(by_clock, Date)
    assert by_clock.millis - later.millis == 3_600_000


def test_a_date_beyond_the_calendar_is_an_error() -> None:
    fails("date(2020-01-01) + dur(1 year) * 1000000")
    fails("date(2020-01-01) + dur(1 s) * (1 / 0)")


def test_a_date_is_formatted_by_tokens() -> None:
    tokens = "yyyy yy y MM M MMM MMMM dd d HH H hh h mm m ss s SSS S a"
    expected = "2024 24 2024 03 3 Mar March 05 5 14 14 02 2 07 7 09 9 012 12 PM"
    assert value(f'dateformat(date(2024-03-05T14:07:09.012), "{tokens}")') == expected
    tokens = "EEE EEEE E cccc kkkk WW W ooo o q ZZ X x"
    expected = "Tue Tuesday 2 Tuesday 2024 10 10 065 65 1 +00:00 1709596800 1709596800000"
    assert value(f'dateformat(date(2024-03-05), "{tokens}")') == expected


def test_quoted_text_in_a_format_stands_for_itself() -> None:
    assert value("dateformat(date(2024-03-05), \"'day' d\")") == "day 5"
    assert value('dateformat(date(2024-03-05), "YYYY-DD")') == "YYYY-Mar 5, 2024"


def test_a_duration_is_formatted_in_the_units_of_the_format() -> None:
    assert value("durationformat(dur(3 days 7 hours 43 s), \"ddd'd' hh'h' ss's'\")") == (
        "003d 07h 43s"
    )
    assert value('durationformat(dur(90 min), "hh:mm")') == "01:30"
    assert value('durationformat(dur(90 s), "m")') == "1"


@pytest.mark.parametrize(
    ("text", "form", "expected"),
    [
        ("12/31/2022", "MM/dd/yyyy", "2022-12-31"),
        ("3 march 1999", "d MMMM yyyy", "1999-03-03"),
        ("210704", "yyMMdd", "2021-07-04"),
        ("2021-W05-3", "kkkk-'W'WW-c", "2021-02-03"),
        ("2021 200", "yyyy o", "2021-07-19"),
        ("10:30 pm", "h:mm a", "2026-11-21T22:30"),
        ("2022-01-01 +02:00", "yyyy-MM-dd ZZ", "2021-12-31T22:00"),
        ("1709596800", "X", "2024-03-05"),
        ("1709596800000", "x", "2024-03-05"),
    ],
)
def test_a_date_is_read_by_a_format(text: str, form: str, expected: str) -> None:
    assert iso(f'date("{text}", "{form}")') == expected


@pytest.mark.parametrize(
    ("text", "form"),
    [("31/12/2022", "MM/dd/yyyy"), ("Mon 2024-03-05", "EEE yyyy-MM-dd"), ("x", "yyyy"), ("a", "X")],
)
def test_a_text_that_is_no_date_by_its_format_is_an_error(text: str, form: str) -> None:
    fails(f'date("{text}", "{form}")')


def test_a_link_has_the_date_it_shows_or_is_named_by() -> None:
    assert iso("date([[x|2021-05-06]])") == "2021-05-06"
    assert iso("date([[2021-05-06]])") == "2021-05-06"
    assert value("date([[x]])") is None


def test_a_name_has_the_first_day_in_it() -> None:
    found = day_in("log 2021-05-06 and 20220101", UTC)
    assert found is not None
    assert iso_text(found).startswith("2021-05-06")
    assert day_in("log 20210506", UTC) == parse_date("2021-05-06", UTC)
    assert day_in("2021-02-30", UTC) is None


def test_now_can_be_set(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TZ", "Europe/Berlin")
    monkeypatch.setenv("PAGEFUL_NOW", "2026-11-21T10:00:00")
    clock = current_clock()
    assert iso_text(Date(clock.now, clock.zone)) == "2026-11-21T10:00:00.000+01:00"
    monkeypatch.setenv("PAGEFUL_NOW", "2026-11-21T10:00:00Z")
    assert iso_text(Date(current_clock().now, UTC)) == "2026-11-21T10:00:00.000+00:00"


def test_a_now_that_is_no_date_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PAGEFUL_NOW", "noon")
    with pytest.raises(ToolError, match="noon"):
        current_clock()


def test_without_it_the_clock_of_the_computer_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("PAGEFUL_NOW", raising=False)
    monkeypatch.setenv("TZ", "Mars/Olympus")
    clock = current_clock()
    assert clock.now > CLOCK.now - 10**12
    assert Date(clock.now, clock.zone).zone.offset(0) == 0


def test_zones_are_equal_by_what_they_are_called() -> None:
    assert named_zone("UTC+0") == named_zone("gmt")
    assert named_zone("UTC+05:30") != named_zone("Asia/Kolkata")
    assert named_zone("../../etc/passwd") is None


@given(st.integers(-(10**7), 10**7))
def test_a_day_number_is_its_date(number: int) -> None:
    year, month, day = date_of(number)
    assert day_number(year, month, day) == number
    assert date_of(number + 1) != (year, month, day)


@given(st.dates())
def test_the_calendar_is_that_of_the_library(day: object) -> None:
    from datetime import date

    assert isinstance(day, date)
    number = (day - date(1970, 1, 1)).days
    assert date_of(number) == (day.year, day.month, day.day)
    assert weekday_of(number) == day.isoweekday()
    assert iso_week(number) == tuple(day.isocalendar())[:2]


@given(st.integers(-62_135_596_800_000, 253_402_300_799_999))
def test_a_date_is_read_from_its_own_text(millis: int) -> None:
    date = Date(millis, UTC)
    assert parse_date(iso_text(date), UTC) == Date(millis, named_zone("UTC") or UTC)


@given(st.text(max_size=20))
def test_any_text_is_a_date_or_none(text: str) -> None:
    parse_date(text, NEW_YORK)
    parse_duration(text)
    day_in(text, NEW_YORK)
    value("date(x)", {"x": text})


@given(st.text(alphabet="yMdHhmsSaEcLqoWkZzuXxDtTfFG' -", max_size=12))
def test_any_format_writes_a_text(form: str) -> None:
    assert isinstance(value("dateformat(date(2024-03-05T14:07:09), x)", {"x": form}), str)
    assert isinstance(value("durationformat(dur(3 h), x)", {"x": form}), str)


def test_dates_of_another_clock_stay_on_it() -> None:
    assert printed("date(2020-01-01T23:30:00+05:00)") == "11:30 PM - January 01, 2020"
    assert iso("localtime(date(2020-01-01T23:30:00+05:00))") == "2020-01-01T18:30"
    assert iso("striptime(date(2020-01-01T23:30:00+05:00))") == "2020-01-01"
    assert Clock(0, NEW_YORK).zone.offset(0) == -5 * 3_600_000

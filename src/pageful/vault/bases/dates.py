"""Dates and durations of expressions: read from texts, added, subtracted, compared."""

from __future__ import annotations

import math
import re
from functools import lru_cache

from pageful.vault.bases.durations import DAY
from pageful.vault.bases.values import DateValue, DurationValue
from pageful.vault.values.calendar_days import day_number, days_in_month, days_in_year, weekday_of
from pageful.vault.values.clock import Clock
from pageful.vault.values.dates import (
    LARGEST,
    Parts,
    date_at,
    date_from,
    local_day,
    parts,
    plus,
    start_of_day,
)
from pageful.vault.values.durations import duration
from pageful.vault.values.failures import EvaluationError
from pageful.vault.values.numbers import round_half_up
from pageful.vault.values.values import Date
from pageful.vault.values.whitespace import strip_whitespace
from pageful.vault.values.zones import Zone, fixed_zone

# Characters of a date with all that it can have, and many blanks.
_LONGEST = 100

# > 2026-06-10
# > 20260610
# > 2026-W24-3
# > 2026-161
_DAY = (
    r"(?P<year>\d{4})(?:"
    r"-?W(?P<week>\d{2})(?:-?(?P<weekday>[1-7]))?"
    r"|-(?P<ordinal>\d{3})(?!\d)"
    r"|-(?P<month>\d{2})(?:-(?P<day>\d{2}))?"
    r"|(?P<month2>\d{2})(?P<day2>\d{2}))?"
)
# > 12:34:56.789+02:00
# > 123456Z
_TIME = (
    r"(?P<hour>\d{2})(?::?(?P<minute>\d{2})(?::?(?P<second>\d{2})(?:[.,](?P<fraction>\d{1,9}))?)?)?"
    r" ?(?P<zone>Z?[+-]\d{2}(?::?\d{2})?|Z)?"
)
# > 2026-06-10 12:34:56
# > 202606101234
_DATE = re.compile(rf"{_DAY}(?:[T ]?{_TIME})?", re.ASCII)


def parse_date(text: str, zone: Zone) -> DateValue | None:
    """Read a whole text as a date of ISO 8601, with a space or `T` before the time.

    Any other text gives None, and so does a day or an hour that does not exist.
    """
    return _date(text, zone) if len(text) <= _LONGEST else None


@lru_cache(maxsize=4096)
def _date(text: str, zone: Zone) -> DateValue | None:
    found = _DATE.fullmatch(strip_whitespace(text))
    if found is None:
        return None
    day, clock = _calendar_day(found), _clock_time(found)
    if day is None or clock is None:
        return None
    own = _zone(found["zone"]) if found["zone"] else zone
    try:
        date = date_from(Parts(*day, *clock), own)
    except EvaluationError:
        return None
    return DateValue(Date(date.millis, zone), found["hour"] is not None)


def _calendar_day(found: re.Match[str]) -> tuple[int, int, int] | None:
    year = int(found["year"])
    if found["week"]:
        return _day_of_week(year, int(found["week"]), int(found["weekday"] or 1))
    if found["ordinal"]:
        ordinal = int(found["ordinal"])
        return (year, 1, ordinal) if 1 <= ordinal <= days_in_year(year) else None
    month = int(found["month"] or found["month2"] or 1)
    day = int(found["day"] or found["day2"] or 1)
    if not 1 <= month <= 12 or not 1 <= day <= days_in_month(year, month):
        return None
    return year, month, day


def _day_of_week(year: int, week: int, weekday: int) -> tuple[int, int, int] | None:
    """Return a day of an ISO week, as a day of January that may be beyond it."""
    fourth = day_number(year, 1, 4)
    monday = fourth - weekday_of(fourth) + 1
    return (
        (year, 1, 4 + monday - fourth + 7 * (week - 1) + weekday - 1) if 1 <= week <= 53 else None
    )


def _clock_time(found: re.Match[str]) -> tuple[int, int, int, int] | None:
    hour, minute, second = (int(found[name] or 0) for name in ("hour", "minute", "second"))
    millisecond = int((found["fraction"] or "0")[:3].ljust(3, "0"))
    if minute > 59 or second > 59 or (hour, minute, second, millisecond) > (24, 0, 0, 0):
        return None
    return hour, minute, second, millisecond


def _zone(text: str) -> Zone:
    if text == "Z":
        return fixed_zone(0)
    digits = text.lstrip("Z").replace(":", "")
    minutes = int(digits[1:3]) * 60 + int(digits[3:] or 0)
    return fixed_zone(-minutes if digits[0] == "-" else minutes)


def add(date: DateValue, length: DurationValue, sign: int = 1) -> DateValue:
    """Add a duration to a date, or subtract it: months and days on the calendar, the rest by clock.

    A day that its month does not have becomes the month's last. A day without a time gets one if
    the duration has hours or less.

    Raises:
        EvaluationError: The result is beyond the calendar.
    """
    months, days = _whole(sign * length.months), _whole(sign * length.days)
    if not all(abs(amount) <= LARGEST for amount in (months, days, length.milliseconds)):
        raise EvaluationError("The date is beyond the calendar.")
    moved = plus(date.date, duration({"months": months, "days": days}))
    later = date_at(moved.millis + sign * length.milliseconds, moved.zone)
    return DateValue(later, date.has_time or bool(length.milliseconds))


def _whole(amount: float) -> float:
    """Round to a whole number, halves away from 0."""
    return math.copysign(round_half_up(abs(amount)), amount) if math.isfinite(amount) else math.inf


def length_in_milliseconds(length: DurationValue, clock: Clock) -> float:
    """Return a duration's length, its months and days counted on the calendar from now on."""
    if not length.months and not length.days:
        return length.milliseconds
    try:
        end = add(now(clock), DurationValue(length.months, length.days))
    except EvaluationError:
        return math.copysign(math.inf, length.months or length.days)
    fraction = length.days - _whole(length.days)
    return end.date.millis - clock.now + fraction * DAY + length.milliseconds


def difference(first: DateValue, second: DateValue) -> DurationValue:
    """Return the time from the second date to the first."""
    return DurationValue(milliseconds=float(first.date.millis - second.date.millis))


def now(clock: Clock) -> DateValue:
    """Return the current moment."""
    return DateValue(Date(clock.now, clock.zone))


def today(clock: Clock) -> DateValue:
    """Return the current day."""
    return without_time(now(clock))


def without_time(date: DateValue) -> DateValue:
    """Return the day of a date."""
    return DateValue(start_of_day(date.date), has_time=False)


def same_date(first: DateValue, second: DateValue) -> bool:
    """Return whether two dates are equal: by their days, if one of them has no time."""
    if first.has_time and second.has_time:
        return first.date.millis == second.date.millis
    return local_day(first.date) == local_day(second.date)


def iso_date_text(date: DateValue) -> str:
    """Format a date: `2026-06-10`, or `2026-06-10T12:34:56` if it has a time."""
    shown = parts(date.date)
    year = f"{shown.year:04}" if 0 <= shown.year <= 9999 else f"{shown.year:+07}"
    day = f"{year}-{shown.month:02}-{shown.day:02}"
    return f"{day}T{clock_text(date)}" if date.has_time else day


def clock_text(date: DateValue) -> str:
    """Format the time of a date: `12:34:56`."""
    shown = parts(date.date)
    return f"{shown.hour:02}:{shown.minute:02}:{shown.second:02}"

"""Arithmetic of dates: their parts, adding durations, differences, starts and ends of periods."""

from __future__ import annotations

import math
from typing import NamedTuple

from pageful.vault.values.calendar_days import (
    DAY,
    date_of,
    day_number,
    days_in_month,
    iso_week,
    weekday_of,
)
from pageful.vault.values.durations import add, amount_of, convert, duration, milliseconds
from pageful.vault.values.failures import EvaluationError
from pageful.vault.values.values import Date, Duration
from pageful.vault.values.zones import Zone

LARGEST = 8_640_000_000_000_000
"""The last moment there is, in milliseconds: 100 million days from 1970, as in ECMAScript."""


class Parts(NamedTuple):
    """The calendar and clock fields of a date, in its own zone."""

    year: int
    month: int
    day: int
    hour: int = 0
    minute: int = 0
    second: int = 0
    millisecond: int = 0


def parts(date: Date) -> Parts:
    """Return the calendar and clock fields of a date, in its own zone."""
    local = math.trunc(date.millis) + date.zone.offset(date.millis)
    number, within = divmod(local, DAY)
    minutes, millis = divmod(within, 60_000)
    return Parts(*date_of(number), *divmod(minutes, 60), *divmod(millis, 1000))


def local_day(date: Date) -> int:
    """Return the number of the date's day, in its own zone."""
    return (math.trunc(date.millis) + date.zone.offset(date.millis)) // DAY


def weekday(date: Date) -> int:
    """Return the ISO weekday of a date: 1 is Monday, 7 is Sunday."""
    return weekday_of(local_day(date))


def week(date: Date) -> tuple[int, int]:
    """Return the ISO week year and week of a date."""
    return iso_week(local_day(date))


def day_of_year(date: Date) -> int:
    """Return the day of the year, counted from 1."""
    return local_day(date) - day_number(parts(date).year, 1, 1) + 1


def date_from(shown: Parts, zone: Zone, offset: int | None = None) -> Date:
    """Make a date of fields in a zone; fields out of range carry over into the next larger.

    Args:
        shown: The calendar and clock fields.
        zone: The zone of the fields.
        offset: The zone's offset nearby, in milliseconds: decides where a clock shows a time twice.

    Raises:
        EvaluationError: The date is beyond the calendar.
    """
    clock = shown.hour * 60 + shown.minute
    local = day_number(shown.year, shown.month, shown.day) * DAY
    local += clock * 60_000 + shown.second * 1000 + shown.millisecond
    return date_at(_moment(local, zone, zone.offset(local) if offset is None else offset), zone)


def _moment(local: int, zone: Zone, offset: int) -> int:
    first = zone.offset(local - offset)
    if first == offset:
        return local - offset
    second = zone.offset(local - first)
    return local - (first if first == second else min(first, second))


def date_at(millis: float, zone: Zone) -> Date:
    """Make a date of milliseconds since 1970.

    Raises:
        EvaluationError: The moment is beyond the calendar.
    """
    if not abs(millis) <= LARGEST:
        raise EvaluationError("The date is beyond the calendar.")
    return Date(int(millis) if float(millis).is_integer() else millis, zone)


def in_zone(date: Date, zone: Zone) -> Date:
    """Return the same moment in another zone."""
    return Date(date.millis, zone)


def plus(date: Date, length: Duration) -> Date:
    """Add a duration to a date: whole years to days on the calendar, the rest by the clock.

    Raises:
        EvaluationError: The result is beyond the calendar.
    """
    amounts = dict(length.amounts)
    if not all(abs(amount) <= LARGEST for amount in amounts.values()):
        raise EvaluationError("The date is beyond the calendar.")
    whole = {unit: math.trunc(amounts.get(unit, 0)) for unit in _BY_CALENDAR}
    date = _on_calendar(date, whole) if any(whole.values()) else date
    rest = {unit: amount - whole.get(unit, 0) for unit, amount in amounts.items()}
    return date_at(date.millis + milliseconds(duration(rest)), date.zone)


_BY_CALENDAR = ("years", "months", "weeks", "days")


def _on_calendar(date: Date, whole: dict[str, int]) -> Date:
    shown = parts(date)
    year, month = shown.year + whole["years"], shown.month + whole["months"]
    day = min(shown.day, days_in_month(year, month)) + whole["days"] + 7 * whole["weeks"]
    offset = date.zone.offset(date.millis)
    return date_from(shown._replace(year=year, month=month, day=day), date.zone, offset)


_CLOCK_UNITS = ("hours", "minutes", "seconds", "milliseconds")


def difference(date: Date, other: Date) -> Duration:
    """Subtract `other` from `date`, in years, months, days and time, the larger units first."""
    if other.millis > date.millis:
        return _between(date, other, -1)
    return _between(other, date, 1)


def _between(earlier: Date, later: Date, sign: int) -> Duration:
    shown, wanted = parts(earlier), parts(later)
    counted = {"years": wanted.year - shown.year, "months": 0, "days": 0, "weeks": 0}
    cursor = _count_down(earlier, later, "years", counted)
    reached = parts(cursor)
    years = wanted.year - reached.year
    counted["months"] = wanted.month - reached.month + 12 * years
    cursor = _count_down(earlier, later, "months", counted)
    counted["days"] = local_day(later) - local_day(cursor)
    cursor = _count_down(earlier, later, "days", counted)
    rest = convert(duration({"milliseconds": later.millis - cursor.millis}), _CLOCK_UNITS)
    whole = {unit: float(counted[unit]) for unit in ("years", "months", "days")}
    total = add(rest, duration(whole))
    return duration({unit: sign * amount for unit, amount in total.amounts})


def _count_down(earlier: Date, later: Date, unit: str, counted: dict[str, int]) -> Date:
    """Reduce the count of `unit` until `earlier` plus `counted` is not after `later`; return it."""
    cursor = _on_calendar(earlier, counted)
    while cursor.millis > later.millis:
        counted[unit] -= 1
        cursor = _on_calendar(earlier, counted)
    return cursor


def start_of_day(date: Date) -> Date:
    """Return midnight of the date's day, in its zone."""
    shown = parts(date)
    return date_from(Parts(shown.year, shown.month, shown.day), date.zone)


def start_of(unit: str, date: Date) -> Date:
    """Return the first moment of the date's `week` (its Monday), `month` or `year`."""
    shown = parts(date)
    if unit == "year":
        return date_from(Parts(shown.year, 1, 1), date.zone)
    if unit == "month":
        return date_from(Parts(shown.year, shown.month, 1), date.zone)
    return date_from(Parts(shown.year, shown.month, shown.day - weekday(date) + 1), date.zone)


def end_of(unit: str, date: Date) -> Date:
    """Return the last millisecond of the date's `week`, `month` or `year`."""
    following = start_of(unit, plus(date, duration({f"{unit}s": 1.0})))
    return Date(following.millis - 1, date.zone)


def whole_units(length: Duration) -> Duration:
    """Return the duration without units whose amount is 0."""
    return duration({unit: amount for unit, amount in length.amounts if amount})


def in_unit(length: Duration, unit: str) -> float:
    """Convert a whole duration to one unit."""
    return amount_of(convert(length, (unit,)), unit)


def iso_text(date: Date) -> str:
    """Format a date as ISO 8601: `2021-08-15T12:40:50.000+02:00`, with `Z` for UTC."""
    shown, offset = parts(date), date.zone.offset(date.millis)
    year = f"{shown.year:04}" if 0 <= shown.year <= 9999 else f"{shown.year:+07}"
    day = f"{year}-{shown.month:02}-{shown.day:02}"
    time = f"{shown.hour:02}:{shown.minute:02}:{shown.second:02}.{shown.millisecond:03}"
    return f"{day}T{time}{'Z' if date.zone.is_fixed and not offset else offset_text(offset)}"


def offset_text(offset: int) -> str:
    """Format an offset in milliseconds: `+05:30`."""
    hours, minutes = divmod(abs(offset) // 60_000, 60)
    return f"{'+' if offset >= 0 else '-'}{hours:02}:{minutes:02}"

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
from pageful.vault.values.durations import added, amount_of, duration, milliseconds, shifted
from pageful.vault.values.failures import EvaluationError
from pageful.vault.values.values import Date, Duration
from pageful.vault.values.zones import Zone

LARGEST = 8_640_000_000_000_000
"""The last moment there is, in milliseconds: 100 million days from 1970, as in ECMAScript."""


class Parts(NamedTuple):
    """A date as its own zone's calendar and clock show it."""

    year: int
    month: int
    day: int
    hour: int = 0
    minute: int = 0
    second: int = 0
    millisecond: int = 0


def parts(date: Date) -> Parts:
    """What calendar and clock show."""
    local = math.trunc(date.millis) + date.zone.offset(date.millis)
    number, within = divmod(local, DAY)
    minutes, millis = divmod(within, 60_000)
    return Parts(*date_of(number), *divmod(minutes, 60), *divmod(millis, 1000))


def local_day(date: Date) -> int:
    """The number of the date's day, in its own zone."""
    return (math.trunc(date.millis) + date.zone.offset(date.millis)) // DAY


def weekday(date: Date) -> int:
    """1 for a Monday to 7 for a Sunday."""
    return weekday_of(local_day(date))


def week(date: Date) -> tuple[int, int]:
    """The ISO week year and week."""
    return iso_week(local_day(date))


def day_of_year(date: Date) -> int:
    """1 for the first of January."""
    return local_day(date) - day_number(parts(date).year, 1, 1) + 1


def date_from(shown: Parts, zone: Zone, offset: int | None = None) -> Date:
    """The date that a zone shows so; parts out of range carry over into the next larger.

    Args:
        shown: What calendar and clock shall show.
        zone: Whose clock.
        offset: The zone's offset nearby, in milliseconds: decides where a clock shows a time twice.

    Raises:
        EvaluationError: The date is beyond the calendar.
    """
    clock = shown.hour * 60 + shown.minute
    local = day_number(shown.year, shown.month, shown.day) * DAY
    local += clock * 60_000 + shown.second * 1000 + shown.millisecond
    return checked(_moment(local, zone, zone.offset(local) if offset is None else offset), zone)


def _moment(local: int, zone: Zone, offset: int) -> int:
    first = zone.offset(local - offset)
    if first == offset:
        return local - offset
    second = zone.offset(local - first)
    return local - (first if first == second else min(first, second))


def checked(millis: float, zone: Zone) -> Date:
    """The date of a moment.

    Raises:
        EvaluationError: The moment is beyond the calendar.
    """
    if not abs(millis) <= LARGEST:
        raise EvaluationError("The date is beyond the calendar.")
    return Date(int(millis) if float(millis).is_integer() else millis, zone)


def in_zone(date: Date, zone: Zone) -> Date:
    """The same moment on another clock."""
    return Date(date.millis, zone)


def plus(date: Date, length: Duration) -> Date:
    """The date later by a duration: whole years to days on the calendar, the rest by the clock.

    Raises:
        EvaluationError: The result is beyond the calendar.
    """
    amounts = dict(length.amounts)
    if not all(abs(amount) <= LARGEST for amount in amounts.values()):
        raise EvaluationError("The date is beyond the calendar.")
    whole = {unit: math.trunc(amounts.get(unit, 0)) for unit in _BY_CALENDAR}
    date = _on_calendar(date, whole) if any(whole.values()) else date
    rest = {unit: amount - whole.get(unit, 0) for unit, amount in amounts.items()}
    return checked(date.millis + milliseconds(duration(rest)), date.zone)


_BY_CALENDAR = ("years", "months", "weeks", "days")


def _on_calendar(date: Date, whole: dict[str, int]) -> Date:
    shown = parts(date)
    year, month = shown.year + whole["years"], shown.month + whole["months"]
    day = min(shown.day, days_in_month(year, month)) + whole["days"] + 7 * whole["weeks"]
    offset = date.zone.offset(date.millis)
    return date_from(shown._replace(year=year, month=month, day=day), date.zone, offset)


_CLOCK_UNITS = ("hours", "minutes", "seconds", "milliseconds")


def difference(date: Date, other: Date) -> Duration:
    """`date` minus `other` in years, months, days and time: the larger units first."""
    if other.millis > date.millis:
        return _between(date, other, -1)
    return _between(other, date, 1)


def _between(earlier: Date, later: Date, sign: int) -> Duration:
    shown, wanted = parts(earlier), parts(later)
    counted = {"years": wanted.year - shown.year, "months": 0, "days": 0, "weeks": 0}
    cursor = _counted_down(earlier, later, "years", counted)
    reached = parts(cursor)
    years = wanted.year - reached.year
    counted["months"] = wanted.month - reached.month + 12 * years
    cursor = _counted_down(earlier, later, "months", counted)
    counted["days"] = local_day(later) - local_day(cursor)
    cursor = _counted_down(earlier, later, "days", counted)
    rest = shifted(duration({"milliseconds": later.millis - cursor.millis}), _CLOCK_UNITS)
    whole = {unit: float(counted[unit]) for unit in ("years", "months", "days")}
    total = added(rest, duration(whole))
    return duration({unit: sign * amount for unit, amount in total.amounts})


def _counted_down(earlier: Date, later: Date, unit: str, counted: dict[str, int]) -> Date:
    """The date that is so much later, with less of the unit where that is too much."""
    cursor = _on_calendar(earlier, counted)
    while cursor.millis > later.millis:
        counted[unit] -= 1
        cursor = _on_calendar(earlier, counted)
    return cursor


def start_of_day(date: Date) -> Date:
    """Midnight of the date's day, in its zone."""
    shown = parts(date)
    return date_from(Parts(shown.year, shown.month, shown.day), date.zone)


def start_of(unit: str, date: Date) -> Date:
    """The first moment of the date's `week` (its Monday), `month` or `year`."""
    shown = parts(date)
    if unit == "year":
        return date_from(Parts(shown.year, 1, 1), date.zone)
    if unit == "month":
        return date_from(Parts(shown.year, shown.month, 1), date.zone)
    return date_from(Parts(shown.year, shown.month, shown.day - weekday(date) + 1), date.zone)


def end_of(unit: str, date: Date) -> Date:
    """The last millisecond of the date's `week`, `month` or `year`."""
    following = start_of(unit, plus(date, duration({f"{unit}s": 1.0})))
    return Date(following.millis - 1, date.zone)


def whole_units(length: Duration) -> Duration:
    """The duration without what is 0."""
    return duration({unit: amount for unit, amount in length.amounts if amount})


def in_unit(length: Duration, unit: str) -> float:
    """The whole duration counted in one unit."""
    return amount_of(shifted(length, (unit,)), unit)


def iso_text(date: Date) -> str:
    """ISO 8601 with milliseconds and offset: `2021-08-15T12:40:50.000+02:00`; `Z` for UTC."""
    shown, offset = parts(date), date.zone.offset(date.millis)
    year = f"{shown.year:04}" if 0 <= shown.year <= 9999 else f"{shown.year:+07}"
    day = f"{year}-{shown.month:02}-{shown.day:02}"
    time = f"{shown.hour:02}:{shown.minute:02}:{shown.second:02}.{shown.millisecond:03}"
    return f"{day}T{time}{'Z' if date.zone.is_fixed and not offset else offset_text(offset)}"


def offset_text(offset: int) -> str:
    """`+05:30` for an offset in milliseconds."""
    hours, minutes = divmod(abs(offset) // 60_000, 60)
    return f"{'+' if offset >= 0 else '-'}{hours:02}:{minutes:02}"

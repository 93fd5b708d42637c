"""Durations in words, and dates by their distance from now, as Moment has them in English."""

from __future__ import annotations

from pageful.vault.bases.dates import add
from pageful.vault.bases.durations import DAY, HOUR, MINUTE, SECOND
from pageful.vault.bases.values import DateValue, DurationValue
from pageful.vault.values.dates import parts
from pageful.vault.values.failures import EvaluationError
from pageful.vault.values.numbers import round_half_up

# Moment's: 400 years of 4,800 months have 146,097 days.
_MONTHS, _DAYS = 4800, 146_097

# Moment's thresholds: from so many of a unit on the next larger one is named. There are no weeks.
_SECONDS, _MINUTES, _HOURS, _DAYS_A_MONTH, _MONTHS_A_YEAR = 45, 45, 22, 26, 11


def in_units(length: DurationValue, unit: int) -> float:
    """Return a duration in units of some milliseconds, its months as days of a mean month."""
    days = length.days + round_half_up(length.months * _DAYS / _MONTHS)
    return days * (DAY / unit) + length.milliseconds / unit


def in_months(length: DurationValue) -> float:
    """Return a duration in months."""
    return length.months + (length.days + length.milliseconds / DAY) * _MONTHS / _DAYS


def in_words(length: DurationValue) -> str:
    """Return the length of a duration in words: `a day`, `3 hours`, `2 years`."""
    length = DurationValue(abs(length.months), abs(length.days), abs(length.milliseconds))
    units = (in_units(length, unit) for unit in (SECOND, MINUTE, HOUR, DAY))
    seconds, minutes, hours, days = map(_round, units)
    if seconds < _SECONDS:
        return "a few seconds"
    if minutes < _MINUTES:
        return _count(minutes, "a minute", "minutes")
    if hours < _HOURS:
        return _count(hours, "an hour", "hours")
    if days < _DAYS_A_MONTH:
        return _count(days, "a day", "days")
    months = in_months(length)
    if _round(months) < _MONTHS_A_YEAR:
        return _count(_round(months), "a month", "months")
    return _count(_round(months / 12), "a year", "years")


def _round(number: float) -> int:
    return int(round_half_up(number))


def _count(number: int, one: str, many: str) -> str:
    return one if number <= 1 else f"{number} {many}"


def distance_in_words(date: DateValue, now: DateValue) -> str:
    """Return how far a date is from now: `3 days ago`, `in 2 hours`."""
    words = in_words(_distance(date, now))
    return f"in {words}" if date.date.millis > now.date.millis else f"{words} ago"


def _distance(date: DateValue, now: DateValue) -> DurationValue:
    """Return the months between two dates, and the rest by the clock."""
    first, last = sorted((date, now), key=lambda each: each.date.millis)
    start, end = parts(first.date), parts(last.date)
    months = (end.year - start.year) * 12 + end.month - start.month
    try:
        reached = add(first, DurationValue(months))
        if reached.date.millis > last.date.millis:
            months -= 1
            reached = add(first, DurationValue(months))
    except EvaluationError:
        return DurationValue(months)
    return DurationValue(months, 0.0, last.date.millis - reached.date.millis)

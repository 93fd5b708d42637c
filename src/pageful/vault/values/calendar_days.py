"""Days of the proleptic Gregorian calendar, in any year, as numbers from 1970-01-01 on."""

from __future__ import annotations

DAY = 86_400_000
"""A day, in milliseconds."""

# The days of 400 years, after which the Gregorian calendar repeats.
_CYCLE = 146_097
_DAYS_IN_MONTH = (31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)


def is_leap(year: int) -> bool:
    """Return whether `year` has a 29th of February."""
    return year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)


def days_in_year(year: int) -> int:
    """Return the number of days in a year: 365 or 366."""
    return 366 if is_leap(year) else 365


def days_in_month(year: int, month: int) -> int:
    """Return the length of a month; months beyond 1 to 12 fall into the years around."""
    year, month = year + (month - 1) // 12, (month - 1) % 12 + 1
    return 29 if month == 2 and is_leap(year) else _DAYS_IN_MONTH[month - 1]


def day_number(year: int, month: int, day: int) -> int:
    """Return the days since 1970-01-01; months and days beyond their range carry over.

    Years are counted from March on, so that the leap day is a year's last.
    """
    year, month = year + (month - 1) // 12, (month - 1) % 12 + 1
    year -= month <= 2
    within_year = (153 * ((month + 9) % 12) + 2) // 5 + day - 1
    leaps = year // 4 - year // 100 + year // 400
    return year * 365 + leaps + within_year - 719_468


def date_of(number: int) -> tuple[int, int, int]:
    """Year, month and day of a day number."""
    number += 719_468
    cycle, within = divmod(number, _CYCLE)
    years = (within - within // 1460 + within // 36_524 - within // 146_096) // 365
    within -= 365 * years + years // 4 - years // 100
    shifted = (5 * within + 2) // 153
    day = within - (153 * shifted + 2) // 5 + 1
    month = shifted + 3 if shifted < 10 else shifted - 9
    return cycle * 400 + years + (month <= 2), month, day


def weekday_of(number: int) -> int:
    """Return the ISO weekday of a day number: 1 is Monday, 7 is Sunday."""
    return (number + 3) % 7 + 1


def iso_week(number: int) -> tuple[int, int]:
    """Return the ISO 8601 week year and week of a day number."""
    thursday = number - weekday_of(number) + 4
    year = date_of(thursday)[0]
    return year, (thursday - day_number(year, 1, 1)) // 7 + 1

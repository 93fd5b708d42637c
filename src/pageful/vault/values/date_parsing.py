"""Dates parsed by a pattern of tokens, as by Luxon's `fromFormat` in English."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TypeAlias

from pageful.lazy.dataclasses import dataclass
from pageful.vault.values.calendar_days import day_number, days_in_month, days_in_year, weekday_of
from pageful.vault.values.clock import Clock
from pageful.vault.values.date_formats import MACROS, MONTHS, NOON, WEEKDAYS, tokens
from pageful.vault.values.dates import Parts, date_from, in_zone, parts, week, weekday
from pageful.vault.values.failures import EvaluationError
from pageful.vault.values.values import Date
from pageful.vault.values.zones import Zone, fixed_zone, named_zone

Found: TypeAlias = dict[str, str]
"""The text that each token matched, by the token's first letter."""

# Luxon's cutoff: a year of two digits up to 60 is in this century, a later one in the last.
_CENTURY = 100
_CUTOFF = 60
_LONG_MONTHS, _SHORT_MONTHS = "|".join(MONTHS), "|".join(month[:3] for month in MONTHS)
_LONG_DAYS, _SHORT_DAYS = "|".join(WEEKDAYS), "|".join(day[:3] for day in WEEKDAYS)

_PATTERNS = {
    "G": "BC|AD",
    "GG": "Before Christ|Anno Domini",
    "y": r"\d{1,6}",
    "yy": r"\d{2,4}",
    "yyyy": r"\d{4}",
    "yyyyy": r"\d{4,6}",
    "yyyyyy": r"\d{6}",
    **dict.fromkeys(["M", "L", "d", "H", "h", "m", "q", "s", "W"], r"\d{1,2}"),
    **dict.fromkeys(["MM", "LL", "dd", "HH", "hh", "mm", "qq", "ss", "WW"], r"\d{2}"),
    **dict.fromkeys(["MMM", "LLL"], _SHORT_MONTHS),
    **dict.fromkeys(["MMMM", "LLLL"], _LONG_MONTHS),
    **dict.fromkeys(["EEE", "ccc"], _SHORT_DAYS),
    **dict.fromkeys(["EEEE", "cccc"], _LONG_DAYS),
    **dict.fromkeys(["E", "c"], r"\d"),
    "o": r"\d{1,3}",
    "ooo": r"\d{3}",
    "S": r"\d{1,3}",
    "SSS": r"\d{3}",
    "u": r"\d{1,9}",
    "uu": r"\d{1,2}",
    "uuu": r"\d",
    "a": "AM|PM",
    "kk": r"\d{2,4}",
    "kkkk": r"\d{4}",
    **dict.fromkeys(["Z", "ZZ"], r"[+-]\d{1,2}(?::\d{2})?"),
    "ZZZ": r"[+-]\d{1,2}(?:\d{2})?",
    "z": r"[a-z_+-/]{1,256}?",
}


@dataclass(frozen=True, slots=True)
class _DatePattern:
    """A pattern of tokens as a regular expression, with the token letter of each group."""

    pattern: re.Pattern[str]
    letters: tuple[str, ...]

    def read(self, text: str) -> Found | None:
        found = self.pattern.fullmatch(text)
        if found is None:
            return None
        return dict(zip(self.letters, found.groups(), strict=True))


# Longer patterns are not dates, and would only cost the time to compile them.
_LONGEST = 1000


@lru_cache(maxsize=256)
def _date_pattern(pattern: str) -> _DatePattern:
    source, letters = list[str](), list[str]()
    for literal, piece in _expand_macros(pattern):
        known = None if literal else _PATTERNS.get(piece)
        if known is None:
            source.append(re.escape(piece))
        else:
            source.append(f"({known})")
            letters.append("M" if piece[0] == "L" else "E" if piece[0] == "c" else piece[0])
    return _DatePattern(re.compile("".join(source), re.IGNORECASE | re.ASCII), tuple(letters))


def _expand_macros(pattern: str) -> list[tuple[bool, str]]:
    pieces = list[tuple[bool, str]]()
    for literal, piece in tokens(pattern):
        macro = None if literal else MACROS.get(piece)
        pieces += tokens(macro) if macro else [(literal, piece)]
    return pieces


def parse_by_pattern(text: str, pattern: str, clock: Clock) -> Date:
    """Parse a date by a pattern; units that the pattern leaves out are those of now.

    Raises:
        EvaluationError: The text does not match the pattern, or names no date of the calendar.
    """
    found = _date_pattern(pattern).read(text) if len(pattern) <= _LONGEST else None
    date = None if found is None else _date(found, clock)
    if date is None:
        raise EvaluationError(f"Can't handle format ({pattern}) on date string ({text}).")
    return in_zone(date, clock.zone)


def _date(found: Found, clock: Clock) -> Date | None:
    zone = _zone(found, clock.zone)
    if zone is None or not found:
        return None
    day = _day(found, Date(clock.now, zone))
    time = _time(found)
    if day is None or time is None:
        return None
    date = date_from(Parts(*day, *time), zone)
    return date if _weekday_agrees(found, date) else None


def _zone(found: Found, local: Zone) -> Zone | None:
    if "z" in found:
        return named_zone(found["z"])
    if "Z" not in found:
        return local
    sign, digits = found["Z"][0], found["Z"][1:]
    hours, minutes = digits.split(":") if ":" in digits else (digits[:2], digits[2:])
    offset = int(hours) * 60 + int(minutes or 0)
    return fixed_zone(-offset if sign == "-" else offset)


_Day: TypeAlias = tuple[int, int, int]


def _day(found: Found, now: Date) -> _Day | None:
    if "W" in found or "k" in found:
        return _day_of_week(found, now)
    if "o" in found:
        return _day_of_year(found, now)
    return _day_of_month(found, now)


def _day_of_week(found: Found, now: Date) -> _Day | None:
    year = _short_year(found["k"]) if "k" in found else week(now)[0]
    number = int(found["W"]) if "W" in found else 1
    day = _weekday(found) or 1
    fourth = day_number(year, 1, 4)
    weeks = (day_number(year + 1, 1, 4) - fourth + weekday_of(fourth)) // 7
    if not 1 <= number <= max(52, weeks) or not 1 <= day <= 7:
        return None
    start = 4 - weekday_of(fourth)
    return year, 1, start + 7 * (number - 1) + day


def _day_of_year(found: Found, now: Date) -> _Day | None:
    year = _year(found) if "y" in found else parts(now).year
    ordinal = int(found["o"])
    return (year, 1, ordinal) if 1 <= ordinal <= days_in_year(year) else None


def _day_of_month(found: Found, now: Date) -> _Day | None:
    """Return the day by year, month, day; a missing larger unit is today's, a smaller the first."""
    today = parts(now)
    year = _year(found) if "y" in found else today.year
    month = _month(found)
    if month is None:
        month = 1 if "y" in found else today.month
    unnamed = 1 if {"y", "M", "q"} & found.keys() else today.day
    day = int(found.get("d", unnamed))
    valid = 1 <= month <= 12 and 1 <= day <= days_in_month(year, month)
    return (year, month, day) if valid else None


def _year(found: Found) -> int:
    text = found["y"]
    year = _short_year(text) if len(text) <= len("99") else int(text)
    before_christ = found.get("G", "").lower().startswith("b")
    return -year if before_christ else year


def _short_year(text: str) -> int:
    year = int(text)
    if year >= _CENTURY:
        return year
    return year + (1900 if year > _CUTOFF else 2000)


def _month(found: Found) -> int | None:
    if "q" in found:
        return (int(found["q"]) - 1) * 3 + 1
    text = found.get("M")
    if text is None:
        return None
    return int(text) if text.isdigit() else _number_of_name(text, MONTHS)


def _number_of_name(text: str, names: tuple[str, ...]) -> int:
    return next(n for n, name in enumerate(names, 1) if name[:3].lower() == text[:3].lower())


def _weekday(found: Found) -> int | None:
    text = found.get("E")
    if text is None:
        return None
    return int(text) if text.isdigit() else _number_of_name(text, WEEKDAYS)


def _time(found: Found) -> tuple[int, int, int, int] | None:
    hour = int(found["H"]) if "H" in found else _hour_of_half_day(found)
    minute, second = int(found.get("m", 0)), int(found.get("s", 0))
    millisecond = int(found["u"][:3].ljust(3, "0")) if "u" in found else int(found.get("S", 0))
    midnight = (hour, minute, second, millisecond) == (24, 0, 0, 0)
    if midnight or (hour < 24 and minute < 60 and second < 60):
        return hour, minute, second, millisecond
    return None


def _hour_of_half_day(found: Found) -> int:
    hour = int(found.get("h", 0))
    meridiem = found.get("a", "").lower()
    if hour < NOON and meridiem == "pm" and "h" in found:
        return hour + NOON
    return 0 if hour == NOON and meridiem == "am" else hour


def _weekday_agrees(found: Found, date: Date) -> bool:
    """Return whether the weekday named beside a date, if one is, is the date's."""
    wanted = _weekday(found)
    if wanted is None or "W" in found or "k" in found:
        return True
    return wanted == weekday(date)

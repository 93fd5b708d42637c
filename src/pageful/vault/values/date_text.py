"""The date and duration literals of queries and notes: `2021-11-08T12:00`, `4hr 2min`."""

from __future__ import annotations

import re

from pageful.vault.values.clock import Clock
from pageful.vault.values.dates import (
    Parts,
    date_from,
    end_of,
    parts,
    plus,
    start_of,
    start_of_day,
)
from pageful.vault.values.durations import add, duration
from pageful.vault.values.failures import EvaluationError
from pageful.vault.values.values import Date, Duration
from pageful.vault.values.whitespace import SPACE
from pageful.vault.values.zones import Zone, fixed_zone, named_zone

# > 2025-03-08T14:30:00.000+01:00
_DATE = re.compile(
    r"(?P<year>\d{4})-(?P<month>\d{2})"
    r"(?:-(?P<day>\d{2})(?:T(?P<hour>\d{2})(?::(?P<minute>\d{2})(?::(?P<second>\d{2})"
    r"(?:\.(?P<millisecond>\d{3}))?"
    r"(?P<zone>[+-]\d{1,2}(?::\d{2})?|Z|\[[0-9A-Za-z+-/]+\])?"
    r")?)?)?)?",
    re.ASCII,
)

_UNIT_NAMES = {
    "years": "year years yr yrs",
    "months": "month months mo mos",
    "weeks": "week weeks wk wks w",
    "days": "day days d",
    "hours": "hour hours hr hrs h",
    "minutes": "minute minutes min mins m",
    "seconds": "second seconds sec secs s",
}
_UNITS = {name: unit for unit, names in _UNIT_NAMES.items() for name in names.split()}
# > 4 hours
_AMOUNT = re.compile(
    rf"(-?[0-9]+(?:\.[0-9]+)?){SPACE}*({'|'.join(sorted(_UNITS, key=len, reverse=True))})"
)
# > , 20 minutes
_SEPARATOR = re.compile(rf"{SPACE}*,{SPACE}*|{SPACE}*")

_SHORTHANDS = {
    "start-of-week": ("start", "week"),
    "end-of-week": ("end", "week"),
    "start-of-year": ("start", "year"),
    "end-of-year": ("end", "year"),
    "start-of-month": ("start", "month"),
    "end-of-month": ("end", "month"),
    "sow": ("start", "week"),
    "eow": ("end", "week"),
    "soy": ("start", "year"),
    "eoy": ("end", "year"),
    "som": ("start", "month"),
    "eom": ("end", "month"),
    "yesterday": ("day", -1),
    "tomorrow": ("day", 1),
    "today": ("day", 0),
    "now": ("now", 0),
}
# > tomorrow
_SHORTHAND = re.compile("|".join(sorted(_SHORTHANDS, key=len, reverse=True)))


def scan_date(text: str, at: int, zone: Zone) -> tuple[Date, int] | None:
    """Read the date that begins at `at`, and return it with its end; None if none begins there.

    A day or hour that its month or day does not have carries over, a month does not.
    """
    found = _DATE.match(text, at)
    if not found or not 1 <= int(found["month"]) <= 12:
        return None
    if found["zone"]:
        other = _zone(found["zone"])
        if other is None:
            return None
        zone = other
    names = Parts._fields
    shown = Parts(*(int(found[name] or (name in ("month", "day"))) for name in names))
    try:
        day = date_from(Parts(shown.year, shown.month, shown.day), zone)
        return date_from(shown, zone, zone.offset(day.millis)), found.end()
    except EvaluationError:
        return None


def _zone(text: str) -> Zone | None:
    if text == "Z":
        return fixed_zone(0)
    return named_zone(text[1:-1]) if text.startswith("[") else named_zone(f"UTC{text}")


def scan_shorthand(text: str, at: int, clock: Clock) -> tuple[Date, int] | None:
    """Read a word such as `today` or `eow` at `at`, and return its date with the word's end."""
    found = _SHORTHAND.match(text, at)
    return None if found is None else (_shorthand(found[0], clock), found.end())


def _shorthand(word: str, clock: Clock) -> Date:
    now = Date(clock.now, clock.zone)
    match _SHORTHANDS[word]:
        case "start", str(unit):
            return start_of(unit, now)
        case "end", str(unit):
            return end_of(unit, now)
        case "day", int(days):
            return plus(start_of_day(now), duration({"days": float(days)}))
        case _:
            return now


def scan_duration(text: str, at: int) -> tuple[Duration, int] | None:
    """Read the duration at `at`, such as `4 hours, 2 min` or `4h2m`; return it with its end."""
    found = _AMOUNT.match(text, at)
    if found is None:
        return None
    total = _amount(found)
    end = found.end()
    while following := _AMOUNT.match(text, _separator_end(text, end)):
        total = add(total, _amount(following))
        end = following.end()
    return total, end


def _separator_end(text: str, at: int) -> int:
    separator = _SEPARATOR.match(text, at)
    return separator.end() if separator else at


def _amount(found: re.Match[str]) -> Duration:
    return Duration(((_UNITS[found[2]], float(found[1])),))


def parse_date(text: str, zone: Zone) -> Date | None:
    """Parse the whole text as a date; None if it is not one."""
    found = scan_date(text, 0, zone)
    return found[0] if found and found[1] == len(text) else None


def parse_date_or_shorthand(text: str, clock: Clock) -> Date | None:
    """Parse the whole text as a date or as a word such as `today`; None if it is neither."""
    found = scan_shorthand(text, 0, clock) or scan_date(text, 0, clock.zone)
    return found[0] if found and found[1] == len(text) else None


def parse_duration(text: str) -> Duration | None:
    """Parse the whole text as a duration; None if it is not one."""
    found = scan_duration(text, 0)
    return found[0] if found and found[1] == len(text) else None


def day_in(text: str, zone: Zone) -> Date | None:
    """Find the first `2021-11-08` or, failing that, `20211108` in a text such as a name."""
    found = _DASHED.search(text) or _DIGITS.search(text)
    if found is None:
        return None
    year, month, day = (int(part) for part in found.groups())
    date = date_from(Parts(year, month, day), zone)
    shown = parts(date)
    return date if (shown.month, shown.day) == (month, day) else None


# > Journal 2025-03-08
_DASHED = re.compile(r"(\d{4})-(\d{2})-(\d{2})", re.ASCII)
# > 20250308 Journal
_DIGITS = re.compile(r"(\d{4})(\d{2})(\d{2})", re.ASCII)

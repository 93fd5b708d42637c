"""Dates formatted by a pattern of Moment's tokens, in English: `YYYY-MM-DD [at] HH:mm`."""

from __future__ import annotations

import re
from collections.abc import Callable

from pageful.vault.bases.values import DateValue
from pageful.vault.values.budget import Budget
from pageful.vault.values.calendar_days import day_number
from pageful.vault.values.date_formats import MONTHS, WEEKDAYS
from pageful.vault.values.dates import day_of_year, local_day, offset_text, parts, week, weekday

_DEFAULT = "YYYY-MM-DDTHH:mm:ssZ"
_LONG = {
    "LTS": "h:mm:ss A",
    "LT": "h:mm A",
    "LLLL": "dddd, MMMM D, YYYY h:mm A",
    "LLL": "MMMM D, YYYY h:mm A",
    "LL": "MMMM D, YYYY",
    "L": "MM/DD/YYYY",
    "llll": "ddd, MMM D, YYYY h:mm A",
    "lll": "MMM D, YYYY h:mm A",
    "ll": "MMM D, YYYY",
    "l": "M/D/YYYY",
}
# > [week] LL
_LONG_TOKEN = re.compile(r"(\[[^\[]*\]|\\.)|LTS|LT|LL?L?L?|l{1,4}", re.DOTALL)
# > dddd, Do MMMM YYYY [at] HH:mm
_TOKEN = re.compile(
    r"\[([^\[]*)\]|\\(.)|([Hh]mm(?:ss)?|Mo|MM?M?M?|Do|DDDo|DD?D?D?|ddd?d?|do?|w[o|w]?|W[o|W]?|Qo?"
    r"|N{1,5}|YYYYYY|YYYYY|YYYY|YY|Y|y{2,4}|yo?|gg(?:ggg?)?|GG(?:GGG?)?|e|E|a|A|hh?|HH?|kk?|mm?|ss?"
    r"|S{1,9}|x|X|zz?|ZZ?)",
    re.DOTALL,
)
_NOON = 12


def format_date(date: DateValue, pattern: str, budget: Budget) -> str:
    """Format a date; texts in brackets, and other characters than tokens, stay as they are.

    Raises:
        OutOfBudget: The text becomes too large.
    """
    pattern = _LONG_TOKEN.sub(_expand, pattern or _DEFAULT)
    budget.allocate(len(pattern))
    text = _TOKEN.sub(lambda found: _replace_token(found, date), pattern)
    budget.allocate(len(text))
    return text


def _expand(found: re.Match[str]) -> str:
    return found[0] if found[1] is not None else _LONG[found[0]]


def _replace_token(found: re.Match[str], date: DateValue) -> str:
    literal, escaped, token = found.groups()
    if token is None:
        return literal if literal is not None else escaped
    # Moment reads `W|` as a token, too, and has no form of it.
    return _TOKENS[token](date) if token in _TOKENS else token


def _pad(width: int, number: int) -> str:
    return f"{'-' if number < 0 else ''}{abs(number):0{width}}"


def ordinal(number: int) -> str:
    """Return a number as an ordinal: `1st`, `22nd`, `13th`."""
    ends = {1: "st", 2: "nd", 3: "rd"}
    is_teen = number % 100 // 10 == 1
    return f"{number}{'th' if is_teen else ends.get(number % 10, 'th')}"


def _sunday_week(date: DateValue) -> tuple[int, int]:
    """Return the year and number of a week from Sunday on; the week of January 1 is the first."""
    day = local_day(date.date)
    saturday = day + 6 - weekday(date.date) % 7
    year = parts(date.date).year
    if saturday >= day_number(year + 1, 1, 1):
        return year + 1, 1
    return year, (saturday - day_number(year, 1, 1)) // 7 + 1


def _year(date: DateValue) -> int:
    return parts(date.date).year


def _four_digits(year: int) -> str:
    return _pad(4, year) if year <= 9999 else f"+{year}"


def _signed_year(date: DateValue) -> str:
    year = _year(date)
    return f"{'-' if year < 0 else '+'}{abs(year):06}"


def _plain_year(date: DateValue) -> str:
    year = _year(date)
    return str(year) if year <= 9999 else f"+{year}"


def _hour12(date: DateValue) -> int:
    return parts(date.date).hour % _NOON or _NOON


def _of_part(name: str, width: int) -> Callable[[DateValue], str]:
    return lambda date: _pad(width, getattr(parts(date.date), name))


def _era(date: DateValue) -> str:
    return "AD" if _year(date) > 0 else "BC"


def _era_year(width: int) -> Callable[[DateValue], str]:
    return lambda date: _pad(width, _year(date) if _year(date) > 0 else 1 - _year(date))


def _half(date: DateValue) -> str:
    return "am" if parts(date.date).hour < _NOON else "pm"


def _fraction(digits: int) -> Callable[[DateValue], str]:
    return lambda date: f"{parts(date.date).millisecond:03}".ljust(digits, "0")[:digits]


def _offset(date: DateValue) -> str:
    return offset_text(date.date.zone.offset(date.date.millis))


def _day_name(length: int | None) -> Callable[[DateValue], str]:
    return lambda date: WEEKDAYS[weekday(date.date) - 1][:length]


def _month_name(length: int | None) -> Callable[[DateValue], str]:
    return lambda date: MONTHS[parts(date.date).month - 1][:length]


def _minutes(date: DateValue) -> str:
    return _pad(2, parts(date.date).minute)


def _seconds(date: DateValue) -> str:
    return _pad(2, parts(date.date).second)


def _quarter(date: DateValue) -> int:
    return (parts(date.date).month + 2) // 3


_TOKENS: dict[str, Callable[[DateValue], str]] = {
    "YYYYYY": _signed_year,
    "YYYYY": lambda date: _pad(5, _year(date)),
    "YYYY": lambda date: _four_digits(_year(date)),
    "YY": lambda date: _pad(2, abs(_year(date)) % 100),
    "Y": _plain_year,
    "gggg": lambda date: _pad(4, _sunday_week(date)[0]),
    "ggggg": lambda date: _pad(5, _sunday_week(date)[0]),
    "gg": lambda date: _pad(2, _sunday_week(date)[0] % 100),
    "GGGG": lambda date: _pad(4, week(date.date)[0]),
    "GGGGG": lambda date: _pad(5, week(date.date)[0]),
    "GG": lambda date: _pad(2, week(date.date)[0] % 100),
    **dict.fromkeys(("N", "NN", "NNN", "NNNNN"), _era),
    "NNNN": lambda date: "Anno Domini" if _year(date) > 0 else "Before Christ",
    "y": _era_year(1),
    "yo": lambda date: ordinal(int(_era_year(1)(date))),
    "yy": _era_year(2),
    "yyy": _era_year(3),
    "yyyy": _era_year(4),
    "Q": lambda date: str(_quarter(date)),
    "Qo": lambda date: ordinal(_quarter(date)),
    "M": _of_part("month", 1),
    "MM": _of_part("month", 2),
    "Mo": lambda date: ordinal(parts(date.date).month),
    "MMM": _month_name(3),
    "MMMM": _month_name(None),
    "w": lambda date: str(_sunday_week(date)[1]),
    "ww": lambda date: _pad(2, _sunday_week(date)[1]),
    "wo": lambda date: ordinal(_sunday_week(date)[1]),
    "W": lambda date: str(week(date.date)[1]),
    "WW": lambda date: _pad(2, week(date.date)[1]),
    "Wo": lambda date: ordinal(week(date.date)[1]),
    "D": _of_part("day", 1),
    "DD": _of_part("day", 2),
    "Do": lambda date: ordinal(parts(date.date).day),
    "DDD": lambda date: str(day_of_year(date.date)),
    "DDDD": lambda date: _pad(3, day_of_year(date.date)),
    "DDDo": lambda date: ordinal(day_of_year(date.date)),
    "d": lambda date: str(weekday(date.date) % 7),
    "do": lambda date: ordinal(weekday(date.date) % 7),
    "dd": _day_name(2),
    "ddd": _day_name(3),
    "dddd": _day_name(None),
    "e": lambda date: str(weekday(date.date) % 7),
    "E": lambda date: str(weekday(date.date)),
    "a": _half,
    "A": lambda date: _half(date).upper(),
    "H": _of_part("hour", 1),
    "HH": _of_part("hour", 2),
    "h": lambda date: str(_hour12(date)),
    "hh": lambda date: _pad(2, _hour12(date)),
    "k": lambda date: str(parts(date.date).hour or 24),
    "kk": lambda date: _pad(2, parts(date.date).hour or 24),
    "hmm": lambda date: f"{_hour12(date)}{_minutes(date)}",
    "hmmss": lambda date: f"{_hour12(date)}{_minutes(date)}{_seconds(date)}",
    "Hmm": lambda date: f"{parts(date.date).hour}{_minutes(date)}",
    "Hmmss": lambda date: f"{parts(date.date).hour}{_minutes(date)}{_seconds(date)}",
    "m": _of_part("minute", 1),
    "mm": _minutes,
    "s": _of_part("second", 1),
    "ss": _seconds,
    **{"S" * digits: _fraction(digits) for digits in range(1, 10)},
    "x": lambda date: str(int(date.date.millis)),
    "X": lambda date: str(int(date.date.millis // 1000)),
    "z": lambda _date: "",
    "zz": lambda _date: "",
    "Z": _offset,
    "ZZ": lambda date: _offset(date).replace(":", ""),
}

"""Dates and durations formatted by a pattern of tokens, as by Luxon's `toFormat` in English."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator
from functools import lru_cache

from pageful.vault.values.dates import day_of_year, offset_text, parts, week, weekday
from pageful.vault.values.durations import amount_of, convert
from pageful.vault.values.numbers import number_text
from pageful.vault.values.values import Date, Duration
from pageful.vault.values.whitespace import strip_whitespace

MONTHS = (
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
)
WEEKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
NOON = 12
# Longer patterns are rare, and not worth a place in the caches.
_SHORT = 100

MACROS = {
    "D": "M/d/yyyy",
    "DD": "MMM d, yyyy",
    "DDD": "MMMM d, yyyy",
    "DDDD": "EEEE, MMMM d, yyyy",
    "t": "h:mm a",
    "tt": "h:mm:ss a",
    "ttt": "h:mm:ss a ZZZZ",
    "tttt": "h:mm:ss a ZZZZZ",
    "T": "HH:mm",
    "TT": "HH:mm:ss",
    "TTT": "HH:mm:ss ZZZZ",
    "TTTT": "HH:mm:ss ZZZZZ",
    "f": "M/d/yyyy, h:mm a",
    "ff": "MMM d, yyyy, h:mm a",
    "fff": "MMMM d, yyyy 'at' h:mm a ZZZZ",
    "ffff": "EEEE, MMMM d, yyyy 'at' h:mm a ZZZZZ",
    "F": "M/d/yyyy, h:mm:ss a",
    "FF": "MMM d, yyyy, h:mm:ss a",
    "FFF": "MMMM d, yyyy 'at' h:mm:ss a ZZZZ",
    "FFFF": "EEEE, MMMM d, yyyy 'at' h:mm:ss a ZZZZZ",
}
"""The patterns that tokens for whole dates and times abbreviate in the United States."""

# > yyyy-MM-dd 'at' HH:mm
_PIECE = re.compile(r"(?P<quote>')|(?P<run>(?P<char>[^'])(?P=char)*)", re.DOTALL)


def tokens(pattern: str) -> tuple[tuple[bool, str], ...]:
    """Split a pattern into pieces, each with whether it is literal text.

    Text in single quotes is literal, and so is white space; a token is a run of one
    character.
    """
    return _cached_tokens(pattern) if len(pattern) <= _SHORT else tuple(_pieces(pattern))


@lru_cache(maxsize=512)
def _cached_tokens(pattern: str) -> tuple[tuple[bool, str], ...]:
    return tuple(_pieces(pattern))


def _pieces(pattern: str) -> Iterator[tuple[bool, str]]:
    for quoted, part in enumerate(pattern.split("'")):
        if quoted % 2:
            if part:
                yield True, part
            continue
        for piece in _PIECE.finditer(part):
            yield not strip_whitespace(piece[0]), piece[0]


def format_date(date: Date, pattern: str) -> str:
    """Format a date by a pattern such as `yyyy-MM-dd`; text that is no token is kept."""
    return _cached_date_text(date, pattern) if len(pattern) <= _SHORT else _date_text(date, pattern)


@lru_cache(maxsize=8192)
def _cached_date_text(date: Date, pattern: str) -> str:
    return _date_text(date, pattern)


def _date_text(date: Date, pattern: str) -> str:
    return "".join(piece if literal else _token(piece, date) for literal, piece in tokens(pattern))


def _token(token: str, date: Date) -> str:
    write = _TOKENS.get(token)
    if write is not None:
        return write(date)
    macro = MACROS.get(token)
    return format_date(date, macro) if macro else token


def _pad(number: float, width: int) -> str:
    text = number_text(abs(number)).rjust(width, "0")
    return f"-{text}" if number < 0 else text


def _part(name: str, width: int = 0) -> Callable[[Date], str]:
    return lambda date: _pad(getattr(parts(date), name), width)


def _hour(width: int) -> Callable[[Date], str]:
    return lambda date: _pad(parts(date).hour % NOON or NOON, width)


def _month(length: int | None) -> Callable[[Date], str]:
    return lambda date: MONTHS[parts(date).month - 1][:length]


def _weekday(length: int | None) -> Callable[[Date], str]:
    return lambda date: WEEKDAYS[weekday(date) - 1][:length]


def _weekday_number(date: Date) -> str:
    return str(weekday(date))


def _era(after: str, before: str) -> Callable[[Date], str]:
    return lambda date: before if parts(date).year < 0 else after


def _narrow_offset(date: Date) -> str:
    sign_and_hours, _, minutes = offset_text(date.zone.offset(date.millis)).partition(":")
    hours = f"{sign_and_hours[0]}{int(sign_and_hours[1:])}"
    return f"{hours}:{int(minutes)}" if int(minutes) else hours


def _offset(date: Date) -> str:
    return offset_text(date.zone.offset(date.millis))


def _zone_name(date: Date) -> str:
    return date.zone.name


def _abbreviation(date: Date) -> str:
    return date.zone.abbreviation(date.millis)


def _long_zone_name(date: Date) -> str:
    return date.zone.long_name(date.millis)


_TOKENS: dict[str, Callable[[Date], str]] = {
    "S": _part("millisecond"),
    "u": _part("millisecond", 3),
    "SSS": _part("millisecond", 3),
    "uu": lambda date: _pad(parts(date).millisecond // 10, 2),
    "uuu": lambda date: _pad(parts(date).millisecond // 100, 0),
    "s": _part("second"),
    "ss": _part("second", 2),
    "m": _part("minute"),
    "mm": _part("minute", 2),
    "h": _hour(0),
    "hh": _hour(2),
    "H": _part("hour"),
    "HH": _part("hour", 2),
    "Z": _narrow_offset,
    "ZZ": _offset,
    "ZZZ": lambda date: _offset(date).replace(":", ""),
    "ZZZZ": _abbreviation,
    "ZZZZZ": _long_zone_name,
    "z": _zone_name,
    "a": lambda date: "AM" if parts(date).hour < NOON else "PM",
    "d": _part("day"),
    "dd": _part("day", 2),
    "c": _weekday_number,
    "ccc": _weekday(3),
    "cccc": _weekday(None),
    "ccccc": _weekday(1),
    "E": _weekday_number,
    "EEE": _weekday(3),
    "EEEE": _weekday(None),
    "EEEEE": _weekday(1),
    "L": _part("month"),
    "LL": _part("month", 2),
    "LLL": _month(3),
    "LLLL": _month(None),
    "LLLLL": _month(1),
    "M": _part("month"),
    "MM": _part("month", 2),
    "MMM": _month(3),
    "MMMM": _month(None),
    "MMMMM": _month(1),
    "y": _part("year"),
    "yy": lambda date: str(parts(date).year)[-2:].rjust(2, "0"),
    "yyyy": _part("year", 4),
    "yyyyyy": _part("year", 6),
    "G": _era("AD", "BC"),
    "GG": _era("Anno Domini", "Before Christ"),
    "GGGGG": _era("A", "B"),
    "kk": lambda date: str(week(date)[0])[-2:].rjust(2, "0"),
    "kkkk": lambda date: _pad(week(date)[0], 4),
    "W": lambda date: str(week(date)[1]),
    "WW": lambda date: _pad(week(date)[1], 2),
    "o": lambda date: str(day_of_year(date)),
    "ooo": lambda date: _pad(day_of_year(date), 3),
    "q": lambda date: str((parts(date).month + 2) // 3),
    "qq": lambda date: _pad((parts(date).month + 2) // 3, 2),
    "X": lambda date: number_text(math.floor(date.millis / 1000)),
    "x": lambda date: number_text(date.millis),
}

_DURATION_UNITS = {
    "S": "milliseconds",
    "s": "seconds",
    "m": "minutes",
    "h": "hours",
    "d": "days",
    "w": "weeks",
    "M": "months",
    "y": "years",
}


def format_duration(value: Duration, pattern: str) -> str:
    """Format a duration by a pattern such as `hh:mm`, converted to the units the pattern names.

    A run of a unit's letter is its amount, rounded down, with at least as many digits as letters.
    """
    pieces = tokens(pattern)
    named = tuple(
        _DURATION_UNITS[piece[0]]
        for literal, piece in pieces
        if not literal and piece[0] in _DURATION_UNITS
    )
    converted = convert(value, named)

    def format_piece(literal: bool, piece: str) -> str:
        unit = None if literal else _DURATION_UNITS.get(piece[0])
        return piece if unit is None else _amount(amount_of(converted, unit), len(piece))

    return "".join(format_piece(literal, piece) for literal, piece in pieces)


def _amount(amount: float, width: int) -> str:
    return _pad(math.floor(amount), width)

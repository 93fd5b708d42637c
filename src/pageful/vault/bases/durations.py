"""Durations of expressions: read from texts, added, multiplied."""

from __future__ import annotations

import re
from functools import lru_cache

from pageful.vault.bases.values import DurationValue
from pageful.vault.values.dates import LARGEST
from pageful.vault.values.failures import EvaluationError

# Characters of a duration with all that it can have, and many blanks.
_LONGEST = 100

DAY, HOUR, MINUTE, SECOND = 86_400_000, 3_600_000, 60_000, 1000

_UNITS = {
    "y": ("months", 12), "year": ("months", 12), "M": ("months", 1), "month": ("months", 1),
    "w": ("days", 7), "week": ("days", 7), "d": ("days", 1), "day": ("days", 1),
    "h": ("ms", HOUR), "hour": ("ms", HOUR), "m": ("ms", MINUTE), "minute": ("ms", MINUTE),
    "s": ("ms", SECOND), "second": ("ms", SECOND), "ms": ("ms", 1), "millisecond": ("ms", 1),
}  # fmt: skip
# > 1.5 hours
_AMOUNT = re.compile(r"\s*([+-]?(?:\d+(?:\.\d+)?|\.\d+))\s*([A-Za-z]+)\s*,?", re.ASCII)
# > P1Y2M3DT4H5M6S
_ISO_DURATION = re.compile(
    r"([+-])?P(?=.)(?:([\d.]+)Y)?(?:([\d.]+)M)?(?:([\d.]+)W)?(?:([\d.]+)D)?"
    r"(?:T(?=.)(?:([\d.]+)H)?(?:([\d.]+)M)?(?:([\d.]+)S)?)?",
    re.ASCII,
)
_ISO_UNITS = ("y", "M", "w", "d", "h", "m", "s")


def parse_duration(text: str) -> DurationValue | None:
    """Read a whole text as a duration, or return None: `1d`, `2 weeks`, `1h 30m`, `P1DT2H`.

    `M` is a month and `m` a minute; whole words are read in any case.
    """
    return _duration(text) if len(text) <= _LONGEST else None


@lru_cache(maxsize=4096)
def _duration(text: str) -> DurationValue | None:
    if found := _ISO_DURATION.fullmatch(text.strip()):
        return _iso_duration(found)
    at, total = 0, {"months": 0.0, "days": 0.0, "ms": 0.0}
    text = text.rstrip()
    while found := _AMOUNT.match(text, at):
        unit = _unit(found[2])
        if unit is None:
            return None
        total[unit[0]] += float(found[1]) * unit[1]
        at = found.end()
    return None if not at or at < len(text) else _duration_of(total)


def _unit(word: str) -> tuple[str, int] | None:
    if len(word) > 2:
        word = word.lower().removesuffix("s")
    return _UNITS.get(word)


def _iso_duration(found: re.Match[str]) -> DurationValue | None:
    total = {"months": 0.0, "days": 0.0, "ms": 0.0}
    sign = -1 if found[1] == "-" else 1
    for letter, amount in zip(_ISO_UNITS, found.groups()[1:], strict=True):
        unit, factor = _UNITS[letter]
        try:
            total[unit] += sign * float(amount or 0) * factor
        except ValueError:
            return None
    return _duration_of(total)


def _duration_of(total: dict[str, float]) -> DurationValue | None:
    if not all(map(_is_countable, total.values())):
        return None
    return DurationValue(total["months"], total["days"], total["ms"])


def _is_countable(amount: float) -> bool:
    """Return whether an amount of a unit is one that could still be added to a date."""
    return abs(amount) <= LARGEST


def scale(length: DurationValue, factor: float) -> DurationValue:
    """Multiply a duration.

    Raises:
        EvaluationError: It becomes too long to be counted.
    """
    return _checked(length.months * factor, length.days * factor, length.milliseconds * factor)


def total(first: DurationValue, second: DurationValue) -> DurationValue:
    """Add two durations.

    Raises:
        EvaluationError: It becomes too long to be counted.
    """
    return _checked(
        first.months + second.months,
        first.days + second.days,
        first.milliseconds + second.milliseconds,
    )


def _checked(months: float, days: float, milliseconds: float) -> DurationValue:
    """Make a duration of amounts that can be counted."""
    if not all(map(_is_countable, (months, days, milliseconds))):
        raise EvaluationError("The duration is too long to be counted.")
    return DurationValue(months, days, milliseconds)

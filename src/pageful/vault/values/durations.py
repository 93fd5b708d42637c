"""Arithmetic of durations: conversion between units, where a month has 30 days, a year 365."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from itertools import pairwise
from typing import TypeAlias

from pageful.vault.values.calendar_days import DAY
from pageful.vault.values.failures import EvaluationError
from pageful.vault.values.values import Duration

Amounts: TypeAlias = dict[str, float]

UNITS = ("years", "months", "weeks", "days", "hours", "minutes", "seconds", "milliseconds")
"""The units, the largest first."""

LENGTHS: dict[str, int] = {
    "years": 365 * DAY,
    "months": 30 * DAY,
    "weeks": 7 * DAY,
    "days": DAY,
    "hours": 3_600_000,
    "minutes": 60_000,
    "seconds": 1000,
    "milliseconds": 1,
}
"""The length of each unit, in milliseconds."""

_UNEVEN = {("years", "months"): 12, ("years", "weeks"): 52, ("months", "weeks"): 4}
_PER: dict[tuple[str, str], int] = {
    (larger, smaller): LENGTHS[larger] // LENGTHS[smaller]
    for larger in UNITS
    for smaller in UNITS[UNITS.index(larger) :]
} | _UNEVEN
_SMALLEST_FIRST = UNITS[::-1]


def duration(amounts: Mapping[str, float]) -> Duration:
    """Return a duration of the given units.

    Raises:
        EvaluationError: An amount is no number.
    """
    total = sum(amounts.values())
    if math.isnan(total) and any(map(math.isnan, amounts.values())):
        raise EvaluationError("A duration can't be made of something that is not a number.")
    return Duration(tuple(amounts.items()))


def amount_of(value: Duration, unit: str) -> float:
    """Return the amount of a unit in a duration, 0 if it does not name the unit."""
    return next((amount for name, amount in value.amounts if name == unit), 0.0)


def milliseconds(value: Duration) -> float:
    """Return the length of a duration in milliseconds, by which durations are ordered."""
    return _milliseconds(dict(value.amounts))


def _milliseconds(amounts: Amounts) -> float:
    total = 0.0
    for unit in _SMALLEST_FIRST:
        if amount := amounts.get(unit):
            total += amount * LENGTHS[unit]
    return total


def same_units(first: Duration, second: Duration) -> bool:
    """Return whether both name the same amounts of the same units; `1 day` is not `24 hours`."""
    one, other = dict(first.amounts), dict(second.amounts)
    return all(one.get(unit, 0.0) == other.get(unit, 0.0) for unit in UNITS)


def map_amounts(value: Duration, change: Callable[[float], float]) -> Duration:
    """Apply a function to every amount of a duration."""
    return duration({unit: change(amount) for unit, amount in value.amounts})


def negate(value: Duration) -> Duration:
    """Negate every amount of a duration."""
    return map_amounts(value, lambda amount: -amount if amount else 0.0)


def add(first: Duration, second: Duration) -> Duration:
    """Add two durations unit by unit, without carrying over."""
    one, other = dict(first.amounts), dict(second.amounts)
    named = [unit for unit in UNITS if unit in one or unit in other]
    return duration({unit: other.get(unit, 0.0) + one.get(unit, 0.0) for unit in named})


def normalize(value: Duration) -> Duration:
    """Convert a duration to all units: `36 hours` becomes 1 day and 12 hours."""
    amounts = dict(convert(value, UNITS).amounts)
    _carry(amounts)
    return duration(amounts)


def convert(value: Duration, units: tuple[str, ...]) -> Duration:
    """Convert a duration to the given units alone; the rest is a fraction of the smallest."""
    if not units:
        return value
    own, built, waiting, last = dict(value.amounts), {}, {}, ""
    for unit in UNITS:
        if unit not in units:
            if unit in own:
                waiting[unit] = own[unit]
            continue
        last = unit
        whole, rest = _whole_and_rest(unit, waiting, own.get(unit))
        built[unit] = whole
        waiting = dict.fromkeys(waiting, 0.0) | {unit: rest}
    for unit, rest in waiting.items():
        if rest:
            built[last] += rest if unit == last else rest / _PER[last, unit]
    _carry(built)
    return duration(built)


def _whole_and_rest(unit: str, waiting: Amounts, own: float | None) -> tuple[float, float]:
    total = 0.0
    for larger, amount in waiting.items():
        if amount:
            total += _PER[larger, unit] * amount
    total += own or 0.0
    if not math.isfinite(total):
        raise EvaluationError("The duration is too long to be counted.")
    whole = float(math.trunc(total))
    return whole, (total * 1000 - whole * 1000) / 1000


def _carry(amounts: Amounts) -> None:
    sign = -1 if _milliseconds(amounts) < 0 else 1
    steps = list(pairwise([unit for unit in UNITS if unit in amounts]))
    for larger, smaller in reversed(steps):
        if amounts[smaller]:
            rolled = math.floor(amounts[smaller] * sign / _PER[larger, smaller])
            amounts[larger] += rolled * sign
            amounts[smaller] -= rolled * _PER[larger, smaller] * sign
    for larger, smaller in steps:
        if fraction := math.fmod(amounts[larger], 1):
            amounts[larger] -= fraction
            amounts[smaller] += fraction * _PER[larger, smaller]

"""Numbers of expressions, by ECMAScript's rules: what values count as, and rounding."""

from __future__ import annotations

import math
import re
from decimal import ROUND_HALF_UP, Context, Decimal

from pageful.vault.bases.values import (
    DateValue,
    RelativeDateValue,
    Value,
    type_name,
)
from pageful.vault.values.failures import EvaluationError
from pageful.vault.values.numbers import number_text, round_half_up
from pageful.vault.values.whitespace import strip_whitespace

# > -12.5e3
_DECIMAL = re.compile(r"[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?", re.ASCII)
# > 0xff
_PREFIXED = re.compile(r"0[xX][0-9a-fA-F]+|0[oO][0-7]+|0[bB][01]+")
_INFINITE = {"Infinity": math.inf, "+Infinity": math.inf, "-Infinity": -math.inf}
# Enough digits for every double: 309 before the point and 767 significant ones.
_EXACT = Context(prec=1100, rounding=ROUND_HALF_UP, Emax=9999, Emin=-9999)
# Digits of a number in another base: what is longer is infinite to a double.
_MOST_DIGITS = 256
# Characters of a number: a double has no more digits than that before and behind the point.
_LONGEST = 1100
# ECMAScript's limit for `toFixed`.
_MOST_PLACES = 100


def parse_number(text: str) -> float | None:
    """Read a whole text as a number, as JavaScript's `Number` does, or return None."""
    text = strip_whitespace(text)
    if not text:
        return 0.0
    if len(text) > _LONGEST:
        return None
    if _DECIMAL.fullmatch(text):
        return float(text)
    if _PREFIXED.fullmatch(text):
        return float(int(text, 0)) if len(text) < _MOST_DIGITS else math.inf
    return _INFINITE.get(text)


def number_of(value: Value) -> float:
    """Return the number that a value counts as: null is 0, true is 1, a text what it says.

    Raises:
        EvaluationError: The value counts as none.
    """
    match value:
        case None:
            return 0.0
        case bool():
            return float(value)
        case int() | float():
            return float(value)
        case DateValue(date) | RelativeDateValue(DateValue(date)):
            return float(date.millis)
        case str():
            return _parse(value)
        case _:
            raise EvaluationError(f"Unable to use {type_name(value)} as a number.")


def _parse(text: str) -> float:
    number = parse_number(text)
    if number is None:
        raise EvaluationError(f'Unable to parse "{text}" as a number.')
    return number


def divide(first: float, second: float) -> float:
    """Divide as JavaScript does, by 0 too."""
    if second:
        return first / second
    if not first or math.isnan(first) or math.isnan(second):
        return math.nan
    return math.copysign(math.inf, first) * math.copysign(1, second)


def remainder(first: float, second: float) -> float:
    """Return the remainder with the sign of the first number, as JavaScript's `%` does."""
    if not second or math.isnan(second) or not math.isfinite(first):
        return math.nan
    return math.fmod(first, second)


def round_to(number: float, places: float) -> float:
    """Round to some decimal places, halves up: of -2.5, -2."""
    if not math.isfinite(number) or not math.isfinite(places):
        return number
    factor = 10.0 ** max(-300, min(300, math.trunc(places)))
    scaled = number * factor
    return round_half_up(scaled) / factor if math.isfinite(scaled) else number


def fixed_text(number: float, places: float) -> str:
    """Format a number with some decimal places, by its exact binary value.

    Raises:
        EvaluationError: There are no such places.
    """
    digits = 0 if math.isnan(places) else places
    if not 0 <= digits <= _MOST_PLACES:
        raise EvaluationError(f"toFixed() takes 0 to {_MOST_PLACES} decimal places.")
    if not math.isfinite(number) or abs(number) >= 1e21:
        return number_text(number)
    exact = Decimal(number).quantize(Decimal(1).scaleb(-math.trunc(digits)), context=_EXACT)
    text = f"{exact:f}"
    return text.removeprefix("-") if number == 0 else text

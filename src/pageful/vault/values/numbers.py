"""Formatting and rounding of numbers, by ECMAScript's rules for doubles."""

from __future__ import annotations

import math
from decimal import ROUND_HALF_UP, Context, Decimal

# The exponents between which ECMAScript's `Number::toString` uses no scientific notation.
_LARGEST_PLAIN = 21
_SMALLEST_PLAIN = -7
# Enough digits for every double: 309 before the point and 767 significant ones.
_EXACT = Context(prec=1100, rounding=ROUND_HALF_UP, Emax=9999, Emin=-9999)


def number_text(number: float) -> str:
    """Format a number in the fewest digits that identify it: `6`, `0.1`, `1e+21`, `Infinity`."""
    number = float(number)
    if number.is_integer() and abs(number) < 1e15:
        return str(int(number))
    if not math.isfinite(number):
        return "NaN" if math.isnan(number) else ("Infinity" if number > 0 else "-Infinity")
    sign, digits, exponent = Decimal(repr(number)).as_tuple()
    assert isinstance(exponent, int)
    plain = "".join(map(str, digits)).rstrip("0") or "0"
    return ("-" if sign else "") + _place_point(plain, len(digits) + exponent)


def _place_point(digits: str, point: int) -> str:
    """Put the decimal point after the first `point` digits, or use an exponent."""
    if len(digits) <= point <= _LARGEST_PLAIN:
        return digits.ljust(point, "0")
    if 0 < point <= _LARGEST_PLAIN:
        return f"{digits[:point]}.{digits[point:]}"
    if _SMALLEST_PLAIN + 1 < point <= 0:
        return f"0.{'0' * -point}{digits}"
    fraction = f".{digits[1:]}" if len(digits) > 1 else ""
    return f"{digits[0]}{fraction}e{point - 1:+d}"


def round_half_up(number: float) -> float:
    """Round to the nearest whole number, halves up: 2.5 is 3, -1.5 is -1."""
    if not math.isfinite(number):
        return number
    floor = math.floor(number)
    return float(floor + 1 if number - floor >= 0.5 else floor)


def round_to_places(number: float, places: int) -> float:
    """Round the exact binary value to `places` decimal places, halves away from 0."""
    if not math.isfinite(number) or abs(number) >= 1e21:
        return number
    return float(Decimal(number).quantize(Decimal(1).scaleb(-places), context=_EXACT))


def plain_text(number: float) -> str:
    """Format a number for prose: at most three decimal places, no exponent, no grouping."""
    if not math.isfinite(number):
        return "NaN" if math.isnan(number) else ("∞" if number > 0 else "-∞")
    text = f"{Decimal(repr(float(number))).quantize(Decimal(1).scaleb(-3), context=_EXACT):f}"
    return text.rstrip("0").rstrip(".") if "." in text else text

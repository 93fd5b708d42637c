"""Amounts of money, formatted as in American English."""

from __future__ import annotations

import math
import re
from decimal import ROUND_HALF_UP, Context, Decimal

from pageful.vault.values.failures import EvaluationError

# > EUR
_CODE = re.compile("[A-Za-z]{3}")
_SYMBOLS = {
    "AUD": "A$",
    "BRL": "R$",
    "CAD": "CA$",
    "CNY": "CN¥",
    "EUR": "€",
    "GBP": "£",
    "HKD": "HK$",
    "ILS": "₪",
    "INR": "₹",
    "JPY": "¥",
    "KRW": "₩",
    "MXN": "MX$",
    "NZD": "NZ$",
    "PHP": "₱",
    "TWD": "NT$",
    "USD": "$",
    "VND": "₫",
    "XCD": "EC$",
    "XXX": "¤",
    "XAF": "FCFA\u00a0",
    "XOF": "F\u202fCFA\u00a0",
    "XPF": "CFPF\u00a0",
}
_WHOLE = frozenset(
    [
        "AFN",
        "ALL",
        "BIF",
        "CLP",
        "COP",
        "DJF",
        "GNF",
        "HUF",
        "IDR",
        "IQD",
        "IRR",
        "ISK",
        "JPY",
        "KMF",
        "KPW",
        "KRW",
        "LAK",
        "LBP",
        "MGA",
        "MMK",
        "PKR",
        "PYG",
        "RWF",
        "SLL",
        "SOS",
        "SYP",
        "UGX",
        "VND",
        "VUV",
        "XAF",
        "XOF",
        "XPF",
        "YER",
    ]
)
_THOUSANDTHS = frozenset(["BHD", "JOD", "KWD", "LYD", "OMR", "TND"])
_EXACT = Context(prec=1100, rounding=ROUND_HALF_UP, Emax=9999, Emin=-9999)


def currency_text(amount: float, currency: str) -> str:
    """Format an amount of money: `$1,234.50` for 1234.5 and `USD`.

    Raises:
        EvaluationError: The currency is not a code of three letters.
    """
    if not _CODE.fullmatch(currency):
        raise EvaluationError(f"Invalid currency code: {currency}.")
    code = currency.upper()
    sign = "-" if math.copysign(1, amount) < 0 and not math.isnan(amount) else ""
    symbol = _SYMBOLS.get(code, f"{code}\u00a0")
    return f"{sign}{symbol}{_digits(abs(amount), code)}"


def _digits(amount: float, code: str) -> str:
    if not math.isfinite(amount):
        return "NaN" if math.isnan(amount) else "∞"
    places = 0 if code in _WHOLE else 3 if code in _THOUSANDTHS else 2
    exact = Decimal(repr(float(amount)))
    return f"{exact.quantize(Decimal(1).scaleb(-places), context=_EXACT):,f}"

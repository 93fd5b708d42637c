"""Functions of numbers."""

from __future__ import annotations

import math
from collections.abc import Callable

from pageful.vault.bases.functions.function import Function, Functions
from pageful.vault.bases.numbers import fixed_text, number_of, round_to
from pageful.vault.bases.rows import Row
from pageful.vault.bases.values import Value


def _whole(round_number: Callable[[float], int]) -> Function:
    def call(_row: Row, number: float) -> Value:
        return float(round_number(number)) if math.isfinite(number) else number

    return Function(call)


def _round(_row: Row, number: float, places: Value = 0.0) -> Value:
    return round_to(number, number_of(places))


def _to_fixed(_row: Row, number: float, places: Value = 0.0) -> Value:
    return fixed_text(number, number_of(places))


FUNCTIONS: Functions = {
    "abs": Function(lambda _row, number: abs(number)),
    "ceil": _whole(math.ceil),
    "floor": _whole(math.floor),
    "round": Function(_round, 0, 1),
    "toFixed": Function(_to_fixed, 0, 1),
}

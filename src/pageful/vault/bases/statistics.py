"""Means, medians and the like of lists of numbers."""

from __future__ import annotations

import math
from collections.abc import Sequence


def mean(numbers: Sequence[float]) -> float | None:
    """Return the mean, None of no numbers."""
    return total(numbers) / len(numbers) if numbers else None


def median(numbers: Sequence[float]) -> float | None:
    """Return the middle number in order, or the mean of the middle two."""
    if not numbers:
        return None
    ordered, middle = sorted(numbers), len(numbers) // 2
    return ordered[middle] if len(numbers) % 2 else (ordered[middle - 1] + ordered[middle]) / 2


def standard_deviation(numbers: Sequence[float]) -> float | None:
    """Return the standard deviation of a whole population."""
    centre = mean(numbers)
    if centre is None:
        return None
    squares = [(number - centre) * (number - centre) for number in numbers]
    return math.sqrt(total(squares) / len(numbers))


def total(numbers: Sequence[float]) -> float:
    """Return the sum, 0 of no numbers, in the order of the numbers as JavaScript adds them."""
    result = 0.0
    for number in numbers:
        result += number
    return result

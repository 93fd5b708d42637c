"""The 53-bit hash of `hash()`: cyrb53, which its author put in the public domain."""

from __future__ import annotations

import math

from pageful.vault.values.utf16 import to_units

_MASK = 0xFFFFFFFF
# The constants, here and below, are those of cyrb53.
_FIRST, _SECOND = 0xDEADBEEF, 0x41C6CE57


def cyrb53(text: str, seed: float = 0) -> float:
    """Hash the code units of a text, with a seed, to a whole number from 0 to 2⁵³ - 1."""
    bits = int(seed) & _MASK if math.isfinite(seed) else 0
    high, low = _SECOND ^ bits, _FIRST ^ bits
    for unit in map(ord, to_units(text)):
        low = (low ^ unit) * 2654435761 & _MASK
        high = (high ^ unit) * 1597334677 & _MASK
    low = _mix(low, high)
    high = _mix(high, low)
    return float((high & 0x1FFFFF) << 32 | low)


def _mix(one: int, other: int) -> int:
    first = (one ^ one >> 16) * 2246822507 & _MASK
    return first ^ (other ^ other >> 13) * 3266489909 & _MASK

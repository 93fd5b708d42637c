"""How thorough a test is: how many examples a property has, how large an input, how fine a grid."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from hypothesis import settings

_Value = TypeVar("_Value")

QUICK = 5
"""The examples that `make check` tries of a property that says nothing of them."""

_USUAL = 100
"""The examples that `make test` tries of such a property."""

_MOST = 20
"""The examples of one property that `make check` tries at most."""

_SHARE = 10
"""By how much a hostile input is shorter in `make check`."""


def examples(number: int) -> int:
    """Return how many of a number of examples are tried: in `make check` a few of them."""
    return min(_MOST, max(1, number * QUICK // _USUAL)) if _is_quick() else number


def size(number: int) -> int:
    """Return how large a hostile input is: in `make check` a tenth.

    A tenth of a million still hangs where work grows with the square; that the whole million is
    read is seen by `make test`.
    """
    return max(1, number // _SHARE) if _is_quick() else number


def some(values: Sequence[_Value]) -> Sequence[_Value]:
    """Return which values of a grid are tried: in `make check` each fourth, and the last."""
    return [*values[:-1:4], values[-1]] if _is_quick() else values


def _is_quick() -> bool:
    return settings.get_current_profile_name() == "quick"

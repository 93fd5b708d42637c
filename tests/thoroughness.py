"""How many examples a property is tried with."""

from __future__ import annotations

from hypothesis import settings

_USUAL = 100
"""The examples of a property that says nothing of them, which `make test` tries."""


def examples(number: int) -> int:
    """Return the share of a number of examples that is tried: in `make check` a few of them."""
    return max(1, number * settings().max_examples // _USUAL)

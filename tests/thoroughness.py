"""How thorough a test is: how many examples a property is tried with, how large an input is."""

from __future__ import annotations

from hypothesis import settings

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


def _is_quick() -> bool:
    return settings.get_current_profile_name() == "quick"

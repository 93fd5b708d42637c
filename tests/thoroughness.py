"""How thorough a test is: how many examples a property is tried with, how large an input is."""

from __future__ import annotations

from hypothesis import settings

_USUAL = 100
"""The examples of a property that says nothing of them, which `make test` tries."""


_MOST = 4
"""What a property with many examples has in `make check`, in those of a usual one."""


def examples(number: int) -> int:
    """Return the share of a number of examples that is tried: in `make check` a few of them."""
    tried = settings().max_examples
    return number if tried == _USUAL else min(_share(number), _MOST * tried)


def size(number: int) -> int:
    """Return how large a hostile input is: in `make check` the same share of it as of examples.

    A tenth of a million still hangs where work grows with the square; that the whole million is
    read is seen by `make test`.
    """
    return _share(number)


def _share(number: int) -> int:
    return max(1, number * settings().max_examples // _USUAL)

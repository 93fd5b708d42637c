"""The sizes that pages may have, and the details that they may be in."""

from __future__ import annotations

from typing import Literal, TypeAlias

Detail: TypeAlias = Literal["concise", "detailed"]

DEFAULT = 40_000
"""Characters of a page where the caller names no budget: below every known client's own limit."""

MINIMUM = 500
"""The smallest budget, which still holds a header, a count and a follow-up call."""


def check_budget(budget: int) -> int:
    """Return the budget if it is large enough.

    Raises:
        ValueError: it is below `MINIMUM`.
    """
    if budget < MINIMUM:
        raise ValueError(f"a budget of {budget} characters is too small: the smallest is {MINIMUM}")
    return budget

"""Searches with regular expressions within the budget of a query or of a base's view."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager

from pageful.vault.javascript_regex.errors import SlowPattern
from pageful.vault.values.budget import Budget
from pageful.vault.values.failures import OutOfBudget


@contextmanager
def within_budget(source: str, budget: Budget) -> Iterator[None]:
    """Limit what is done with an expression to the budget's time, and record the time it took.

    Raises:
        OutOfBudget: Time was used up before, or this one text alone takes too long.
    """
    budget.check_time()
    began = time.monotonic()
    try:
        yield
    except SlowPattern as slow:
        raise OutOfBudget(slow.problem) from None
    finally:
        budget.add_regex_time(source, time.monotonic() - began)

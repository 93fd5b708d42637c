"""The processor time that a search may take."""

from __future__ import annotations

from typing import NoReturn

from pageful.text.excerpts import shorten
from pageful.tool.context import Caller
from pageful.tool.errors import ToolError
from pageful.tool.time_limit import TimeLimit
from pageful.vault.search.query import Query
from pageful.vault.search.unparse import unparse

_STEPS = 16
"""Steps between two looks at the clock. Chosen by hand."""
_LONGEST = 200
"""Characters of a query that a message repeats: a line or two are enough to recognise it."""


class Deadline:
    """A limit that ends a search by its processor time, or when its caller gives up."""

    def __init__(self, caller: Caller, seconds: float) -> None:
        self._caller = caller
        self._seconds = seconds
        self._limit = TimeLimit(seconds)
        self._steps = 0

    def step(self, query: Query) -> None:
        """Go on with a part of the query; now and then the clock is looked at.

        Raises:
            ToolError: no time is left.
            Cancelled: the caller gave up.
        """
        self._steps += 1
        if not self._steps % _STEPS:
            self.seconds_left(query)

    def seconds_left(self, query: Query) -> float:
        """Return the seconds that are left, more than 0, for a part of the query.

        Raises:
            ToolError: no time is left.
            Cancelled: the caller gave up.
        """
        self._caller.checkpoint()
        left = self._limit.seconds_left()
        if left <= 0:
            self.report_timeout(query)
        return left

    def report_timeout(self, query: Query) -> NoReturn:
        """Report that the search for a part of the query took too long.

        Raises:
            ToolError: always.
        """
        raise ToolError(
            f"The search took longer than {self._seconds:g} seconds, while it looked for "
            f"{shorten(unparse(query), _LONGEST, '…')}",
            "Write that part more simply, or put a word, a tag: or a path: beside it, so that "
            "fewer notes have to be read for it.",
        )

"""The limits of a query: steps, characters and elements created, and processor time."""

from __future__ import annotations

import time
from collections.abc import Callable

from pageful.lazy.dataclasses import dataclass, field
from pageful.text.excerpts import shorten
from pageful.tool.time_limit import TimeLimit
from pageful.vault.values.failures import SMALLER, OutOfBudget

# Of steps: rarely enough that reading the clock costs next to nothing.
_LOOK_EVERY = 5000
# Of characters, about a line of the page.
_LONGEST_PATTERN = 120
_SIZE_OF_STEP = 64
"""The number of characters or elements that cost one step: a rough estimate, chosen by hand."""


def _accept() -> None:
    """Accept every checkpoint, for callers that never cancel."""


@dataclass(slots=True)
class Budget:
    """The remainder of the limits, on which every evaluation of one query draws.

    `checkpoint` is called now and then, and may raise to end the query. `noun` and `remedy` are
    for messages.
    """

    steps: int = 20_000_000
    size: int = 20_000_000
    seconds: float = 10.0
    checkpoint: Callable[[], None] = _accept
    noun: str = "query"
    remedy: str = SMALLER
    _of_patterns: dict[str, float] = field(init=False, default_factory=dict)
    _next_look: int = field(init=False)
    _limit: TimeLimit = field(init=False)
    _began: float = field(init=False, default_factory=time.monotonic)

    def __post_init__(self) -> None:
        self._next_look = self.steps - _LOOK_EVERY
        self._limit = TimeLimit(self.seconds)

    def step(self, count: int = 1) -> None:
        """Take `count` steps: one for each element visited, each call, each comparison.

        Raises:
            OutOfBudget: Steps or time are used up.
        """
        self.steps -= count
        if self.steps < self._next_look:
            self.check_time()

    def check_time(self) -> None:
        """Check the clock and the caller now.

        Raises:
            OutOfBudget: Steps or time are used up.
        """
        if self.steps < 0:
            raise self._out_of_budget(": it takes too many steps.")
        if self._limit.seconds_left() <= 0:
            raise self._out_of_budget(f" after {self.seconds:g} seconds{self._why()}.")
        self.checkpoint()
        self._next_look = self.steps - _LOOK_EVERY

    def _out_of_budget(self, reason: str) -> OutOfBudget:
        return OutOfBudget(f"The {self.noun} was stopped{reason}", self.remedy)

    def add_regex_time(self, pattern: str, seconds: float) -> None:
        """Record the time a regular expression took, so that it can be named if time is used up."""
        self._of_patterns[pattern] = self._of_patterns.get(pattern, 0.0) + seconds

    def _why(self) -> str:
        """Name the regular expression that took most of the time, if one did."""
        pattern, seconds = max(
            self._of_patterns.items(), key=lambda each: each[1], default=("", 0.0)
        )
        # By the wall clock both: a regular expression's time is measured far more often.
        if seconds <= (time.monotonic() - self._began) / 2:
            return ""
        shown = shorten(pattern, _LONGEST_PATTERN, "…")
        return f", most of them in the regular expression /{shown}/"

    def allocate(self, size: float) -> None:
        """Take what a text of `size` characters, or a list of `size` elements, costs.

        Raises:
            OutOfBudget: All that was made is too much.
        """
        if not size <= self.size:
            raise self._out_of_budget(": it makes a text or list that is too large.")
        self.size -= int(size)
        self.step(int(size) // _SIZE_OF_STEP)

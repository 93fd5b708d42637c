"""A reader of checkers' violations in the lines of a log, by the table of checkers."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pageful.maven.logs.checkers.checker import Checker, Form, Violation, ViolationLocation
from pageful.maven.logs.checkers.table import CHECKERS
from pageful.maven.logs.goal import Goal
from pageful.maven.logs.log import LogLine
from pageful.maven.logs.phrases import MULTI_THREADED

_LONGEST = 10_000
"""The most characters of a checker's line; longer lines are no checker's. Chosen by hand."""


class ViolationReader:
    """A reader of a log, line by line; `violations` are those found so far."""

    def __init__(self) -> None:
        self.violations: list[Violation] = []
        self._goal: Goal | None = None
        self._plugins: set[str] = set()
        self._forms = _forms(CHECKERS)
        self._unmarked = _forms(())
        self._parallel = False
        self._open: Violation | None = None

    def take(self, line: LogLine) -> bool:
        """Take the next line if a checker printed it, and return whether one did."""
        if len(line.text) > _LONGEST:
            return False
        if line.level not in ("", "INFO"):
            return self._continues(line.text) or self._starts(line, self._forms)
        if self._starts(line, self._unmarked):
            return True
        self._parallel = self._parallel or line.text.startswith(MULTI_THREADED)
        if goal := Goal.of_start(line.text):
            self._begin(goal)
        return False

    def _begin(self, goal: Goal) -> None:
        """Try the checker of this goal first from now on; goals may run at the same time."""
        self._goal = goal
        self._plugins = {goal.plugin, *(self._plugins if self._parallel else ())}
        own = [each for each in CHECKERS if not self._plugins.isdisjoint(each.plugins)]
        self._forms = _forms((*own, *(each for each in CHECKERS if each not in own)))
        self._unmarked = _forms(each for each in own if each.unmarked)

    def _continues(self, text: str) -> bool:
        """Take a line if it gives the location of the violation above; return whether it does."""
        pattern = self._open.checker.location if self._open else None
        match = pattern.match(text) if pattern else None
        if match and self._open:
            self._open.locations.append(ViolationLocation.of(match))
        return bool(match)

    def _starts(self, line: LogLine, forms: Sequence[tuple[Form, Checker]]) -> bool:
        self._open = None
        for form, checker in forms:
            if match := form.find(line.text):
                violation = form.violation(line, match, checker)
                # Where modules are built at the same time, a line may be below another one's goal.
                violation.goal = None if self._parallel and not line.thread else self._goal
                self.violations.append(violation)
                self._open = violation if not violation.locations else None
                return True
        return False


def _forms(checkers: Iterable[Checker]) -> Sequence[tuple[Form, Checker]]:
    return tuple((form, checker) for checker in checkers for form in checker.forms)

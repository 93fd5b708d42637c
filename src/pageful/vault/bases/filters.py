"""Filters over rows: which files they keep, and which of their conditions fail, and why."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from pageful.lazy.dataclasses import dataclass, field
from pageful.vault.bases.base import BrokenFilter, Combination, Condition, Filter
from pageful.vault.bases.errors import ExpressionError
from pageful.vault.bases.evaluation import compile_expression
from pageful.vault.bases.parsing import parse_expression
from pageful.vault.bases.rows import Row
from pageful.vault.bases.syntax import Expression
from pageful.vault.bases.truth import is_true
from pageful.vault.bases.values import ErrorValue, Value


@dataclass(frozen=True, slots=True)
class FailedCondition:
    """A condition of a filter that failed, which Obsidian passes over in silence.

    It failed for `rows` of the `tried` files that it was tried on; for each it counts as not true.
    Where it can't even be read, it was tried on none. `hint` names what may have been meant.
    """

    text: str
    line: int
    reason: str
    hint: str = ""
    rows: int = 0
    tried: int = 0


@dataclass(frozen=True, slots=True)
class Blocker:
    """A part of a filter that none of the `tried` files meets, so that no row is left."""

    text: str
    line: int
    tried: int


@dataclass(slots=True)
class _Condition:
    """A condition with what it came to so far."""

    text: str
    line: int
    expression: Expression | None = None
    run: Callable[[Row], Value] | None = None
    reason: str = ""
    hint: str = ""
    failures: int = 0
    tried: int = 0
    met: int = 0

    def is_met(self, row: Row) -> bool:
        """Return whether a row makes it true; an error is not true."""
        self.tried += 1
        if self.run is None:
            return False
        value = self.run(row)
        if not isinstance(value, ErrorValue):
            is_met = is_true(value)
            self.met += is_met
            return is_met
        self.failures += 1
        if not self.reason:
            self.reason, self.hint = value.message, value.hint
        return False

    def failure(self) -> FailedCondition | None:
        """Return how it failed, if it did."""
        if not self.reason:
            return None
        tried = self.tried if self.run else 0
        return FailedCondition(self.text, self.line, self.reason, self.hint, self.failures, tried)


@dataclass(slots=True)
class _Combination:
    """Conditions joined by a word."""

    word: str
    parts: tuple[_Condition | _Combination, ...]
    line: int
    tried: int = 0
    met: int = 0

    @property
    def text(self) -> str:
        """The word and the texts of the conditions."""
        return f"{self.word}: {'; '.join(part.text for part in self.parts)}"

    def is_met(self, row: Row) -> bool:
        """Return whether a row meets it."""
        self.tried += 1
        is_met = self._is_met(row)
        self.met += is_met
        return is_met

    def _is_met(self, row: Row) -> bool:
        """Return whether a row meets all, any or none of the parts, tried in their order."""
        match self.word:
            case "and":
                return all(part.is_met(row) for part in self.parts)
            case "or":
                return any(part.is_met(row) for part in self.parts)
            case _:
                return not any(part.is_met(row) for part in self.parts)


@dataclass(slots=True)
class RowFilter:
    """The filters of a base and of its view, of which a row has to meet each."""

    parts: tuple[_Condition | _Combination, ...]
    conditions: list[_Condition] = field(default_factory=list)

    @classmethod
    def of(cls, *filters: Filter | None) -> RowFilter:
        """Make a filter of all that are there."""
        conditions: list[_Condition] = []
        parts = tuple(_compile_filter(each, conditions) for each in filters if each is not None)
        return cls(parts, conditions)

    def keeps(self, row: Row) -> bool:
        """Return whether a row meets all filters."""
        return all(part.is_met(row) for part in self.parts)

    def expressions(self) -> Iterator[tuple[str, Expression]]:
        """Yield the conditions that could be read."""
        for each in self.conditions:
            if each.expression is not None:
                yield each.text, each.expression

    def blocker(self) -> Blocker | None:
        """Return the first condition of all that every file has to meet, and none did."""
        waiting = list(reversed(self.parts))
        while waiting:
            part = waiting.pop()
            if isinstance(part, _Combination) and part.word == "and":
                waiting += reversed(part.parts)
            elif part.tried and not part.met:
                return Blocker(part.text, part.line, part.tried)
        return None

    def failures(self) -> tuple[FailedCondition, ...]:
        """Return the conditions that failed so far."""
        found = (each.failure() for each in self.conditions)
        return tuple(each for each in found if each)


def _compile_filter(written: Filter, conditions: list[_Condition]) -> _Condition | _Combination:
    match written:
        case Combination(word, parts, line):
            compiled = tuple(_compile_filter(each, conditions) for each in parts)
            return _Combination(word, compiled, line)
        case BrokenFilter(text, line, reason):
            made = _Condition(text, line, reason=reason)
        case Condition(text, line):
            made = _condition(text, line)
    conditions.append(made)
    return made


def _condition(text: str, line: int) -> _Condition:
    try:
        expression = parse_expression(text)
    except ExpressionError as error:
        return _Condition(text, line, reason=error.message)
    return _Condition(text, line, expression, compile_expression(expression))

"""Rows on their way through a query, and what becomes of those that a clause fails for."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from pageful.text.excerpts import shortened
from pageful.vault.dataview.context import Context
from pageful.vault.dataview.evaluation import compiled
from pageful.vault.dataview.results import Dropped
from pageful.vault.dataview.syntax import Expression
from pageful.vault.values.failures import EvaluationError, EveryRowFailed
from pageful.vault.values.values import Value

_MOST_REASONS = 3
_LONGEST = 80
"""Characters of an expression that a reason names."""


class Row(NamedTuple):
    """What the row stands for, a note or a group's key, and its fields."""

    id: Value
    fields: Mapping[str, Value]


@dataclass(slots=True)
class Losses:
    """The rows that an operation of a query dropped, and why it dropped the first of them."""

    operation: str
    incoming: int
    count: int = 0
    reasons: list[str] = field(default_factory=list)

    def add(self, error: EvaluationError, text: str = "") -> None:
        """A row is dropped because of an error in an expression that is written as `text`."""
        self.count += 1
        shown = shortened(" ".join(text.split()), _LONGEST, "…")
        reason = f"{error.problem} In `{shown}`." if shown else error.problem
        if len(self.reasons) < _MOST_REASONS and reason not in self.reasons:
            self.reasons.append(reason)

    def check(self) -> tuple[Dropped, ...]:
        """What was dropped, if anything was.

        Raises:
            EveryRowFailed: All rows were.
        """
        if not self.count:
            return ()
        if self.count < self.incoming:
            return (Dropped(self.operation, self.count, tuple(self.reasons)),)
        reasons = "\n".join(self.reasons)
        raise EveryRowFailed(
            f"Every row during {self.operation} failed with an error; "
            f"first {len(self.reasons)}:\n{reasons}",
            "Correct the expression, or leave out the rows it can't be worked out for with a WHERE "
            "before it.",
        )


def failing(
    row: Row, evaluations: Sequence[Callable[[Mapping[str, Value]], Value]], texts: Sequence[str]
) -> str:
    """Which of several expressions has no value for a row: as it is written."""
    for evaluate, text in zip(evaluations, texts, strict=True):
        try:
            evaluate(row.fields)
        except EvaluationError:
            return text
    return ""


def with_values(
    rows: Iterable[Row], expression: Expression, text: str, context: Context, losses: Losses
) -> Iterator[tuple[Row, Value]]:
    """Each row with the value of an expression, without those for which it has none."""
    evaluate = compiled(expression, context)
    for row in rows:
        try:
            value = evaluate(row.fields)
        except EvaluationError as error:
            losses.add(error, text)
        else:
            yield row, value

"""Rows between the clauses of a query, and the errors of those for which a clause fails."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from pageful.lazy.dataclasses import dataclass, field
from pageful.text.excerpts import shorten
from pageful.vault.dataview.context import Context
from pageful.vault.dataview.evaluation import compile_expression
from pageful.vault.dataview.results import DroppedRows
from pageful.vault.dataview.syntax import Expression
from pageful.vault.values.failures import EvaluationError, EveryRowFailed
from pageful.vault.values.values import Value

# As in Dataview's own message.
_MOST_REASONS = 3
_LONGEST = 80
"""The characters of an expression that a reason quotes: one line with its message."""


class Row(NamedTuple):
    """A row: its identity, which is a note or a group's key, and its fields."""

    id: Value
    fields: Mapping[str, Value]


@dataclass(slots=True)
class RowErrors:
    """The number of rows that an operation dropped, with the first distinct reasons."""

    operation: str
    incoming: int
    count: int = 0
    reasons: list[str] = field(default_factory=list)

    def add(self, error: EvaluationError, text: str = "") -> None:
        """Count a row that is dropped because of an error in the expression `text`."""
        self.count += 1
        shown = shorten(" ".join(text.split()), _LONGEST, "…")
        reason = f"{error.problem} In `{shown}`." if shown else error.problem
        if len(self.reasons) < _MOST_REASONS and reason not in self.reasons:
            self.reasons.append(reason)

    def check(self) -> tuple[DroppedRows, ...]:
        """Report the dropped rows, if any.

        Raises:
            EveryRowFailed: All rows were.
        """
        if not self.count:
            return ()
        if self.count < self.incoming:
            return (DroppedRows(self.operation, self.count, tuple(self.reasons)),)
        reasons = "\n".join(self.reasons)
        raise EveryRowFailed(
            f"Every row during {self.operation} failed with an error; "
            f"first {len(self.reasons)}:\n{reasons}",
            "Correct the expression, or leave out the rows it can't be worked out for with a WHERE "
            "before it.",
        )


def failing_text(
    row: Row, evaluations: Sequence[Callable[[Mapping[str, Value]], Value]], texts: Sequence[str]
) -> str:
    """Find the text of the first expression that fails for a row."""
    for evaluate, text in zip(evaluations, texts, strict=True):
        try:
            evaluate(row.fields)
        except EvaluationError:
            return text
    return ""


def rows_with_values(
    rows: Iterable[Row], expression: Expression, text: str, context: Context, errors: RowErrors
) -> Iterator[tuple[Row, Value]]:
    """Pair each row with the value of an expression, and drop rows for which it fails."""
    evaluate = compile_expression(expression, context)
    for row in rows:
        try:
            value = evaluate(row.fields)
        except EvaluationError as error:
            errors.add(error, text)
        else:
            yield row, value

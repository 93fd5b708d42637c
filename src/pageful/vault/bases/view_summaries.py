"""Summaries of a column over the rows of a view: Obsidian's own, and a base's."""

from __future__ import annotations

from collections.abc import Mapping

from pageful.vault.bases.errors import ExpressionError
from pageful.vault.bases.evaluation import evaluate
from pageful.vault.bases.members import suggestion
from pageful.vault.bases.rows import Context, Row
from pageful.vault.bases.summaries import SUMMARIES
from pageful.vault.bases.syntax import Expression
from pageful.vault.bases.values import ErrorValue, Value


def summary_value(
    name: str,
    values: tuple[Value, ...],
    own: Mapping[str, Expression | ExpressionError],
    context: Context,
) -> Value:
    """Return the summary of a column's values: one of the base's own, else Obsidian's."""
    row = Row("", context, values)
    match own.get(name):
        case None:
            pass
        case ExpressionError() as error:
            return ErrorValue(f"The summary {name} can't be read. {error.message}")
        case expression:
            return evaluate(expression, row)
    if name not in SUMMARIES:
        names = (*own, *SUMMARIES)
        return ErrorValue(f'Cannot find summary "{name}"', suggestion(name, names))
    return SUMMARIES[name](values, row)

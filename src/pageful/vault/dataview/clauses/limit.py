"""LIMIT: keep the first rows."""

from __future__ import annotations

import math
from collections.abc import Sequence

from pageful.tool.errors import ToolError
from pageful.vault.dataview.clauses.rows import Row
from pageful.vault.dataview.context import Context
from pageful.vault.dataview.evaluation import evaluate
from pageful.vault.dataview.syntax import Limit
from pageful.vault.values.failures import EvaluationError
from pageful.vault.values.values import is_number, type_name

_REMEDY = "Write LIMIT with a number, or with an expression of `this` that gives one."


def limit_rows(rows: Sequence[Row], clause: Limit, context: Context) -> list[Row]:
    """Keep the first rows; a negative amount drops rows at the end. It can't depend on a row.

    Raises:
        ToolError: The amount is no number.
    """
    try:
        amount = evaluate(clause.amount, context)
    except EvaluationError as error:
        raise ToolError(f"Failed to execute 'limit' statement: {error.problem}", _REMEDY) from error
    if not is_number(amount):
        raise ToolError(
            "Failed to execute 'limit' statement: limit should be a number, but got "
            f"'{type_name(amount)}'.",
            _REMEDY,
        )
    assert isinstance(amount, int | float)
    if math.isinf(amount):
        return list(rows) if amount > 0 else []
    return list(rows[: 0 if math.isnan(amount) else math.trunc(amount)])

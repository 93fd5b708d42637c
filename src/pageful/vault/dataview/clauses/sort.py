"""SORT: put the rows in order."""

from __future__ import annotations

from collections.abc import Sequence

from pageful.vault.dataview.clauses.rows import Row, RowErrors, failing_text
from pageful.vault.dataview.context import Context
from pageful.vault.dataview.evaluation import compile_expression
from pageful.vault.dataview.sorting import order_of
from pageful.vault.dataview.syntax import Sort
from pageful.vault.values.failures import EvaluationError
from pageful.vault.values.values import Value


def sort_rows(rows: Sequence[Row], clause: Sort, context: Context, errors: RowErrors) -> list[Row]:
    """Sort rows by the clause's keys; rows with equal keys keep their order."""
    evaluations = [compile_expression(key.field, context) for key in clause.keys]
    kept: list[Row] = []
    values: list[list[Value]] = []
    for row in rows:
        try:
            values.append([evaluate(row.fields) for evaluate in evaluations])
        except EvaluationError as error:
            errors.add(error, failing_text(row, evaluations, [key.text for key in clause.keys]))
        else:
            kept.append(row)
    columns = [[each[at] for each in values] for at in range(len(evaluations))]
    descending = [key.direction == "descending" for key in clause.keys]
    order = order_of(columns, descending, context.budget, context.links.normalize)
    return [kept[place] for place in order]

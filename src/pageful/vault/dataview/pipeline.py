"""The pipeline of a query's clauses, run in the order they are written."""

from __future__ import annotations

from collections.abc import Sequence

from pageful.lazy.dataclasses import dataclass
from pageful.tool.errors import ToolError
from pageful.vault.dataview.clauses.flatten import flatten_rows
from pageful.vault.dataview.clauses.group_by import group_rows
from pageful.vault.dataview.clauses.limit import limit_rows
from pageful.vault.dataview.clauses.rows import Row, RowErrors, failing_text
from pageful.vault.dataview.clauses.sort import sort_rows
from pageful.vault.dataview.clauses.where import filter_rows
from pageful.vault.dataview.context import Context
from pageful.vault.dataview.evaluation import compile_expression
from pageful.vault.dataview.results import DroppedRows
from pageful.vault.dataview.syntax import (
    Expression,
    Flatten,
    GroupBy,
    LateFrom,
    Limit,
    Sort,
    Step,
    Where,
)
from pageful.vault.values.failures import EvaluationError
from pageful.vault.values.values import Value

_OPERATIONS: dict[type, str] = {
    Where: "operation 'where'",
    Sort: "operation 'sort'",
    Limit: "operation 'limit'",
    GroupBy: "operation 'group'",
    Flatten: "operation 'flatten'",
}


@dataclass(frozen=True, slots=True)
class Outcome:
    """The rows that are left, and those that were dropped.

    `groups` are the names of the groupings that made the rows, the innermost first; empty where
    rows are notes.
    """

    rows: Sequence[Row]
    groups: tuple[str, ...] = ()
    dropped: tuple[DroppedRows, ...] = ()


def run_clauses(rows: Sequence[Row], steps: Sequence[Step], context: Context) -> Outcome:
    """Run the clauses over the rows.

    Raises:
        ToolError: A clause fails for every row, or can't be worked off at all.
        OutOfBudget: It takes too much.
    """
    groups: tuple[str, ...] = ()
    dropped: tuple[DroppedRows, ...] = ()
    for step in steps:
        errors = RowErrors(_OPERATIONS.get(type(step), ""), len(rows))
        rows = _apply_step(rows, step, context, errors)
        dropped += errors.check()
        groups = _groups_after(groups, step)
    return Outcome(rows, groups, dropped)


def _apply_step(
    rows: Sequence[Row], step: Step, context: Context, errors: RowErrors
) -> Sequence[Row]:
    match step:
        case Where():
            return filter_rows(rows, step, context, errors)
        case Sort():
            return sort_rows(rows, step, context, errors)
        case Limit():
            return limit_rows(rows, step, context)
        case GroupBy():
            return group_rows(rows, step, context, errors)
        case Flatten():
            return flatten_rows(rows, step, context, errors)
        case LateFrom():
            raise ToolError(
                "FROM stands after another clause, where it can't be worked off.",
                "Put FROM right behind the fields, before WHERE, SORT, GROUP BY, FLATTEN or LIMIT.",
            )


def _groups_after(groups: tuple[str, ...], step: Step) -> tuple[str, ...]:
    """Update the names of the groupings: GROUP BY adds one, FLATTEN of its name removes it."""
    if isinstance(step, GroupBy):
        return (*groups, step.field.name)
    if isinstance(step, Flatten) and groups and groups[-1] == step.field.name:
        return groups[:-1]
    return groups


def extract_values(
    outcome: Outcome, expressions: Sequence[Expression], texts: Sequence[str], context: Context
) -> tuple[list[tuple[Value, list[Value]]], tuple[DroppedRows, ...]]:
    """Evaluate expressions for each row; return the ids and values, and all dropped rows.

    `texts` are the expressions as they are written.

    Raises:
        ToolError: They fail for every row.
        OutOfBudget: It takes too much.
    """
    evaluations = [compile_expression(expression, context) for expression in expressions]
    errors = RowErrors("final data extraction", len(outcome.rows))
    found: list[tuple[Value, list[Value]]] = []
    for row in outcome.rows:
        try:
            found.append((row.id, [evaluate(row.fields) for evaluate in evaluations]))
        except EvaluationError as error:
            errors.add(error, failing_text(row, evaluations, texts))
    return found, outcome.dropped + errors.check()

"""A query's clauses, worked off in the order they are written."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pageful.tool.errors import ToolError
from pageful.vault.dataview.clauses.flatten import flattened
from pageful.vault.dataview.clauses.group_by import grouped
from pageful.vault.dataview.clauses.limit import first
from pageful.vault.dataview.clauses.rows import Losses, Row, failing
from pageful.vault.dataview.clauses.sort import ordered
from pageful.vault.dataview.clauses.where import kept
from pageful.vault.dataview.context import Context
from pageful.vault.dataview.evaluation import compiled
from pageful.vault.dataview.results import Dropped
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
    """The rows that are left, and what was dropped.

    `groups` are the names of the groupings that the rows stand for, the innermost first; empty
    where rows are notes.
    """

    rows: Sequence[Row]
    groups: tuple[str, ...] = ()
    dropped: tuple[Dropped, ...] = ()


def worked_off(rows: Sequence[Row], steps: Sequence[Step], context: Context) -> Outcome:
    """What the clauses make of the rows.

    Raises:
        ToolError: A clause fails for every row, or can't be worked off at all.
        OutOfBudget: It takes too much.
    """
    groups: tuple[str, ...] = ()
    dropped: tuple[Dropped, ...] = ()
    for step in steps:
        losses = Losses(_OPERATIONS.get(type(step), ""), len(rows))
        rows = _after(rows, step, context, losses)
        dropped += losses.check()
        groups = _groups_after(groups, step)
    return Outcome(rows, groups, dropped)


def _after(rows: Sequence[Row], step: Step, context: Context, losses: Losses) -> Sequence[Row]:
    match step:
        case Where():
            return kept(rows, step, context, losses)
        case Sort():
            return ordered(rows, step, context, losses)
        case Limit():
            return first(rows, step, context)
        case GroupBy():
            return grouped(rows, step, context, losses)
        case Flatten():
            return flattened(rows, step, context, losses)
        case LateFrom():
            raise ToolError(
                "FROM stands after another clause, where it can't be worked off.",
                "Put FROM right behind the fields, before WHERE, SORT, GROUP BY, FLATTEN or LIMIT.",
            )


def _groups_after(groups: tuple[str, ...], step: Step) -> tuple[str, ...]:
    """A grouping is undone where its name is flattened."""
    if isinstance(step, GroupBy):
        return (*groups, step.field.name)
    if isinstance(step, Flatten) and groups and groups[-1] == step.field.name:
        return groups[:-1]
    return groups


def extracted(
    outcome: Outcome, expressions: Sequence[Expression], texts: Sequence[str], context: Context
) -> tuple[list[tuple[Value, list[Value]]], tuple[Dropped, ...]]:
    """Each row's id with the values of expressions, and all that was dropped.

    `texts` are the expressions as they are written.

    Raises:
        ToolError: They fail for every row.
        OutOfBudget: It takes too much.
    """
    evaluations = [compiled(expression, context) for expression in expressions]
    losses = Losses("final data extraction", len(outcome.rows))
    found: list[tuple[Value, list[Value]]] = []
    for row in outcome.rows:
        try:
            found.append((row.id, [evaluate(row.fields) for evaluate in evaluations]))
        except EvaluationError as error:
            losses.add(error, failing(row, evaluations, texts))
    return found, outcome.dropped + losses.check()

"""FLATTEN: make one row of each element of a list."""

from __future__ import annotations

from collections.abc import Sequence

from pageful.vault.dataview.clauses.rows import Losses, Row, with_values
from pageful.vault.dataview.context import Context
from pageful.vault.dataview.fields import extended
from pageful.vault.dataview.syntax import Flatten

_WEIGHT = 32
"""What a row counts for, where the budget counts elements."""


def flattened(rows: Sequence[Row], clause: Flatten, context: Context, losses: Losses) -> list[Row]:
    """A row for each element, with the element by the clause's name.

    What is no list is one element, null too; an empty list leaves nothing of its row. The fields
    of the row are shared, not copied.
    """
    name, budget = clause.field.name, context.budget
    made: list[Row] = []
    for row, value in with_values(rows, clause.field.field, clause.field.text, context, losses):
        elements = value if isinstance(value, tuple) else (value,)
        budget.step(len(elements))
        budget.make(_WEIGHT * len(elements))
        made += [Row(row.id, extended(row.fields, name, element)) for element in elements]
    return made

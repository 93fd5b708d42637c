"""FLATTEN: make one row of each element of a list."""

from __future__ import annotations

from collections.abc import Sequence

from pageful.vault.dataview.clauses.rows import Row, RowErrors, rows_with_values
from pageful.vault.dataview.context import Context
from pageful.vault.dataview.fields import extend
from pageful.vault.dataview.syntax import Flatten

_WEIGHT = 32
"""The cost of a row in elements of the budget: about its size beside a list's element."""


def flatten_rows(
    rows: Sequence[Row], clause: Flatten, context: Context, errors: RowErrors
) -> list[Row]:
    """Make a row of each element of a list, with the element as the field the clause names.

    A value that is not a list is one element, null too; an empty list drops its row. The fields
    of the row are shared, not copied.
    """
    name, budget = clause.field.name, context.budget
    made: list[Row] = []
    for row, value in rows_with_values(
        rows, clause.field.field, clause.field.text, context, errors
    ):
        elements = value if isinstance(value, tuple) else (value,)
        budget.step(len(elements))
        budget.allocate(_WEIGHT * len(elements))
        made += [Row(row.id, extend(row.fields, name, element)) for element in elements]
    return made

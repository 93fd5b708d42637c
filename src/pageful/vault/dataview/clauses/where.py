"""WHERE: keep the rows for which a condition holds."""

from __future__ import annotations

from collections.abc import Sequence

from pageful.vault.dataview.clauses.rows import Row, RowErrors, rows_with_values
from pageful.vault.dataview.context import Context
from pageful.vault.dataview.syntax import Where
from pageful.vault.values.truth import is_true


def filter_rows(
    rows: Sequence[Row], clause: Where, context: Context, errors: RowErrors
) -> list[Row]:
    """Keep the rows for which the condition is true."""
    valued = rows_with_values(rows, clause.condition, clause.text, context, errors)
    return [row for row, value in valued if is_true(value)]

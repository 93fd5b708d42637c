"""WHERE: keep the rows for which a condition holds."""

from __future__ import annotations

from collections.abc import Sequence

from pageful.vault.dataview.clauses.rows import Losses, Row, with_values
from pageful.vault.dataview.context import Context
from pageful.vault.dataview.syntax import Where
from pageful.vault.values.truth import is_true


def kept(rows: Sequence[Row], clause: Where, context: Context, losses: Losses) -> list[Row]:
    """The rows for which the condition is true."""
    valued = with_values(rows, clause.condition, clause.text, context, losses)
    return [row for row, value in valued if is_true(value)]

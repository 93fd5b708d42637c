"""GROUP BY: make one row of all rows that have an equal value."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pageful.vault.dataview.clauses.rows import Row, RowErrors, rows_with_values
from pageful.vault.dataview.context import Context
from pageful.vault.dataview.operators import equal
from pageful.vault.dataview.sorting import order_of
from pageful.vault.dataview.syntax import GroupBy
from pageful.vault.values.values import Value

KEY, ROWS = "key", "rows"
"""The fields of a group that hold its value and its rows."""


def group_rows(
    rows: Sequence[Row], clause: GroupBy, context: Context, errors: RowErrors
) -> list[Row]:
    """Make a row for each value, sorted: `key`, `rows`, and the value as the clause names it."""
    valued = list(rows_with_values(rows, clause.field.field, clause.field.text, context, errors))
    keys = [value for _, value in valued]
    order = order_of([keys], [False], context.budget, context.links.normalize)
    return [
        Row(keys[places[0]], _group(clause.field.name, keys[places[0]], places, valued))
        for places in _runs(order, keys, context)
    ]


def _runs(order: list[int], keys: list[Value], context: Context) -> Iterator[list[int]]:
    """Split the sorted row indexes into runs of equal keys."""
    run: list[int] = []
    for place in order:
        if run and not equal(keys[place], keys[run[-1]], context):
            yield run
            run = []
        run.append(place)
    if run:
        yield run


def _group(
    name: str, key: Value, places: list[int], valued: list[tuple[Row, Value]]
) -> dict[str, Value]:
    rows = tuple([valued[place][0].fields for place in places])
    return {KEY: key, ROWS: rows, name: key}

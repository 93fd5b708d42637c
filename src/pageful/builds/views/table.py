"""A table without the columns that have nothing to say."""

from __future__ import annotations

from collections.abc import Sequence

from pageful.page.blocks import Key, Table


def table_without_empty_columns(
    columns: Sequence[str],
    rows: Sequence[Sequence[str]],
    of: str,
    *,
    always: int,
    key: Key | None = None,
) -> Table:
    """Make a table of the first `always` columns, and of others that any row has something for.

    `key` is that of every row.
    """
    used = [n for n in range(len(columns)) if n < always or any(row[n] for row in rows)]
    return Table(
        tuple(columns[n] for n in used),
        tuple(tuple(row[n] for n in used) for row in rows),
        of=of,
        keys=() if key is None else (key,) * len(rows),
    )

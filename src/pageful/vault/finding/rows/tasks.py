"""Rows of tasks: the same text once, with the first and the last place."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pageful.vault.finding.page_lines import (
    PageLine,
    clip,
    more_rows,
    short_title,
    title,
    title_after,
)
from pageful.vault.finding.results import QueryAnswer, Row


def task_rows(found: QueryAnswer, limit: int) -> Iterator[PageLine]:
    """Yield tasks, the same text once."""
    places: dict[tuple[str, str], list[Row]] = {}
    for row in found.rows:
        places.setdefault((row.text, row.state or "other"), []).append(row)
    is_in_one = len({row.path.rpartition("/")[0] for row in found.rows}) == 1
    several = len(found.states) > 1
    for (text, state), rows in list(places.items())[:limit]:
        mark = f"{state}: " if several else ""
        yield PageLine(f"{mark}{clip(text)} ({_places(rows, is_in_one=is_in_one)})", 1)
    yield from more_rows(len(places) - limit, "different task")


def _places(rows: Sequence[Row], *, is_in_one: bool) -> str:
    """Name the first and the last place; their folder is in the head where all are in one."""
    first, last = (short_title if is_in_one else title)(rows[0].path), rows[-1]
    if len(rows) == 1:
        return f"{first}:{last.line}"
    return f"{first} … {title_after(last.path, rows[0].path)}:{last.line}, {len(rows)} times"

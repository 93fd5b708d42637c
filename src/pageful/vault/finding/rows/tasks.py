"""Rows of tasks: the same text once, with the first and the last place."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from pageful.vault.finding.page_lines import PageLine, clip, further, titles
from pageful.vault.finding.results import Found, Row


def task_rows(found: Found, limit: int) -> Iterator[PageLine]:
    """Yield tasks, the same text once."""
    named = titles(found.rows)
    places: dict[tuple[str, str], list[Row]] = {}
    for row in found.rows:
        places.setdefault((row.text, row.state or "other"), []).append(row)
    several = len(found.states) > 1
    for (text, state), rows in list(places.items())[:limit]:
        mark = f"{state}: " if several else ""
        yield PageLine(f"{mark}{clip(text)} ({_places(rows, named)})", 1)
    yield from further(len(places) - limit, "different task")


def _places(rows: Sequence[Row], titles: Mapping[str, str]) -> str:
    last = f"{titles[rows[-1].path]}:{rows[-1].line}"
    if len(rows) == 1:
        return last
    return f"{titles[rows[0].path]} … {last}, {len(rows)} times"

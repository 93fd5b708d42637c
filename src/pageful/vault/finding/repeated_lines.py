"""Lines that many notes have: each is one row of a page, with the number of its places."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from pageful.vault.finding.results import LIMITS, QueryAnswer, Row

_MANY_NOTES = 5
"""Notes; a line of more of them is one row with their number."""


def repeated_lines(rows: Sequence[Row]) -> Mapping[str, int]:
    """Return the lines that many notes have, with their numbers, the most frequent first."""
    notes: dict[str, set[str]] = {}
    for row in rows:
        notes.setdefault(row.text.strip(), set()).add(row.path)
    counts = Counter(row.text.strip() for row in rows)
    often = [text for text, paths in notes.items() if len(paths) > _MANY_NOTES]
    return {text: counts[text] for text in sorted(often, key=lambda text: -counts[text])}


def rows_cut(found: QueryAnswer, limit: int | None) -> int:
    """Return how many rows an answer has, if that is more than a page may show of it; else 0."""
    if found.form == "count":
        return 0
    rows = len(found.rows or found.places)
    if found.form == "lines":
        repeated = repeated_lines(found.rows)
        rows += len(repeated) - sum(repeated.values())
    return rows if rows > (limit or LIMITS[found.form]) else 0

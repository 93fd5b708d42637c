"""Charts of figures that are text: points on two logarithmic axes."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

Points = Sequence[tuple[float, float]]

_ROWS_A_DECADE = 4
_COLUMNS = 61


def log_log(series: Mapping[str, Points], across: str, up: str) -> str:
    """Each series by the first letter of its name; `*` where several meet."""
    values = [point for points in series.values() for point in points]
    left, right = (math.log10(end(x for x, _ in values)) for end in (min, max))
    low, high = math.floor(_least(values)), math.ceil(_most(values))
    rows = [[" "] * _COLUMNS for _ in range((high - low) * _ROWS_A_DECADE + 1)]
    for name, points in series.items():
        for x, y in points:
            column = round((math.log10(x) - left) / ((right - left) or 1) * (_COLUMNS - 1))
            row = round((math.log10(y) - low) * _ROWS_A_DECADE)
            rows[row][column] = "*" if rows[row][column] not in (" ", name[0]) else name[0]
    lines = [f"{_label(low, row):>8} ┤{''.join(cells).rstrip()}" for row, cells in enumerate(rows)]
    start, end = f"{10**left:,.0f}", f"{10**right:,.0f}"
    scale = f"{start}{across:^{_COLUMNS - len(start) - len(end)}}{end}"
    names = ", ".join(f"{name[0]}: {name}" for name in series)
    foot = [f"{'':8} └{'─' * _COLUMNS}", f"{'':10}{scale}"]
    return "\n".join([f"{up} ({names})", *reversed(lines), *foot])


def _least(values: Points) -> float:
    return math.log10(min(y for _, y in values))


def _most(values: Points) -> float:
    return math.log10(max(y for _, y in values))


def _label(low: int, row: int) -> str:
    return f"{10 ** (low + row // _ROWS_A_DECADE):,g}" if row % _ROWS_A_DECADE == 0 else ""

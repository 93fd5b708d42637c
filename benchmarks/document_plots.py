"""Draws the tables of the documents as SVG: `document_plots.py`, in `docs`.

Tokens beside peers, quality of code search beside a peer's, and growth of an index, each of the
table that a benchmark wrote there, so that a plot says nothing else than its table.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path

DOCS = Path(__file__).resolve().parent.parent / "docs"

_WIDTH, _LEFT, _RIGHT, _TOP = 760, 190, 70, 54
_COLOURS = (("#1f8a5b", "#4fc48f"), ("#2f6fc4", "#7fb0f5"), ("#c0672c", "#eba06a"))
"""Of each series, on light and on dark."""

_STYLE = """
text { font: 13px system-ui, "Segoe UI", "DejaVu Sans", sans-serif; fill: #1c1d20; }
.soft { fill: #6b6e76; font-size: 12px; } .title { font-size: 15px; font-weight: 600; }
.back { fill: #fff; } .grid { stroke: #e6e6e2; } path { fill: none; stroke-width: 2; }
@media (prefers-color-scheme: dark) {
  text { fill: #e7e8ea; } .soft { fill: #989ca6; }
  .back { fill: #1b1d21; } .grid { stroke: #2d3036; }
}
"""


@dataclass(frozen=True, slots=True)
class Bars:
    """Bars in groups: of each label a value for each series, absent where there is none."""

    title: str
    series: Sequence[str]
    rows: Sequence[tuple[str, Sequence[float | None]]]
    write_value: Callable[[float], str]

    def write(self) -> str:
        """Write the SVG."""
        most = max(value for _, values in self.rows for value in values if value is not None)
        high = 15 * len(self.series) + 12
        parts, wide = [], _WIDTH - _LEFT - _RIGHT
        for number, (label, values) in enumerate(self.rows):
            top = _TOP + 22 + number * high
            middle = top + (high - 12) / 2 + 4
            parts.append(f'<text x="{_LEFT - 12}" y="{middle:g}" text-anchor="end">{label}</text>')
            for at, value in enumerate(values):
                if value is None:
                    continue
                y, width = top + at * 15, wide * value / most
                parts.append(
                    f'<rect class="f{at}" x="{_LEFT}" y="{y}" width="{width:.1f}" height="11"'
                    f' rx="2"/><text class="soft" x="{_LEFT + width + 6:.1f}" y="{y + 10}">'
                    f"{self.write_value(value)}</text>"
                )
        height = _TOP + 34 + high * len(self.rows)
        return _document(self.title, height, self.series, parts)


@dataclass(frozen=True, slots=True)
class Lines:
    """Lines over sizes, both axes logarithmic."""

    title: str
    across: str
    series: Mapping[str, Sequence[tuple[float, float]]]

    def write(self) -> str:
        """Write the SVG."""
        points = [point for line in self.series.values() for point in line]
        left, right = (math.log10(end(x for x, _ in points)) for end in (min, max))
        low = math.floor(math.log10(min(y for _, y in points)))
        top = math.ceil(math.log10(max(y for _, y in points)))
        height, wide = 440, _WIDTH - 130 - _RIGHT
        parts = []

        def place(x: float, y: float) -> tuple[float, float]:
            share = (math.log10(x) - left) / (right - left)
            return 90 + share * wide, 390 - (math.log10(y) - low) / (top - low) * 310

        for power in range(low, top + 1):
            _, y = place(10**left, 10.0**power)
            parts.append(f'<line class="grid" x1="90" x2="{90 + wide}" y1="{y:.1f}" y2="{y:.1f}"/>')
            parts.append(
                f'<text class="soft" x="82" y="{y + 4:.1f}" text-anchor="end">{10**power:,g}</text>'
            )
        for x in sorted({x for x, _ in points}):
            at, _ = place(x, 10.0**low)
            parts.append(
                f'<text class="soft" x="{at:.1f}" y="408" text-anchor="middle">{x:,g}</text>'
            )
        parts.append(
            f'<text class="soft" x="{90 + wide / 2:g}" y="428" text-anchor="middle">'
            f"{self.across}</text>"
        )
        for number, line in enumerate(self.series.values()):
            path = " L".join(f"{x:.1f},{y:.1f}" for x, y in (place(*point) for point in line))
            parts.append(f'<path class="l{number}" d="M{path}"/>')
        return _document(self.title, height, list(self.series), parts)


def _document(title: str, height: float, series: Sequence[str], parts: Sequence[str]) -> str:
    light = "".join(f".f{n} {{fill:{c}}} .l{n} {{stroke:{c}}} " for n, (c, _) in _numbered())
    dark = "".join(f".f{n} {{fill:{c}}} .l{n} {{stroke:{c}}} " for n, (_, c) in _numbered())
    legend, x = [], 20.0
    for number, name in enumerate(series):
        legend.append(f'<rect class="f{number}" x="{x:g}" y="40" width="11" height="11" rx="2"/>')
        legend.append(f'<text class="soft" x="{x + 17:g}" y="50">{escape(name)}</text>')
        x += 40 + 6.6 * len(name)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {height:g}" role="img">'
        f"<title>{escape(title)}</title><style>{_STYLE}{light}\n"
        f"@media (prefers-color-scheme: dark) {{ {dark} }}</style>"
        f'<rect class="back" width="{_WIDTH}" height="{height:g}" rx="8"/>'
        f'<text class="title" x="20" y="26">{escape(title)}</text>{"".join(legend)}'
        f"{''.join(parts)}</svg>\n"
    )


def _numbered() -> Iterator[tuple[int, tuple[str, str]]]:
    return enumerate(_COLOURS)


def read_table(text: str, first_column: str, after: str = "") -> list[dict[str, str]]:
    """Read the first table with a column of that name, below a line that begins with `after`.

    Raises:
        ValueError: there is none.
    """
    lines = text[text.index(f"\n{after}") :].splitlines() if after else text.splitlines()
    for number, line in enumerate(lines):
        names = _cells(line)
        if names and names[0] == first_column and lines[number + 1].startswith("| ---"):
            rows: list[dict[str, str]] = []
            for row in lines[number + 2 :]:
                if not row.startswith("|"):
                    return rows
                rows.append(dict(zip(names, _cells(row), strict=True)))
            return rows
    raise ValueError(f"there is no table that begins with {first_column!r}")


def _cells(line: str) -> list[str]:
    return [cell.strip() for cell in line.strip("|").split("|")] if line.startswith("|") else []


def _number(cell: str) -> float | None:
    """Read the number that a cell begins with, after a mark if there is one."""
    # > ✗ 385
    # > .840 (.787–.888)
    # > 1,408
    match = re.match(r"(?:✗ )?(?P<number>\d[\d,]*(?:\.\d+)?|\.\d+)", cell)
    return float(match["number"].replace(",", "")) if match else None


def plots() -> Mapping[str, str]:
    """Return the SVG of each plot by the name of its file."""
    measured = (DOCS / "measurements.md").read_text(encoding="utf-8")
    peers = (DOCS / "peers.md").read_text(encoding="utf-8")
    columns = ("compile errors", "failing tests", "as it is")
    builds = [
        (row["peer"], [_number(row[name]) for name in columns])
        for row in read_table(peers, "peer", "### Builds: the tests' project")
    ]
    quality = [
        ("semble's questions" if "semble" in row[""] else "subjects of commits",
         [_number(row[name]) for name in ("pageful", "words and structure alone", "semble")])
        for row in read_table(measured, "", "### Repositories that nobody tuned to")
    ]  # fmt: skip
    growth = read_table(measured, "files", "## Growth of an index")
    timed = {"indexing, s": "index, s", "search p50, ms": "search p50, ms",
             "look for changes, ms": "look for changes, ms"}  # fmt: skip
    return {
        "peer-tokens.svg": Bars(
            "Tokens of what an agent gets of one project",
            columns,
            [(peer, values) for peer, values in builds if any(values)],
            lambda value: f"{value:,.0f}",
        ).write(),
        "quality.svg": Bars(
            "Search quality on repositories that nobody tuned to, NDCG@10",
            ("pageful", "words and structure alone", "semble"),
            quality,
            lambda value: f"{value:.3f}".lstrip("0"),
        ).write(),
        "growth.svg": Lines(
            "Growth of an index", "files", {
                name: [(_number(row["files"]) or 1, _number(row[column]) or 1) for row in growth]
                for name, column in timed.items()
            },
        ).write(),
    }  # fmt: skip


def main() -> None:
    """Write all plots beside the documents."""
    for name, svg in plots().items():
        (DOCS / name).write_text(svg, encoding="utf-8")


if __name__ == "__main__":
    main()

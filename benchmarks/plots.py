"""Plots of figures as SVG: one file, light and dark, that needs nothing else."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from html import escape

_WIDTH, _HEIGHT = 760, 420
_LEFT, _RIGHT, _TOP, _BOTTOM = 62, 36, 66, 58
_COLOURS = (
    ("#1f8a5b", "#4fc48f"),
    ("#2f6fc4", "#7fb0f5"),
    ("#c0672c", "#eba06a"),
    ("#80848e", "#a2a7b2"),
)
"""Of each series, on light and on dark."""

_STYLE = """\
text { font: 13px system-ui, "Segoe UI", "DejaVu Sans", sans-serif; fill: #1c1d20; }
.soft { fill: #6b6e76; font-size: 12px; } .title { font-size: 15px; font-weight: 600; }
.back { fill: #fff; } .grid { stroke: #e6e6e2; } .even { stroke: #6b6e76; stroke-dasharray: 5 4; }
circle { fill-opacity: .72; }
"""
_DARK_STYLE = """\
text { fill: #e7e8ea; } .soft { fill: #989ca6; } .back { fill: #1b1d21; }
.grid { stroke: #2d3036; } .even { stroke: #989ca6; }
"""


@dataclass(frozen=True, slots=True)
class Point:
    """A point: a size, a share in percent, and what it is."""

    size: float
    share: float
    name: str


@dataclass(frozen=True, slots=True)
class Plot:
    """Shares in percent over sizes on a logarithmic axis, with a line at 100."""

    title: str
    across: str
    even: str
    series: Mapping[str, Sequence[Point]]

    def write(self) -> str:
        """Write the SVG."""
        light = "".join(f".s{n} {{ fill: {c}; }}\n" for n, (c, _) in enumerate(_COLOURS))
        dark = "".join(f".s{n} {{ fill: {c}; }}\n" for n, (_, c) in enumerate(_COLOURS))
        parts = [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {_HEIGHT}" role="img">',
            f"<title>{escape(self.title)}</title>",
            f"<style>\n{_STYLE}{light}@media (prefers-color-scheme: dark) {{",
            f"{_DARK_STYLE}{dark}}}\n</style>",
            f'<rect class="back" width="{_WIDTH}" height="{_HEIGHT}" rx="8"/>',
            f'<text class="title" x="{_LEFT}" y="26">{escape(self.title)}</text>',
            *self._legend(),
            *self._grid(),
            *self._points(),
            "</svg>",
        ]  # fmt: skip
        return "\n".join(parts) + "\n"

    @property
    def _decades(self) -> tuple[int, int]:
        sizes = [math.log10(point.size) for points in self.series.values() for point in points]
        return math.floor(min(sizes)), math.ceil(max(sizes))

    @property
    def _most(self) -> int:
        shares = [point.share for points in self.series.values() for point in points]
        return max(120, math.ceil(max(shares) / 20) * 20)

    def _x(self, size: float) -> float:
        first, last = self._decades
        part = (math.log10(size) - first) / (last - first)
        return _LEFT + part * (_WIDTH - _LEFT - _RIGHT)

    def _y(self, share: float) -> float:
        return _TOP + (1 - share / self._most) * (_HEIGHT - _TOP - _BOTTOM)

    def _legend(self) -> Iterator[str]:
        x = _LEFT
        for n, (name, points) in enumerate(self.series.items()):
            label = f"{name} ({len(points)})"
            yield f'<circle class="s{n}" cx="{x + 5}" cy="44" r="5"/>'
            yield f'<text class="soft" x="{x + 15}" y="48">{escape(label)}</text>'
            x += 34 + round(6.6 * len(label))

    def _grid(self) -> Iterator[str]:
        low, right = _HEIGHT - _BOTTOM, _WIDTH - _RIGHT
        for share in range(0, self._most + 1, 20):
            y, kind = self._y(share), "even" if share == 100 else "grid"
            yield f'<line class="{kind}" x1="{_LEFT}" x2="{right}" y1="{y:.1f}" y2="{y:.1f}"/>'
            label = f'<text class="soft" x="{_LEFT - 8}" y="{y + 4:.1f}" text-anchor="end">'
            yield f"{label}{share} %</text>"
        yield (
            f'<text class="soft" x="{right}" y="{self._y(100) - 6:.1f}" text-anchor="end">'
            f"{escape(self.even)}</text>"
        )
        first, last = self._decades
        for decade in range(first, last + 1):
            x = self._x(10**decade)
            yield f'<line class="grid" x1="{x:.1f}" x2="{x:.1f}" y1="{_TOP}" y2="{low}"/>'
            yield (
                f'<text class="soft" x="{x:.1f}" y="{low + 18}" text-anchor="middle">'
                f"{10**decade:,}</text>"
            )
        middle = (_LEFT + right) / 2
        yield (
            f'<text class="soft" x="{middle}" y="{low + 42}" text-anchor="middle">'
            f"{escape(self.across)}</text>"
        )

    def _points(self) -> Iterator[str]:
        for n, points in enumerate(self.series.values()):
            for point in points:
                yield (
                    f'<circle class="s{n}" cx="{self._x(point.size):.1f}" '
                    f'cy="{self._y(point.share):.1f}" r="5">'
                    f"<title>{escape(point.name)}</title></circle>"
                )

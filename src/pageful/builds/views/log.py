"""The page of a build's log: its lines behind their numbers."""

from __future__ import annotations

from collections.abc import Iterator

from pageful.builds.drilldown.log_excerpt import LogPage, Passage
from pageful.page.blocks import Block, Code, Line
from pageful.page.presentation import Detail
from pageful.text.excerpts import shorten
from pageful.text.single_line import name
from pageful.text.units import count, extent, page_label

_LONGEST_PATTERN = 200
"""Characters of a pattern in the first line, which has numbers beside it."""

_BETWEEN = "…"
_ENDS = str.maketrans({"\r": "␍", "\n": "␊"})


def log_page(page: LogPage, _detail: Detail, _tool: str) -> Iterator[Block]:
    """Make the page of a log from its end on, or of the lines around matches, marked with `>`."""
    what = _extent(page) if page.pattern is None else _matches(page, page.pattern)
    yield Line(f"Log of build {page.build} — {what}")
    lines = f"\n{_BETWEEN}\n".join("\n".join(_number_lines(each)) for each in page.passages)
    if lines:
        yield Code(lines)


def _extent(page: LogPage) -> str:
    if not page.lines:
        return "empty"
    shown = sum(len(passage.lines) for passage in page.passages)
    first = min((passage.first for passage in page.passages), default=1)
    if shown == page.lines:
        return count(page.lines, "line")
    return f"lines {extent(first, shown, page.lines)}{page_label(page.page, page.pages)}"


def _matches(page: LogPage, pattern: str) -> str:
    words = shorten(name(pattern), _LONGEST_PATTERN, "…")
    if not page.matches:
        return f"none of {count(page.lines, 'line')} matches {words}"
    shown = sum(len(passage.matches) for passage in page.passages)
    here = "" if shown == page.matches else f"; {shown} of them here"
    verb = "matches" if page.matches == 1 else "match"
    matching = f"{page.matches} of {count(page.lines, 'line')} {verb} {words}"
    return f"{matching}{here}{page_label(page.page, page.pages)}"


def _number_lines(passage: Passage) -> Iterator[str]:
    matches = frozenset(passage.matches)
    for number, line in enumerate(passage.lines, passage.first):
        text = f" {line.translate(_ENDS)}" if line else ""
        yield f"{'>' * (number in matches)}{number}:{text}"

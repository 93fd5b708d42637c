"""The page of a window of lines: numbered, below their headings."""

from __future__ import annotations

from collections.abc import Iterator

from pageful.page.blocks import Block, Code, Hatch, Heading, Line, Note
from pageful.page.presentation import Detail
from pageful.text.single_line import join_lines, name
from pageful.text.units import extent
from pageful.vault.results.reading import FileView

_FEW = 20
"""The most further occurrences of a text that a page names. Chosen by hand."""

_ENDS = str.maketrans({"\r": "␍", "\n": "␊"})


def file_view_page(view: FileView, detail: Detail) -> Iterator[Block]:
    """Yield a part of a file; `>` marks the requested line."""
    also = view.also if detail == "detailed" else view.also[:_FEW]
    yield Heading(name(view.path), 1)
    yield Line(_place(view))
    if view.content:
        lines = range(view.first_line, view.last_line + 1)
        yield Code("\n".join(_numbered_lines(view)), keys=tuple(lines))
    if also:
        yield Line(_further(also, len(view.also)))
    if view.notes:
        yield Note("\n".join(view.notes))
    if len(also) < len(view.also):
        yield Hatch(("also",))


def _place(view: FileView) -> str:
    if not view.lines:
        return "Empty"
    noun = "Line" if view.first_line == view.last_line else "Lines"
    shown = view.last_line - view.first_line + 1
    under = f", under: {' › '.join(map(join_lines, view.headings))}" if view.headings else ""
    return f"{noun} {extent(view.first_line, shown, view.lines)}{under}"


def _numbered_lines(view: FileView) -> Iterator[str]:
    """Yield the lines behind their numbers, which have no separators, as calls take them."""
    for number, line in enumerate(view.content, view.first_line):
        text = line.removesuffix("\r").translate(_ENDS)
        yield f"{'>' * (number == view.centre)}{number}:{f' {text}' if text else ''}"


def _further(also: tuple[int, ...], total: int) -> str:
    noun = "line" if total == 1 else "lines"
    more = f" and {total - len(also):,} more" if len(also) < total else ""
    return f"Also on {noun} {', '.join(map(str, also))}{more}"

"""The outline of Markdown: sections by their headings, and in them paragraphs and whole fences."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from pageful.code.chunking.block import Block, Definition
from pageful.lazy import patterns
from pageful.lazy.dataclasses import dataclass

# > ## Installing ##
_ATX = patterns.compile(r" {0,3}(#{1,6})(?:[ \t]+(.*?))?(?:[ \t]+#+)?[ \t\r]*$")
# > ------
_SETEXT = patterns.compile(r" {0,3}(=+|-+)[ \t\r]*$")
# > ```python
# > ~~~
_FENCE = patterns.compile(r" {0,3}(`{3,}(?=[^`]*$)|~{3,})")
# > - an item, which no underline makes a heading
_NOT_PARAGRAPH = patterns.compile(r" {0,3}(?:[>|#]|[-*+][ \t]|\d+[.)][ \t]|(?:\t| {4}))")


@dataclass(frozen=True, slots=True)
class _Heading:
    row: int
    level: int
    title: str


def outline(lines: Sequence[str]) -> tuple[Block, list[Definition]]:
    """Return the block of the whole text, and a wrapper for every section."""
    open_rows = _prose(lines)
    headings = [*_headings(lines, open_rows)]
    ends = [_section_end(headings, index, len(lines)) for index in range(len(headings))]
    sections = [
        Definition(heading.row, heading.row, end, heading.title, (), wrapper=True)
        for heading, end in zip(headings, ends, strict=True)
    ]
    rows = [heading.row for heading in headings]
    levels = [heading.level for heading in headings]
    tree = _Tree(lines, open_rows, rows, levels)
    return tree.root(), [section for section in sections if section.label]


def _prose(lines: Sequence[str]) -> list[bool]:
    """Tell of each row whether it is outside of front matter and fences."""
    prose = [True] * len(lines)
    row = _front_matter(lines)
    prose[:row] = [False] * row
    fence = ""
    for at in range(row, len(lines)):
        line = lines[at]
        if fence:
            prose[at] = False
            if _closes(line, fence):
                fence = ""
        elif ("`" in line or "~" in line) and (opened := _FENCE.match(line)):
            prose[at] = False
            fence = opened[1]
    return prose


def _front_matter(lines: Sequence[str]) -> int:
    """Count the rows of the front matter."""
    if not lines or lines[0].rstrip() not in {"---", "+++"}:
        return 0
    mark = lines[0].rstrip()
    return next((at + 1 for at in range(1, len(lines)) if lines[at].rstrip() == mark), 0)


def _closes(line: str, fence: str) -> bool:
    bare = line.strip()
    return len(bare) >= len(fence) and not bare.strip(fence[0]) and not line.startswith("    ")


def _headings(lines: Sequence[str], prose: Sequence[bool]) -> Iterator[_Heading]:
    for row, line in enumerate(lines):
        if not prose[row]:
            continue
        mark = line.lstrip(" ")[:1]
        if mark == "#" and (found := _ATX.match(line)):
            yield _Heading(row, len(found[1]), (found[2] or "").strip())
        elif mark in {"=", "-"} and row and _underlines(lines, prose, row):
            yield _Heading(row - 1, 1 if mark == "=" else 2, lines[row - 1].strip())


def _underlines(lines: Sequence[str], prose: Sequence[bool], row: int) -> bool:
    above = lines[row - 1]
    if not (prose[row - 1] and above.strip() and _SETEXT.match(lines[row])):
        return False
    return not (_NOT_PARAGRAPH.match(above) or _SETEXT.match(above))


def _section_end(headings: Sequence[_Heading], index: int, end: int) -> int:
    level = headings[index].level
    below = (at for at in range(index + 1, len(headings)) if headings[at].level <= level)
    return next((headings[at].row for at in below), end)


class _Tree:
    """Sections nested by the levels of their headings, at most as deep as there are levels."""

    def __init__(
        self,
        lines: Sequence[str],
        prose: Sequence[bool],
        rows: Sequence[int],
        levels: Sequence[int],
    ) -> None:
        self._lines = lines
        self._prose = prose
        self._rows = rows
        self._levels = levels

    def root(self) -> Block:
        return self._section(0, 0, len(self._rows), len(self._lines), 1)

    def _section(self, first: int, index: int, stop: int, end: int, level: int) -> Block:
        """Make the section of rows from `first`, the headings from `index` to `stop` below it."""
        if index == stop:
            return Block(first, end, (), self._paragraphs(first, end))
        heads = [at for at in range(index, stop) if self._levels[at] <= level]
        if not heads:
            return self._section(first, index, stop, end, level + 1)
        parts: list[Block] = []
        if self._rows[heads[0]] > first:
            parts.append(self._section(first, index, heads[0], self._rows[heads[0]], level + 1))
        for at, below in zip(heads, [*heads[1:], stop], strict=True):
            bottom = self._rows[below] if below < stop else end
            parts.append(self._section(self._rows[at], at + 1, below, bottom, level + 1))
        return Block(first, end, (), tuple(parts)) if len(parts) > 1 else parts[0]

    def _paragraphs(self, first: int, end: int) -> tuple[Block, ...]:
        lines, prose = self._lines, self._prose
        heads = [first]
        heads += [
            row
            for row in range(first + 1, end)
            if lines[row].strip() and not lines[row - 1].strip() and (prose[row] or prose[row - 1])
        ]
        heads += [end]
        if len(heads) == 2:
            return ()
        return tuple(Block(a, b) for a, b in pairwise(heads))

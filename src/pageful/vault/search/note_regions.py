"""Parts of a file that a query is applied to: the whole, a line, a block, a section or a task."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterator, Mapping
from functools import cached_property
from itertools import accumulate, pairwise

from pageful.lazy import patterns
from pageful.lazy.dataclasses import dataclass
from pageful.text.folding import fold_offsets
from pageful.vault.parsing.parsed_note import Note
from pageful.vault.search.operators import RegionKind, Target
from pageful.vault.search.search_tables import SearchTables
from pageful.vault.snapshot.snapshot import VaultFile, VaultSnapshot

# > > - [x] ask Jonas
_TASK_MARK = patterns.compile(r"[ \t>]*(?:[-*+]|\d+[.)])[ \t]+\[[^\]\n]*\][ \t]*")
_NO_NOTE = Note(lines=0)


class Source:
    """A file whose parts are looked at, read when it is needed."""

    def __init__(self, file: VaultFile, snapshot: VaultSnapshot, tables: SearchTables) -> None:
        self.file = file
        self.note = snapshot.notes.get(file.path, _NO_NOTE)
        self._snapshot = snapshot
        self._tables = tables

    @property
    def is_searched(self) -> bool:
        """Return whether words are looked for in the file: it is a note or a canvas."""
        return self.file.kind in ("note", "canvas")

    def name_for(self, target: Target, *, exact: bool) -> str:
        """Return the name or path that a target names, as `SearchTables.names_for` does."""
        return self._tables.names_for(target, exact=exact)[self.file.path]

    @cached_property
    def exact(self) -> str:
        """The text as it is; empty where it has none."""
        return self._snapshot.text(self.file.path) if self._is_read else ""

    @cached_property
    def folded(self) -> str:
        """The folded text; it has the same lines."""
        return self._tables.folded_text(self.file.path) if self._is_read else ""

    @cached_property
    def exact_lines(self) -> list[str]:
        """The lines of the text."""
        return self.exact.split("\n")

    @cached_property
    def folded_lines(self) -> list[str]:
        """The lines of the folded text."""
        return self.folded.split("\n")

    @cached_property
    def starts(self) -> list[int]:
        """The offset of each line in the text."""
        return _starts(self.exact_lines)

    @cached_property
    def folded_starts(self) -> list[int]:
        """The offset of each line in the folded text."""
        return _starts(self.folded_lines)

    @property
    def whole(self) -> Region:
        """All of the file."""
        return Region(self, 1, self.folded.count("\n") + 1, is_whole=True)

    @cached_property
    def section_spans(self) -> list[tuple[int, int]]:
        """First and last lines of the texts from a heading to the next, and before the first."""
        starts = [heading.line for heading in self.note.headings]
        if self.has_preface:
            starts.insert(0, 1)
        ends = [start - 1 for start in starts[1:]]
        return [*zip(starts, [*ends, self.folded.count("\n") + 1], strict=True)]

    @property
    def has_preface(self) -> bool:
        """Return whether there is text before the first heading."""
        return not self.note.headings or self.note.headings[0].line > 1

    @cached_property
    def trees(self) -> list[int]:
        """The last line of each heading's subtree: before the next of its level or above it."""
        return _ends_of_trees(self.note, self.folded.count("\n") + 1)

    @property
    def _is_read(self) -> bool:
        return self.file.path in self._snapshot.notes


@dataclass(eq=False)
class Region:
    """Lines `first` to `last` of a file, both included; a task is without its mark.

    A section is that of the `heading` with this place among the note's, -1 before the first.
    """

    source: Source
    first: int
    last: int
    heading: int | None = None
    is_whole: bool = False
    is_task: bool = False

    @property
    def below(self) -> int:
        """The last line below the section's heading, its subsections included."""
        if self.heading is None or self.heading < 0:
            return self.last
        return self.source.trees[self.heading]

    @cached_property
    def folded(self) -> str:
        """The region's folded text."""
        if self.is_whole:
            return self.source.folded
        return self._without_mark(_slice(self.source.folded_lines, self.first, self.last))

    @cached_property
    def exact(self) -> str:
        """The region's text as it is."""
        if self.is_whole:
            return self.source.exact
        return self._without_mark(_slice(self.source.exact_lines, self.first, self.last))

    def locate(self, start: int, end: int, *, exact: bool) -> tuple[int, int, int]:
        """Return the line of a range of the region's text, and the range in that line.

        A range over several lines is cut to its part in the first.
        """
        lines = self.source.exact_lines if exact else self.source.folded_lines
        starts = self.source.starts if exact else self.source.folded_starts
        offset = starts[self.first - 1] + self._mark_length(lines[self.first - 1])
        line = bisect_right(starts, offset + start)
        column = offset + start - starts[line - 1]
        ended = min(column + end - start, len(lines[line - 1]))
        return (line, column, ended) if exact else self._unfold(line, column, ended)

    def _unfold(self, line: int, start: int, end: int) -> tuple[int, int, int]:
        """Return the range of a line that a range of the folded line comes from."""
        text = self.source.exact_lines[line - 1]
        if text.isascii():
            return line, start, end
        begins = fold_offsets(text)
        last = bisect_right(begins, max(start, end - 1)) - 1
        return line, bisect_right(begins, start) - 1, min(last + 1, len(text))

    def _without_mark(self, text: str) -> str:
        return text[self._mark_length(text) :]

    def _mark_length(self, text: str) -> int:
        mark = _TASK_MARK.match(text) if self.is_task else None
        return mark.end() if mark else 0


def regions(kind: RegionKind, within: Region, anchor: str = "") -> Iterator[Region]:
    """Yield the lines, headings, blocks, sections or tasks of a region, in their order.

    With an `anchor`, a folded text without ends of lines, only regions of a file that contain it.
    """
    if not within.is_whole:
        return _inner(kind, within)
    if kind == "line":
        return _lines(within, anchor)
    return _anchored_regions(kind, within.source, anchor) if anchor else _all(kind, within.source)


def _all(kind: RegionKind, source: Source) -> Iterator[Region]:
    return (_region(kind, source, span, at) for at, span in enumerate(spans_of(kind, source)))


def _anchored_regions(kind: RegionKind, source: Source, anchor: str) -> Iterator[Region]:
    spans = spans_of(kind, source)
    firsts = [first for first, _ in spans]
    done = -1
    for number in _lines_with(anchor, source.folded):
        at = bisect_right(firsts, number) - 1
        if at > done and number <= spans[at][1]:
            done = at
            yield _region(kind, source, spans[at], at)


def _lines(within: Region, anchor: str) -> Iterator[Region]:
    source = within.source
    numbers = _lines_with(anchor, source.folded) if anchor else range(1, within.last + 1)
    return (Region(source, number, number) for number in numbers)


def _lines_with(anchor: str, text: str) -> Iterator[int]:
    """Yield the numbers of the lines that contain a text."""
    number, start, at = 1, 0, text.find(anchor)
    while at >= 0:
        number += text.count("\n", start, at)
        yield number
        start = text.find("\n", at)
        at = text.find(anchor, start) if start >= 0 else -1


def _inner(kind: RegionKind, within: Region) -> Iterator[Region]:
    """Yield the regions within one; the sections within a section are those below its heading."""
    source = within.source
    if kind == "line":
        for number in range(within.first, within.last + 1):
            yield Region(source, number, number)
        return
    for at, span in enumerate(spans_of(kind, source)):
        part = _region(kind, source, span, at)
        inside = _is_below if kind == "section" else _is_inside
        if inside(part, within):
            yield part


def _is_inside(part: Region, within: Region) -> bool:
    return within.first <= part.first and part.last <= within.last


def _is_below(section: Region, within: Region) -> bool:
    return section.heading != within.heading and within.first <= section.first <= within.below


def _region(kind: RegionKind, source: Source, span: tuple[int, int], at: int) -> Region:
    if kind == "section":
        return Region(source, *span, heading=at - source.has_preface)
    return Region(source, *span, is_task=kind in _STATUSES)


def spans_of(kind: RegionKind, source: Source) -> list[tuple[int, int]]:
    """Return the first and last lines of the regions of a kind other than `line`, in order."""
    if kind in _STATUSES:
        return _tasks(_STATUSES[kind], source)
    return _SPANS[kind](source)


def _tasks(is_wanted: Callable[[str], bool], source: Source) -> list[tuple[int, int]]:
    return [
        (item.line, item.end_line)
        for item in source.note.items
        if item.status is not None and is_wanted(item.status)
    ]


def _blocks(source: Source) -> list[tuple[int, int]]:
    """Return the first and last lines of blocks; each item of a list is one."""
    if source.file.kind == "canvas":
        return _paragraphs(source.folded_lines)
    own = [(part.line, part.end_line) for part in source.note.sections if part.kind != "list"]
    return sorted(own + [(item.line, item.end_line) for item in source.note.items])


def _paragraphs(lines: list[str]) -> list[tuple[int, int]]:
    """Return the first and last lines of the paragraphs between empty lines."""
    empty = [0, *(at for at, line in enumerate(lines, 1) if not line.strip()), len(lines) + 1]
    return [(one + 1, two - 1) for one, two in pairwise(empty) if two - one > 1]


def _ends_of_trees(note: Note, end: int) -> list[int]:
    """Return for each heading the last line before the next of its level or above it."""
    ends = [end] * len(note.headings)
    opened: list[int] = []
    for number, heading in enumerate(note.headings):
        while opened and note.headings[opened[-1]].level >= heading.level:
            ends[opened.pop()] = heading.line - 1
        opened.append(number)
    return ends


def _slice(lines: list[str], first: int, last: int) -> str:
    return "\n".join(lines[first - 1 : last])


def _starts(lines: list[str]) -> list[int]:
    return list(accumulate((len(line) + 1 for line in lines[:-1]), initial=0))


_STATUSES: Mapping[RegionKind, Callable[[str], bool]] = {
    "task": lambda _: True,
    "task-todo": lambda status: status == " ",
    "task-done": lambda status: status != " ",
}
"""Tests of the character between a task's brackets, by the kind of regions of such tasks."""

_SPANS: Mapping[RegionKind, Callable[[Source], list[tuple[int, int]]]] = {
    "block": _blocks,
    "section": lambda source: source.section_spans,
    "heading": lambda source: [(each.line, each.line) for each in source.note.headings],
}

"""Parts of a recorded log: its end and what comes before, or the lines around matches.

However large the log is, no more than a page of it is kept in memory.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import TYPE_CHECKING

from pageful.builds.drilldown.paging import PartRequest, no_such_page, paginate
from pageful.lazy.dataclasses import dataclass
from pageful.page.pagination import fill_pages
from pageful.text.elision import elision
from pageful.text.printable import strip_ansi

if TYPE_CHECKING:
    from pageful.builds.drilldown.patterns import Pattern
    from pageful.builds.records.build_record import BuildRecord

CONTEXT = 2
"""Lines shown before and after a match, enough for the goal and the place around it."""

_LONGEST = 2000
"""Characters of a line that are shown: of a class path the start, of a message all."""

_BEFORE_MATCH = 200
"""Characters that are shown before a match in a longer line."""

_NUMBER = 10
"""Characters that a line's number takes on a page."""

_BLOCKS_A_PAGE = 8
"""Blocks that a page is filled with: on average a page is left empty by half of one."""


@dataclass(frozen=True, slots=True)
class Passage:
    """Neighbouring lines of a log, the first of them with its number (from 1).

    `matches` are the numbers of the lines that match the pattern.
    """

    first: int
    lines: tuple[str, ...]
    matches: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class LogPage:
    """A part of a build's log: all of it from the end on, or the lines around matches.

    `matches` and `lines` count those of the whole log. Without a pattern, page 1 is the log's end.
    """

    build: str
    passages: tuple[Passage, ...]
    lines: int
    page: int
    pages: int
    pattern: str | None = None
    matches: int = 0


def read_log(record: BuildRecord, request: PartRequest) -> LogPage:
    """Read the end of a build's log and what comes before it, or the lines around matches.

    Raises:
        ToolError: there is no such page; the search for the pattern takes too long.
    """
    room, pattern = request.room_beside(), request.pattern
    if pattern is None:
        return end_of_log(record.id, record.log, request.page, room)
    return matches_in_log(record.id, record.log(), pattern, request.page, room)


def end_of_log(build: str, log: Callable[[], Iterable[bytes]], page: int, room: int) -> LogPage:
    """Return a page of the log from its end on: page 2 has what comes before page 1, and so on.

    `log` gives its lines, each time from the first. Pages are made of whole blocks of lines.

    Raises:
        ToolError: there is no such page.
    """
    blocks = list(_blocks(log(), room // _BLOCKS_A_PAGE))
    pages = fill_pages((block.size for block in reversed(blocks)), room)
    if not 1 <= page <= len(pages):
        raise no_such_page(page, len(pages))
    start, end = (len(blocks) - n for n in reversed(pages[page - 1]))
    shown = blocks[start:end]
    total = sum(block.lines for block in blocks)
    if not shown:
        return LogPage(build, (), total, page, len(pages))
    before = sum(block.lines for block in blocks[:start])
    raw = islice(log(), before, before + sum(block.lines for block in shown))
    lines = tuple(clip_line(text_of(line)) for line in raw)
    return LogPage(build, (Passage(before + 1, lines),), total, page, len(pages))


@dataclass(frozen=True, slots=True)
class _Block:
    """Some lines in a row and the room that they take together."""

    lines: int
    size: int


def _blocks(log: Iterable[bytes], most: int) -> Iterator[_Block]:
    lines = size = 0
    for raw in log:
        needed = _NUMBER + min(len(raw) if raw.isascii() else len(text_of(raw)), _LONGEST)
        if lines and size + needed > most:
            yield _Block(lines, size)
            lines = size = 0
        lines += 1
        size += needed
    if lines:
        yield _Block(lines, size)


def matches_in_log(
    build: str, log: Iterable[bytes], pattern: Pattern, page: int, room: int
) -> LogPage:
    """Return the lines that match with the lines around them; contexts that touch are joined.

    Raises:
        ToolError: there is no such page, or the search takes too long.
    """
    search = _Search(pattern)
    shown, _, _, page, pages = paginate(_passages(search.lines(log), room), _size, room, page)
    return LogPage(build, shown, search.total, page, pages, pattern.source, search.matches)


@dataclass(frozen=True, slots=True)
class _Line:
    number: int
    text: str
    is_match: bool = False


class _Search:
    """A search for lines worth showing, which counts all lines as they go by."""

    def __init__(self, pattern: Pattern) -> None:
        self._find = pattern.find
        self.total = 0
        self.matches = 0

    def lines(self, log: Iterable[bytes]) -> Iterator[_Line]:
        before: deque[tuple[int, str]] = deque(maxlen=CONTEXT)
        after = 0
        for raw in log:
            self.total += 1
            text = text_of(raw)
            start = self._find(text)
            if start is not None:
                self.matches += 1
                yield from (_Line(number, clip_line(line)) for number, line in before)
                yield _Line(self.total, clip_line(text, start), is_match=True)
                before.clear()
                after = CONTEXT
            elif after:
                yield _Line(self.total, clip_line(text))
                after -= 1
            else:
                before.append((self.total, text))


def _passages(lines: Iterable[_Line], room: int) -> Iterator[Passage]:
    """Join neighbouring lines as far as they have room on one page."""
    passage: list[_Line] = []
    used = 0
    for line in lines:
        needed = len(line.text) + _NUMBER
        if passage and (line.number != passage[-1].number + 1 or used + needed > room):
            yield _passage(passage)
            passage, used = [], 0
        passage.append(line)
        used += needed
    if passage:
        yield _passage(passage)


def _passage(lines: list[_Line]) -> Passage:
    return Passage(
        lines[0].number,
        tuple(line.text for line in lines),
        tuple(line.number for line in lines if line.is_match),
    )


def _size(passage: Passage) -> int:
    return sum(len(line) + _NUMBER for line in passage.lines)


def text_of(raw: bytes) -> str:
    """Return a line of the log as text, without colours."""
    return strip_ansi(raw.decode("utf-8", "replace"))


def clip_line(line: str, start: int = 0) -> str:
    """Clip a very long line to the characters around `start`, and note how many are left out."""
    if len(line) <= _LONGEST:
        return line
    begin = max(0, min(start - _BEFORE_MATCH, len(line) - _LONGEST))
    left = len(line) - begin - _LONGEST
    head = f"{elision(begin, 'more character')} … " if begin else ""
    tail = f" {elision(left, 'more character')}" if left else ""
    return f"{head}{line[begin : begin + _LONGEST]}{tail}"

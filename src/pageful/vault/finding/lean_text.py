"""The text of notes without what says nothing: blank lines, comments, query blocks, empty items."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from pageful.lazy.dataclasses import replace
from pageful.vault.finding.results import TextRow
from pageful.vault.finding.visible_text import VisibleSnapshot
from pageful.vault.parsing.note import parse_code_blocks
from pageful.vault.parsing.parsed_note import Note
from pageful.vault.snapshot.snapshot import VaultSnapshot

# > - [ ]
_EMPTY_ITEM = re.compile(r"[\s>]*(?:[-*+]|\d{1,9}[.)])(?:\s+\[[^\]]\])?\s*\Z")
# > > >
_EMPTY_QUOTE = re.compile(r"\s*>[\s>]*\Z")
# > > [!note]-
_UNTITLED_CALLOUT = re.compile(r"[\s>]*>\s*\[![^\]]*\][+-]?\s*\Z")
# > season:
_EMPTY_PROPERTY = re.compile(r"""[^\s#"'\-][^:]*:\s*(?:""|''|\[\s*\])?\s*\Z""")
# > <p align="center"><img src="logo.png" width="200"></p>
# > [![Build](https://img.example/build.svg)](https://ci.example) [![Downloads][shield]][page]
_MARKUP = re.compile(
    r"(?:[\s>]|</?[A-Za-z][\w-]*(?:\s[^<>]*)?/?>"
    r"|\[!\[[^\]]*\](?:\([^)]*\)|\[[^\]]*\])\](?:\([^)]*\)|\[[^\]]*\]))+\Z"
)
"""Lines of nothing but HTML tags and badges."""
# > | flour   | 500 g
_PADDING = re.compile(r"(?<=\S)[ \t]{2,}")

_NOTHING = (_EMPTY_ITEM, _EMPTY_QUOTE, _UNTITLED_CALLOUT)


class LeanTexts:
    """The texts of one snapshot's notes, row by row; `exact` leaves nothing out.

    Without `markup`, lines of nothing but HTML tags and badges are left out too.
    """

    def __init__(
        self, snapshot: VaultSnapshot, *, exact: bool = False, markup: bool = True
    ) -> None:
        self._snapshot = snapshot
        self._visible = VisibleSnapshot(snapshot, comments=False)
        self._exact = exact
        self._nothing = (*_NOTHING, *([] if markup else [_MARKUP]))

    def rows(self, path: str, first: int = 1, last: int | None = None) -> tuple[TextRow, ...]:
        """Return the rows of a note from one line to another, both included."""
        lines = _lines(self._snapshot.text(path))
        last = len(lines) if last is None else min(last, len(lines))
        if self._exact or not path.endswith(".md"):
            return tuple(TextRow(number, lines[number - 1]) for number in range(first, last + 1))
        note = self._snapshot.notes[path]
        visible = _lines(self._visible.text(path))
        rows = _lean_rows(
            note, self._snapshot.text(path), visible, range(first, last + 1), self._nothing
        )
        return tuple(
            replace(row, is_cut=visible[row.line - 1].rstrip() != lines[row.line - 1].rstrip())
            for row in rows
        )


def _lean_rows(
    note: Note,
    text: str,
    lines: Sequence[str],
    shown: range,
    nothing: Sequence[re.Pattern[str]],
) -> Iterator[TextRow]:
    """Yield the lines of a range that say something; a heading only with something below it."""
    code = {
        number
        for block in parse_code_blocks(note, text)
        for number in range(block.line, block.end_line + 1)
    }
    rules = {section.line for section in note.sections if section.kind == "rule"}
    empty = rules | set(_empty_properties(note, lines))
    kept = [
        number
        for number in shown
        if number <= len(lines)
        and lines[number - 1].strip()
        and (number in code or not any(each.match(lines[number - 1]) for each in nothing))
        and number not in empty
    ]
    bare = set(_bare_headings(note, kept))
    for number in kept:
        if number not in bare:
            line = lines[number - 1].rstrip()
            is_row = line.lstrip(" \t>").startswith("|") and number not in code
            yield TextRow(number, _PADDING.sub(" ", line) if is_row else line)


def _empty_properties(note: Note, lines: Sequence[str]) -> Iterator[int]:
    """Yield the lines of the frontmatter's fences, and of properties without a value."""
    end = note.body_line - 1
    if end < 2:
        return
    yield from (1, end)
    for number in range(2, end):
        below = lines[number] if number + 1 < end else ""
        goes_on = below.startswith((" ", "\t", "-")) or not below.strip()
        is_last = number + 1 == end
        if _EMPTY_PROPERTY.match(lines[number - 1]) and (is_last or not goes_on):
            yield number


def _bare_headings(note: Note, kept: Sequence[int]) -> Iterator[int]:
    """Yield the lines of headings with nothing left below but other such headings."""
    headings = {heading.line: heading.level for heading in note.headings}
    open_level = 0
    for number in reversed(kept):
        level = headings.get(number)
        if level is None:
            open_level = 7
        elif open_level > level:
            open_level = level
        else:
            yield number


def _lines(text: str) -> list[str]:
    """Return the lines of a text without their ends."""
    ended = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    return ended.removesuffix("\n").split("\n") if ended else []

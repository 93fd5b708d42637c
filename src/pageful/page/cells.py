r"""Texts written in one line so that they can be read back: `\n` for a newline, `\|` in a cell."""

from __future__ import annotations

import re
from collections.abc import Sequence

from pageful.lazy import patterns
from pageful.text.printable import make_printable

# > C:\temp
# > "a\u2028b"
_SPECIAL = patterns.compile(
    r"[\\\x00-\x1f\x7f-\x9f\ud800-\udfff\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff"
    r"\ufff9-\ufffb\U000e0001\U000e0020-\U000e007f]"
)
# > a | b
_SPECIAL_IN_CELL = patterns.compile(rf"\||{_SPECIAL.pattern}")
# > "\u200d"
_JOINER = patterns.compile(r"[\u061c\u200c-\u200f]")
# > first\nsecond \| third \u0007
_ESCAPE = patterns.compile(r"\\(u[0-9a-f]{4}|U[0-9a-f]{8}|.)", re.DOTALL)
# > |a \| b
_CELL = patterns.compile(r"\|([^\\|]*(?:\\.[^\\|]*)*)")
# What is no short escape and no joiner; the character between joined cells stays.
# > "a\u2028b"
_UNSEEN = patterns.compile(
    r"[\x00-\x1e\x7f-\x9f\ud800-\udfff\u200b\u2028-\u202e\u2060-\u206f\ufeff"
    r"\ufff9-\ufffb\U000e0001\U000e0020-\U000e007f]"
)
_BETWEEN = "\x1f"
"""A character between cells that are joined; none has it once it is escaped."""
_ASIDE = "\x1e"
"""A character in place of an escaped backslash, so that what follows is no escape."""
_SHORT = {"\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t", "|": "\\|"}
_PLAIN = {"n": "\n", "r": "\r", "t": "\t", "|": "|"}


def escape_line(text: str) -> str:
    """Write a text in one line: newlines, backslashes and unseen characters as escapes."""
    if text.isprintable() and "\\" not in text:
        return text
    return _escape(_SPECIAL, text) if _SPECIAL.search(text) else text


def escape_cell(text: str) -> str:
    r"""Write a text as a cell of a table: like a line, and `\|` for a pipe."""
    if is_bare(text):
        return text
    return _escape(_SPECIAL_IN_CELL, text) if _SPECIAL_IN_CELL.search(text) else text


def escape_cells(texts: Sequence[str]) -> Sequence[str]:
    """Write many texts as cells: all of them at once wherever they are joined safely."""
    if is_bare(" ".join(texts)):
        return texts
    joined = _BETWEEN.join(texts)
    if joined.count(_BETWEEN) >= len(texts) or _JOINER.search(joined):
        return [escape_cell(text) for text in texts]
    for character, escape in _SHORT.items():
        joined = joined.replace(character, escape)
    return _UNSEEN.sub(lambda match: code_point(match[0]), joined).split(_BETWEEN)


def is_bare(text: str) -> bool:
    """Tell quickly of most texts that nothing in them needs an escape."""
    return text.isprintable() and "|" not in text and "\\" not in text


def unescape(text: str) -> str:
    """Read a line or a cell that was escaped."""
    return _ESCAPE.sub(_character, text) if "\\" in text else text


def unescape_cells(cells: Sequence[str]) -> list[str]:
    """Read many cells: all of them at once where they have no other escapes than the short ones."""
    joined = _BETWEEN.join(cells)
    if "\\" not in joined:
        return list(cells)
    if joined.count(_BETWEEN) < len(cells) and _ASIDE not in joined:
        joined = joined.replace("\\\\", _ASIDE)
        for letter, character in _PLAIN.items():
            joined = joined.replace(f"\\{letter}", character)
        if "\\" not in joined:
            return joined.replace(_ASIDE, "\\").split(_BETWEEN)
    return [unescape(cell) for cell in cells]


def join_row(cells: Sequence[str]) -> str:
    """Write a row of cells that are escaped."""
    return f"|{'|'.join(cells)}|"


def join_rows(columns: Sequence[Sequence[str]]) -> list[str]:
    """Write the rows of a table whose cells are escaped."""
    return [f"|{row}|" for row in map("|".join, zip(*columns, strict=True))]


def split_row(row: str) -> list[str]:
    """Read the cells of a row, escaped as they are."""
    return _CELL.findall(row[:-1]) if "\\" in row else row[1:-1].split("|")


def split_rows(rows: Sequence[str], columns: int) -> list[Sequence[str]]:
    """Read the columns of a table, their cells escaped as they are.

    Raises:
        ValueError: a row has another number of cells.
    """
    joined = "\n".join(rows)
    if "\\|" not in joined:
        # Between the cells of two rows is nothing but the end of a line.
        cells = joined.split("|")
        step = columns + 1
        if cells[::step] == ["", *["\n"] * (len(rows) - 1), ""]:
            return [cells[n::step] for n in range(1, step)]
    return list(zip(*map(split_row, rows), strict=True))


def delimiter_row(columns: int) -> str:
    """Write the row below a header, as short as Markdown allows."""
    return "|" + "-|" * columns


def _escape(pattern: re.Pattern[str], text: str) -> str:
    def escape(match: re.Match[str]) -> str:
        character = match[0]
        if character in _SHORT:
            return _SHORT[character]
        return character if _JOINER.match(character) else code_point(character)

    escaped = pattern.sub(escape, text)
    if _JOINER.search(escaped) and make_printable(escaped) != escaped:
        return _JOINER.sub(lambda match: code_point(match[0]), escaped)
    return escaped


def code_point(character: str) -> str:
    r"""Write the escape of a character: `\u200b`."""
    code = ord(character)
    return f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"


def _character(match: re.Match[str]) -> str:
    escape = match[1]
    if len(escape) > 1:
        return chr(int(escape[1:], 16))
    return _PLAIN.get(escape, escape)

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
_SHORT = {"\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t", "|": "\\|"}
_PLAIN = {"n": "\n", "r": "\r", "t": "\t"}


def escape_line(text: str) -> str:
    """Write a text in one line: newlines, backslashes and unseen characters as escapes."""
    return _escape(_SPECIAL, text) if _SPECIAL.search(text) else text


def escape_cell(text: str) -> str:
    r"""Write a text as a cell of a table: like a line, and `\|` for a pipe."""
    return _escape(_SPECIAL_IN_CELL, text) if _SPECIAL_IN_CELL.search(text) else text


def escape_cells(texts: Sequence[str]) -> Sequence[str]:
    """Write many texts as cells: one look at all of them where nothing has to be escaped."""
    if _SPECIAL_IN_CELL.search(" ".join(texts)):
        return [escape_cell(text) for text in texts]
    return texts


def unescape(text: str) -> str:
    """Read a line or a cell that was escaped."""
    return _ESCAPE.sub(_character, text) if "\\" in text else text


def join_row(cells: Sequence[str]) -> str:
    """Write a row of cells that are escaped."""
    return f"|{'|'.join(cells)}|"


def split_row(row: str) -> list[str]:
    """Read the cells of a row, escaped as they are."""
    return _CELL.findall(row[:-1]) if "\\" in row else row[1:-1].split("|")


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

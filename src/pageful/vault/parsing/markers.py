"""Beginnings of lines: the marks of items, headings and footnotes, spaces and tabs."""

from __future__ import annotations

import re

CODE_INDENT = 4
"""Spaces from which on a line is code, as CommonMark has it."""

# >     indented
_SPACES = re.compile(r" *+")
# > - [ ] ask Jonas
MARKER = re.compile(r"(?:[-*+]|[0-9]{1,9}[.)])(?= |$)")
# > [^1]: from the mill
FOOTNOTE = re.compile(r"\[\^[^\]\s]++\]: *+")
# > ## Baking
_HEADING = re.compile(r"(#{1,6})(?:[ \t]++|$)")
# > =======
UNDERLINE = re.compile(r"(=++|-++)[ \t]*+$")
# > :---:
_DELIMITER = re.compile(r"[ \t]*+:?-++:?[ \t]*+\Z")
# > - 12. text
_PREFIX = re.compile(r"[ \t>*+-]*+(?:[0-9]{1,9}[.)](?=[ \t])[ \t>*+-]*+){0,1000}")


def after_spaces(line: str, at: int) -> int:
    """Return the offset of the next character that is no space, or the end of the line."""
    return at if not line.startswith(" ", at) else _SPACES.match(line, at).end()  # type: ignore[union-attr]


def heading_at(line: str, at: int, end: int) -> tuple[int, str] | None:
    """Return the level and the text of the heading that begins at `at`, `None` if none does."""
    found = _HEADING.match(line, at)
    if not found:
        return None
    text = line[found.end() : end]
    open_text = text.rstrip("#")
    if not open_text or open_text[-1] in " \t":
        text = open_text
    return len(found[1]), text.strip()


def is_delimiter_row(row: str) -> bool:
    """Return whether a line is the delimiter row below a table's head: `| --- | :-: |`."""
    cells = row.strip(" \t").removeprefix("|").removesuffix("|").split("|")
    return all(map(_DELIMITER.match, cells))


def is_weak(marker: re.Match[str], end: int) -> bool:
    """Tell if the item can't interrupt a paragraph: it is empty, or begins at another number."""
    return marker.end() >= end or (len(marker[0]) > 1 and marker[0][:-1] != "1")


def expand_leading_tabs(line: str) -> str:
    """Write spaces for the tabs before a line's text, to stops of four columns."""
    prefix = _PREFIX.match(line).end()  # type: ignore[union-attr]
    return line[:prefix].expandtabs(4) + line[prefix:]

"""The text of a page as HTML: its tables, fences and lines, every character of them escaped."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import escape
from itertools import zip_longest

from pageful.page.cells import split_row

# > ```
_FENCE = re.compile(r"(`{3,})\w*")
# > |-|-|
_DELIMITER = re.compile(r"\|(?::?-+:?\|)+")
# > user.login:
# > html_url = https://git.example/{login}
_FACT = re.compile(r"( *)([^\s:=|][^:=|]{0,80}?)(:| =)( .*|$)")
# > "author": {
_MEMBER = re.compile(r'("(?:[^"\\]|\\.)*")(\s*:)')


def render_page(text: str) -> str:
    """Render a page as a person would see its Markdown."""
    return "\n".join(_blocks(text.split("\n")))


def colour_keys(text: str) -> str:
    """Write JSON, or any text, with the keys of its objects marked."""
    pieces, end = [], 0
    for match in _MEMBER.finditer(text):
        pieces += [escape(text[end : match.start()]), f"<b>{escape(match[1])}</b>", match[2]]
        end = match.end()
    return "".join([*pieces, escape(text[end:])])


def _blocks(lines: list[str]) -> Iterator[str]:
    at, plain = 0, list[str]()
    while at < len(lines):
        stop, block = _table(lines, at) or _fence(lines, at) or (at, "")
        if not block:
            plain.append(lines[at])
            at += 1
            continue
        yield from _lines(plain)
        plain = []
        yield block
        at = stop
    yield from _lines(plain)


def _table(lines: list[str], at: int) -> tuple[int, str] | None:
    """Render the table that begins at a line; `None` where none does."""
    if not (lines[at].startswith("|") and at + 1 < len(lines)):
        return None
    columns = len(split_row(lines[at]))
    if not _DELIMITER.fullmatch(lines[at + 1]) or lines[at + 1].count("|") != columns + 1:
        return None
    stop = at + 2
    while stop < len(lines) and lines[stop].startswith("|"):
        stop += 1
    rows = [_cells(line) for line in lines[at + 2 : stop]]
    marks = [' class="n"' if all(map(_is_number, each)) else "" for each in _turn(rows)]
    head = _row(_cells(lines[at]), marks, "th")
    body = "".join(_row(each, marks, "td") for each in rows)
    return stop, f"<div class=table><table><thead>{head}</thead><tbody>{body}</tbody></table></div>"


def _cells(line: str) -> list[str]:
    return [each.strip() for each in split_row(line.rstrip())]


def _turn(rows: list[list[str]]) -> Iterator[tuple[str, ...]]:
    return zip_longest(*rows, fillvalue="")


def _row(cells: list[str], marks: list[str], tag: str) -> str:
    pairs = zip_longest(cells, marks, fillvalue="")
    written = (f"<{tag}{mark}>{escape(cell)}</{tag}>" for cell, mark in pairs)
    return f"<tr>{''.join(written)}</tr>"


# > -12.5
_NUMBER = re.compile(r"-?[0-9][0-9,]*(?:\.[0-9]+)?%?")


def _is_number(cell: str) -> bool:
    return not cell or cell == "null" or _NUMBER.fullmatch(cell) is not None


def _fence(lines: list[str], at: int) -> tuple[int, str] | None:
    opening = _FENCE.fullmatch(lines[at])
    if opening is None:
        return None
    for stop in range(at + 1, len(lines)):
        if lines[stop] == opening[1]:
            return stop + 1, f"<pre>{escape(chr(10).join(lines[at + 1 : stop]))}</pre>"
    return None


def _lines(lines: list[str]) -> Iterator[str]:
    text = "\n".join(map(_line, lines)).strip("\n")
    if text:
        yield f'<div class="lines">{text}</div>'


def _line(line: str) -> str:
    fact = _FACT.fullmatch(line)
    if fact is None:
        return escape(line)
    indent, name, mark, rest = fact.groups()
    return f"{indent}<b>{escape(name)}</b>{mark}{escape(rest)}"

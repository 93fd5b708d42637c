"""Values as cells and back: plain words are strings, `5` is a number, and `"5"` is a string."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from pageful.anything.json_text import NUMBER, read_json, read_number, write_json
from pageful.page.cells import code_point, escape_cell, escape_cells, unescape
from pageful.shapes.values import MISSING, ExactNumber, Json

_NUMBER = NUMBER.pattern
# > 2020
# > "quoted"
_NOT_PLAIN = re.compile(rf"(?:[\s\"{{\[]|(?:{_NUMBER}|true|false|null)?\Z)|.*\s\Z", re.DOTALL)
# > "\u000a12\u000a"
_SOME_NOT_PLAIN = re.compile(rf"\n(?:[^\S\n]|[\"{{\[]|(?:{_NUMBER}|true|false|null)?(?=\n))")
# > "a\u3000\n"
_ENDS_IN_SPACE = re.compile(r"[^\S\n]\n")
# > "\u000a12\u000a-3\u000a"
_INTEGERS = re.compile(r"\n(?:(?:-?[1-9][0-9]{0,17}|0)\n)+")
# > "\u000a1.5\u000a-3.25\u000a"
_SHORT_FLOATS = re.compile(r"\n(?:-?(?:0|[1-9][0-9]{0,8})\.[0-9]{1,6}\n)+")
# > "a | b"
_UNSAFE_IN_JSON = re.compile(
    r"[|\x7f-\x9f\ud800-\udfff\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff"
    r"\ufff9-\ufffb\U000e0001\U000e0020-\U000e007f]"
)
_WORDS: dict[str, Json] = {"null": None, "true": True, "false": False, "": MISSING}
_JSON_STARTS = frozenset('"{[')
_TEXT_TYPES = {str, type(None), type(MISSING)}
_NEWLINE = "\n"
TEXT = ":text"
"""Mark in the header of a column whose cells are strings, whatever they look like."""


def write_value(value: Json) -> str:
    """Write one value as a cell: a string as it is where it could be nothing else."""
    return _WRITERS.get(type(value), quote)(value)


def write_in_line(value: Json) -> str:
    """Write one value as the end of a line: like a cell, where pipes need no escape."""
    cell = write_value(value)
    return cell.replace("\\|", "|") if cell[:1] not in _JSON_STARTS else cell


def _write_string(value: str) -> str:
    cell = escape_cell(value)
    return quote(value) if _NOT_PLAIN.match(cell) else cell


def read_value(cell: str) -> Json:
    """Read a cell.

    Raises:
        UnreadableJsonError: it begins like JSON and is none.
    """
    if cell in _WORDS:
        return _WORDS[cell]
    if cell[0] in _JSON_STARTS:
        return read_json(cell)
    if cell[0] in "-0123456789" and NUMBER.fullmatch(cell):
        return read_number(cell)
    return unescape(cell)


def write_column(values: Sequence[Json], types: set[type]) -> tuple[str, Sequence[str]]:
    """Write the values of a column as cells.

    Returns:
        What the header says of their type, and the cells.
    """
    if types == {str}:
        cells = escape_cells(values)
        if _are_plain(cells):
            return "", cells
    (first, *more) = types
    cells = list(map(write_value if more else _WRITERS.get(first, quote), values))
    if types <= _TEXT_TYPES and f"\n{_NEWLINE.join(cells)}".count('\n"') * 2 > len(TEXT):
        as_text = list(map(_write_text, values))
        if sum(map(len, as_text)) + len(TEXT) < sum(map(len, cells)):
            return TEXT, as_text
    return "", cells


def read_column(cells: Sequence[str]) -> list[Json]:
    """Read the cells of a column."""
    joined = f"\n{_NEWLINE.join(cells)}\n"
    if not _SOME_NOT_PLAIN.search(joined):
        return list(map(unescape, cells)) if "\\" in joined else list(cells)
    if _INTEGERS.fullmatch(joined):
        return list(map(int, cells))
    if _SHORT_FLOATS.fullmatch(joined):
        return list(map(float, cells))
    if "[" in joined or "{" in joined:
        return list(map(read_value, cells))
    known = {cell: read_value(cell) for cell in set(cells)}
    return [known[cell] for cell in cells]


def _are_plain(cells: Sequence[str]) -> bool:
    """Tell whether all cells are read back as the strings that they are."""
    joined = f"\n{_NEWLINE.join(cells)}\n"
    if _SOME_NOT_PLAIN.search(joined) or " \n" in joined:
        return False
    return joined.isascii() or not _ENDS_IN_SPACE.search(joined)


def read_text_column(cells: Sequence[str]) -> list[Json]:
    """Read a column of nothing but strings and null."""
    return [_read_text(cell) for cell in cells]


def _write_text(value: Json) -> str:
    """Write a string, null or a missing value where numbers need no quotes."""
    if type(value) is not str:
        return "" if value is MISSING else "null"
    if not value or value == "null" or value[0] == '"' or value[0].isspace() or value[-1].isspace():
        return quote(value)
    return escape_cell(value)


def _read_text(cell: str) -> Json:
    if not cell:
        return MISSING
    if cell == "null":
        return None
    return read_json(cell) if cell[0] == '"' else unescape(cell)


def quote(value: Json) -> str:
    """Write JSON that no cell ends and that has nothing unseen in it."""
    return _UNSAFE_IN_JSON.sub(_escape_in_json, write_json(value))


def _escape_in_json(match: re.Match[str]) -> str:
    code = ord(match[0])
    if code < 0x10000:
        return code_point(match[0])
    high, low = divmod(code - 0x10000, 0x400)
    return f"\\u{0xD800 + high:04x}\\u{0xDC00 + low:04x}"


_WRITERS: dict[type, Callable[[Json], str]] = {
    str: _write_string,
    int: str,
    float: float.__repr__,
    bool: lambda value: "true" if value else "false",
    type(None): lambda _: "null",
    type(MISSING): lambda _: "",
    ExactNumber: lambda value: value.text,
}
"""Writers of values by their type; lists and objects are written as JSON."""

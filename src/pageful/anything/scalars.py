"""Values as cells and back: plain words are strings, `5` is a number, and `"5"` is a string."""

from __future__ import annotations

import re
from collections.abc import Sequence

from pageful.anything.json_text import NUMBER, read_json, read_number, write_json
from pageful.page.cells import code_point, escape_cell, escape_cells, unescape
from pageful.shapes.values import MISSING, ExactNumber, Json

_NUMBER = NUMBER.pattern
# > 2020-01-01
# > "quoted"
_NOT_PLAIN = re.compile(rf"^(?:[\s\"{{\[]|(?:{_NUMBER}|true|false|null)?$)|[^\S\n]$", re.MULTILINE)
# > 12
# > -3
_INTEGERS = re.compile(r"(?:-?(?:0|[1-9][0-9]{0,17})\n)+")
# > "a | b"
_UNSAFE_IN_JSON = re.compile(
    r"[|\x7f-\x9f\ud800-\udfff\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff"
    r"\ufff9-\ufffb\U000e0001\U000e0020-\U000e007f]"
)
_WORDS: dict[str, Json] = {"null": None, "true": True, "false": False, "": MISSING}
_SAID = {None: "null", True: "true", False: "false"}


def write_value(value: Json) -> str:
    """Write one value as a cell: a string as it is where it could be nothing else."""
    if type(value) is str:
        cell = escape_cell(value)
        return quote(value) if _NOT_PLAIN.search(cell) else cell
    return _write_other(value)


def read_value(cell: str) -> Json:
    """Read a cell.

    Raises:
        UnreadableJsonError: it begins like JSON and is none.
    """
    if cell in _WORDS:
        return _WORDS[cell]
    if cell[0] in '"{[':
        return read_json(cell)
    if cell[0] in "-0123456789" and NUMBER.fullmatch(cell):
        return read_number(cell)
    return unescape(cell)


def write_column(values: Sequence[Json], types: set[type]) -> Sequence[str]:
    """Write the values of a column as cells."""
    if types == {str}:
        cells = escape_cells(values)
        return list(map(write_value, values)) if _NOT_PLAIN.search("\n".join(cells)) else cells
    if types == {int}:
        return list(map(str, values))
    return list(map(write_value, values))


def read_column(cells: Sequence[str]) -> list[Json]:
    """Read the cells of a column."""
    joined = "\n".join(cells)
    if not _NOT_PLAIN.search(joined):
        return list(map(unescape, cells)) if "\\" in joined else list(cells)
    if _INTEGERS.fullmatch(f"{joined}\n"):
        return list(map(int, cells))
    return list(map(read_value, cells))


def write_text_column(values: Sequence[Json]) -> list[str]:
    """Write a column of nothing but strings and null: numbers in it need no quotes."""
    return [_write_text(value) for value in values]


def read_text_column(cells: Sequence[str]) -> list[Json]:
    """Read a column of nothing but strings and null."""
    return [_read_text(cell) for cell in cells]


def _write_text(value: Json) -> str:
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


def _write_other(value: Json) -> str:
    if value is None or value is True or value is False:
        return _SAID[value]
    if value is MISSING:
        return ""
    if isinstance(value, ExactNumber):
        return value.text
    return quote(value)


def quote(value: Json) -> str:
    """Write JSON that no cell ends and that has nothing unseen in it."""
    return _UNSAFE_IN_JSON.sub(_escape_in_json, write_json(value))


def _escape_in_json(match: re.Match[str]) -> str:
    code = ord(match[0])
    if code < 0x10000:
        return code_point(match[0])
    high, low = divmod(code - 0x10000, 0x400)
    return f"\\u{0xD800 + high:04x}\\u{0xDC00 + low:04x}"

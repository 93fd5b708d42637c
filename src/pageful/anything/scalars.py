"""Values as cells and back: plain words are strings, `5` is a number, and `"5"` is a string."""

from __future__ import annotations

import re
import string
from collections.abc import Callable, Mapping, Sequence
from math import isfinite

from pageful.anything.json_text import NUMBER, read_json, read_number, write_json
from pageful.page.cells import (
    code_point,
    escape_cell,
    escape_cells,
    is_bare,
    unescape,
    unescape_cells,
)
from pageful.shapes.values import MISSING, ExactNumber, Json

_NUMBER = NUMBER.pattern
# > 2020
# > "quoted"
_NOT_PLAIN = re.compile(rf"(?:[\s\"{{\[]|(?:{_NUMBER}|true|false|null)?\Z)|.*\s\Z", re.DOTALL)
# > "\u000a12\u000a"
_SOME_NUMBER = re.compile(rf"\n{_NUMBER}(?=\n)")
# > 1.5
# > -3.25
_SHORT_FLOATS = re.compile(
    r"-?(?:0|[1-9][0-9]{0,7})\.[0-9]{1,6}(?:\n-?(?:0|[1-9][0-9]{0,7})\.[0-9]{1,6})*"
)
# > "a | b"
_UNSAFE_IN_JSON = re.compile(
    r"[|\x7f-\x9f\ud800-\udfff\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff"
    r"\ufff9-\ufffb\U000e0001\U000e0020-\U000e007f]"
)
_WORDS: dict[str, Json] = {"null": None, "true": True, "false": False, "": MISSING}
_JSON_STARTS = frozenset('"{[')
_NUMBER_STARTS = frozenset("-0123456789")
_DIGITS = frozenset("0123456789")
_NO_TEXT = frozenset(("true", "false", "null"))
_MAYBE_NO_TEXT = frozenset((*_JSON_STARTS, *_NUMBER_STARTS, "t", "f", "n", ""))
"""First characters of cells that may be something else than the text that they are."""
_PLAIN_STARTS = frozenset(string.ascii_letters) - _MAYBE_NO_TEXT
_IN_TEXT_COLUMNS = frozenset(('"', "n", ""))
"""First characters of such cells in a column of strings and null alone."""
_LONGEST_INT = 18
"""Digits up to which an integer is read by Python alone."""
_TEXT_TYPES = {str, type(None), type(MISSING)}
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
    if value[:1] in _PLAIN_STARTS and is_bare(value) and value[-1] != " ":
        return value
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
    if cell[0] in "123456789" and len(cell) <= _LONGEST_INT and cell.isdigit() and cell.isascii():
        return int(cell)
    if cell[0] in "-0123456789" and NUMBER.fullmatch(cell):
        return read_number(cell)
    return unescape(cell)


def write_column(values: Sequence[Json], types: set[type]) -> tuple[str, Sequence[str]]:
    """Write the values of a column as cells.

    Returns:
        What the header says of their type, and the cells.
    """
    if types <= _TEXT_TYPES and str in types:
        return _write_texts(values, is_all_text=types == {str})
    (first, *more) = types
    if type(MISSING) in types:
        return "", [
            "" if value is MISSING else _WRITERS.get(type(value), quote)(value) for value in values
        ]
    if more:
        return "", [_WRITERS.get(type(value), quote)(value) for value in values]
    return "", list(map(_WRITERS.get(first, quote), values))


def _write_texts(values: Sequence[Json], *, is_all_text: bool) -> tuple[str, Sequence[str]]:
    """Write strings, null and missing values; by the shorter of two rules for quotes."""
    texts = values if is_all_text else [each for each in values if type(each) is str]
    escaped = escape_cells(texts)
    if is_all_text and _are_plain(escaped):
        return "", escaped
    if _are_integers(escaped) and len(escaped) * 2 > len(TEXT):
        return TEXT, _among(values, escaped)
    doubtful = [
        n for n, text in enumerate(texts) if text[:1] not in _PLAIN_STARTS or text[-1].isspace()
    ]
    quoted = {n: quote(texts[n]) for n in doubtful if _NOT_PLAIN.match(escaped[n])}
    if len(quoted) * 2 > len(TEXT):
        needed = {n: quoted.get(n) or quote(texts[n]) for n in doubtful if _needs_quotes(texts[n])}
        if _growth(escaped, needed) + len(TEXT) < _growth(escaped, quoted):
            return TEXT, _among(values, _replace(escaped, needed))
    return "", _among(values, _replace(escaped, quoted))


def _growth(cells: Sequence[str], others: dict[int, str]) -> int:
    """Count the characters that other cells have more than those that they replace."""
    return sum(len(other) - len(cells[n]) for n, other in others.items())


def _replace(cells: Sequence[str], others: dict[int, str]) -> Sequence[str]:
    if not others:
        return cells
    replaced = list(cells)
    for n, other in others.items():
        replaced[n] = other
    return replaced


def _among(values: Sequence[Json], texts: Sequence[str]) -> Sequence[str]:
    """Put the cells of strings where they are among null and missing values."""
    if len(texts) == len(values):
        return texts
    cells = iter(texts)
    return [next(cells) if type(each) is str else "null" if each is None else "" for each in values]


def read_column(cells: Sequence[str]) -> list[Json]:
    """Read the cells of a column."""
    starts = {cell[:1] for cell in cells}
    if starts.isdisjoint(_MAYBE_NO_TEXT):
        return list(unescape_cells(cells))
    if starts <= _NUMBER_STARTS and (numbers := _read_numbers(cells)):
        return numbers
    if not starts.isdisjoint(_JSON_STARTS):
        return [
            read_value(cell) if cell[:1] in _MAYBE_NO_TEXT else unescape(cell) for cell in cells
        ]
    known = {cell: read_value(cell) for cell in set(cells) if cell[:1] in _MAYBE_NO_TEXT}
    return _known_or_text(cells, known)


def _known_or_text(cells: Sequence[str], known: Mapping[str, Json]) -> list[Json]:
    if not any("\\" in cell for cell in set(cells)):
        return [known.get(cell, cell) for cell in cells]
    texts = unescape_cells(cells)
    return [known.get(cell, text) for cell, text in zip(cells, texts, strict=True)]


def _read_numbers(cells: Sequence[str]) -> list[Json]:
    """Read cells that are all integers, or all other numbers, as Python writes them itself."""
    if _are_integers(cells):
        return list(map(int, cells))
    if _SHORT_FLOATS.fullmatch("\n".join(cells)):
        return list(map(float, cells))
    try:
        numbers = list(map(float, cells))
    except ValueError:
        return []
    exact = list(map(float.__repr__, numbers)) == list(cells)
    return numbers if exact and all(map(isfinite, numbers)) else []


def _are_integers(cells: Sequence[str]) -> bool:
    """Tell whether all cells are integers as Python writes them."""
    if not cells or cells[0][-1:] not in _DIGITS or max(map(len, cells)) > _LONGEST_INT:
        return False
    try:
        return list(map(str, map(int, cells))) == list(cells)
    except ValueError:
        return False


def _are_plain(cells: Sequence[str]) -> bool:
    """Tell whether all cells are read back as the strings that they are."""
    starts, ends = {cell[:1] for cell in cells}, {cell[-1:] for cell in cells}
    if "" in starts or not starts.isdisjoint(_JSON_STARTS):
        return False
    if any(map(str.isspace, starts | ends)):
        return False
    if not (starts.isdisjoint("tfn") or _NO_TEXT.isdisjoint(cells)):
        return False
    if starts.isdisjoint(_NUMBER_STARTS) or ends.isdisjoint(_DIGITS):
        return True
    return not _SOME_NUMBER.search("\n".join(("", *cells, "")))


def read_text_column(cells: Sequence[str]) -> list[Json]:
    """Read a column of nothing but strings and null."""
    known = {cell: _read_text(cell) for cell in set(cells) if cell[:1] in _IN_TEXT_COLUMNS}
    return _known_or_text(cells, known) if known else list(unescape_cells(cells))


def _needs_quotes(text: str) -> bool:
    """Tell whether a string needs quotes where numbers need none."""
    return not text or text == "null" or text[0] == '"' or text[0].isspace() or text[-1].isspace()


def _read_text(cell: str) -> Json:
    if not cell:
        return MISSING
    if cell == "null":
        return None
    return read_json(cell) if cell[0] == '"' else unescape(cell)


def quote(value: Json) -> str:
    """Write JSON that no cell ends and that has nothing unseen in it."""
    text = write_json(value)
    if text.isprintable() and "|" not in text:
        return text
    return _UNSAFE_IN_JSON.sub(_escape_in_json, text)


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

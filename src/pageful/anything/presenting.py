"""Pages of any data: what goes out, and the way back."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from pageful.anything.cutting import CutText, cut_json, cut_page
from pageful.anything.json_text import UnreadableJsonError, is_equal, read_json, write_json
from pageful.anything.reading import read_page
from pageful.anything.writing import PageParts, has_rows, parts_of
from pageful.lazy.dataclasses import dataclass
from pageful.page.blocks import Block, Verbatim
from pageful.page.budget import check_budget
from pageful.page.presentation import Detail
from pageful.shapes.values import Json
from pageful.tool.compact_json import to_json

_TABLE_SHARE = 0.9
"""A page with tables goes out up to this share of the JSON's characters, for tokens' sake."""
_RECORD_SHARE = 0.8
"""Pages without tables have more tokens for their characters."""
_ESCAPE_SHARE = 0.5
_BREAK_SHARE = 0.1
"""Most escapes of JSON are in one token with what follows: they count less than their length, and
those of line breaks the least (measured with o200k and cl100k)."""
_JSON_STARTS = frozenset('{["-0123456789tfn \t\r\n')


@dataclass(frozen=True, slots=True)
class AnyPage:
    """The text of some data: a page, or compact JSON where a page would not be clearly smaller.

    `hidden` counts what a budget left out: rows where there are any among it, else characters
    (`unit`).
    """

    text: str
    is_page: bool
    hidden: int = 0
    unit: str = "row"


def page_of(data: Json, *, budget: int | None = None) -> AnyPage:
    """Make the page of any data, or compact JSON where that is as short.

    A page is read back before it is returned: what it does not say exactly goes out as JSON. A
    budget is the most characters that the text may have.

    Raises:
        ValueError: a number is not finite, or the budget is below the smallest one.
        TypeError: a value has no JSON form.
    """
    if budget is not None:
        check_budget(budget)
    plain = write_json(data)
    parts = _choose(data, plain)
    if parts is None:
        return _fit(AnyPage(plain, is_page=False), budget, partial(cut_json, plain))
    return _fit(AnyPage(parts.write(), is_page=True), budget, partial(cut_page, parts))


def page_beside(data: Json, plain: str) -> AnyPage:
    """Make the page of data whose compact JSON is known, or give that."""
    parts = _choose(data, plain)
    return AnyPage(parts.write() if parts else plain, is_page=parts is not None)


def data_page(data: object, _detail: Detail) -> Iterator[Block]:
    """Show all of any data: a view for results that have none."""
    plain = _to_json(data)
    parts = _choose(read_json(plain), plain)
    for block in parts.blocks() if parts else (plain,):
        yield Verbatim(block)


def _to_json(data: object) -> str:
    """Write data that JSON has a form for, and what `to_json` has one for beside it."""
    try:
        return write_json(data)
    except TypeError:
        return to_json(data)


def _choose(data: Json, plain: str) -> PageParts | None:
    """Make the page of data, if it is smaller than their JSON and says exactly the same."""
    parts = None if is_record_in_vain(data, plain) else _parts(data)
    if parts is None:
        return None
    text = parts.write()
    return parts if is_smaller(text, plain, parts) and _says(text, data) else None


def is_record_in_vain(data: Json, plain: str) -> bool:
    """Tell of an object without tables and long texts that no page of it can be short enough.

    A line of a page saves the quotes of a key and of a string, and pays for a space and, below the
    top, for two of indentation; an object of lines saves its braces.
    """
    if type(data) is not dict or "\\n" in plain:
        return False
    strings = plain.count('"') / 2
    most = 4 * len(data) + strings + 2 * plain.count("{") + plain.count('\\"') + 4
    return most < (1 - _RECORD_SHARE) * len(plain) and not has_rows(data)


def _parts(data: Json) -> PageParts | None:
    try:
        return parts_of(data)
    except (RecursionError, TypeError):  # too deep, or a key that is no text
        return None


def is_smaller(text: str, plain: str, parts: PageParts) -> bool:
    """Compare without the long texts: they are the same in both but for JSON's escapes."""
    share = _TABLE_SHARE if parts.tables else _RECORD_SHARE
    quoted = sum(len(write_json(each)) for each in parts.texts)
    bare = sum(map(len, parts.texts))
    breaks = sum(each.count("\n") for each in parts.texts)
    escapes = (quoted - bare - breaks) * _ESCAPE_SHARE + breaks * _BREAK_SHARE
    return len(text) - bare <= share * (len(plain) - quoted + escapes)


def _fit(whole: AnyPage, budget: int | None, cut: Callable[[int], CutText]) -> AnyPage:
    if budget is None or len(whole.text) <= budget:
        return whole
    rest = cut(budget)
    return AnyPage(rest.text, whole.is_page, rest.hidden, rest.unit)


def restore(text: str) -> Json:
    """Read the data of a page, or of JSON.

    Raises:
        ValueError: it is neither, or not all of a page.
    """
    if text[:1] in _JSON_STARTS:
        try:
            return read_json(text)
        except UnreadableJsonError:
            pass
    return read_page(text)


def _says(text: str, data: Json) -> bool:
    """Tell whether a page says exactly its data."""
    try:
        return is_equal(restore(text), data)
    except ValueError:
        return False

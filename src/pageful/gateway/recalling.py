"""The tool `recall`: parts of kept results, which the gateway answers by itself."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields, replace
from difflib import get_close_matches
from typing import Any

from pageful.gateway.cutting import CutPage, cut_page, notes_room
from pageful.gateway.json_text import write
from pageful.gateway.keeping import Kept, Store
from pageful.gateway.paths import Step, parse_path, values_at, write_path
from pageful.gateway.rows import (
    choose_columns,
    count_rows,
    filter_rows,
    search_lines,
    search_rows,
    sort_rows,
)
from pageful.gateway.showing import show
from pageful.tool.errors import ToolError

NAME = "recall"

_STRING = {"type": "string"}
_PROPERTIES = {
    "id": _STRING,
    "path": _STRING,
    "pattern": _STRING,
    "columns": _STRING,
    "page": {"type": "integer"},
    "format": {"enum": ["page", "json"]},
    "where": _STRING,
    "sort": _STRING,
    "count": _STRING,
}

_ID_LENGTH = 4
"""Characters of most ids."""

_SHORT_CALL = 60
"""Characters of a call for which each page has room."""

_LAST_NOTE = 60
"""Characters of the line that counts the parts without a line, beside its names."""

_LISTED = 20
"""Ids that an error lists: more are seldom in use at a time."""


@dataclass(frozen=True)
class RecallRequest:
    """A call of `recall`, checked: which result, which of its rows, and which page of them."""

    id: str
    path: str | None = None
    pattern: str | None = None
    columns: tuple[str, ...] = ()
    page: int = 1
    format: str = "page"
    where: str | None = None
    sort: str | None = None
    count: str | None = None

    @property
    def names_a_place(self) -> bool:
        """Tell whether it asks for what is at a path, and not for chosen rows."""
        chosen = (self.pattern, self.where, self.sort, self.count, self.columns)
        return not any(chosen) and None not in parse_path(self.path or "")

    def call(self, name: str, page: int | None = None) -> str:
        """Write the call for a page of the same."""
        given = [(each.name, getattr(self, each.name)) for each in fields(self)]
        shown = [
            f"{key}={write(','.join(value) if isinstance(value, tuple) else value)}"
            for key, value in given
            if key != "page" and value and (key, value) != ("format", "page")
        ]
        return f"{name}({', '.join([*shown, *([f'page={page}'] if page else [])])})"


def recall_definition(name: str) -> dict[str, Any]:
    """Return the definition of the tool, for a list of tools: every client pays for each word."""
    return {
        "name": name,
        "description": "More of a cut result. where: `state=open and n>5`; sort: `-n`; "
        "columns: `id,n`",
        "inputSchema": {"type": "object", "properties": _PROPERTIES, "required": ["id"]},
        "annotations": {"readOnlyHint": True, "openWorldHint": False},
    }


def read_request(arguments: object) -> RecallRequest:
    """Check the arguments of a call.

    Raises:
        ToolError: one is missing, unknown, or of the wrong type.
    """
    given = arguments if isinstance(arguments, Mapping) else {}
    for name in given:
        if name not in _PROPERTIES:
            near = get_close_matches(str(name), _PROPERTIES, n=1)
            meant = f"Did you mean `{near[0]}`? " if near else ""
            known = ", ".join(f"`{each}`" for each in _PROPERTIES)
            raise ToolError(f"`{name}` is no parameter.", f"{meant}Parameters: {known}.")
    if "id" not in given:
        raise ToolError("`id` is missing.", "It stands in the last line of the page that was cut.")
    return RecallRequest(
        **{name: _check(name, value) for name, value in given.items() if value is not None}
    )


def recall(request: RecallRequest, name: str, store: Store, budget: int) -> str:
    """Make the page that a call asks for.

    Raises:
        ToolError: the result is not kept any more, or what is asked for is not in it.
    """
    kept = store.find(request.id)
    if kept is None:
        raise _gone(request.id, store)
    value = _select(kept, request)
    # The calls on a page are as long as this one.
    budget -= max(0, len(request.call(name)) - _SHORT_CALL) + notes_excess(name, request.id)
    if isinstance(value, str):
        return _text_page(value, request, name, budget)
    form = write if request.format == "json" else _page
    page = cut_page(value, request.page, budget, form, can_name=request.names_a_place)
    if page is None:
        remedy = "Pages are counted from 1; what a page names by its path is on pages of its own."
        raise ToolError(f"There is no page {request.page}.", remedy)
    return page.text + foot(page, request, name, budget)


def notes_excess(name: str, identifier: str) -> int:
    """Return the characters by which notes are longer that have longer names than usual."""
    return 2 * max(0, len(name) + len(identifier) - len(NAME) - _ID_LENGTH)


def foot(page: CutPage, request: RecallRequest, name: str, budget: int) -> str:
    """Write the lines that say what a page leaves out, with the calls that bring it."""
    lines = list(_part_lines(page, request, name, notes_room(budget)))
    if page.part and not (page.part.is_last and page.part.start == 0):
        rest = "" if page.part.is_last else f"; more: {request.call(name, request.page + 1)}"
        lines.append(f"({page.part}{rest})")
    if page.shortened:
        base = parse_path(request.path or "")
        path = write_path((*base, *parse_path(page.shortened[0])))
        call = RecallRequest(request.id, path=path)
        also = f", and {len(page.shortened) - 1} more" if len(page.shortened) > 1 else ""
        # Of chosen rows nobody could tell where they stand.
        whole = f"; whole: {call.call(name, 1)}" if request.names_a_place else ""
        lines.append(f"(texts that end in … are shortened{also}{whole})")
    return "".join(f"\n\n{line}" for line in lines)


def _part_lines(page: CutPage, request: RecallRequest, name: str, room: int) -> Iterator[str]:
    """Yield a line for each part that is cut, and for all of which there is no room the last."""
    if page.is_clipped:
        yield "(a row is larger than a page, and cut: choose columns, or name a path)"
    base = parse_path(request.path or "")
    # Whichever line comes last, it has to fit: its length is that of the call without a path.
    left = room - len(name) - len(request.id) - _LAST_NOTE
    for position, part in enumerate(page.parts):
        whole = replace(part, path=(*base, *part.path))
        call = RecallRequest(request.id, path=write_path(whole.rest), format=request.format)
        line = f"({whole}; more: {call.call(name)})"
        left -= len(line) + 2
        if left < 0:
            more = len(page.parts) - position
            also = "more parts are cut" if position else "parts are cut"
            yield f'({more:,} {also}: {name}(id="{request.id}", path="…") brings each)'
            return
        yield line


def _page(value: Any) -> str:
    return show(value).text


def _check(name: str, value: object) -> Any:
    if name == "columns":
        names = value.split(",") if isinstance(value, str) else value
        if isinstance(names, list) and all(isinstance(each, str) for each in names):
            return tuple(each.strip() for each in names)
        raise ToolError("`columns` is no list of names.", 'For instance "id,user.login".')
    if name == "page":
        if isinstance(value, int) and not isinstance(value, bool) and value >= 1:
            return value
        raise ToolError("`page` is no whole number from 1 on.", "Pages are counted from 1.")
    if not isinstance(value, str):
        raise ToolError(f"`{name}` is no text.", "Put it in quotation marks.")
    if name == "format" and value not in ("page", "json"):
        raise ToolError(f"`format` is `{value}`.", "It is `page` or `json`.")
    return value


def _select(kept: Kept, request: RecallRequest) -> Any:
    value, steps = kept.value, parse_path(request.path or "")
    found = list(values_at(value, steps))
    if not found and None not in steps:
        raise ToolError(f"Nothing is at `{request.path}`.", _hint(value, steps))
    value = found if None in steps else found[0]
    wanted = (request.where, request.sort, request.count, request.columns)
    if isinstance(value, str) and not any(wanted):
        return search_lines(value, request.pattern) if request.pattern else value
    if not any(wanted) and not request.pattern:
        return value
    rows = _rows(value, steps)
    if request.pattern:
        rows = search_rows(rows, request.pattern)
    if request.where:
        rows = filter_rows(rows, request.where)
    if request.sort:
        rows = sort_rows(rows, request.sort)
    if request.count:
        return count_rows(rows, request.count)
    return choose_columns(rows, request.columns) if request.columns else rows


def _rows(value: Any, steps: tuple[Step, ...]) -> list[Any]:
    """Return the rows that are meant: a list, or the only list of objects within a value."""
    if isinstance(value, list):
        return value
    lists = dict(_lists(value, steps))
    if len(lists) == 1:
        return next(iter(lists.values()))
    if not lists:
        raise ToolError("There are no rows.", "Leave out where, sort, count and columns.")
    listed = ", ".join(f"`{path}` ({len(rows)} rows)" for path, rows in lists.items())
    raise ToolError("Which rows is not said.", f"Name their `path`: {listed}.")


def _lists(value: Any, steps: tuple[Step, ...]) -> Any:
    """Yield the lists within objects, with their paths."""
    for key, item in value.items() if isinstance(value, dict) else ():
        path = (*steps, key)
        if isinstance(item, list) and item:
            yield write_path(path), item
        else:
            yield from _lists(item, path)


def _hint(value: Any, steps: tuple[Step, ...]) -> str:
    """Say how far a path leads, and what is there."""
    for length in range(len(steps) - 1, -1, -1):
        there = next(values_at(value, steps[:length]), None)
        if there is None:
            continue
        at = f"`{write_path(steps[:length])}`" if length else "the top"
        if isinstance(there, dict):
            return f"At {at} there are {', '.join(f'`{key}`' for key in list(there)[:40])}."
        if isinstance(there, list):
            return f"At {at} there is a list of {len(there)}, from [0] on."
        return f"At {at} there is {write(there)[:80]}."
    return "Leave out `path` to see all of it."


def _text_page(text: str, request: RecallRequest, name: str, budget: int) -> str:
    if not text:
        return "No line matches." if request.pattern else "(an empty text)"
    if request.page == 1 and len(text) <= budget:
        return text
    room = budget - notes_room(0)
    start = (request.page - 1) * room
    if start >= len(text):
        pages = -(-len(text) // room)
        raise ToolError(f"There is no page {request.page}.", f"The text has {pages}.")
    stop = min(start + room, len(text))
    rest = "" if stop == len(text) else f"; more: {request.call(name, request.page + 1)}"
    return f"{text[start:stop]}\n\n(characters {start + 1:,}–{stop:,} of {len(text):,}{rest})"


def _gone(identifier: str, store: Store) -> ToolError:
    kept = [str(each) for each in store.list_kept()][:_LISTED]
    listed = f"Kept are: {', '.join(kept)}." if kept else "Nothing is kept now."
    gone = store.find_gone(identifier)
    if gone:
        problem = f"`{identifier}` has gone: newer results took its room. It came from {gone.tool}."
        return ToolError(problem, f"Call {gone.tool} again. {listed}")
    problem = f"No result is kept as `{identifier}`."
    return ToolError(problem, f"{listed} If it is of an earlier session, call its tool again.")

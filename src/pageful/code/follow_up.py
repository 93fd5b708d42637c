"""The calls that get what a page of the code tools did not show."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pageful.code.results import Search
from pageful.page.budget import Cut
from pageful.page.calls import Call


def next_page(tool: str, search: Search, arguments: Mapping[str, Any]) -> Call | None:
    """Ask for the page after this one, if it has any hit."""
    if search.first - 1 + len(search.results) >= search.total_count or not search.results:
        return None
    return Call(tool, {**arguments, "page": arguments.get("page", 1) + 1})


def rest_of_search(
    tool: str, search: Search, arguments: Mapping[str, Any], cuts: tuple[Cut, ...], _room: int
) -> Call:
    """Ask for the page with the first hit that was not shown whole, in pages that have room.

    A hit that has not even room alone is asked for as JSON, which says where to go on.
    """
    shown = _whole_hits(search, cuts)
    if shown:
        limit, page = _window(search.first - 1 + shown, shown)
        return Call(tool, {**arguments, "limit": limit, "page": page})
    alone = {"limit": 1, "page": search.first} if len(search.results) > 1 else {}
    return Call(tool, {**arguments, **alone, "response_format": "json"})


def _whole_hits(search: Search, cuts: tuple[Cut, ...]) -> int:
    """How many hits stand on the page, without one that was cut itself."""
    if any(cut.of == "block" for cut in cuts):
        return 0
    shown = next((cut.shown for cut in cuts if cut.of == "result"), len(search.results))
    return shown - any(cut.of in ("line", "character") for cut in cuts)


def _window(position: int, most: int) -> tuple[int, int]:
    """The limit, of at most `most`, and the page that start nearest to a position, counted from 0.

    The page has the hit at the position on it, and as many after it as can be.
    """
    limit = max(range(1, most + 1), key=lambda size: (size - position % size, -size))
    return limit, position // limit + 1


def as_json(
    tool: str, _result: object, arguments: Mapping[str, Any], _cuts: tuple[Cut, ...], _room: int
) -> Call:
    """Ask for all of it as JSON, which is never cut; what was done already is not forced again."""
    kept = {name: value for name, value in arguments.items() if name != "force_reindex"}
    return Call(tool, {**kept, "response_format": "json"})

"""The calls that get what a page of the vault tools did not show."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeAlias

from pageful.page.budget import Cut
from pageful.page.calls import Call
from pageful.vault.results import (
    FileView,
    Listing,
    PathSearch,
    Reading,
    Search,
    TagSearch,
    Traversal,
)

if TYPE_CHECKING:
    from pageful.vault.queries.results import QueryPage

Paged: TypeAlias = "Search | Reading | Listing | TagSearch | QueryPage"
"""What comes in pages."""

_MOST_NODES = 1000
_MOST_PATHS = 50
_WIDER = 4
"""How many times as many notes a walk is offered that had not enough."""


def next_page(tool: str, result: Paged, arguments: Mapping[str, Any]) -> Call | None:
    """Ask for the page after this one, if there is one."""
    if result.page >= result.pages:
        return None
    return Call(tool, {**arguments, "page": result.page + 1})


def wider_walk(tool: str, walk: Traversal, arguments: Mapping[str, Any]) -> Call | None:
    """Ask for more notes where `max_nodes` ended the walk; at the most, where most were cut off.

    The notes that are one link further are no part of what was asked for.
    """
    if walk.reached <= len(walk.nodes):
        return None
    if walk.max_nodes < _MOST_NODES:
        wider = min(walk.reached, _WIDER * walk.max_nodes, _MOST_NODES)
        return Call(tool, {**arguments, "max_nodes": wider})
    busiest = max(walk.nodes[1:], key=lambda node: node.cut, default=walk.nodes[0])
    return Call(tool, {**arguments, "path": busiest.path}) if busiest.cut else None


def more_paths(tool: str, search: PathSearch, arguments: Mapping[str, Any]) -> Call | None:
    """Ask for all the shortest paths, or as many as there can be, if these are more."""
    most = min(search.total, _MOST_PATHS)
    return Call(tool, {**arguments, "max_paths": most}) if most > len(search.paths) else None


def rest_of_search(
    tool: str, search: Search, arguments: Mapping[str, Any], cuts: tuple[Cut, ...], room: int
) -> Call:
    """Ask for the page with the first hit that was not shown whole, in pages that have room.

    A hit that has not even room alone is asked for as JSON, which says where to go on.
    """
    shown = _whole_hits(search, cuts)
    if shown:
        size, page = _window(search.first - 1 + shown, shown)
        return Call(tool, {**arguments, "page_size": size, "page": page})
    alone = {"page_size": 1, "page": search.first} if len(search.results) > 1 else {}
    return as_json(tool, search, {**arguments, **alone}, cuts, room)


def _whole_hits(search: Search, cuts: tuple[Cut, ...]) -> int:
    """How many hits stand on the page, without one that was cut itself."""
    if any(cut.of == "block" for cut in cuts):
        return 0
    shown = next((cut.shown for cut in cuts if cut.of == "result"), len(search.results))
    return max(0, shown - any(cut.of in ("line", "character") for cut in cuts))


def _window(position: int, most: int) -> tuple[int, int]:
    """The size, of at most `most`, and the number of the page that has a position, from 0, on it.

    Of all sizes the one with the most after the position, itself included.
    """
    size = max(range(1, most + 1), key=lambda size: (size - position % size, -size))
    return size, position // size + 1


def rest_of_queries(
    tool: str, page: QueryPage, arguments: Mapping[str, Any], cuts: tuple[Cut, ...], _room: int
) -> Call:
    """Ask for the page with the first row that was not shown whole, in pages that have room.

    A row that has not even room alone is asked for as JSON.
    """
    # A client waits for the list of tools, not for the language.
    from pageful.vault.queries import follow_up as query_follow_up

    return query_follow_up.rest_of_queries(tool, page, arguments, cuts)


def rest_of_view(
    tool: str, view: FileView, arguments: Mapping[str, Any], cuts: tuple[Cut, ...], room: int
) -> Call:
    """Ask for the window's lines that were not shown."""
    shown = next((cut.shown for cut in cuts if _is_of(view, cut)), 0)
    if not shown:
        return as_json(tool, view, arguments, cuts, room)
    first = view.first_line + shown
    window = view.last_line - first + 1
    return Call(tool, {"path": view.path, "line": first + (window - 1) // 2, "window": window})


def _is_of(view: FileView, cut: Cut) -> bool:
    return cut.of == "line" and cut.total == len(view.content)


def as_json(
    tool: str, _result: object, arguments: Mapping[str, Any], _cuts: tuple[Cut, ...], _room: int
) -> Call:
    """Ask for all of it as JSON, which is never cut."""
    return Call(tool, {**arguments, "raw": True})

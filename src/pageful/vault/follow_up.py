"""The calls that get the rest of a page of the vault tools."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from pageful.page.calls import Call
from pageful.page.pagination import choose_page
from pageful.tool.call_context import Advice, CallContext
from pageful.vault.choices import MOST_PLACES, MOST_ROWS

if TYPE_CHECKING:
    from pageful.vault.base_views.results import BasePage
    from pageful.vault.finding.results import FindResult, PlacesReading
    from pageful.vault.queries.results import QueryPage
    from pageful.vault.results.graph import PathSearch, Traversal
    from pageful.vault.results.listing import Listing
    from pageful.vault.results.reading import FileView, Reading
    from pageful.vault.results.search import Search
    from pageful.vault.results.tags import TagSearch
    from pageful.vault.topics.results import TopicOverview

Paged: TypeAlias = "BasePage | Search | Reading | Listing | TagSearch | QueryPage | FindResult"
"""The results that come in pages."""

_MOST_NODES = 1000
_MOST_PATHS = 50
_WIDER = 4
"""The factor by which `max_nodes` of a cut walk is raised. Chosen by hand."""


def next_page(result: Paged, context: CallContext) -> Call | None:
    """Ask for the page after this one, if there is one."""
    if result.page >= result.pages:
        return None
    return context.again(page=result.page + 1)


def rest_of_reading(reading: Reading | PlacesReading, context: CallContext) -> Call | None:
    """Ask for the next page of a note, or for the places that had no room."""
    from pageful.vault.results.reading import Reading

    if isinstance(reading, Reading):
        places = context.arguments.get("places")
        if reading.page >= reading.pages or not places:
            return next_page(reading, context)
        heading = {"heading": reading.part} if reading.part else {}
        return Call(context.tool, {"path": reading.path, **heading, "page": reading.page + 1})
    from pageful.vault.finding.places_layout import page_of  # loaded with the first such page

    waiting = page_of(reading).waiting
    return context.again(places=list(waiting[:MOST_PLACES])) if waiting else None


def whole_passages(about: TopicOverview, _context: CallContext) -> Call | None:
    """Ask for the passages of a topic that are shown in part, whole."""
    cut = [passage.place for passage in about.passages if passage.is_cut]
    return Call("vault_read", {"places": cut[:MOST_PLACES]}) if cut else None


def rest_of_find(result: FindResult, context: CallContext) -> Call | None:
    """Ask for the next page of the answers, or for more rows where the limit cut them.

    Where lines of many notes are one row, it is the names of these. JSON has all rows, also those
    over the largest limit.
    """
    if result.page < result.pages:
        return context.again(page=result.page + 1)
    from pageful.vault.finding.repeated_lines import repeated_lines, rows_cut

    most = max((rows_cut(found, result.limit) for found in result.found), default=0)
    limit = min(most, MOST_ROWS)
    if not most:
        lines = (found.rows for found in result.found if found.form == "lines")
        return context.again(page=1, show="names") if any(map(repeated_lines, lines)) else None
    if (result.limit or 0) >= limit:
        return context.again(raw=True)
    return context.again(page=1, limit=limit)


def wider_walk(walk: Traversal, context: CallContext) -> Call | None:
    """Ask for more notes where `max_nodes` ended the walk; at the most, where most were cut off.

    The notes that are one link further are no part of what was asked for.
    """
    if walk.reached <= len(walk.nodes):
        return None
    if walk.max_nodes < _MOST_NODES:
        wider = min(walk.reached, _WIDER * walk.max_nodes, _MOST_NODES)
        return context.again(max_nodes=wider)
    busiest = max(walk.nodes[1:], key=lambda node: node.cut, default=walk.nodes[0])
    return context.again(path=busiest.path) if busiest.cut else None


def more_paths(search: PathSearch, context: CallContext) -> Call | None:
    """Ask for all the shortest paths, or as many as there can be, if these are more."""
    most = min(search.total, _MOST_PATHS)
    return context.again(max_paths=most) if most > len(search.paths) else None


def rest_of_search(search: Search, context: CallContext) -> Call:
    """Ask for the page with the first hit that was not shown whole, in pages that have room.

    A hit that has not even room alone is asked for as JSON, which says where to go on.
    """
    match context.hidden:
        case (int(shown), *_) if shown:
            size, page = choose_page(search.first - 1 + shown, shown)
            return context.again(page_size=size, page=page)
        case (_, *_) if len(search.results) > 1:
            return context.again(page_size=1, page=search.first, raw=True)
        case _:
            return as_json(search, context)


def reading_of_hit(search: Search) -> Advice | None:
    """Say how a hit is read whole, with the call for the first one."""
    if not search.results:
        return None
    return "to read a hit whole", Call("vault_read", {"path": search.results[0].path})


def rest_of_queries(page: QueryPage, context: CallContext) -> Call:
    """Ask for the page with the first row that was not shown whole, in pages that have room.

    A row that has not even room alone is asked for as JSON.
    """
    # A client waits for the list of tools, not for the language.
    from pageful.vault.queries.paging import row_runs_of_page, window

    match context.hidden:
        case (*_, int(shown)) if shown:
            size, number = window(row_runs_of_page(page.blocks), page.start + shown, shown)
            return context.again(page_size=size, page=number)
        case (_, *_):
            return context.again(page_size=1, page=page.start + 1, raw=True)
        case _:
            return as_json(page, context)


def rest_of_views(page: BasePage, context: CallContext) -> Call:
    """Ask for the page with the first row that was not shown whole, in pages that have room.

    A row that has not even room alone is asked for as JSON.
    """
    match context.hidden:
        case (*_, int(shown)) if shown:
            size, number = choose_page(page.start + shown, shown)
            return context.again(page_size=size, page=number)
        case (_, *_):
            return context.again(page_size=1, page=page.start + 1, raw=True)
        case _:
            return as_json(page, context)


def rest_of_view(view: FileView, context: CallContext) -> Call:
    """Ask for the window's lines that were not shown."""
    match context.hidden:
        case (int(first),) if first > view.first_line:
            window = view.last_line - first + 1
            line = first + (window - 1) // 2
            return Call(context.tool, {"path": view.path, "line": line, "window": window})
        case _:
            return as_json(view, context)


def as_json(_result: object, context: CallContext) -> Call:
    """Ask for all of it as JSON, which is never cut."""
    return context.again(raw=True)

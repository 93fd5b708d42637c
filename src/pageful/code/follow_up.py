"""The calls for the rest of a page of the code tools."""

from __future__ import annotations

from collections.abc import Sequence

from pageful.code.choices import LINES
from pageful.code.results.find import Find
from pageful.code.results.search import Search
from pageful.code.results.show import Show
from pageful.page.calls import Call
from pageful.page.pagination import choose_page
from pageful.tool.call_context import CallContext


def next_page(search: Search, context: CallContext) -> Call | None:
    """Ask for the page after this one, if it has any hit."""
    if search.first - 1 + len(search.results) >= search.total_count or not search.results:
        return None
    return context.again(page=context.arguments.get("page", 1) + 1)


def rest_of_search(search: Search, context: CallContext) -> Call:
    """Ask for the page with the first hit that was not shown whole, in pages that have room.

    A hit that has not even room alone is asked for as JSON, which says where to go on.
    """
    match context.hidden:
        case (int(shown), *_) if shown:
            limit, page = choose_page(search.first - 1 + shown, shown)
            return context.again(limit=limit, page=page)
        case (_, *_) if len(search.results) > 1:
            return context.again(limit=1, page=search.first, response_format="json")
        case _:
            return context.again(response_format="json")


def next_lines(find: Find, context: CallContext) -> Call | None:
    """Ask for the lines after those of this page, if there are any."""
    if find.page >= find.pages:
        return None
    return context.again(page=find.page + 1)


def fewer_lines(find: Find, context: CallContext) -> Call:
    """Ask for pages that have room; one of a single line is asked for as JSON."""
    limit = context.arguments.get("limit") or LINES
    if limit == 1 or find.page > 1:
        return context.again(response_format="json")
    return context.again(limit=max(1, limit // 4), context=0)


def rest_of_places(show: Show, context: CallContext) -> Call | None:
    """Ask for the places, and the lines of one, that have no room on a page."""
    if not context.hidden:
        return _again(context, show.rest) if show.rest else None
    number, _, line = str(context.hidden[-1]).partition(":")
    if not line:
        return context.again(response_format="json")
    hidden = show.places[int(number) :]
    first = hidden[0]
    if first.column:
        return context.again(response_format="json")
    end = first.excerpt.first + len(first.excerpt.rows) - 1 if first.excerpt else first.last
    cut = f"{first.path}:{line}-{end}"
    if cut == context.arguments["places"][0]:
        return context.again(response_format="json")
    return _again(context, [cut, *(each.place for each in hidden[1:]), *show.rest])


def _again(context: CallContext, places: Sequence[str]) -> Call:
    return context.again(places=list(dict.fromkeys(places)))


def call_for_json(_result: object, context: CallContext) -> Call:
    """Ask for the whole result as JSON, which is never cut; an index is not forced again."""
    kept = {name: value for name, value in context.arguments.items() if name != "force_reindex"}
    return Call(context.tool, {**kept, "response_format": "json"})

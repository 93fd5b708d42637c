"""The page of a search: hits with their path and the text around the match."""

from __future__ import annotations

import math
from collections.abc import Iterator

from pageful.page.blocks import (
    Block,
    Hatch,
    Heading,
    Line,
    Mono,
    Note,
    Numbered,
    Rule,
    Strong,
    Text,
    Tip,
)
from pageful.page.calls import Call, verb
from pageful.page.presentation import Detail
from pageful.text.excerpts import shorten
from pageful.text.single_line import join_lines, name
from pageful.text.units import amount, size
from pageful.vault.results.search import Band, Hit, Search, Snippet

_LONGEST_QUERY = 200
_USUAL_PAGE_SIZE = 10

_BROADER = "try fewer or broader words, or an operator: tag:#topic, path:folder, [property:value]"

_MOST = {Band.GOOD: 1.99, Band.MODERATE: 0.99, Band.LOW: 0.49}


def search_page(search: Search, detail: Detail) -> Iterator[Block]:
    """Yield the notes that a search found, best first."""
    yield Heading(
        f"Search: {_quote_query(shorten(join_lines(search.query), _LONGEST_QUERY, '…'))}", 1
    )
    if search.results:
        yield from _results(search, detail)
    elif search.total:
        yield from _past_the_end(search)
    else:
        yield from _no_results(search)
    if search.results and detail == "concise":
        yield Rule()
        yield Hatch(tuple(_left_out(search)))


def _quote_query(query: str) -> str:
    """Return a query between quotes; a phrase has them already."""
    is_phrase = query[:1] == query[-1:] == '"' and query.count('"') == 2
    return query if is_phrase else f'"{query}"'


def _results(search: Search, detail: Detail) -> Iterator[Block]:
    yield Line(
        f"Found {amount(search.total, 'result')}{_order_and_range(search)}{_in_part(search)}"
    )
    yield from _notes(search)
    yield Heading("Results", 2)
    items = tuple(_item(hit, search, detail) for hit in search.results)
    yield Numbered(items, of="result", start=search.first, apart=True)
    yield from _further(search)


def _order_and_range(search: Search) -> str:
    """Return the order of hits if it is unusual, and the range that the page shows."""
    order = "" if search.sort == "relevance" else f", sorted by {search.sort}"
    if search.pages == 1:
        return order
    last = search.first + len(search.results) - 1
    span = f"{search.first:,}-{last:,}" if last > search.first else f"{last:,}"
    return f"{order} (showing {span}, page {search.page:,} of {search.pages:,})"


def _in_part(search: Search) -> str:
    """Return what the hits have of the words, if not all."""
    if _shows_all(search):
        return f": {_counts(search)}"
    if not search.shows_partial:
        return ""
    if search.near:
        beside = f", beside {search.complete:,} with all words" if search.complete else ""
        return f": {_counts(search)}{beside}"
    if not search.complete:
        return ": none has all of the words"
    return f" with only some of the words, beside {search.complete:,} with all"


def _shows_all(search: Search) -> bool:
    """Return whether the hits are those with all words, and others after them."""
    return not search.shows_partial and search.total > search.complete


def _counts(search: Search) -> str:
    """Return how many of the hits hold all words, some of them, or are near in meaning."""
    numbers = (0 if search.shows_partial else search.complete, search.partial, search.near)
    said = [("holds", "hold"), ("holds", "hold"), ("is", "are")]
    rest = ("all words", "some of the words", "near in meaning")
    parts = [
        f"{number:,} {verbs[number != 1]} {what}"
        for number, verbs, what in zip(numbers, said, rest, strict=True)
        if number
    ]
    if not search.complete and not search.partial:
        parts.insert(0, "none holds the words")
    return ", ".join(parts)


def _further(search: Search) -> Iterator[Block]:
    """Yield how many notes have some of the words, and the call that shows them."""
    if not search.partial or search.shows_partial or _shows_all(search):
        return
    more = f"{search.partial:,} more with some of the words: "
    if len(search.query) > _LONGEST_QUERY:
        yield Line((more, "the same with ", Mono("partial=true")))
    else:
        call = _call(search, search.query, 1, partial=True)
        yield Line((more, Mono(str(call))))


def _item(hit: Hit, search: Search, detail: Detail) -> Text:
    title = hit.title if hit.title.strip() else hit.path
    score = "" if hit.band is Band.MEANING else f", {_score(hit)}"
    lines = [f" ({hit.band.value}{score})", f"Path: {name(hit.path)}"]
    if hit.snippet:
        lines.append(f'Snippet: "{join_lines(hit.snippet.text)}"{_place(hit, hit.snippet)}')
    lines.extend(_facts(hit, search, detail))
    return Strong(title), "\n".join(lines)


def _place(hit: Hit, snippet: Snippet) -> str:
    """Return the line of a snippet, and the heading that it is below where that is known."""
    below = f"below {join_lines(hit.heading)}" if hit.heading else ""
    line = f"line {snippet.line}" if snippet.line else ""
    place = ", ".join(filter(None, (line, below)))
    return f" ({place})" if place else ""


def _score(hit: Hit) -> str:
    """Write a score with two decimals, never rounded up into the next band."""
    return f"{min(hit.score, _MOST.get(hit.band, math.inf)):.2f}"


def _facts(hit: Hit, search: Search, detail: Detail) -> Iterator[str]:
    if detail == "detailed":
        yield f"Size: {size(hit.size)}, modified: {hit.modified}, created: {hit.created}"
    elif search.sort == "modified":
        yield f"Modified: {hit.modified}"
    elif search.sort == "created":
        yield f"Created: {hit.created}"


def _left_out(search: Search) -> Iterator[str]:
    return (each for each in ("size", "modified", "created") if each != search.sort)


def _notes(search: Search) -> Iterator[Block]:
    if search.notes:
        yield Note("\n".join(search.notes))


def _past_the_end(search: Search) -> Iterator[Block]:
    found = f"Found {amount(search.total, 'result')} on {amount(search.pages, 'page')}"
    yield Line(f"{found}; there is no page {search.page:,}.")
    yield from _notes(search)
    yield Tip(
        (
            f"for the last page, {verb()} ",
            Mono(str(_call(search, search.query, search.pages, partial=_asked_partial(search)))),
        )
    )


def _no_results(search: Search) -> Iterator[Block]:
    yield Line("No results found.")
    yield from _notes(search)
    for each in search.suggestions:
        call = _call(search, each.query, 1)
        yield Tip((f"for {amount(each.total, 'result')}, {verb()} ", Mono(str(call))))
    if not search.suggestions and not search.notes:
        yield Tip(_BROADER)


def _asked_partial(search: Search) -> bool:
    return search.shows_partial and search.complete > 0


def _call(search: Search, query: str, page: int, *, partial: bool = False) -> Call:
    """Return the same search for another query or page, without default arguments."""
    arguments: dict[str, object] = {"query": query}
    if page > 1:
        arguments["page"] = page
    if search.page_size != _USUAL_PAGE_SIZE:
        arguments["page_size"] = search.page_size
    if search.sort != "relevance":
        arguments["sort"] = search.sort
    if partial:
        arguments["partial"] = True
    return Call("vault_search", arguments)

"""JSON of queries and of places: every row, whatever the page has room for."""

from __future__ import annotations

from collections.abc import Iterator

from pageful.page.presentation import Detail
from pageful.vault.finding.results import FindResult, Place, PlacesReading, QueryAnswer, Row


def find_data(result: FindResult, _detail: Detail) -> object:
    """Return `total`, `of` and `rows`; of several queries a list of these in `queries`."""
    if len(result.found) == 1:
        return dict(_facts(result.found[0]))
    return {"queries": [{"query": found.query, **dict(_facts(found))} for found in result.found]}


def places_data(reading: PlacesReading) -> object:
    """Return the places with their rows, each as its line and its text."""
    return {"places": [dict(_place(place)) for place in reading.places]}


def _place(place: Place) -> Iterator[tuple[str, object]]:
    yield "asked", place.asked
    if place.error:
        yield "error", place.error
        return
    for name in ("path", "first", "last", "lines", "left_out"):
        yield name, getattr(place, name)
    if place.also:
        yield "also", list(place.also)
    if place.commented:
        yield "commented", list(place.commented)
    yield "rows", [[row.line, row.text] for row in place.rows]


def _facts(found: QueryAnswer) -> Iterator[tuple[str, object]]:
    if found.error:
        yield "error", found.error
        return
    yield "form", found.form
    yield "total", found.total
    yield "of", found.of
    for name in ("in_queries", "in_addresses", "canvases", "apart", "partial", "not_open"):
        if value := getattr(found, name):
            yield name, value
    for name in ("columns", "without", "remarks", "unknown", "readings"):
        if values := getattr(found, name):
            yield name, list(values)
    if found.places:
        yield "places", [dict(_place(place)) for place in found.places]
    else:
        yield "rows", [dict(_cells(row)) for row in found.rows]


def _cells(row: Row) -> Iterator[tuple[str, object]]:
    for name in ("path", "line", "text", "count", "state", "in_target", "below_to"):
        if value := getattr(row, name):
            yield name, value
    if row.values:
        yield "values", list(row.values)
    if row.below:
        yield "below", [[each.line, each.text] for each in row.below]
    if row.counts:
        yield "counts", dict(row.counts)

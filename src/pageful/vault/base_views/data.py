"""JSON of views: typed rows by column ids, all of them unless a page was asked for."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from pageful.page.presentation import Detail

if TYPE_CHECKING:
    from pageful.vault.base_views.note_bases import BasePlace
    from pageful.vault.base_views.results import BasePage, ShownView
    from pageful.vault.base_views.value_json import JsonWriter
    from pageful.vault.bases.pipeline import ViewRun
    from pageful.vault.bases.results import RowGroup, Summary, ViewResult


def base_data(page: BasePage, _detail: Detail) -> dict[str, Any]:
    """Return a view; for a note `bases`, each a view with its lines, or the error that it had.

    Raises:
        OutOfBudget: it becomes too large.
    """
    # A client waits for the list of tools, not for the language.
    from pageful.vault.base_views.paging import on_page

    numbers = {"page": page.page, "pages": page.pages} if page.chosen else {}
    shown = on_page(page) if page.chosen else ((view, 0, view.size) for view in page.shown)
    views = [_view(view, start, stop, of_note=page.of_note) for view, start, stop in shown]
    if not page.of_note:
        return views[0] | numbers
    return {"path": page.path, "bases": views, "total": len(page.shown)} | numbers


def _view(view: ShownView, start: int, stop: int, *, of_note: bool) -> dict[str, Any]:
    """Return a view with its rows from `start` to before `stop`."""
    about = _place(view.place, of_note=of_note)
    about |= {"view": view.name} if view.name else {}
    if view.result is None or view.run is None:
        return about | {"error": view.error}
    from pageful.vault.base_views.value_json import JsonWriter

    writer = JsonWriter(view.run.context)
    about |= {"kind": view.kind, "views": list(view.views)}
    about |= {"this": view.this} if view.this else {}
    return about | _content(view.result, view.run, start, stop, writer) | _notes(view)


def _place(place: BasePlace, *, of_note: bool) -> dict[str, Any]:
    """Return the base's file, and the lines of a note that show it."""
    base = {"base": place.path} if place.path else {}
    return base | ({"line": place.line, "end_line": place.end_line} if of_note else {})


def _content(
    result: ViewResult, run: ViewRun, start: int, stop: int, writer: JsonWriter
) -> dict[str, Any]:
    """Return columns, rows, and what there is of groups, summaries and errors."""
    rows, errors = _rows(result, run, start, stop, writer)
    data: dict[str, Any] = {
        "columns": {each.key: each.heading for each in result.columns},
        "rows": rows,
        "shown": len(result.paths),
        "total": result.total,
    }
    if result.grouped_by:
        data["group_by"] = result.grouped_by.key
        data["groups"] = [_group(each, writer) for each in result.groups]
    if result.summaries:
        data["summaries"] = _summaries(result.summaries, writer)
    if result.failed:
        data["failed_filters"] = [
            {"filter": each.text, "line": each.line, "reason": each.reason}
            | ({"files": each.rows, "of": each.tried} if each.tried else {})
            for each in result.failed
        ]
    return data | ({"errors": errors} if errors else {})


def _rows(
    result: ViewResult, run: ViewRun, start: int, stop: int, writer: JsonWriter
) -> tuple[list[dict[str, Any]], dict[str, int]]:
    """Return the rows, each with its path first, and how many cells of which column failed."""
    from pageful.vault.bases.values import ErrorValue

    rows: list[dict[str, Any]] = []
    errors: dict[str, int] = {}
    keys = [each.key for each in result.columns]
    for row in run.rows(start, stop):
        written: dict[str, Any] = {"path": row.path}
        for key, cell in zip(keys, row.cells, strict=True):
            written[key] = writer.value(cell)
            if isinstance(cell, ErrorValue):
                errors[key] = errors.get(key, 0) + 1
        rows.append(written)
    return rows, errors


def _group(group: RowGroup, writer: JsonWriter) -> dict[str, Any]:
    written: dict[str, Any] = {"key": writer.value(group.key), "rows": group.size}
    if group.summaries:
        written["summaries"] = _summaries(group.summaries, writer)
    return written


def _summaries(summaries: Sequence[Summary], writer: JsonWriter) -> dict[str, Any]:
    """Return the summaries by their column's id: the name of each, and its value."""
    return {
        each.column.key: {"name": each.name, "value": writer.value(each.value)}
        for each in summaries
    }


def _notes(view: ShownView) -> dict[str, Any]:
    """Return remarks, if there are any."""
    return {"notes": [*view.remarks]} if view.remarks else {}

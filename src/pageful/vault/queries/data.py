"""JSON of query results: typed rows, all of them unless a page was asked for."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pageful.page.presentation import Detail

if TYPE_CHECKING:
    from pageful.vault.dataview.results import QueryResult
    from pageful.vault.queries.results import Evaluation, QueryBlock, QueryPage
    from pageful.vault.values.budget import Budget


def query_data(page: QueryPage, _detail: Detail) -> dict[str, Any]:
    """Return a query's result; for a note's queries `blocks`, with lines and results or errors.

    Either has `notes` if there are remarks.

    Raises:
        OutOfBudget: it becomes too large.
    """
    # A client waits for the list of tools, not for the language.
    from pageful.vault.queries.paging import on_page
    from pageful.vault.values.budget import Budget

    budget = Budget()
    numbers = {"page": page.page, "pages": page.pages} if page.chosen else {}
    blocks = list(on_page(page)) if page.chosen else [(block, 0, -1) for block in page.blocks]
    if not page.of_note:
        block, start, stop = blocks[0]
        assert block.result is not None
        return _result(block.result, start, stop, budget) | _notes(block) | numbers
    written = [_block(block, start, stop, budget) for block, start, stop in blocks]
    return {"path": page.path, "blocks": written, "total": len(page.blocks)} | numbers


def value_data(evaluated: Evaluation, _detail: Detail) -> dict[str, Any]:
    """Return the value as JSON.

    Raises:
        OutOfBudget: it becomes too large.
    """
    from pageful.vault.dataview.answers import value_json

    return {"type": "value", "value": value_json(evaluated.value)}


def _block(block: QueryBlock, start: int, stop: int, budget: Budget) -> dict[str, Any]:
    about = {"line": block.line, "end_line": block.end_line, "query": block.query}
    if block.result is None:
        return about | {"error": block.error}
    return about | {"result": _result(block.result, start, stop, budget)} | _notes(block)


def _notes(block: QueryBlock) -> dict[str, Any]:
    """Return remarks, if there are any."""
    return {"notes": [*block.remarks]} if block.remarks else {}


def _result(result: QueryResult, start: int, stop: int, budget: Budget) -> dict[str, Any]:
    """Return the rows from `start` to before `stop`; all of them if `stop` is negative."""
    from pageful.vault.dataview.answers import query_json
    from pageful.vault.queries.paging import part

    if stop < 0:
        return query_json(result, budget)
    return query_json(part(result, start, stop), budget) | {"total": result.total}

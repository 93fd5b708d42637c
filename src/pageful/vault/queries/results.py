"""Results of the query tools: of one query or of all queries of a note, and values."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pageful.lazy.dataclasses import dataclass

if TYPE_CHECKING:
    from pageful.vault.dataview.results import QueryResult
    from pageful.vault.values.values import Value

PAGE_SIZE = 50
"""The default number of rows of a page."""


@dataclass(frozen=True, slots=True)
class QueryBlock:
    """A query with its result, or the `error` that it failed with.

    `line` and `end_line` are those of its fences in the note, 0 where no note holds it. `remarks`
    say which rows were left out, and which clause left no row.
    """

    query: str
    result: QueryResult | None = None
    error: str = ""
    line: int = 0
    end_line: int = 0
    remarks: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class QueryPage:
    """A page of the results of a query, or of all queries of a note, in their order.

    `blocks` are whole. The page has the rows from `start` to before `stop`, counted from 0 over all
    blocks; a block without rows counts as one. `path` is the note that `this` means, empty for
    none; the queries are its own if `of_note`. `chosen` tells whether the caller asked for a page.
    """

    path: str
    blocks: tuple[QueryBlock, ...]
    page: int
    page_size: int
    pages: int
    start: int
    stop: int
    of_note: bool = False
    chosen: bool = False


@dataclass(frozen=True, slots=True)
class Evaluation:
    """The value of an expression; `path` is the note that `this` means, empty for none."""

    expression: str
    path: str
    value: Value

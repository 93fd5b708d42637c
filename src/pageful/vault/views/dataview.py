"""Pages of queries and of expressions' values, whose modules are loaded with the first one."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from pageful.page.blocks import Block, Heading, Section, Sections
from pageful.page.presentation import Detail
from pageful.text.single_line import name
from pageful.text.units import amount

if TYPE_CHECKING:
    from pageful.vault.queries.results import Evaluation, QueryPage


def query_page(page: QueryPage, _detail: Detail) -> Iterator[Block]:
    """Yield the result of a query, or those of all queries of a note by their lines."""
    # A client waits for the list of tools, not for the language.
    from pageful.vault.queries.paging import on_page
    from pageful.vault.views.dataview_results import result_blocks

    number = f"page {page.page:,} of {page.pages:,}" if page.pages > 1 else ""
    if page.of_note:
        queries = amount(len(page.blocks), "query")
        shown = f" ({number})" if number else ""
        yield Heading(f"{name(page.path)}: {queries}{shown}", 1)
        yield Sections(tuple(_queries(page)), of="query")
    else:
        for each in on_page(page):
            yield from result_blocks(*each, level=1, number=number)


def _queries(page: QueryPage) -> Iterator[Section]:
    """Yield a section for each query; the keys of sections and rows count the page's rows."""
    from pageful.vault.queries.paging import on_page
    from pageful.vault.views.dataview_results import of_note

    first = 0
    for block, start, stop in on_page(page):
        yield Section(tuple(of_note(block, start, stop, first)), key=first)
        first += stop - start


def value_page(evaluated: Evaluation, _detail: Detail) -> Iterator[Block]:
    """Yield the value of an expression, below its type."""
    from pageful.vault.views.dataview_results import value_blocks

    yield from value_blocks(evaluated.value)

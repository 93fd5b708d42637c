"""The pages of `vault_find`: the lines of its layout, a heading for each of several queries."""

from __future__ import annotations

from collections.abc import Iterator

from pageful.page.blocks import Block, Heading, Line, Verbatim
from pageful.page.presentation import Detail
from pageful.text.single_line import join_lines
from pageful.vault.finding.results import FindResult


def find_page(result: FindResult, _detail: Detail) -> Iterator[Block]:
    """Show one page of the answers; a page that is not the only one says so in its first line."""
    from pageful.vault.finding.layout import pages_of  # a client waits for the list of tools

    pages = pages_of(result)
    if result.page > len(pages):
        yield Line(f"No page {result.page}: there are {len(pages)}.")
        return
    label = f"page {result.page} of {len(pages)}" if len(pages) > 1 else ""
    several = len(result.found) > 1
    if label and (several or result.page > 1):
        yield Line(label)
    for part in pages[result.page - 1]:
        if several:
            yield Heading(join_lines(part.query) or "every note", 2)
        first, *rest = part.lines
        begins = label and not several and result.page == 1
        if begins:
            first = f"{first}; {label}"
        if part.is_text:
            yield from _text(first, rest)
        else:
            yield Line("\n".join([first, *rest]))


def _text(first: str, rest: list[str]) -> Iterator[Block]:
    """Yield the text of notes between fences; of a later page all lines are such text."""
    begins = not first.startswith(("#", " ", "…"))
    if begins:
        yield Line(first)
    lines = rest if begins else [first, *rest]
    # Rows begin with a number or a blank, heads with `#`: only the page says how many are left.
    more = lines[-1:] if lines and lines[-1].startswith("… ") else []
    if lines[: len(lines) - len(more)]:
        yield Verbatim("\n".join([*lines[: len(lines) - len(more)], ""]), fenced=True)
    if more:
        yield Line(more[0])

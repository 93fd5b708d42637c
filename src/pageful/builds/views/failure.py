"""The page of one failing test with everything that it left."""

from __future__ import annotations

from collections.abc import Iterator

from pageful.builds.drilldown.whole_failure import WholeFailure
from pageful.page.blocks import Block, Code, Heading, Line
from pageful.page.presentation import Detail
from pageful.text.units import count, extent, page_label


def whole_failure_page(failure: WholeFailure, _detail: Detail, _tool: str) -> Iterator[Block]:
    """Make the page of the printed trace and the output; of the message where they have it not."""
    lines = "\n".join(failure.lines)
    yield Line(f"Failure in build {failure.build} — {_how_much(failure)}")
    yield Heading(f"FAILED: {failure.test}")
    if failure.page == 1 and failure.message not in lines:
        yield Line(failure.message)
    if failure.lines:
        yield Code(lines)


def _how_much(failure: WholeFailure) -> str:
    shown = len(failure.lines)
    if not failure.total:
        return "it left nothing but its message"
    if shown == failure.total:
        return count(shown, "line")
    lines = extent(failure.first, shown, failure.total)
    return f"lines {lines}{page_label(failure.page, failure.pages)}"

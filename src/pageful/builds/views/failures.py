"""The page of those errors and failing tests that a build's own page had no room for."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from pageful.builds.results import FailurePage
from pageful.builds.views.build import build_page
from pageful.builds.views.failing_tests import failure_sections
from pageful.builds.views.first_line import describe_results, describe_status
from pageful.builds.views.problems import problem_sections
from pageful.builds.views.sources import source_blocks
from pageful.page.blocks import Block, Line, Mono, Tip
from pageful.page.calls import Call, verb
from pageful.page.presentation import Detail
from pageful.text.units import extent, page_label


def failures_page(page: FailurePage, detail: Detail, tool: str) -> Iterator[Block]:
    """Make the page: a line with their numbers, then each as on a build's page.

    `tool` shows the others.
    """
    if not (page.total or page.errors_total):
        yield from build_page(page.build, detail)
        return
    yield Line(_first_line(page))
    sources = partial(source_blocks, page.build)
    yield from problem_sections(page.build.errors, sources=sources)
    yield from failure_sections(page.build.failures, len(page.build.errors), sources=sources)
    if page.oversized and (following := next_failures_call(page, tool)):
        # The call at the page's end is for the rest of this one.
        yield Tip((f"for what comes after it, {verb()} ", Mono(str(following))))


def next_failures_call(page: FailurePage, tool: str) -> Call | None:
    """Return the call for the next page; behind the last one, for output that explains more."""
    if page.page < page.pages:
        return Call(tool, {"build": page.build.id, "show": "failures", "page": page.page + 1})
    return Call(tool, {"build": page.build.id, "show": "log"}) if page.build.output else None


def _first_line(page: FailurePage) -> str:
    build, parts = page.build, []
    if build.errors:
        parts.append(f"errors {extent(page.first_error, len(build.errors), page.errors_total)}")
    if build.failures:
        parts.append(f"failures {extent(page.first, len(build.failures), page.total)}")
    counts = f"{told}; " if (told := describe_results(build, page.crashed)) else ""
    return (
        f"{describe_status(build)} — {counts}{', '.join(parts)}{page_label(page.page, page.pages)}"
    )

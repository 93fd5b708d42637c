"""A build's errors and failing tests in pages: what one page has no room for, page by page.

The pages are made of estimated sizes, never below what a page takes for an error or a failure.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import NamedTuple

from pageful.builds.drilldown.paging import no_such_page
from pageful.builds.results import Build, Failure, FailurePage, Problem
from pageful.builds.test_lists import count_by_class, is_mass

_FRAME = 250
"""Characters of a page's first line and of its call, without the name of what was done."""

_HEADING = 20
_POSITION = 24
_LABEL = 30


class _Item(NamedTuple):
    """An error or a failure: its characters, and those of the heading that errors of a place share.

    A failure's heading is its own, and no place has it.
    """

    size: int
    heading: int = 0
    place: str | None = None


def failure_page(build: Build, page: int, budget: int) -> FailurePage:
    """One page of at most `budget` characters: errors, then failures.

    Raises:
        ToolError: there is no such page.
    """
    starts = page_starts(build, budget)
    pages = len(starts) - 1
    if not 1 <= page <= pages:
        raise no_such_page(page, pages)
    start, stop = starts[page - 1 : page + 1]
    errors = len(build.errors)
    first, end = max(0, start - errors), max(0, stop - errors)
    shown = replace(
        build,
        errors=build.errors[start:stop],
        failures=build.failures[first:end],
        excerpts=None,
        places=None,
    )
    return FailurePage(
        build=shown,
        first=first + 1,
        total=len(build.failures),
        page=page,
        pages=pages,
        first_error=min(start, errors) + 1,
        errors_total=errors,
        crashed=sum(failure.crashed for failure in build.failures),
        oversized=_is_oversized(shown, _room(build, budget)),
    )


def page_starts(build: Build, budget: int) -> list[int]:
    """Where each page begins among the errors and the failures after them; last, where all end.

    A page has at least one of them; where there are none, there is one empty page.
    """
    items, room = _items(build), _room(build, budget)
    starts, used, above = [0], 0, None
    for n, (size, heading, place) in enumerate(items):
        taken = size if place is not None and place == above else size + heading
        if n > starts[-1] and used + taken > room:
            starts.append(n)
            used, taken = 0, size + heading
        used, above = used + taken, place
    return [*starts, len(items)]


def _is_oversized(shown: Build, room: int) -> bool:
    items = _items(shown)
    return len(items) == 1 and items[0].size + items[0].heading > room


def _room(build: Build, budget: int) -> int:
    return budget - _FRAME - len(build.operation)


def _items(build: Build) -> Sequence[_Item]:
    return [*map(_of_error, build.errors), *map(_of_failure, build.failures)]


def _of_error(error: Problem) -> _Item:
    place = error.file or error.module or ""
    return _Item(_POSITION + _length([error.message]), _HEADING + _length([place]), place)


def _of_failure(failure: Failure) -> _Item:
    texts = (*_names(failure), failure.message, *failure.trace, *failure.output)
    return _Item(_LABEL + _HEADING + _length(texts))


def _names(failure: Failure) -> Sequence[str]:
    mass = is_mass(failure.tests)
    return (count_by_class(failure.tests),) if mass else failure.tests


def _length(texts: Iterable[str]) -> int:
    """Characters of texts on a page at most, with what indents and guards each of their lines."""
    return sum(len(text) + 4 * (1 + text.count("\n") + text.count("\r")) for text in texts)

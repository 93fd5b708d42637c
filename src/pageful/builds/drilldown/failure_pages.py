"""A build's errors and failing tests in pages: what one page has no room for, page by page.

The pages are made of estimated sizes, never below what a page takes for an error or a failure.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import starmap
from typing import TYPE_CHECKING, TypeVar

from pageful.builds.drilldown.paging import PartRequest, no_such_page
from pageful.builds.results import Build, Excerpt, Failure, FailurePage, Place, Supply
from pageful.builds.test_lists import count_by_class, has_too_many_tests
from pageful.lazy.dataclasses import replace
from pageful.page.pagination import PageFiller, find_page_starts

if TYPE_CHECKING:
    from pageful.builds.records.build_record import BuildRecord

_FRAME = 250
"""Characters of a page's first line and of its call without the operation, 200 as a rule."""

_HEADING = 20
"""Characters around the name of a place or a test in a heading."""

_POSITION = 24
"""Characters around an error's message: its bullet, its line and its column."""

_LABEL = 30
"""Characters around a failure's trace and output: their fences and the output's label."""


_NUMBER = 12
"""Characters of a line's number, its mark and the blanks before the text."""

_SUPPLY = 100
"""Characters of the words that say which artifact has something."""

Of = TypeVar("Of", Excerpt, Place, Supply)


def read_failures(record: BuildRecord, request: PartRequest) -> FailurePage:
    """Read the errors and failures of a build; of one that is running, those so far.

    Raises:
        ToolError: there is no such page, or the record is damaged.
    """
    return failure_page(record.build(), request.page, request.room)


def failure_page(build: Build, page: int, budget: int) -> FailurePage:
    """Return one page of at most `budget` characters: errors, then failures.

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
    positions = {position: n for n, position in enumerate(range(start, stop))}
    shown = replace(
        build,
        errors=build.errors[start:stop],
        failures=build.failures[first:end],
        excerpts=_on_page(build.excerpts, positions),
        places=_on_page(build.places, positions),
        supplies=_on_page(build.supplies, positions),
        changes=None,
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


def _on_page(items: tuple[Of, ...] | None, positions: Mapping[int, int]) -> tuple[Of, ...] | None:
    """Return what is about the errors and failures of a page, with their positions on it."""
    kept = (each for each in items or () if each.of in positions)
    return tuple(replace(each, of=positions[each.of]) for each in kept) or None


def page_starts(build: Build, budget: int) -> list[int]:
    """Return the first item of each page among errors and the failures after them; last, the end.

    A page has at least one of them; where there are none, there is one empty page.
    """
    return find_page_starts(starmap(PageFiller(_room(build, budget)).add, _sizes(build)))


def _is_oversized(shown: Build, room: int) -> bool:
    sizes = [*_sizes(shown)]
    return len(sizes) == 1 and sizes[0][1] > room


def _room(build: Build, budget: int) -> int:
    return budget - _FRAME - len(build.operation)


def _sizes(build: Build) -> Iterator[tuple[int, int]]:
    """Measure each error and failure: behind another one of its page, and as the first.

    Errors of a place that follow each other share a heading.
    """
    above = None
    sources = _source_sizes(build)
    for n, error in enumerate(build.errors):
        place = error.file or error.module or ""
        size = _POSITION + _length([error.message]) + sources.get(n, 0)
        heading = _HEADING + _length([place])
        yield size + (heading if place != above else 0), size + heading
        above = place
    for n, failure in enumerate(build.failures, len(build.errors)):
        texts = (*_names(failure), failure.message, *failure.trace, *failure.output)
        size = _LABEL + _HEADING + _length(texts) + sources.get(n, 0)
        yield size, size


def _source_sizes(build: Build) -> dict[int, int]:
    """Measure the lines of sources of each error and failure that has any, by its position."""
    sizes: dict[int, int] = {}
    for place in build.places or ():
        sizes[place.of] = sizes.get(place.of, 0) + _length([place.file, place.text]) + _NUMBER
    for supply in build.supplies or ():
        said = [supply.missing, supply.artifact, supply.version or "", *supply.found]
        sizes[supply.of] = sizes.get(supply.of, 0) + _length(said) + _SUPPLY
    for excerpt in build.excerpts or ():
        lines = [line.text.expandtabs(4) for line in excerpt.lines]
        size = _length([excerpt.file, *lines]) + _NUMBER * (len(lines) + 1)
        sizes[excerpt.of] = sizes.get(excerpt.of, 0) + size
    return sizes


def _names(failure: Failure) -> Sequence[str]:
    mass = has_too_many_tests(failure.tests)
    return (count_by_class(failure.tests),) if mass else failure.tests


def _length(texts: Iterable[str]) -> int:
    """Characters of texts on a page at most, with what indents and guards each of their lines."""
    return sum(len(text) + 4 * (1 + text.count("\n") + text.count("\r")) for text in texts)

"""Failing tests on a page: one section for each cause, with every test that failed of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pageful.builds.results import Failure
from pageful.builds.similar_failures import (
    SimilarFailures,
    find_similar_failures,
    row_message,
)
from pageful.builds.test_lists import (
    FEW,
    by_class,
    count_by_class,
    has_too_many_tests,
    list_classes,
)
from pageful.builds.views.sources import SourceBlocks, no_sources, separate_from_output
from pageful.page.blocks import Block, Bullets, Heading, Line, Output, Section, Sections
from pageful.text.excerpts import shorten
from pageful.text.single_line import join_lines
from pageful.text.units import count

_LONGEST_LINE = 160
"""Characters of a message in a line for failures that follow from another one."""


def failure_sections(
    failures: Sequence[Failure],
    first: int = 0,
    *,
    brief: bool = False,
    sources: SourceBlocks = no_sources,
) -> Iterator[Block]:
    """One section for each failure; their keys are numbers from `first` on.

    A `brief` page has a line for each of many similar failures; a record has the rest of them.
    `sources` gives the blocks below a section, of the positions of its failures.
    """
    if failures:
        rows = find_similar_failures(failures) if brief else ()
        yield Sections(tuple(_sections(failures, first, rows, sources)), of="failure")


def _sections(
    failures: Sequence[Failure],
    first: int,
    similar: Sequence[SimilarFailures],
    sources: SourceBlocks,
) -> Iterator[Section]:
    behind = {each.samples[-1]: each for each in similar}
    elsewhere = {n for each in similar for n in each.others}
    for n, failure in enumerate(failures):
        if n not in elsewhere:
            below = separate_from_output(sources([first + n], ""), failure.output)
            blocks = (*_blocks(failure), *below)
            yield Section(blocks, _names(failure), first + n)
        if n in behind:
            yield _similar_section(behind[n], failures, first)


def _names(failure: Failure) -> str:
    if has_too_many_tests(failure.tests):
        return count_by_class(failure.tests)
    return ", ".join(failure.tests if len(failure.tests) <= FEW else by_class(failure.tests))


def _blocks(failure: Failure) -> Iterator[Block]:
    if failure.follows:
        said = shorten(join_lines(failure.message), _LONGEST_LINE, "…")
        mass = has_too_many_tests(failure.tests)
        tests = _names(failure) if mass else ", ".join(by_class(failure.tests))
        yield Line(f"follows from the failed initialiser of {failure.follows}: {tests}\n{said}")
        return
    yield from _heading(failure)
    yield Line(failure.message)
    if failure.trace:
        yield Output("\n".join(failure.trace))
    if failure.output:
        yield Output("\n".join(failure.output), label="Test output:")


def _heading(failure: Failure) -> Iterator[Block]:
    status = "CRASHED" if failure.crashed else "FAILED"
    few = len(failure.tests) <= FEW
    mass = has_too_many_tests(failure.tests)
    named = _names(failure) if few or mass else count(len(failure.tests), "test")
    yield Heading(f"{status}: {named}")
    if not (few or mass):
        yield Bullets(tuple(by_class(failure.tests)), of="class")


def _similar_section(similar: SimilarFailures, failures: Sequence[Failure], first: int) -> Section:
    """The rows of similar failures, and how many of which classes there are beside them."""
    rows = [_row([failures[n] for n in row]) for row in similar.rows]
    keys = [first + row[0] for row in similar.rows]
    if similar.counted:
        tests = [test for n in similar.counted for test in failures[n].tests]
        rows.append(f"… {len(similar.counted)} more: {list_classes(tests)}")
        keys.append(first + similar.counted[0])
    heading = count(len(similar.others), "similar failure")
    bullets = Bullets(tuple(rows), of="failure", keys=tuple(keys))
    return Section((Heading(heading), bullets), heading, min(keys))


def _row(failures: Sequence[Failure]) -> str:
    """The tests of a row, the first one's message, and the place of all."""
    tests = [test for failure in failures for test in failure.tests]
    names = count_by_class(tests) if has_too_many_tests(tests) else ", ".join(by_class(tests))
    place = failures[0].trace[0].removeprefix("at ") if failures[0].trace else ""
    behind = f" ({place.rpartition('(')[2]}" if place.endswith(")") else ""
    return f"{names}: {row_message(failures[0].message)}{behind}"

"""Failing tests on a page: one section for each cause, with every test that failed of it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from pageful.builds.results import Failure
from pageful.page.blocks import Block, Bullets, Heading, Line, Output, Section, Sections
from pageful.text.units import count

_FEW = 3
"""Tests of one failure that still have room in its heading."""

# > archives
_METHOD = re.compile(r"[\w$]+")


def failure_sections(failures: Sequence[Failure], first: int = 0) -> Iterator[Block]:
    """One section for each failure; their keys are numbers from `first` on."""
    if failures:
        sections = (
            Section(tuple(_blocks(each)), _names(each), key)
            for key, each in enumerate(failures, first)
        )
        yield Sections(tuple(sections), of="failure")


def _names(failure: Failure) -> str:
    return ", ".join(failure.tests if len(failure.tests) <= _FEW else by_class(failure.tests))


def _blocks(failure: Failure) -> Iterator[Block]:
    status = "CRASHED" if failure.crashed else "FAILED"
    few = len(failure.tests) <= _FEW
    named = ", ".join(failure.tests) if few else count(len(failure.tests), "test")
    yield Heading(f"{status}: {named}")
    if not few:
        yield Bullets(tuple(by_class(failure.tests)), of="class")
    yield Line(failure.message)
    if failure.trace:
        yield Output("\n".join(failure.trace))
    if failure.output:
        yield Output("\n".join(failure.output), label="Test output:")


def by_class(tests: Sequence[str]) -> Iterator[str]:
    """The tests of each class together, as a filter takes them: `OrderTest#sums+ships`.

    Names that are not a class's and a plain method's stay as they are.
    """
    classes: dict[str, tuple[list[str], list[str]]] = {}
    for test in tests:
        name, _, method = test.partition("#")
        methods, others = classes.setdefault(name, ([], []))
        if _METHOD.fullmatch(method):
            methods.append(method)
        else:
            others.append(test)
    for name, (methods, others) in classes.items():
        yield ", ".join([f"{name}#{'+'.join(methods)}"] * bool(methods) + others)

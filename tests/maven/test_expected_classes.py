"""How many test classes a build is going to run."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import cast

import pytest

from pageful.builds.junit.test_case import Case
from pageful.builds.records.build_record import BuildRecord
from pageful.maven.projects.module import Module
from pageful.maven.projects.project import Project
from pageful.maven.projects.test_filter import TestFilter
from pageful.maven.request.build_request import BuildRequest
from pageful.maven.request.packed import pack_request, unpack_request
from pageful.maven.running.expected_classes import expected_classes
from pageful.tool.errors import ToolError

TEST = BuildRequest("Test", ("test",), (), 60.0)
CLASSES = ("a.FooTest", "a.FooTest$Inner", "b.BarTest", "b.FooIT")


@dataclass(frozen=True)
class Shop:
    """As much of a project as is looked at."""

    modules: tuple[Module, ...] = (
        Module("g", "core", "1", "core", "core"),
        Module("g", "api", "1", "api", "api", needs=frozenset(["g:core"])),
        Module("g", "web", "1", "web", "web", needs=frozenset(["g:api"])),
    )


@dataclass
class Recorded:
    """As much of a record as is looked at."""

    given: BuildRequest
    classes: Sequence[str] | None
    has_ended: bool = True

    @property
    def order(self) -> bytes:
        return pack_request(self.given)

    def cases(self) -> tuple[Case, ...]:
        if self.classes is None:
            raise ToolError("It is damaged.")
        return tuple(
            Case(name, test, module="web" if name[:1] == "b" else "api")
            for name in self.classes
            for test in ("x", "y")
        )


def expected(request: BuildRequest, *records: Recorded, reports: Sequence[str] = ()) -> int:
    stamps = {Path("target/surefire-reports", f"TEST-{name}.xml"): (1, 1) for name in reports}
    project = cast("Project", Shop())
    return expected_classes(request, project, cast("tuple[BuildRecord, ...]", records), stamps)


def test_classes_of_the_last_build_alike_count_each_once() -> None:
    others = (
        Recorded(TEST, CLASSES, has_ended=False),
        Recorded(TEST, ()),
        Recorded(replace(TEST, test_filter="X"), ["X"]),
        Recorded(replace(TEST, failed_only=True), ["X"]),
        Recorded(replace(TEST, modules=("api",)), ["X"]),
        Recorded(replace(TEST, goals=("verify",)), ["X"]),
        Recorded(TEST, None),
    )
    assert expected(TEST, *others, Recorded(TEST, CLASSES), Recorded(TEST, ["X"])) == 4
    assert expected(replace(TEST, modules=("api",)), *others) == 1


def test_of_all_modules_those_count_that_are_built() -> None:
    core = replace(TEST, modules=("core",))
    api = replace(TEST, modules=("api",))
    web = replace(TEST, modules=(":web",))
    found = [expected(each, Recorded(TEST, CLASSES)) for each in (core, api, web)]
    assert found == [0, 2, 4]


def test_where_no_build_is_recorded_the_reports_that_lie_around_count() -> None:
    assert expected(TEST, reports=CLASSES) == 4
    assert expected(replace(TEST, modules=("api",)), reports=CLASSES) == 0


def test_of_a_filtered_build_only_the_classes_that_match_count() -> None:
    request = replace(TEST, test_filter="FooTest#x+y,com.example.Other")
    assert expected(request, Recorded(TEST, CLASSES)) == 2


def test_goals_that_run_no_tests_expect_none() -> None:
    assert expected(replace(TEST, goals=("compile",)), reports=CLASSES) == 0


@pytest.mark.parametrize(
    ("test_filter", "matches"),
    [
        ("FooTest", CLASSES[:2]),
        ("a.FooTest#x+y", CLASSES[:2]),
        ("FooTest$Inner", CLASSES[1:2]),
        ("*Test", CLASSES[:3]),
        ("**/FooTest.java", CLASSES[:2]),
        ("b/*", CLASSES[2:]),
        ("!FooTest", CLASSES[2:]),
        ("*Test,!Foo*", CLASSES[2:3]),
        ("!FooTest#x", CLASSES),
    ],
)
def test_a_filter_matches_as_surefire_does(test_filter: str, matches: Sequence[str]) -> None:
    assert tuple(filter(TestFilter.parse(test_filter).class_check(), CLASSES)) == tuple(matches)


def test_a_filter_of_very_many_patterns_is_taken_to_match() -> None:
    patterns = tuple(f"*a*b*{number}" for number in range(9000))
    assert TestFilter(patterns).class_check()("a.FooTest")


def test_an_order_comes_back_as_it_was_packed() -> None:
    request = BuildRequest("Test", ("test",), ("-Dx=\udcff", "ä"), 3.5, modules=("a",))
    assert unpack_request(pack_request(request)) == request
    assert unpack_request(b'{"operation": 1}') is None
    assert unpack_request(b"\xff") is None

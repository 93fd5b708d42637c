"""The calls that get what a page of a build had no room for."""

from __future__ import annotations

import pytest

from pageful import Cut
from pageful.builds.results import Build, Failure, Status
from pageful.maven.follow_up import rest_of_build
from pageful.maven.projects.test_filter import TestFilter
from pageful.tool.call_context import CallContext


def _cut(shown: int, total: int) -> Cut:
    """Failures of which the first few are whole."""
    return Cut("failure", shown, total, (shown,))


def _call(tests: list[str], *cuts: Cut, **arguments: object) -> str:
    failures = tuple(Failure((test,), "boom") for test in tests)
    build = Build("Test", Status.FAILURE, 1, failures=failures)
    return str(rest_of_build(build, CallContext("maven_test", arguments, cuts=cuts)))


def test_classes_that_are_left_are_asked_for_whole() -> None:
    call = _call(["A#a", "B#b", "B#c", "C#d"], _cut(1, 4))
    assert call == 'maven_test(testFilter="B,C")'


def test_of_a_class_on_the_page_only_the_methods_left_are_asked_for() -> None:
    call = _call(["A#a", "A#b(int)[2]", "A#c[1, 2](3)", "B"], _cut(1, 4))
    assert call == 'maven_test(testFilter="A#b,A#c,B")'


def test_a_failure_that_is_there_in_part_is_asked_for_again() -> None:
    call = _call(["A#a", "B#b", "C#c"], Cut("line", 3, 9, (1, 2)), _cut(2, 3))
    assert call == 'maven_test(testFilter="B,C")'


def test_but_not_if_it_is_all_there_is() -> None:
    call = _call(["A#a", "B#b"], Cut("line", 3, 9, (0, 2)), _cut(1, 2))
    assert call == 'maven_test(testFilter="B")'


def test_what_no_filter_gets_is_asked_for_as_json() -> None:
    assert (
        _call([], Cut("file", 3, 9, ("warnings",)), timeout=9) == "maven_test(timeout=9, raw=true)"
    )
    assert _call(["A#a"], Cut("line", 3, 9, (0, 2))) == "maven_test(raw=true)"
    assert _call(["A#a"], Cut("line", 3, 9)) == "maven_test(raw=true)"


@pytest.mark.parametrize("name", ["A#adds two numbers()", "A#x-y", "My scenario: it works"])
def test_a_name_that_no_filter_takes_is_left_to_json(name: str) -> None:
    assert _call(["A#a", name], _cut(1, 2)) == "maven_test(raw=true)"


def test_other_arguments_stay() -> None:
    call = _call(["A#a", "B#b"], _cut(1, 2), testFilter="*Test", args=["-o"])
    assert call == 'maven_test(testFilter="B", args=["-o"])'


def test_where_not_even_the_names_are_on_the_page_everything_is_asked_for() -> None:
    tests = [f"Class{n}Test#method" for n in range(500)]
    assert _call(tests, Cut("failure", 1, 500, (1,), unnamed=9)) == "maven_test(raw=true)"


@pytest.mark.parametrize("name", ["Class{}Test#method", "A#method{}"])
def test_a_filter_is_long_enough_to_go_on_and_no_longer(name: str) -> None:
    tests = [name.format(n) for n in range(500)]
    call = _call(tests, _cut(1, 500))
    names = call.removeprefix('maven_test(testFilter="').removesuffix('")')
    assert len(names) <= 400
    assert str(TestFilter.parse(names)) == names

"""The failing test that a caller means."""

from __future__ import annotations

import contextlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pageful.builds.drilldown.failing_test import FailingTest, find_failing_test
from pageful.builds.junit.test_case import Case, ThrownException
from pageful.builds.results import Build, Failure, Status
from pageful.jvm.test_names import Names
from pageful.maven.running.maven_tool import MAVEN
from pageful.tool.errors import ToolError

TRACE = "java.lang.AssertionError: no\n\tat a.FooTest.adds(FooTest.java:3)\n\tat org.junit.X.y(X)\n"
THROWN = ThrownException("java.lang.AssertionError", "no", TRACE)
BUILD = Build("Test", Status.FAILURE, 1, id="b4")


def case(class_name: str, name: str, module: str = ".", output: str = "") -> Case:
    return Case(class_name, name, THROWN, output=output, module=module)


CASES = (
    case("a.b.FooTest", "adds", output="one\ntwo\n"),
    case("a.b.FooTest", "sums(int)[1]"),
    case("a.b.FooTest", "sums(int)[2]"),
    case("a.b.FooTest", "totals(int)[7]"),
    case("a.b.BarTest", ""),
    case("a.b.FooTest$Nested", "works"),
    case("a.b.LoneTest", "fails"),
    Case("a.b.FooTest", "passes"),
)


def found(asked: str, cases: tuple[Case, ...] = CASES) -> str:
    return find_failing_test(BUILD, cases, asked, MAVEN).name


@pytest.mark.parametrize(
    ("asked", "name"),
    [
        ("FooTest#adds", "FooTest#adds"),
        ("a.b.FooTest#adds", "FooTest#adds"),
        (" FooTest#adds ", "FooTest#adds"),
        ("FooTest#sums(int)[2]", "FooTest#sums(int)[2]"),
        ("a.b.FooTest#sums(int)[1]", "FooTest#sums(int)[1]"),
        ("FooTest#totals", "FooTest#totals(int)[7]"),
        ("BarTest", "BarTest"),
        ("a.b.BarTest", "BarTest"),
        ("FooTest$Nested#works", "FooTest$Nested#works"),
        ("LoneTest", "LoneTest#fails"),
        ("FooTest.adds", "FooTest#adds"),
        ("a.b.FooTest.adds", "FooTest#adds"),
        ("FooTest.adds:3", "FooTest#adds"),
        ("FooTest.sums(int)[2]", "FooTest#sums(int)[2]"),
        ("FooTest::adds", "FooTest#adds"),
        ("a/b/FooTest.py::adds", "FooTest#adds"),
        ("adds", "FooTest#adds"),
        ("totals", "FooTest#totals(int)[7]"),
    ],
)
def test_a_test_is_found_by_any_usual_name(asked: str, name: str) -> None:
    assert found(asked) == name


@pytest.mark.parametrize(
    "asked", ["shop/test_order.py::TestOrder::test_adds[a/b::c]", "test_adds[a/b::c]", "test_adds"]
)
def test_a_test_of_pytest_is_found_by_its_id_and_by_the_last_part_of_it(asked: str) -> None:
    cases = (
        case("shop.test_order.TestOrder", "test_adds[a/b::c]"),
        case("shop.test_order", "test_sums"),
    )
    assert found(asked, cases) == "TestOrder#test_adds[a/b::c]"
    with pytest.raises(ToolError, match="No failing test"):
        found("shop/test_cart.py::test_sums", cases)


def test_it_comes_with_its_whole_trace_and_output() -> None:
    assert find_failing_test(BUILD, CASES, "FooTest#adds", MAVEN) == FailingTest(
        "FooTest#adds",
        "no",
        (*TRACE.rstrip().split("\n"), "Test output:", "one", "two"),
    )


def test_frames_that_repeat_are_told_once_in_the_trace_and_in_the_output() -> None:
    frames = "\tat a.Part.depth(Part.java:5)\n" * 900
    thrown = ThrownException(
        "java.lang.StackOverflowError", "", f"java.lang.StackOverflowError\n{frames}"
    )
    deep = Case("a.PartTest", "counts", thrown, output=f"one\n{frames}")
    told = ("\tat a.Part.depth(Part.java:5)", "\t… 899 equal frames")
    assert find_failing_test(BUILD, (deep,), "PartTest#counts", MAVEN).lines == (
        "java.lang.StackOverflowError",
        *told,
        "Test output:",
        "one",
        *told,
    )


@pytest.mark.parametrize(("asked", "number"), [("FooTest#sums", 2), ("sums", 2), ("FooTest", 4)])
def test_a_name_for_several_is_refused_with_their_names(asked: str, number: int) -> None:
    with pytest.raises(ToolError, match=f"names {number} failing tests") as raised:
        found(asked)
    assert "FooTest#sums(int)[2]" in raised.value.remedy


def test_an_unknown_one_is_refused_with_the_closest() -> None:
    with pytest.raises(
        ToolError, match=r"No failing test of build b4 is called 'FooTest#add'"
    ) as e:
        found("FooTest#add")
    assert e.value.remedy.startswith("These failed: FooTest#adds")


def test_one_that_passed_is_said_to_have_passed() -> None:
    with pytest.raises(ToolError, match="FooTest#passes did not fail in build b4"):
        found("FooTest#passes")


def test_where_nothing_failed_that_is_said() -> None:
    with pytest.raises(ToolError, match="No test failed in build b4"):
        found("FooTest#adds", ())


def test_many_failing_ones_are_not_all_named() -> None:
    cases = tuple(case("a.FooTest", f"t{number}") for number in range(200))
    with pytest.raises(ToolError) as raised:
        found("FooTest", cases)
    assert "and 190 more" in raised.value.remedy


def test_the_same_name_in_several_modules_is_shown_for_all() -> None:
    cases = (case("a.FooTest", "adds", "api"), case("a.FooTest", "adds", "core", "x"))
    test = find_failing_test(BUILD, cases, "FooTest#adds", MAVEN)
    assert [line for line in test.lines if line.endswith(":")] == [
        "1 of 2 in api:",
        "2 of 2 in core:",
        "Test output:",
    ]


def test_classes_of_the_same_name_are_told_apart_by_their_packages() -> None:
    cases = (case("a.FooTest", "adds"), case("b.FooTest", "adds"))
    assert found("b.FooTest#adds", cases) == "b.FooTest#adds"
    with pytest.raises(ToolError, match="names 2 failing tests"):
        found("FooTest#adds", cases)


def test_a_class_that_crashed_is_found() -> None:
    crash = Failure(
        ("FooTest", "BarTest"), "The forked VM terminated\nOutOfMemoryError", crashed=True
    )
    build = Build("Test", Status.FAILURE, 1, failures=(crash,), id="b4")
    test = find_failing_test(build, (), "BarTest", MAVEN)
    assert test == FailingTest(
        "FooTest, BarTest", crash.message, ("The forked VM terminated", "OutOfMemoryError")
    )
    with pytest.raises(ToolError) as raised:
        find_failing_test(build, (), "BazTest", MAVEN)
    assert "BarTest" in raised.value.remedy


texts = st.text("ab.#$()[]{} \n1é", max_size=12)


@given(names=st.lists(st.tuples(texts, texts), min_size=1, max_size=6), asked=texts)
def test_any_name_that_pages_give_finds_its_test(names: list[tuple[str, str]], asked: str) -> None:
    cases = tuple(case(*each) for each in names)
    with contextlib.suppress(ToolError):
        find_failing_test(BUILD, cases, asked, MAVEN)
    names_on_pages = Names.of(cases)
    for each in cases:
        name = names_on_pages.test(each)
        assert find_failing_test(BUILD, cases, name, MAVEN).name == name

"""Failing tests, named and grouped by cause."""

from __future__ import annotations

import pytest

from laconic.maven.results import Failure
from laconic.maven.surefire import Case, Thrown
from laconic.maven.test_failures import DEFAULT_LIMITS, Limits, Names, failures_of

ASSERTION = "org.opentest4j.AssertionFailedError"


def failing(
    name: str = "com.example.FooTest#adds",
    message: str = "expected 5",
    type_name: str = ASSERTION,
    at: str = "com.example.FooTest.adds(FooTest.java:3)",
    output: str = "",
) -> Case:
    class_name, _, method = name.partition("#")
    trace = f"{type_name}: {message}\n\tat {at}\n" if at else f"{type_name}: {message}"
    return Case(class_name, method, Thrown(type_name, message, trace), output=output)


def found(*cases: Case, limits: Limits = DEFAULT_LIMITS) -> tuple[Failure, ...]:
    return failures_of(cases, ("com.example",), limits)


def names(*cases: Case) -> list[str]:
    return [name for failure in found(*cases) for name in failure.tests]


def test_a_failure_is_its_test_its_message_and_its_frames() -> None:
    (failure,) = found(failing(output="DEBUG\n"))
    assert failure == Failure(
        ("FooTest#adds",), "expected 5", ("at FooTest.adds(FooTest.java:3)",), ("DEBUG",)
    )


def test_passing_tests_are_no_failures() -> None:
    assert (
        found(Case("a.B", "c"), Case("a.B", "d", flaky=True), Case("a.B", "e", skipped=True)) == ()
    )


class TestMessages:
    def test_an_exception_says_its_type(self) -> None:
        (failure,) = found(failing(type_name="java.lang.NullPointerException", message="x is null"))
        assert failure.message == "NullPointerException: x is null"

    def test_a_message_comes_once_and_whole(self) -> None:
        message = "expected:\n  5\n\n but was:\n  4"
        (failure,) = found(failing(message=message))
        assert failure.message == message
        assert failure.trace == ("at FooTest.adds(FooTest.java:3)",)

    def test_a_missing_message_is_taken_from_the_trace(self) -> None:
        thrown = Thrown("a.BadException", "", "a.BadException: one\ntwo\n\tat a.B.c(B.java:1)")
        (failure,) = found(Case("a.B", "c", thrown))
        assert failure.message == "BadException: one\ntwo"

    def test_no_message_at_all_leaves_the_type(self) -> None:
        (failure,) = found(Case("a.B", "c", Thrown("java.lang.AssertionError", "", "")))
        assert failure.message == "AssertionError"

    def test_nothing_at_all_is_a_failure_still(self) -> None:
        (failure,) = found(Case("a.B", "c", Thrown("", "", "")))
        assert failure.message == "Failure"


class TestGroups:
    def test_failures_of_one_type_message_and_place_are_one(self) -> None:
        tests = [failing(f"com.example.FooTest#test{number}") for number in range(3)]
        (failure,) = found(*tests)
        assert failure.tests == ("FooTest#test0", "FooTest#test1", "FooTest#test2")

    @pytest.mark.parametrize(
        "other",
        [
            failing(message="expected 6"),
            failing(type_name="java.lang.AssertionError"),
            failing(at="com.example.FooTest.adds(FooTest.java:4)"),
        ],
    )
    def test_others_stay_apart(self, other: Case) -> None:
        assert len(found(failing(), other)) == 2

    def test_failures_without_a_place_in_the_application_stay_apart(self) -> None:
        at = "org.junit.Assert.fail(Assert.java:1)"
        assert len(found(failing("a.B#c", at=at), failing("a.B#d", at=at))) == 2


class TestNames:
    def test_a_name_is_the_class_and_the_method(self) -> None:
        assert names(failing("com.example.FooTest#adds(int, int)[2]")) == [
            "FooTest#adds(int, int)[2]"
        ]

    def test_a_nested_class_keeps_its_outer_one(self) -> None:
        assert names(failing("com.example.FooTest$WhenEmpty#adds")) == ["FooTest$WhenEmpty#adds"]

    def test_classes_of_one_simple_name_keep_their_packages(self) -> None:
        assert names(failing("a.FooTest#x", "1"), failing("b.FooTest#x", "2")) == [
            "a.FooTest#x",
            "b.FooTest#x",
        ]

    def test_only_failing_classes_count_for_that(self) -> None:
        assert names(failing("a.FooTest#x"), Case("b.FooTest", "x")) == ["FooTest#x"]

    @pytest.mark.parametrize("method", ["", "FooTest", "com.example.FooTest"])
    def test_a_class_that_failed_as_a_whole_stands_alone(self, method: str) -> None:
        assert names(failing(f"com.example.FooTest#{method}")) == ["FooTest"]

    def test_a_class_without_a_package_is_itself(self) -> None:
        assert names(failing("FooTest#adds")) == ["FooTest#adds"]

    def test_a_scenario_in_prose_is_whole(self) -> None:
        case = Case("Sums of v1.2 numbers", "two and two")
        assert Names.of([case]).test(case) == "Sums of v1.2 numbers#two and two"


class TestLimits:
    TRACE = "\n".join(f"\tat com.example.Foo.m{number}(Foo.java:1)" for number in range(60))
    CASE = Case("com.example.FooTest", "adds", Thrown(ASSERTION, "m", f"{ASSERTION}: m\n{TRACE}"))

    def test_a_trace_is_cut_to_its_lines(self) -> None:
        (failure,) = found(self.CASE, limits=Limits(trace_lines=5))
        assert failure.trace[5:] == ("… 55 more lines",)

    def test_no_limit_is_the_whole_trace(self) -> None:
        (failure,) = found(self.CASE, limits=Limits(trace_lines=0))
        assert len(failure.trace) == 60

    def test_output_is_cut_to_its_characters_and_left_out_at_none(self) -> None:
        case = failing(output="x\n" * 5000)
        (cut,) = found(case, limits=Limits(output_characters=100))
        (none,) = found(case, limits=Limits(output_characters=0))
        assert len("\n".join(cut.output)) < 130
        assert none.output == ()

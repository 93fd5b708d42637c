"""Failing tests, named and grouped by cause."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from pageful.builds.junit.test_case import Case, ThrownException
from pageful.builds.limits import DEFAULT_LIMITS, Limits
from pageful.builds.results import Failure
from pageful.jvm.test_failures import failure_message, group_failures

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
    return Case(class_name, method, ThrownException(type_name, message, trace), output=output)


def found(*cases: Case, limits: Limits = DEFAULT_LIMITS) -> tuple[Failure, ...]:
    return group_failures(cases, ("com.example",), limits)


def test_a_failure_is_its_test_its_message_and_its_frames() -> None:
    (failure,) = found(failing(output="DEBUG\n"))
    assert failure == Failure(
        ("FooTest#adds",), "expected 5", ("at FooTest.adds(FooTest.java:3)",), ("DEBUG",)
    )


def test_passing_tests_are_no_failures() -> None:
    assert (
        found(Case("a.B", "c"), Case("a.B", "d", flaky=True), Case("a.B", "e", skipped=True)) == ()
    )


def test_failures_of_one_cause_are_one_that_names_every_test_once() -> None:
    tests = [failing(f"com.example.FooTest#test{number % 3}") for number in range(4)]
    (failure,) = found(*tests)
    assert failure.tests == ("FooTest#test0", "FooTest#test1", "FooTest#test2")


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
        thrown = ThrownException(
            "a.BadException", "", "a.BadException: one\ntwo\n\tat a.B.c(B.java:1)"
        )
        (failure,) = found(Case("a.B", "c", thrown))
        assert failure.message == "BadException: one\ntwo"

    def test_an_assertion_of_a_framework_without_types_stands_as_it_is(self) -> None:
        message = "Condition not satisfied:\n\n  a == b\n  |    |"
        thrown = ThrownException(
            "Condition not satisfied", message, f"{message}\n\n\tat a.B.c(B.java:1)"
        )
        (failure,) = found(Case("a.B", "c", thrown))
        assert failure.message == message
        assert failure.trace == ("at a.B.c(B.java:1)",)

    def test_frames_in_a_message_are_no_frames_of_the_trace(self) -> None:
        message = "2 failed:\n-- 1 --\nat FooTest.adds(FooTest.java:3)\n-- 2 --\nx"
        (failure,) = found(failing(message=message, at="com.example.FooTest.adds(FooTest.java:9)"))
        assert failure.message == message
        assert failure.trace == ("at FooTest.adds(FooTest.java:9)",)

    def test_a_context_that_failed_to_load_tells_its_root_cause(self) -> None:
        message = "Failed to load ApplicationContext for [ContextConfiguration@1 classes = [A]]"
        trace = f"a.B: {message}\nCaused by: a.C: wrapped\nCaused by: a.D: no\n  port"
        assert failure_message(ThrownException("a.B", message, trace)) == (
            "B: Failed to load ApplicationContext for [classes = [A]]\nRoot cause: D: no\n  port"
        )

    def test_no_message_at_all_leaves_the_type(self) -> None:
        (failure,) = found(Case("a.B", "c", ThrownException("java.lang.AssertionError", "", "")))
        assert failure.message == "AssertionError"

    def test_nothing_at_all_is_a_failure_still(self) -> None:
        (failure,) = found(Case("a.B", "c", ThrownException("", "", "")))
        assert failure.message == "Failure"


class TestLimits:
    TRACE = "\n".join(f"\tat com.example.Foo.m{number}(Foo.java:1)" for number in range(60))
    CASE = Case(
        "com.example.FooTest", "adds", ThrownException(ASSERTION, "m", f"{ASSERTION}: m\n{TRACE}")
    )

    def test_a_trace_is_cut_to_its_lines(self) -> None:
        (failure,) = found(self.CASE, limits=Limits(trace_lines=5))
        assert failure.trace[5:] == ("… 55 more lines",)
        assert failure.cut

    def test_no_limit_is_the_whole_trace(self) -> None:
        (failure,) = found(self.CASE, limits=Limits(trace_lines=0))
        assert len(failure.trace) == 60
        assert not failure.cut

    def test_output_is_cut_to_its_characters_and_left_out_at_none(self) -> None:
        case = failing(output="x\n" * 5000)
        (cut,) = found(case, limits=Limits(output_characters=100))
        (none,) = found(case, limits=Limits(output_characters=0))
        assert len("\n".join(cut.output)) < 130
        assert none.output == ()
        assert (cut.cut, none.cut) == (True, False)

    def test_frames_of_frameworks_go_before_anything_else_that_is_printed(self) -> None:
        frames = "".join(f"\tat org.x.Y.m{number}(Y.java:1)\n" for number in range(100))
        (failure,) = found(failing(output=f"one\na.B: odd\n{frames}two\nthree"))
        assert failure.output == ("one", "a.B: odd", "\t… 100 more lines", "two", "three")
        assert failure.cut

    def test_its_own_trace_is_not_shown_among_what_a_test_printed(self) -> None:
        case = failing()
        assert case.thrown
        frames = "\n".join(f"\tat java.util.A.m{number}(A.java:1)" for number in range(9))
        (failure,) = found(replace(case, output=f"one\n{case.thrown.trace}{frames}\ntwo"))
        assert failure.output == ("one", "… 11 more lines: the trace of this failure", "two")
        assert not failure.cut


@given(st.lists(st.builds(ThrownException, st.text(), st.text(), st.text()), max_size=4), st.text())
def test_anything_thrown_is_a_failure(thrown: list[ThrownException], name: str) -> None:
    cases = [Case(name, name, each, output=name) for each in thrown]
    assert bool(found(*cases)) == bool(cases)

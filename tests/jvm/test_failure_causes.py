"""Which failing tests failed of one cause, and which did not."""

from __future__ import annotations

import pytest

from pageful.builds.junit.test_case import Case, ThrownException
from pageful.jvm.failure_causes import group_by_cause

ASSERTION = "org.opentest4j.AssertionFailedError"
AT = "com.example.FooTest.adds(FooTest.java:3)"
ROOT = "Caused by: java.io.IOException: disk full\n\tat com.example.Disk.write(Disk.java:9)\n"
CONTEXT = "[MergedContextConfiguration@{} testClass = {}, classes = [{}]]"


def failing(
    name: str = "com.example.FooTest#adds",
    message: str = "expected 5",
    kind: str = ASSERTION,
    at: str = AT,
    then: str = "",
) -> Case:
    class_name, _, method = name.partition("#")
    frame = f"\tat {at}\n" if at else ""
    return Case(
        class_name, method, ThrownException(kind, message, f"{kind}: {message}\n{frame}{then}")
    )


def groups(*cases: Case) -> list[list[int]]:
    return [[each.number for each in group] for group in group_by_cause(cases, ("com.example",))]


def wrapped(message: str, line: int, then: str = ROOT, kind: str = "a.WrapperException") -> Case:
    return failing(message=message, kind=kind, at=f"com.example.A.b(A.java:{line})", then=then)


class TestPlaces:
    def test_one_type_message_and_place_is_one_cause(self) -> None:
        assert groups(failing("a.B#c"), failing("a.B#d"), failing("a.E#c")) == [[0, 1, 2]]

    @pytest.mark.parametrize(
        "other",
        [
            failing(message="expected 6"),
            failing(kind="java.lang.AssertionError"),
            failing(at="com.example.FooTest.adds(FooTest.java:4)"),
        ],
    )
    def test_others_stay_apart(self, other: Case) -> None:
        assert groups(failing(), other) == [[0], [1]]

    def test_without_a_place_in_the_application_nothing_is_one(self) -> None:
        at = "org.junit.Assert.fail(Assert.java:1)"
        assert groups(failing("a.B#c", at=at), failing("a.B#d", at=at)) == [[0], [1]]


class TestInnermostCauses:
    def test_what_is_wrapped_around_a_cause_does_not_matter(self) -> None:
        direct = failing(
            message="disk full",
            kind="java.io.IOException",
            at="com.example.Disk.write(Disk.java:9)",
        )
        assert groups(wrapped("order 1", 1), wrapped("order 2", 2), direct) == [[0, 1, 2]]

    @pytest.mark.parametrize("change", [("IOException", "Error"), ("full", "gone"), (":9", ":8")])
    def test_another_cause_is_another(self, change: tuple[str, str]) -> None:
        assert groups(wrapped("m", 1), wrapped("m", 1, ROOT.replace(*change))) == [[0], [1]]

    def test_the_place_may_be_that_of_a_wrapper(self) -> None:
        root = ROOT.replace("com.example.Disk", "java.io.Disk")
        assert groups(wrapped("m", 1, root), wrapped("n", 1, root), wrapped("m", 2, root)) == [
            [0, 1],
            [2],
        ]

    def test_without_any_place_all_frames_of_the_cause_are_it(self) -> None:
        root = ROOT.replace("com.example.Disk", "java.io.Disk")
        cases = [
            failing(kind="a.B", at="", then=then) for then in (root, root, root.replace("9", "8"))
        ]
        assert groups(*cases) == [[0, 1], [2]]

    def test_an_expectation_about_an_exception_is_a_cause_of_its_own(self) -> None:
        wrong = "expected: <a.B> but was: <java.io.IOException>"
        assert groups(
            wrapped(wrong, 1, kind=ASSERTION),
            wrapped("order 1", 1),
            wrapped("Unexpected exception: disk full", 3, kind=ASSERTION),
            wrapped(wrong, 2, kind=ASSERTION),
        ) == [[0], [1, 2], [3]]

    def test_who_has_a_message_tells_more(self) -> None:
        assert groups(wrapped("", 1), wrapped("order 2", 2)) == [[1, 0]]


class TestInitializers:
    NAME = "com.example.Settings"
    ROOT = "java.lang.NumberFormatException: eighty"
    AT = "\tat com.example.Settings.<clinit>(Settings.java:4)\n"
    FIRST = wrapped("", 1, f"Caused by: {ROOT}\n{AT}", "java.lang.ExceptionInInitializerError")
    REST = f"Could not initialize class {NAME}"

    def later(self, then: str = "", kind: str = "java.lang.NoClassDefFoundError") -> Case:
        return wrapped(self.REST, 2, then, kind)

    def test_a_class_that_could_not_be_initialized_before_is_the_same_cause(self) -> None:
        told = (
            "Caused by: java.lang.ExceptionInInitializerError: "
            f'Exception {self.ROOT} [in thread "main"]\n{self.AT}'
        )
        assert groups(self.later(), self.later(told), self.FIRST) == [[2, 0, 1]]

    def test_so_is_one_that_needs_it(self) -> None:
        cause = (
            "Caused by: java.lang.ExceptionInInitializerError: Exception "
            f'java.lang.NoClassDefFoundError: {self.REST} [in thread "main"]\n'
        )
        assert groups(self.FIRST, self.later(cause)) == [[0, 1]]

    def test_without_the_first_the_rest_are_one(self) -> None:
        assert groups(self.later(), self.later()) == [[0, 1]]


class TestContexts:
    def context(self, of: str, classes: str, cause: str = "", number: int = 1) -> Case:
        described = CONTEXT.format(number, of, classes)
        message = f"Failed to load ApplicationContext for {described}"
        if not cause:
            message = (
                "ApplicationContext failure threshold (1) exceeded: skipping repeated attempt "
                f"to load context for {described}"
            )
        then = f"Caused by: {cause}\n\tat org.x.Y.z(Y.java:1)\n" if cause else ""
        return failing(f"{of}#opens", message, "java.lang.IllegalStateException", "", then)

    def test_repetitions_belong_to_what_failed_whoever_comes_first(self) -> None:
        assert groups(
            self.context("A", "Shop", number=7),
            self.context("B", "Shop", "a.B: no port"),
            self.context("B", "Shop"),
        ) == [[1, 0, 2]]

    def test_contexts_that_fail_of_one_cause_are_one(self) -> None:
        assert groups(
            self.context("A", "Shop", "a.B: no port"),
            self.context("B", "Till", "a.B: no port", 2),
            self.context("B", "Till", number=2),
        ) == [[0, 1, 2]]

    def test_contexts_that_fail_of_others_are_not(self) -> None:
        assert groups(
            self.context("A", "Shop", "a.B: no port"),
            self.context("B", "Till", "a.B: no bean", 2),
            self.context("B", "Till", number=2),
            self.context("A", "Shop"),
            self.context("C", "Bank", number=3),
            self.context("D", "Bank", number=4),
        ) == [[0, 3], [1, 2], [4, 5]]

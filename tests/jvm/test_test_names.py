"""Names of tests that a reader knows and a filter finds."""

from __future__ import annotations

import pytest

from pageful.builds.junit.test_case import Case, ThrownException
from pageful.jvm.test_names import Names, locate_test
from pageful.maven.projects.test_filter import TestFilter

PROSE = "is paid, in yen (not euro)"


def case(class_name: str, name: str, *frames: str, suite: str = "") -> Case:
    trace = "a.B: m\n" + "".join(f"\tat {frame}(B.java:1)\n" for frame in frames)
    return Case(
        class_name, name, ThrownException("a.B", "m", trace) if frames else None, suite=suite
    )


def name(of: Case) -> str:
    return Names.of([of]).test(of)


@pytest.mark.parametrize(
    ("class_name", "method", "shown"),
    [
        ("com.example.FooTest", "adds(int, int)[2]", "FooTest#adds(int, int)[2]"),
        ("com.example.FooTest$WhenEmpty", "adds", "FooTest$WhenEmpty#adds"),
        ("a.OvenTest$when it is v1.2", "does not bake", "OvenTest$when it is v1.2#does not bake"),
        ("FooTest", "adds", "FooTest#adds"),
        ("com.example.FooTest", "", "FooTest"),
        ("com.example.FooTest", "com.example.FooTest", "FooTest"),
        ("Sums of v1.2 numbers", "two and two", "Sums of v1.2 numbers#two and two"),
        ("", "two", "#two"),
    ],
)
def test_a_name_is_the_class_and_the_test(class_name: str, method: str, shown: str) -> None:
    assert name(Case(class_name, method)) == shown


def test_classes_of_one_simple_name_keep_their_packages() -> None:
    names = Names.of([Case("a.FooTest", "x"), Case("b.FooTest", "x")])
    assert names.test(Case("a.FooTest", "x")) == "a.FooTest#x"


@pytest.mark.parametrize(
    ("failed", "place"),
    [
        (
            case("An invoice", PROSE, "x.Invoice.total", "x.InvoiceTest.isPaid", "java.A.b"),
            ("x.InvoiceTest", f"isPaid{{{PROSE}}}"),
        ),
        (
            case("x.InvoiceTest", PROSE, "x.InvoiceTest.help", "x.InvoiceTest.isPaid", "java.A.b"),
            ("x.InvoiceTest", f"isPaid{{{PROSE}}}"),
        ),
        (
            case("An invoice", PROSE, "x.InvoiceTest.lambda$isPaid$0", "java.A.b"),
            ("x.InvoiceTest", f"isPaid{{{PROSE}}}"),
        ),
        (
            case("An invoice", PROSE, "x.InvoiceTest$Late.isPaid", suite="x.InvoiceTest"),
            ("x.InvoiceTest$Late", f"isPaid{{{PROSE}}}"),
        ),
        (
            case("Bread, daily", "One is sold", "x.Steps.left", suite="x.FeaturesTest"),
            ("x.FeaturesTest", "Bread, daily: One is sold"),
        ),
        (case("lib.Bakes", "x[rye]", "lib.Bakes.x", suite="x.AllTest"), ("lib.Bakes", "x[rye]")),
        (case("x.OvenTest", "bakes it", "x.OvenTest.bakes it"), ("x.OvenTest", "bakes it")),
        (case("x.OvenTest", "bakes it", "x.OvenTest$a$1.invoke"), ("x.OvenTest", "bakes it")),
        (case("x.OvenTest", "bakes it", "x.OvenTest.setUp"), ("x.OvenTest", "bakes it")),
        (case("x.OvenTest", "bakes it", "x.OvenTest.$anonfun$new$2"), ("x.OvenTest", "bakes it")),
        (case("x.OvenTest", "bakes it", "x.OvenTest.<init>"), ("x.OvenTest", "bakes it")),
        (case("x.OvenTest", "a #{b}", "x.OvenTest.bakes"), ("x.OvenTest", "bakes")),
        (case("x.OvenTest", "bakes it"), ("x.OvenTest", "bakes it")),
    ],
)
def test_prose_stands_behind_the_method_that_the_trace_tells(
    failed: Case, place: tuple[str, str]
) -> None:
    assert locate_test(failed) == place


def test_a_filter_takes_a_name_in_prose() -> None:
    shown = name(case("An invoice", PROSE, "x.InvoiceTest.isPaid"))
    assert str(TestFilter.parse(shown)) == "InvoiceTest#isPaid"


def test_of_arguments_without_end_the_middle_is_left_out_and_a_filter_takes_the_rest() -> None:
    shown = name(Case("x.FooTest", f"reads[{'y' * 10_000}](2)"))
    assert shown.startswith("FooTest#reads[yyy")
    assert " … 9770 more characters … " in shown
    assert shown.endswith("yyy](2)")
    assert str(TestFilter.parse(shown)) == "FooTest#reads"

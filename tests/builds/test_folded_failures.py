"""Failures that share a line or a name: what leads to all of them."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pageful import present
from pageful.builds.drilldown.failing_test import find_failing_test
from pageful.builds.junit.test_case import Case, ThrownException
from pageful.builds.results import Build, Counts, Failure, Status
from pageful.builds.similar_failures import find_shortened_failures, find_similar_failures
from pageful.builds.test_lists import by_class, find_folded, fold_rows
from pageful.builds.views.build import build_page
from pageful.maven.running.maven_tool import MAVEN
from pageful.tool.errors import ToolError


def _row(number: int, message: str) -> Failure:
    return Failure((f"ATest#arr(int[])[{number}]",), message, ("at ATest.arr(ATest.java:4)",))


def _build(failures: Sequence[Failure] = ()) -> Build:
    counts = Counts(len(failures), len(failures), 0)
    return Build("Test", Status.FAILURE, 9, (), (), counts, tuple(failures), id="b3")


def _case(method: str, message: str = "no", class_name: str = "a.b.FooTest") -> Case:
    trace = f"java.lang.AssertionError: {message}\n\tat {class_name}.x(FooTest.java:3)\n"
    return Case(class_name, method, ThrownException("java.lang.AssertionError", message, trace))


def test_rows_with_an_array_are_folded() -> None:
    rows = [f"RowsTest#arr(int[], long[][])[{n}]" for n in range(1, 16)]
    assert fold_rows(rows) == ("RowsTest#arr(int[], long[][])[1-15]",)


def test_similar_rows_with_an_array_are_one_line() -> None:
    failures = [_row(n, "expected: <a> but was: <b>") for n in range(1, 16)]
    assert present(_build(failures), build_page).text.endswith(
        "- ATest#arr(int[])[2-15]: expected: <a> but was: <b> (ATest.java:4)"
    )


def test_a_row_of_one_message_leaves_nothing_out() -> None:
    assert (
        find_shortened_failures([_row(n, "expected: <a> but was: <b>") for n in range(1, 16)]) == ()
    )


def test_a_row_of_several_messages_leaves_out_all_but_the_first() -> None:
    failures = [_row(n, f"expected: <a> but was: <{n}>") for n in range(1, 16)]
    assert find_shortened_failures(failures) == tuple(range(2, 15))


def test_a_row_of_a_long_message_leaves_some_of_it_out() -> None:
    failures = [_row(n, f"expected: <a> but was: <{'b' * 300}>") for n in range(1, 16)]
    assert find_shortened_failures(failures) == tuple(range(1, 15))


def test_the_text_before_a_comparison_tells_failures_apart() -> None:
    failures = [
        _row(n, f"{text} ==> expected: <{n}> but was: <b>")
        for text in ("cart is empty", "tea is hot")
        for n in range(1, 11)
    ]
    assert find_similar_failures(failures) == ()


def test_each_class_has_a_failure_that_is_whole() -> None:
    failures = [
        Failure(
            (f"{name}Test#t{n}",),
            f"expected: <{n}> but was: <0>",
            (f"at {name}Test.t{n}({name}Test.java:{n})",),
        )
        for name in ("Cart", "Till")
        for n in range(1, 11)
    ]
    (similar,) = find_similar_failures(failures)
    assert similar.samples == (0, 10)
    page = present(_build(failures), build_page).text
    assert page.index("FAILED: TillTest#t1") < page.index("### 18 similar failures")


def test_classes_that_fail_at_a_common_place_share_the_whole_failure() -> None:
    failures = [
        Failure((f"C{n}Test#t",), f"expected: <{n}> but was: <0>", ("at Money.of(Money.java:7)",))
        for n in range(20)
    ]
    (similar,) = find_similar_failures(failures)
    assert similar.samples == (0,)


def test_failures_of_unrelated_classes_are_all_whole() -> None:
    failures = [
        Failure(
            (f"C{n}Test#t",), f"expected: <{n}> but was: <0>", (f"at C{n}Test.t(C{n}Test.java:7)",)
        )
        for n in range(20)
    ]
    assert find_similar_failures(failures) == ()


CASES = (
    *(_case(f"sums(int)[{n}]", f"no {n}") for n in (1, 2, 3, 6)),
    *(_case(f"arr(int[], int)[{n}]") for n in (1, 2, 3)),
    *map(_case, "abc"),
    _case("opens", class_name="a.b.TillTest"),
    _case("closes", class_name="a.b.TillTest"),
)


@pytest.mark.parametrize(
    ("asked", "several"),
    [
        ("FooTest#a+b+c", ("FooTest#a", "FooTest#b", "FooTest#c")),
        ("a.b.FooTest#a+b", ("FooTest#a", "FooTest#b")),
        ("FooTest#a+c, TillTest#opens", ("FooTest#a", "FooTest#c", "TillTest#opens")),
        ("FooTest#sums(int)[1-2+6]", tuple(f"FooTest#sums(int)[{n}]" for n in (1, 2, 6))),
        ("FooTest#arr(int[], int)[2-3]", tuple(f"FooTest#arr(int[], int)[{n}]" for n in (2, 3))),
    ],
)
def test_a_name_of_several_tests_has_what_each_left(asked: str, several: tuple[str, ...]) -> None:
    found = find_failing_test(_build(), CASES, asked, MAVEN)
    headings = [line for line in found.lines if " of " in line]
    total = len(several)
    assert headings == [f"{n} of {total}: {name}" for n, name in enumerate(several, 1)]
    assert found.name == asked


def test_each_of_several_tests_has_its_own_message() -> None:
    found = find_failing_test(_build(), CASES, "FooTest#sums(int)[1-3]", MAVEN)
    assert found.message == ""
    assert [f"no {n}" in "\n".join(found.lines) for n in (1, 2, 3, 6)] == [True, True, True, False]


def test_several_tests_of_one_message_have_it_in_common() -> None:
    assert find_failing_test(_build(), CASES, "FooTest#a+b", MAVEN).message == "no"


@pytest.mark.parametrize(
    "asked",
    ["FooTest#a+z", "FooTest#sums(int)[1-3+9]", "FooTest#sums(int)[3-1]", "FooTest#sums[--]"],
)
def test_a_name_with_an_unknown_part_names_nothing(asked: str) -> None:
    with pytest.raises(ToolError):
        find_failing_test(_build(), CASES, asked, MAVEN)


@given(
    st.lists(
        st.sampled_from(["ATest#a", "ATest#b", "BTest#a"])
        | st.integers(1, 20).map("ATest#sums(int[], int)[{}]".format),
        min_size=1,
        unique=True,
    )
)
def test_names_of_pages_lead_to_the_tests_that_they_fold(tests: list[str]) -> None:
    assert sorted(find_folded(", ".join(by_class(tests)), tests)) == sorted(tests)

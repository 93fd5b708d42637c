"""Many similar failures: which are shown whole, and what a line of the others has."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from pageful import present
from pageful.builds.results import Build, Counts, Failure, Status
from pageful.builds.similar_failures import find_similar_failures, show_difference
from pageful.builds.views.build import build_page


def _failure(number: int, message: str = "", frame: str = "") -> Failure:
    name = f"C{number % 3}Test"
    message = message or f"expected: <{number}> but was: <0>"
    frame = frame or f"at {name}.adds{number}({name}.java:{number})"
    return Failure((f"{name}#adds{number}",), message, (frame,))


def test_some_failures_are_shown_whole() -> None:
    assert find_similar_failures([_failure(n) for n in range(13)]) == ()


def test_the_sample_of_a_class_is_one_that_leaves_its_test() -> None:
    failures = [_failure(n) for n in range(40)]
    failures[5] = _failure(5, frame="at Money.of(Money.java:7)")
    (similar,) = find_similar_failures(failures)
    assert similar.samples == (0, 1, 5)
    assert (len(similar.rows), len(similar.counted)) == (12, 25)


def test_exceptions_of_different_code_are_not_similar() -> None:
    assert find_similar_failures([_failure(n, f"IOException: {n}") for n in range(40)]) == ()


def test_many_similar_failures_have_a_line_each_and_the_rest_is_counted() -> None:
    failures = tuple(_failure(n) for n in range(20))
    build = Build("Test", Status.FAILURE, 900, (), (), Counts(20, 20, 0), failures, id="b3")
    page = present(build, build_page).text
    assert page.count("### FAILED") == 3
    assert "- C1Test#adds4: expected: <4> but was: <0> (C1Test.java:4)\n" in page
    assert page.endswith("- … 5 more: C0Test 2, C1Test 2, C2Test 1")


def test_long_values_are_reduced_to_where_they_differ() -> None:
    same = "x" * 200
    assert show_difference(f"a ==> expected: <{same}1{same}> but was: <{same}2{same}>") == (
        f"a ==> expected: …{'x' * 20}1{'x' * 20}… but was: …{'x' * 20}2{'x' * 20}…"
    )


@given(st.text(st.sampled_from("exp <>a"), max_size=200), st.text(max_size=100))
def test_a_difference_is_never_longer_than_its_message_by_more_than_its_marks(
    expected: str, actual: str
) -> None:
    message = f"expected: {expected} but was: {actual}"
    assert len(show_difference(message)) <= len(message) + 4


def test_rows_of_one_method_at_one_place_are_one_line() -> None:
    failures = tuple(
        Failure(
            (f"ATest#adds(int)[{n}]",),
            f"expected: <{n}> but was: <0>",
            ("at ATest.adds(A.java:4)",),
        )
        for n in range(1, 31)
    )
    build = Build("Test", Status.FAILURE, 900, (), (), Counts(30, 30, 0), failures, id="b3")
    assert present(build, build_page).text.endswith(
        "### 29 similar failures\n- ATest#adds(int)[2-30]: expected: <2> but was: <0> (A.java:4)"
    )

"""Names of tests on pages: folded, and counted by class where there are many."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from pageful.builds.test_lists import by_class, count_by_class, fold_rows, has_too_many_tests


def test_rows_of_parameters_are_folded() -> None:
    rows = [f"OrderTest#sums(int)[{n}]" for n in (1, 2, 3, 7)]
    assert fold_rows([*rows, "OrderTest#ships"]) == (
        "OrderTest#sums(int)[1-3+7]",
        "OrderTest#ships",
    )
    assert list(by_class(rows)) == ["OrderTest#sums(int)[1-3+7]"]


def test_two_rows_stay_as_they_are() -> None:
    rows = ("OrderTest#sums(int)[1]", "OrderTest#sums(int)[2]")
    assert fold_rows(rows) == rows


def test_many_rows_of_one_test_are_no_mass() -> None:
    assert not has_too_many_tests([f"OrderTest#sums[{n}]" for n in range(500)])
    assert has_too_many_tests([f"OrderTest#t{n}" for n in range(13)])


def test_many_tests_are_counted_by_class_the_largest_first() -> None:
    tests = [f"C{c}Test#t{n}" for c in range(11) for n in range(c + 1)]
    assert count_by_class(tests) == (
        "66 tests: C10Test 11, C9Test 10, C8Test 9, C7Test 8, C6Test 7, C5Test 6, C4Test 5, "
        "C3Test 4, … 3 more classes; e.g. C0Test#t0"
    )


@given(st.lists(st.text(st.sampled_from("AT#a[12](\n"), max_size=9), max_size=20))
def test_no_test_is_lost_whatever_it_is_called(tests: list[str]) -> None:
    folded = "".join(fold_rows(tests))
    assert all(test.partition("[")[0] in folded for test in tests)
    assert not tests or count_by_class(tests)

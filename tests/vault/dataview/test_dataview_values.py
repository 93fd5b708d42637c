"""Values are true, ordered, printed, added and indexed as in Dataview."""

from __future__ import annotations

import math
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from expressions import UTC, fails, printed, value
from pageful.vault.dataview.sorting import order_of
from pageful.vault.values.budget import Budget
from pageful.vault.values.ordering import compare
from pageful.vault.values.truth import is_true
from pageful.vault.values.values import Date, Duration, Link, Value
from pageful.vault.values.zones import fixed_zone


@pytest.mark.parametrize(
    "text", ["0", '""', "[]", "{}", "null", "date(1970-01-01)", "dur(0 s)", "false", "[[]]"]
)
def test_empty_things_are_false(text: str) -> None:
    assert value(f"!({text})") is True


@pytest.mark.parametrize("text", ["-1", '" "', "[0]", "{a: 0}", "[[a]]", "(x) => 0", "dur(1 s)"])
def test_all_else_is_true(text: str) -> None:
    assert value(f"!({text})") is False


def test_null_is_lowest_and_types_stand_by_their_names() -> None:
    text = '["s", 1, {a: 1}, [[l]], (x) => x, dur(1 d), date(2020-01-01), true, [1], null]'
    types = value(f"map(sort({text}), (x) => typeof(x))")
    assert types == (
        "null",
        "array",
        "boolean",
        "date",
        "duration",
        "function",
        "link",
        "number",
        "object",
        "string",
    )


def test_links_are_ordered_by_path_then_type_then_subpath() -> None:
    links = [
        Link("a", "block", subpath="z"),
        Link("a", "file", "shown"),
        Link("a", "header", subpath="b"),
        Link("a", "header", subpath="c"),
        Link("b"),
    ]
    for first, second in pairwise(links):
        assert compare(first, second) == -1
        assert compare(second, first) == 1


def test_links_are_equal_whatever_they_show() -> None:
    assert value("[[a|x]] = [[a]]") is True
    assert value("[[a#b]] = [[a]]") is False


def test_links_mean_notes_but_within_lists_what_they_say() -> None:
    assert value("[[t]] = [[test]]") is True
    assert value("[[[t]]] = [[[test]]]") is False


def test_arrays_are_ordered_by_elements_then_by_length() -> None:
    assert value("[1, 2] < [1, 3]") is True
    assert value("[1] < [1, null]") is True


def test_objects_are_ordered_by_their_sorted_keys_then_by_values() -> None:
    assert value("{b: 1, a: 2} < {a: 1, c: 0}") is True
    assert value("{a: 1} < {a: 2}") is True


def test_a_day_is_not_24_hours_and_neither_is_less() -> None:
    assert value("dur(1 day) = dur(24 hours)") is False
    assert value("dur(1 day) < dur(24 hours)") is False
    assert value("dur(23 hours) < dur(1 day)") is True
    assert value("dur(1 day, 0 h) = dur(1 day)") is True


def test_one_moment_in_two_zones_is_not_equal() -> None:
    assert value("date(2020-01-01T00:00:00Z) = date(2020-01-01)") is False
    assert value("date(2020-01-01T00:00:00+01:00) < date(2020-01-01)") is True


def test_a_text_takes_anything_to_its_end_or_start() -> None:
    assert value('"a" + 1') == "a1"
    assert value('1 + "a"') == "1a"
    assert value('"a" + null') == "a\\-"
    assert value('"a" + [1, [2]]') == "a1, [2]"


def test_null_with_null_is_null_and_a_date_with_null_too() -> None:
    for operator in "+-*/%":
        assert value(f"null {operator} null") is None
    assert value("date(2020-01-01) + null") is None
    assert value("null - date(2020-01-01)") is None


def test_a_number_and_null_are_an_error() -> None:
    fails("1 + null", r"number \+ null")
    fails("sum([1, null])", r"number \+ null")


def test_a_text_times_a_number_repeats_it() -> None:
    assert value('"ab" * 2.9') == "abab"
    assert value('2 * "ab"') == "abab"
    assert value('"ab" * -1') == ""


def test_lists_and_objects_are_joined() -> None:
    assert value("[1] + [2]") == (1, 2)
    assert value("{a: 1, b: 1} + {b: 2}") == {"a": 1, "b": 2}
    fails("[1] + 2", r"array \+ number")


def test_the_difference_of_dates_is_counted_in_all_units() -> None:
    assert printed("date(2024-03-01T06:00) - date(2023-02-28)") == "1 year, 2 days, 6 hours"
    assert printed("date(2023-02-28) - date(2024-03-01)") == "-1 year, -2 days"


def test_division_by_zero_is_infinite() -> None:
    assert value("1/0") == math.inf
    assert value("-1/0") == -math.inf
    assert printed("0/0") == "NaN"
    assert printed("5 % 0") == "NaN"


def test_the_remainder_has_the_sign_of_what_is_divided() -> None:
    assert value("-5 % 3") == -2


def test_a_name_after_a_list_is_taken_of_each_element() -> None:
    assert value('[{a: 1}, {b: 2}, 3, "text"].a') == (1, None, None)


def test_a_link_gives_fields_of_its_page() -> None:
    assert value("[[test]].x") == 1
    assert value("[[nowhere]].x") is None


@pytest.mark.parametrize(
    ("unit", "expected"),
    [
        ("year", 2024),
        ("month", 12),
        ("weekyear", 1),
        ("week", 5),
        ("weekday", 1),
        ("day", 30),
        ("hour", 14),
        ("minute", 5),
        ("second", 6),
        ("millisecond", 7),
        ("quarter", None),
    ],
)
def test_a_date_has_parts_and_weekyear_is_the_week(unit: str, expected: float | None) -> None:
    assert value(f"date(2024-12-30T14:05:06.007).{unit}") == expected


def test_a_duration_is_counted_in_a_unit() -> None:
    assert value("dur(90 min).hours") == 1.5
    assert value("dur(90 min).hour") == 1.5
    assert value("dur(2 weeks).week") is None


@pytest.mark.parametrize("text", ["[1][-1]", "[1][5]", "[1][0.5]", '"ab"[-1]', "{a: 1}[null]"])
def test_an_index_that_there_is_not_gives_null(text: str) -> None:
    assert value(text) is None


def test_an_unknown_variable_is_null_and_so_is_what_it_holds() -> None:
    assert value("nothing") is None
    assert value("nothing.at.all") is None


def test_a_row_hides_what_is_seen_from_everywhere() -> None:
    assert value("x", {"x": None}, x=1.0) is None
    assert value("x", {}, x=1.0) == 1


def test_a_parameter_called_row_is_not_what_row_dot_means() -> None:
    assert value("map([{a: 1}], (row) => row.a)", {"a": 2.0}) == (2,)


def test_days_are_carried_to_weeks_and_four_weeks_to_a_month() -> None:
    assert printed("dur(27 days)") == "3 weeks, 6 days"
    assert printed("dur(28 days)") == "1 month"
    assert value("dur(30 days) < dur(1 month)") is False
    assert value("dur(365 days) < dur(1 year)") is False
    assert value("dur(1 month).days") == 30
    assert value("dur(1 year).days") == 365


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("date(2021-01-05)", "January 05, 2021"),
        ("date(2021-01-05T15:04)", "3:04 PM - January 05, 2021"),
        ("dur(36 hours)", "1 day, 12 hours"),
        ("dur(65 days)", "2 months, 1 week, 2 days"),
        ("dur(365 days)", "1 year, 1 month, 1 day"),
        ("dur(1.5 s)", "1 second, 500 milliseconds"),
        ("dur(0 s)", ""),
        ("null", "\\-"),
        ("[[a/b.md]]", "[[a/b.md|b]]"),
        ("[[a|c]]", "[[a|c]]"),
        ("![[a#b c]]", "![[a#b c|a > b c]]"),
        ("[[a#^b]]", "[[a#^b|a > b]]"),
        ("1/3", "0.3333333333333333"),
        ("123456789 * 1000000000000000", "1.23456789e+23"),
        ("0.0000001", "1e-7"),
        ("0.1 + 0.2", "0.30000000000000004"),
        ("0 * -1", "0"),
        ("[1, [true, null]]", "1, [true, \\-]"),
        ("{a: [1, 2], b: {}}", "{ a: [1, 2], b: {  } }"),
        ("(x) => x", "<function>"),
        ('elink("http://x", "y")', "[y](http://x)"),
    ],
)
def test_each_type_has_its_text(text: str, expected: str) -> None:
    assert printed(text) == expected


ZONES = st.just(UTC)
NUMBERS = st.floats(allow_nan=False) | st.integers(-5, 5).map(float)
LEAVES: st.SearchStrategy[Value] = st.one_of(
    st.none(),
    st.booleans(),
    NUMBERS,
    st.text(max_size=4),
    st.builds(Date, st.integers(-(10**13), 10**13), ZONES),
    st.integers(-3, 3).map(lambda n: Duration((("hours", float(n)),))),
    st.builds(Link, st.sampled_from(["a", "B", "c/d"])),
)
VALUES: st.SearchStrategy[Value] = st.recursive(
    LEAVES,
    lambda inner: (
        st.lists(inner, max_size=3).map(tuple)
        | st.dictionaries(st.sampled_from("abc"), inner, max_size=2)
    ),
    max_leaves=6,
)


@given(VALUES, VALUES, VALUES)
def test_the_order_of_values_is_total(first: Value, second: Value, third: Value) -> None:
    assert compare(first, first) == 0
    assert compare(first, second) == -compare(second, first)
    low, middle, high = sorted_by_compare(first, second, third)
    assert compare(low, middle) <= 0
    assert compare(middle, high) <= 0
    assert compare(low, high) <= 0


@given(
    st.lists(st.tuples(LEAVES, LEAVES), max_size=6)
    | st.lists(st.tuples(VALUES, VALUES), max_size=4),
    st.booleans(),
    st.booleans(),
)
def test_rows_are_sorted_as_their_values_compare(
    rows: list[tuple[Value, Value]], first_down: bool, second_down: bool
) -> None:
    columns, down = [[row[at] for row in rows] for at in (0, 1)], [first_down, second_down]
    order = order_of(columns, down, Budget())
    assert sorted(order) == list(range(len(rows)))
    for above, below in pairwise(order):
        found = [
            compare(column[above], column[below]) * (-1 if turned else 1)
            for column, turned in zip(columns, down, strict=True)
        ]
        assert next((each for each in found if each), above - below) < 0


def sorted_by_compare(*values: Value) -> list[Value]:
    kept = list[Value]()
    for each in values:
        at = sum(1 for other in kept if compare(other, each) <= 0)
        kept.insert(at, each)
    return kept


@given(VALUES)
def test_truth_of_any_value_is_told(any_value: Value) -> None:
    assert is_true(any_value) in (True, False)


def test_a_moment_in_another_zone_stands_after_itself() -> None:
    here, there = Date(0, UTC), Date(0, fixed_zone(60))
    assert compare(here, there) == compare(there, here) == 1

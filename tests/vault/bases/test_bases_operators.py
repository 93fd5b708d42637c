"""Operators join, count and compare values of all types, by JavaScript's rules."""

from __future__ import annotations

import math
import operator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from base_expressions import result, row, value
from pageful.vault.bases.equality import is_equal
from pageful.vault.bases.operators import OPERATIONS
from pageful.vault.bases.values import ErrorValue

NOTE = """---
due: 2026-03-20
begun: 2026-03-20T09:30
other: "[[Breads/Wheat|a friend]]"
flag: true
one: [wheat]
two: [wheat, rye]
nothing:
text: "12"
---
"""
NOTES = {"Breads/Rye.md": NOTE, "Breads/Wheat.md": "", "Wheat.md": ""}


@pytest.mark.parametrize(
    ("expression", "expected"),
    [
        ('"Rye " + 2', "Rye 2"),
        ('2 + " loaves"', "2 loaves"),
        ('"is " + true + null', "is true"),
        ('missing + " loaf"', " loaf"),
        ('"due " + due', "due 2026-03-20"),
        ('due + " is near"', "2026-03-20 is near"),
        ('other + "!"', "[[Breads/Wheat|a friend]]!"),
        ('[1, "a"] + "!"', "1,a!"),
        ("[1] + [2, 3]", [1, 2, 3]),
        ("[1] + missing", [1]),
        ("missing + [1]", [1]),
        ("today() - missing", None),
        ("missing - today()", None),
        ("missing * duration('1d')", None),
        ("missing - 2", -2),
        ("true + true", 2),
        ("missing + 1", 1),
        ('"12" * 2', 24),
        ('"12" - 2', 10),
        ("7 / 0", math.inf),
        ("-7 / 0", -math.inf),
        ("-7 % 3", -1),
        ("0.1 + 0.2", 0.30000000000000004),
        ('-"3"', -3),
    ],
)
def test_arithmetic_follows_javascript(expression: str, expected: object) -> None:
    assert value(expression, NOTES) == expected


@pytest.mark.parametrize("expression", ["0 / 0", "5 % 0", "(0 / 0) + 1"])
def test_what_is_no_number_stays_none(expression: str) -> None:
    assert math.isnan(value(expression))


@pytest.mark.parametrize(
    ("expression", "message"),
    [
        ('"loaf" * 2', 'Unable to parse "loaf" as a number.'),
        ("3 * duration('2h')", "Invalid operator between Number and Duration"),
        ("[1] - 1", "Invalid operator between List and Number"),
        ("1 - [1]", "Invalid operator between Number and List"),
        ("[1] + 1", "Invalid operator between List and Number"),
        ("today() * 2", "Invalid operator between Date and Number"),
        ("today() - 'loaf'", "Invalid operator between Date and String"),
        ("-file", "Invalid operator - before File"),
        ("-[1]", "Invalid operator - before List"),
    ],
)
def test_arithmetic_that_means_nothing_is_an_error(expression: str, message: str) -> None:
    assert result(expression, NOTES) == ErrorValue(message)


@pytest.mark.parametrize(
    "expression",
    [
        '"12" == 12',
        'text == 12',
        "true == 1",
        '"" == 0',
        '"" == false',
        '"1" == true',
        'one == "wheat"',
        '"wheat" == one',
        'two == ["wheat", "rye"]',
        "missing == null",
        "nothing == missing",
        'due == "2026-03-20"',
        'due == begun',
        'begun == "2026-03-20"',
        'begun == "2026-03-20T09:30"',
        'due == "2026-03-20T23:00"',
        'other == "[[Wheat]]" || other == "[[Breads/Wheat]]"',
        'other == link("Breads/Wheat.md")',
        'other == link("Breads/Wheat#Crust", "shown")',
        'other == file("Breads/Wheat")',
        'file("Breads/Wheat") == other',
        'file == "Breads/Rye.md"',
        'link("Nowhere") == link("Nowhere", "shown")',
        "this == file",
        "duration('60m') == duration('1h')",
        "duration('1h') == '60 minutes'",
        "duration('1y') == duration('12M')",
        "[1, [2]] == [1, [2]]",
        'file.properties == note',
        "/a/g == /a/g",
        'html("a") == "a"',
        "now() == today()",
    ],
)  # fmt: skip
def test_values_that_mean_the_same_are_equal(expression: str) -> None:
    assert value(expression, NOTES, this="Breads/Rye.md") is True


@pytest.mark.parametrize(
    "expression",
    [
        '"a" == "A"',
        '"" == null',
        "[] == null",
        "0 == null",
        "false == null",
        "[] == 0",
        'two == "wheat"',
        "one == []",
        'begun == "2026-03-20T09:31"',
        'other == link("Wheat.md")',
        'other == file("Wheat.md")',
        'link("Nowhere") == link("Nowhere.md")',
        'due == "soon"',
        "duration('1h') == 'soon'",
        "duration('1h') == 3600000",
        "0 / 0 == 0 / 0",
        "file == note",
        '"12 " != 12',
    ],
)
def test_values_that_differ_are_not_equal(expression: str) -> None:
    assert value(expression, NOTES) is False


@pytest.mark.parametrize(
    ("expression", "expected"),
    [
        ('"b" > "a"', True),
        ('"Z" < "a"', True),
        ('"10" < "9"', True),
        ('10 > "9"', True),
        ('"10" > 9', True),
        ("true > false", True),
        ("due < begun", True),
        ("due >= begun", True),
        ("begun <= due", True),
        ('due > "2026-03-19"', True),
        ('"2026-03-21" > due', True),
        ("due < today() + '1w'", True),
        ("file.mtime < now() - '1 week'", True),
        ("duration('90m') > '1h'", True),
        ("due - today() > '5d'", True),
        ("due - now() < duration('1 week')", True),
    ],
)
def test_values_of_one_kind_have_an_order(expression: str, expected: object) -> None:
    assert value(expression, NOTES) is expected


@pytest.mark.parametrize("sign", ["<", ">", "<=", ">="])
def test_there_is_no_order_beside_null(sign: str) -> None:
    assert value(f"missing {sign} 3", NOTES) is None
    assert value(f"due {sign} missing", NOTES) is None
    assert value(f"if(missing {sign} today(), 1, 2)", NOTES) == 2


@pytest.mark.parametrize("sign", ["<", ">", "<=", ">="])
@pytest.mark.parametrize(
    "operands",
    ['"loaf" {} 1', "due {} 'soon'", "duration('1h') {} 'soon'", "one {} 1", "file {} 1"],
)
def test_what_has_no_order_compares_as_false(operands: str, sign: str) -> None:
    assert value(operands.format(sign), NOTES) is False


def test_the_second_condition_is_not_evaluated_where_the_first_decides() -> None:
    assert value("false && file.nope()") is False
    assert value("true || file.nope()") is True
    assert value("if(true, 1, file.nope())") == 1
    assert value("if(false, file.nope())") is None
    assert isinstance(result("true && file.nope()"), ErrorValue)


def test_conditions_give_true_or_false_and_no_operand() -> None:
    assert value('"x" && 3') is True
    assert value('"" || 0') is False
    assert value("missing && 3") is False


def test_an_error_is_that_of_the_whole_expression() -> None:
    message = 'error: Cannot find function "nope" on type File'
    for expression in ("!file.nope()", "file.nope() == 1", "[file.nope()]", "[1].map(file.nope())"):
        assert value(expression) == message


@pytest.mark.parametrize(
    ("expression", "expected"),
    [
        ("missing", False), ("null", False), ("0", False), ('""', False), ("[]", False),
        ("0 / 0", False), ("false", False), ("1", True), ('"0"', True), ("[0]", True),
        ("file", True), ("note", True), ("today()", True), ("duration('0s')", True),
        ("/a/", True), ('link("x")', True), ('html("")', False), ('icon("")', False),
    ],
)  # fmt: skip
def test_empty_values_are_false(expression: str, expected: object) -> None:
    assert value(f"({expression}).isTruthy()") is expected


_PLAIN = st.recursive(
    st.one_of(
        st.none(),
        st.booleans(),
        st.floats(allow_nan=False),
        st.text(max_size=5),
        st.sampled_from(["2026-03-14", "1d", "7", "", "[[Rye]]"]),
    ),
    lambda inner: st.lists(inner, max_size=3).map(tuple),
    max_leaves=6,
)


@given(_PLAIN, _PLAIN)
def test_equality_is_symmetric_and_holds_for_a_value_itself(first: object, second: object) -> None:
    here = row()
    assert is_equal(first, first, here)  # type: ignore[arg-type]
    one, other = first, second
    assert is_equal(one, other, here) == is_equal(other, one, here)  # type: ignore[arg-type]


@given(
    st.floats(allow_nan=False, allow_infinity=False, width=32),
    st.floats(allow_nan=False, allow_infinity=False, width=32),
)
def test_numbers_are_compared_as_numbers(first: float, second: float) -> None:
    here = row()
    for sign, compare in (("<", operator.lt), (">=", operator.ge), ("==", operator.eq)):
        apply = OPERATIONS[sign]  # type: ignore[index]
        assert apply(first, second, here) is compare(first, second)

"""The results that Obsidian's documentation states for its functions and operators.

Left out are those that the application itself gives otherwise: functions on bare numbers
(`1.isTruthy()`, `123.toString()`, `5.isEmpty()`) and written-out objects (`{}.isEmpty()`) are
refused, and the difference of two dates is a duration, no number of milliseconds.
"""

from __future__ import annotations

import pytest

from base_expressions import value
from pageful.vault.bases.errors import ExpressionError
from pageful.vault.bases.parsing import parse_expression


@pytest.mark.parametrize(
    ("expression", "expected"),
    [
        ('number("3.4")', 3.4),
        ('list("value")', ["value"]),
        ("(1).isTruthy()", True),
        ('"example".isType("string")', True),
        ('true.isType("boolean")', True),
        ("(123).toString()", "123"),
        ('date("2025-05-27").format("YYYY-MM-DD")', "2025-05-27"),
        ('date("2025-05-27").isEmpty()', False),
        ('"hello".contains("ell")', True),
        ('"hello".containsAll("h", "e")', True),
        ('"hello".containsAny("x", "y", "e")', True),
        ('"hello".endsWith("lo")', True),
        ('"Hello world".isEmpty()', False),
        ('"".isEmpty()', True),
        ('"a:b:c:d".replace(/:/, "-")', "a-b:c:d"),
        ('"a:b:c:d".replace(/:/g, "-")', "a-b-c-d"),
        ('"John Smith".replace(/(\\w+) (\\w+)/, "$2, $1")', "Smith, John"),
        ('"123".repeat(2)', "123123"),
        ('"hello".reverse()', "olleh"),
        ('"hello".slice(1, 4)', "ell"),
        ('"a,b,c,d".split(",", 3)', ["a", "b", "c"]),
        ('"a,b,c,d".split(/,/, 3)', ["a", "b", "c"]),
        ('"hello".startsWith("he")', True),
        ('"hello world".title()', "Hello World"),
        ('"  hi  ".trim()', "hi"),
        ("(-5).abs()", 5),
        ("(2.1).ceil()", 3),
        ("(2.9).floor()", 2),
        ("(5).isEmpty()", False),
        ("(2.5).round()", 3),
        ("(2.3333).round(2)", 2.33),
        ("(3.14159).toFixed(2)", "3.14"),
        ("[1,2,3].contains(2)", True),
        ("[1,2,3].containsAll(2,3)", True),
        ("[1,2,3].containsAny(3,4)", True),
        ("[1,2,3,4].filter(value > 2)", [3, 4]),
        ("[1,[2,3]].flat()", [1, 2, 3]),
        ("[1,2,3].isEmpty()", False),
        ('[1,2,3].join(",")', "1,2,3"),
        ("[1,2,3,4].map(value + 1)", [2, 3, 4, 5]),
        ("[1,2,3].reduce(acc + value, 0)", 6),
        ("[1,2,3].reverse()", [3, 2, 1]),
        ("[1,2,3,4].slice(1,3)", [2, 3]),
        ("[3, 1, 2].sort()", [1, 2, 3]),
        ('["c", "a", "b"].sort()', ["a", "b", "c"]),
        ("[1,2,2,3].unique()", [1, 2, 3]),
        ('/abc/.matches("abcde")', True),
        ('(date("2024-12-01") + "1M" + "4h" + "3m").format("YYYY-MM-DD HH:mm:ss")',
         "2025-01-01 04:03:00"),
        ('now().date().format("YYYY-MM-DD HH:mm:ss")', "2026-03-14 00:00:00"),
        ('now() + "1 day" == now() + "24 hours"', True),
        ('((now() + "1d") - now()).milliseconds', 86_400_000),
        ("now().time()", "12:00:00"),
        ('link("filename", "display").toString()', "[[filename|display]]"),
    ],
)  # fmt: skip
def test_a_documented_result_is_what_comes(expression: str, expected: object) -> None:
    assert value(expression) == expected


@pytest.mark.parametrize(
    ("expression", "expected"),
    [
        ("[1, 2, 3, 4, 5, 6].mean()", 3.5),
        ("[1, 2, 3, 4, 5, 6, 7].median()", 4),
        ("[2, 2, 4, 5, 5, 8].median()", 4.5),
        ("[1, 7, 3, 11, 22, 5].stddev().round(2)", 6.94),
        ('[date("2025-10-01"), "2026-01-01T01:00:00", "2024-06-13"].earliest()', "2024-06-13"),
        ('[date("2025-10-01"), "2026-01-01T01:00:00", "2024-06-13"].latest()',
         "2026-01-01T01:00:00"),
        ("[4, 2, 3, 1].max()", 4),
        ("[4, 2, 3, 1].min()", 1),
        ("[4, 2, 3, 1].sum()", 10),
    ],
)  # fmt: skip
def test_a_function_that_left_the_documentation_gives_what_that_said(
    expression: str, expected: object
) -> None:
    assert value(expression) == expected


def test_the_largest_number_of_a_list_can_be_found_by_reducing_it() -> None:
    largest = (
        'values.filter(value.isType("number"))'
        ".reduce(if(acc == null || value > acc, value, acc), null)"
    )
    assert value(largest, values=(3.0, None, "9", 7.0)) == 7
    assert value(largest, values=("a", None)) is None


def test_a_price_is_shown_where_there_is_one() -> None:
    formula = 'if(price, price.toFixed(2) + " dollars")'
    assert value(formula, "---\nprice: 4.5\n---\n") == "4.50 dollars"
    assert value(formula) is None


@pytest.mark.parametrize("text", ["1.isTruthy()", "123.toString()", "5.isEmpty()", "{}.isEmpty()"])
def test_bare_numbers_and_objects_of_the_documentation_are_refused_as_in_the_app(text: str) -> None:
    with pytest.raises(ExpressionError):
        parse_expression(text)

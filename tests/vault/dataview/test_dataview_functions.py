"""The 66 functions choose by type, work through lists and treat null as Dataview's do."""

from __future__ import annotations

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from expressions import fails, value
from pageful.tool.errors import ToolError
from pageful.vault.dataview.functions import FUNCTIONS
from pageful.vault.values.numbers import number_text
from pageful.vault.values.utf16 import from_units, length, to_units
from pageful.vault.values.values import ExternalLink, Link

NAMES = """
    object list array date dur number string link embed elink typeof round trunc floor ceil min max
    sum product average minby maxby contains icontains econtains containsword extract sort reverse
    length nonnull firstvalue all any none join filter map flat slice unique reduce regextest
    regexmatch regexreplace replace lower upper split startswith endswith padleft padright substring
    truncate default ldefault display choice striptime dateformat durationformat currencyformat
    localtime hash meta
"""


def test_there_are_all_functions() -> None:
    assert set(FUNCTIONS) == set(NAMES.split())
    assert len(FUNCTIONS) == 66


def test_an_unknown_function_is_an_error_and_so_are_unfit_types() -> None:
    fails("nothing(1)", "'nothing'")
    fails('round("a")', "'round' found for arguments: string")
    fails("5(1)", "type 'number'")


def test_a_lambda_in_a_variable_is_not_called_by_its_name() -> None:
    fails("((f) => f(1))((x) => x)", "'f'")
    assert value("((x) => x + 1)(2)") == 3
    assert value("((a) => (b) => a + b)(1)(2)") == 3


def test_a_lambda_ignores_arguments_too_many_and_misses_those_too_few() -> None:
    assert value("map([1], (a, b) => b)") == (None,)
    assert value("((a) => a)(1, 2)") == 1


def test_the_shortest_list_ends_a_vectorised_call() -> None:
    assert value('replace(["ab", "cb", "b"], ["a", "b"], "x")') == ("xb", "cx")
    assert value("round([[1.4, null], 2.5])") == ((1, None), 3)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("round(-1.5)", -1),
        ("round(2.5)", 3),
        ("round(0.49999999999999994)", 0),
        ("round(1.005, 2)", 1.0),
        ("round(-2.345, 2)", -2.35),
        ("round(2.5, 0)", 3),
        ("round(12.3, null)", 12),
        ("round(null, 1)", None),
        ("trunc(-1.7)", -1),
        ("floor(-1.2)", -2),
        ("ceil(1.2)", 2),
        ("min()", None),
        ("min(1, null, 3)", 1),
        ("max([1, 2, null])", 2),
        ('min("a", 1)', 1),
        ("sum([])", None),
        ("sum(5)", 5),
        ("product([2, 3])", 6),
        ("average([1, 2])", 1.5),
        ("average([])", None),
        ("minby([3, 1, 2], (x) => 0 - x)", 3),
        ("maxby([null, 1], (x) => x)", 1),
        ("minby([null], (x) => x)", None),
        ('number("about -3.5 kg")', -3.5),
        ('number("x")', None),
        ('hash("a", "b")', value('hash("ab", 0)')),
    ],
)
def test_numbers(text: str, expected: object) -> None:
    assert value(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('contains([["abc"], 1], "b")', True),
        ('econtains(["abc"], "b")', False),
        ('econtains("abc", "b")', True),
        ('contains("abc", "B")', False),
        ('icontains("abc", "B")', True),
        ('contains({a: null}, "a")', True),
        ("contains([1, 2], [2, 3])", (True, False)),
        ('containsword("Hello there", "HELLO")', True),
        ('containsword("hellothere", "hello")', False),
        ('extract({a: 1, b: 2}, "a")', {"a": 1}),
        ('sort(["b", "A", "a"])', ("a", "A", "b")),
        ("sort([1, 3, 2], (x) => 0 - x)", (3, 2, 1)),
        ("reverse([1, 2])", (2, 1)),
        ('reverse("ab")', "ba"),
        ('length("😀")', 2),
        ("length(null)", 0),
        ("nonnull(1, null)", (1,)),
        ("firstvalue([null, 2])", 2),
        ("all([])", True),
        ("any([])", False),
        ("none([0, null])", True),
        ("all([1, 2], (x) => x > 1)", False),
        ('join([1, [2]], "-")', "1-2"),
        ('join("a", ["x", "y"])', ("a", "a")),
        ("filter([0, 1], (x) => x)", (1,)),
        ("map(null, (x) => x)", None),
        ("flat([1, [2, [3]]])", (1, 2, (3,))),
        ("flat([1, [2, [3]]], 9)", (1, 2, 3)),
        ("slice([1, 2, 3], -2)", (2, 3)),
        ("slice([1, 2, 3], 0, -1)", (1, 2)),
        ("unique([3, 1, 3])", (1, 3)),
        ('reduce([1, 2], "-")', -1),
        ("reduce([1, null, 2], (a, b) => a + b)", 3),
    ],
)
def test_lists(text: str, expected: object) -> None:
    assert value(text) == expected


def test_reduce_takes_six_operators() -> None:
    fails('reduce([1, 2], "%")', "supports")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('regextest("a+", "caat")', True),
        ('regexmatch("a+", "caat")', False),
        ('regexmatch("^c", "caat")', True),
        ('regexmatch("t$", "caat")', True),
        ('regexmatch("a|t", "at")', True),
        ('regexmatch(null, "a")', False),
        (r'regexreplace("a-b", "(\w)-(\w)", "$2-$1")', "b-a"),
        ('replace("a.b.", ".", "!")', "a!b!"),
        (r'split("a1b2c", "(\d)")', ("a", "1", "b", "2", "c")),
        ('split("a,b,c", ",", 2)', ("a", "b")),
        ('split("", "x")', ("",)),
        ('substring("hello", 3, 1)', "el"),
        ('truncate("hello", 7)', "hell..."),
        ('truncate("hello", 8)', "hello"),
        ('truncate("hello", 1)', "..."),
        ('padleft("x", 3, "ab")', "abx"),
        ('padright("x", 3)', "x  "),
        ('lower(["A", null])', ("a", None)),
        ('startswith("ab", "a")', True),
        ('endswith(null, "a")', None),
    ],
)
def test_texts(text: str, expected: object) -> None:
    assert value(text) == expected


def test_a_pattern_that_is_none_is_an_error() -> None:
    fails('regextest("(", "a")', "Invalid regular expression")
    fails('regexreplace("a", "(", "b")')


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("default([null, 1], 2)", (2, 1)),
        ("ldefault([null], 2)", (None,)),
        ("choice([1, 0], 2, 3)", (2, 3)),
        ("display([[a/b|c]])", "c"),
        ("display([[a/b]])", "b"),
        ('display("**bold** [x](y) `c` [[d|e]]")', "bold x c e"),
        ("display(null)", ""),
        ("currencyformat(1234.5)", "$1,234.50"),
        ('currencyformat(-1234.5, "jpy")', "-¥1,235"),
        ('currencyformat(1.005, "EUR")', "€1.01"),
        ('currencyformat(1, "CHF")', "CHF\u00a01.00"),
        ("currencyformat(null)", None),
        ('typeof(elink("x"))', "widget"),
        ('object("b", 1, "2", 2)', {"2": 2, "b": 1}),
        ('link("t")', Link("test")),
        ('link("a", "b", true)', Link("a", display="b", embed=True)),
        ('link(["a", "c"], "b")', (Link("a", display="b"), Link("c", display="b"))),
        ("embed([[a]])", Link("a", embed=True)),
        ('elink("x", "y")', ExternalLink("x", "y")),
        ("meta([[a#b|c]]).type", "header"),
        ('dur("1 h").minutes', 60),
        ('dur("x")', None),
    ],
)
def test_the_rest(text: str, expected: object) -> None:
    assert value(text) == expected


def test_keys_that_are_numbers_stand_first() -> None:
    made = value('object("b", 1, "10", 2, "9", 3)')
    assert isinstance(made, dict)
    assert list(made) == ["9", "10", "b"]


def test_the_hash_is_a_number_of_53_bits() -> None:
    assert value('hash("a", 1)') == value('hash("", "a", 1)')
    assert value('hash("", 0)') == 3338908027751811


NUMBERS = st.floats(allow_nan=False, allow_infinity=False)


@given(NUMBERS)
def test_a_number_is_read_from_its_own_text(number: float) -> None:
    assert float(number_text(number)) == number


@given(st.text())
def test_units_make_the_text_again(text: str) -> None:
    whole = from_units(to_units(text))
    assert to_units(whole) == to_units(text)
    assert length(text) == len(text.encode("utf-16-le", "surrogatepass")) // 2


ARGUMENTS = st.sampled_from(
    [
        "null",
        "true",
        "1",
        "-2.5",
        '""',
        '"abc"',
        '"("',
        '"USD"',
        "[]",
        "[1,2]",
        '["b","a"]',
        '[null,"x"]',
        "{a:1}",
        "[[l]]",
        "(x)=>x",
        "date(2020-01-02)",
        "dur(3h)",
        "1/0",
        "0/0",
        "[[1],[[2]]]",
        "(a,b)=>a+b",
    ]
)


@given(st.sampled_from(sorted(FUNCTIONS)), st.lists(ARGUMENTS, max_size=4))
def test_any_call_has_a_value_or_an_error_in_words(name: str, arguments: list[str]) -> None:
    with suppress(ToolError):
        value(f"{name}({', '.join(arguments)})")

"""Functions of texts, numbers, lists, objects and patterns, beyond their documented examples."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from base_expressions import result, value
from pageful.vault.bases.evaluation import evaluate
from pageful.vault.bases.functions import FIELDS, FUNCTIONS, GLOBAL_FUNCTIONS, TYPES
from pageful.vault.bases.syntax import Access, Call, Literal, Member, MethodCall
from pageful.vault.bases.values import (
    DateValue,
    DurationValue,
    ErrorValue,
    FileValue,
    HTMLValue,
    IconValue,
    ImageValue,
    LinkValue,
    RegExpValue,
    RelativeDateValue,
    TagValue,
    UrlValue,
    Value,
    type_name,
)
from pageful.vault.values.values import Date
from pageful.vault.values.zones import UTC_ZONE


@pytest.mark.parametrize(
    ("expression", "expected"),
    [
        ('"Rye".contains("r")', False),
        ('"Rye 12".contains(12)', True),
        ('"abc".containsAll()', "error: containsAll() needs 1 argument, and has none."),
        ('"ÄÖ".lower()', "äö"),
        ('"a.b".replace(".", "-")', "a-b"),
        ('"aaa".replace("a", "$&")', "$&$&$&"),
        ('"abc".replace("b")', "ac"),
        ('"ab".replace("", "-")', "-a-b-"),
        ('"Rye".replace(/r/i, "[$&]")', "[R]ye"),
        ('"a1b22".replace(/(\\d+)/g, "<$1>")', "a<1>b<22>"),
        ('"ab".repeat(0)', ""),
        ('"ab".repeat(-1)', "error: repeat() takes a number from 0 on."),
        ('"🥐a".reverse()', "a\udd50\ud83e"),
        ('"🥐a".length', 3),
        ('"abcdef".slice(-3)', "def"),
        ('"abcdef".slice(-3, -1)', "de"),
        ('"abcdef".slice(4, 2)', ""),
        ('"abcdef".slice()', "abcdef"),
        ('"abcdef".slice(2, 99)', "cdef"),
        ('"abc".split("")', ["a", "b", "c"]),
        ('"a-b_c".split(/[-_]/)', ["a", "b", "c"]),
        ('"a1b2".split(/(\\d)/)', ["a", "1", "b", "2", ""]),
        ('"".split(",")', [""]),
        ('"a,b".split(",", 0)', []),
        ('"rye\tBREAD, it\'s élan-vital".title()', "Rye\tBread, It's Élan-Vital"),
        ('" a ".trim()', "a"),
    ],
)  # fmt: skip
def test_functions_of_texts(expression: str, expected: object) -> None:
    assert value(expression) == expected


@pytest.mark.parametrize(
    ("expression", "expected"),
    [
        ("(-2.5).round()", -2),
        ("(1.005).round(2)", 1),
        ("(1234.5).round(-2)", 1200),
        ("(1.45).toFixed(1)", "1.4"),
        ("(2.5).toFixed()", "3"),
        ("(-2.5).toFixed()", "-3"),
        ("(-0.4).toFixed()", "-0"),
        ("(1e21).toFixed(2)", "1e+21"),
        ("(1).toFixed(101)", "error: toFixed() takes 0 to 100 decimal places."),
        ("(0).floor()", 0),
        ("(-0.5).ceil().toString()", "0"),
        ("(1 / 0).floor()", math.inf),
        ("(1 / 0).toString()", "Infinity"),
        ("(0.1).toString()", "0.1"),
        ("(100000000000000000000000).toString()", "1e+23"),
        ('max(3, "10", true)', 10),
        ("min(3, missing)", 0),
        ("min()", "error: min() needs 1 argument, and has none."),
        ('number("")', 0),
        ('number(" 0x1f ")', 31),
        ('number("12px")', 'error: Unable to parse "12px" as a number.'),
        ("number(false)", 0),
        ("number([1])", "error: Unable to use List as a number."),
        ("random() >= 0 && random() < 1", True),
        ("random() == random()", True),
    ],
)
def test_functions_of_numbers(expression: str, expected: object) -> None:
    assert value(expression) == expected


def test_random_numbers_differ_from_file_to_file() -> None:
    assert value("random()", path="a.md") != value("random()", path="b.md")


@pytest.mark.parametrize(
    ("expression", "expected"),
    [
        ("[1, [2, [3]]].flat()", [1, 2, [3]]),
        ('["b", 10, 9, null, "a", false].sort()', [False, 9, 10, "a", "b", None]),
        ('["Loaf 10", "loaf 9", "Äpfel", "Zopf"].sort()', ["Äpfel", "loaf 9", "Loaf 10", "Zopf"]),
        ("[true, null, false].sort()", [None, False, True]),
        ("[[2, 1], [1, 3], [1]].sort()", [[1], [1, 3], [2, 1]]),
        ("[3, 1].sort().reverse()", [3, 1]),
        ('[1, "1", 1, true].unique()', [1, "1", True]),
        ("[null, null].unique()", [None]),
        ("[1, null, 2].join()", "1,,2"),
        ('[[1, 2], 3].join(" ")', "1,2 3"),
        ("[1, 2, 3].slice(-2)", [2, 3]),
        ("[1, 2].map(value + index)", [1, 3]),
        ("[1, 2].map([10, 20].map(value + index))", [[10, 21], [10, 21]]),
        ("[[1, 2], [3]].map(value.map(value * 2).sum())", [6, 6]),
        ('["a", ""].filter(value)', ["a"]),
        ("[5, 6].filter(index == 1)", [6]),
        ("[1, 2].reduce(acc + value)", 3),
        ("[].reduce(acc + value, 7)", 7),
        ('["a", "b"].reduce(acc + value + index, "")', "a0b1"),
        ("[1, 2, 3][1]", 2),
        ('[1, 2, 3]["1"]', 2),
        ("[1, 2, 3][-1]", None),
        ("[1, 2, 3][0.5]", None),
        ("[1, 2, 3][9]", None),
        ("[1, 2].length", 2),
        ('["1", 2].contains(1)', True),
        ("[[1]].contains([1])", True),
        ("[1, 2].containsAll(1, 3)", False),
        ("[].mean()", None),
        ("[].sum()", 0),
        ("[].max()", None),
        ('[1, "x", null, 5].mean()', 1.5),
        ('[1, "x", null, 5].median()', 3),
        ("[2].stddev()", 0),
        ('["x"].earliest()', None),
        ("list([1])", [1]),
        ("list(missing)", [None]),
        ("list(1, 2)", "error: list() takes 1 argument, not 2."),
        ("[1].map()", "error: map() needs 1 argument, and has none."),
    ],
)
def test_functions_of_lists(expression: str, expected: object) -> None:
    assert value(expression) == expected


def test_a_text_has_no_index() -> None:
    message = "error: Cannot find an index on type String. A character is text.slice(0, 1)."
    assert value('"abc"[0]') == message


def test_the_names_of_a_list_function_are_properties_elsewhere() -> None:
    note = "---\nvalue: 3\nindex: 4\nacc: 5\nvalues: 6\n---\n"
    assert value("value + index + acc + values", note) == 18
    assert value("[1].map(value + note.value)", note) == [4]


def test_functions_of_objects_and_patterns() -> None:
    note = "---\nsize: {large: 2, small: [1]}\nempty: {}\n---\n"
    assert value("size.keys()", note) == ["large", "small"]
    assert value("size.values()", note) == [2, [1]]
    assert value("size.large + size['large']", note) == 4
    assert value("size.medium", note) is None
    assert value("empty.isEmpty() && !size.isEmpty()", note) is True
    assert value("size.toString()", note) == '{"large":2,"small":[1]}'
    assert value("note.keys()", note) == ["size", "empty"]
    assert value('/^R/i.matches("rye")') is True
    assert value("/a/gi.toString()") == "/a/gi"


def test_texts_that_are_shown_otherwise() -> None:
    assert value('html("<b>")') == "<b>"
    assert value('html("<b>").isType("html")') is True
    assert value('icon("wheat").toString()') == "wheat"
    assert value('image("loaf.png").toString()') == "![](loaf.png)"
    assert value('image(link("loaf.png"))') == "![](loaf.png)"
    assert value("escapeHTML('<a href=\"x\">&\\'')") == "&lt;a href=&quot;x&quot;&gt;&amp;&#39;"
    assert value('html("<b>").length + icon("wheat").lower()') == (
        'error: Cannot find "length" on type HTML'
    )


@pytest.mark.parametrize(
    ("expression", "hint"),
    [
        ("contain('a')", "It is called on a value"),
        ("contains('a')", "It is called on a value: value.contains()."),
        ("maxx(1)", "Did you mean max?"),
        ("Date('2026')", "Did you mean date?"),
        ("file.hasTga('a')", "Did you mean hasTag?"),
        ("'a'.containz('a')", "Did you mean contains?"),
        ("'a'.length()", "It is a field: write it without parentheses, .length."),
        ("(1).round", "It is a function: write .round()."),
        ("file.tag", "Did you mean tags?"),
        ("file.mtime.yeer", "Did you mean year?"),
        ("link('x').linkTo(file)", "Did you mean linksTo?"),
        ("missing.containz(1)", "Did you mean contains?"),
        ("formula.totl", "Did you mean total?"),
    ],
)
def test_an_unknown_name_is_answered_with_the_nearest(expression: str, hint: str) -> None:
    found = result(expression, formulas={"total": "1"})
    assert isinstance(found, ErrorValue)
    assert found.message.startswith("Cannot find ")
    if hint != "It is called on a value":
        assert found.hint == hint


def test_a_name_like_no_other_has_no_suggestion() -> None:
    assert result("file.xyzzy") == ErrorValue('Cannot find "xyzzy" on type File')
    assert result("xyzzy()") == ErrorValue('Cannot find function "xyzzy"')
    assert result(f"{'x' * 5000}()").hint == ""  # type: ignore[union-attr]


def test_functions_and_fields_of_null_give_null() -> None:
    for expression in ("missing.lower()", "missing.name.length", "missing.contains('a')[0]"):
        assert value(expression) is None
    assert value("missing.isEmpty()") is True
    assert value("missing.toString()") == ""
    assert value("!missing.contains('a')") is True
    assert value("missing.isType('null')") is True
    assert value("missing.nope()") == 'error: Cannot find function "nope" on type Null'


def test_functions_of_former_versions_that_vaults_still_have() -> None:
    assert value("empty(missing) && not(file)") is False
    assert value("empty('')") is True


_DATE = DateValue(Date(0, UTC_ZONE))
_SAMPLES: list[Value] = [
    None, True, 2.5, "text", _DATE, RelativeDateValue(_DATE), DurationValue(1, 2, 3), (1.0, "a"),
    {"a": 1.0}, FileValue("a.md"), LinkValue("a"), UrlValue("https://a.b"), TagValue("a/b"),
    HTMLValue("<b>"), IconValue("x"), ImageValue("a.png"), RegExpValue("a+", "g"),
]  # fmt: skip


def test_there_is_a_sample_of_every_type() -> None:
    assert {type_name(sample) for sample in _SAMPLES} == set(TYPES)


@given(st.data())
def test_any_function_of_any_value_gives_a_value_or_a_clear_error(data: st.DataObject) -> None:
    samples = st.sampled_from(_SAMPLES)
    name = data.draw(
        st.sampled_from(sorted({each for known in FUNCTIONS.values() for each in known}))
    )
    given_values = tuple(Literal(each) for each in data.draw(st.lists(samples, max_size=3)))
    subject = Literal(data.draw(samples))
    assert_clear(Access(subject, (MethodCall(name, given_values),)))
    assert_clear(Call(data.draw(st.sampled_from(sorted(GLOBAL_FUNCTIONS))), given_values))
    field = data.draw(
        st.sampled_from(sorted({each for known in FIELDS.values() for each in known}))
    )
    assert_clear(Access(subject, (Member(field),)))


def assert_clear(expression: Access | Call) -> None:
    from base_expressions import row

    found = evaluate(expression, row())
    if isinstance(found, ErrorValue):
        assert found.message

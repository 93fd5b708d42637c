"""Every name of a test that a page can print selects that test, as Surefire reads a filter."""

from __future__ import annotations

import re

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from pageful.builds.junit.test_case import Case
from pageful.jvm.test_names import Names
from pageful.maven.projects.test_filter import TestFilter
from pageful.maven.projects.test_methods import (
    base_method,
    method_among,
    method_patterns,
    patterns_of_method,
)
from pageful.text.printable import make_printable
from surefire_model import selects

TEXT = st.one_of(
    st.text(),
    st.text(st.sampled_from("aB 1,+#$*?!/.:-()[]{}\"'`\\&|;<>@%=ä€👍\u00a0")),
    st.lists(st.sampled_from(["adds", "Foo", "a.Bar", ",", "#", " ", "(x)", "[1]", "+", "👍"])).map(
        "".join
    ),
)
CONTROLS = "".join(map(chr, range(0x20)))
KOTLIN = TEXT.map(lambda text: re.sub(r"[.;:\[\]/<>\\`\r\n]", "", text).strip(f"{CONTROLS} "))
"""Names between backticks, as Kotlin takes them where it compiles for the JVM.

Of controls at either end pages have pictures, and Surefire has nothing.
"""

IDENTIFIER = st.sampled_from(["adds", "is_hot", "x2", "räumt", "lambda$0"])
TYPES = st.lists(st.sampled_from(["int", "String", "Map$Entry", "List"]), max_size=3).map(", ".join)
CLASSES = st.one_of(
    st.sampled_from(["a.b.MoneyTest", "MoneyTest", "a.MoneyTest$Inner$Deeper"]),
    KOTLIN.filter(lambda text: "#" not in text).map("a.MoneyTest$when it is {}x".format),
)
OWN_WORDS = re.compile(
    r"[\w$*?/]+(?:[+,][!\w$*?./]+)*(?:\([^()#]*\)|\{[^#]*\})?(?:\[\d+\])*", re.DOTALL
)
"""Methods of Kotlin's that say in Surefire's words, or those of a page, that they are others."""


def shown(class_name: str, test: str) -> str:
    """What a page calls a test."""
    case = Case(class_name, test)
    return make_printable(Names.of([case]).test(case))


@given(CLASSES, KOTLIN)
@example("a.MoneyTest", "parses badly")
@example("a.MoneyTest", "refuses (other) currencies")
@example("a.MoneyTest", "adds,Foo,b c")
@example("a.MoneyTest", "knows it(TestInfo)")
@example("a.MoneyTest", "a" * 400 + " b")
def test_a_method_in_prose_is_selected(class_name: str, method: str) -> None:
    assume(method.strip() and not OWN_WORDS.fullmatch(method.strip()))
    assert selects(str(TestFilter.parse(shown(class_name, method))), class_name, method)


@given(CLASSES, st.one_of(KOTLIN, IDENTIFIER), TYPES, st.integers(1, 20))
@example("a.OvenTest", "is at temperature", "String", 2)
def test_a_parameterized_method_is_selected_with_all_its_arguments(
    class_name: str, method: str, types: str, number: int
) -> None:
    assume(method.strip() == method and method and "#" not in method)
    assume(not re.search(r"[({,+]", method))
    name = shown(class_name, f"{method}({types})[{number}]")
    assert selects(str(TestFilter.parse(name)), class_name, method)


@given(IDENTIFIER, TEXT)
@example("length", "1: b c -> 2")
@example("length", "2: d/e,Foo -> 3")
@example("length", "a,Foo#b")
@example("length", f"0: {'a/b' * 200}")
def test_a_parameter_of_junit_4_is_selected_alone_or_with_its_method(
    method: str, parameters: str
) -> None:
    assume("\r\n" not in parameters)  # one character on a page
    test = f"{method}[{parameters}]"
    filter_ = str(TestFilter.parse(shown("a.FourTest", test)))
    assert selects(filter_, "a.FourTest", test)
    assert selects(filter_, "a.FourTest", method)
    assert not selects(filter_, "a.FourTest", "other[1]")
    assert not selects(filter_, "a.OtherTest", test)


@given(IDENTIFIER, TEXT, st.sampled_from(["{}[{}](1)", "{}{{{}}}", "{}{{{}}}[2]"]))
def test_what_stands_behind_a_method_alone_is_left_out(method: str, prose: str, form: str) -> None:
    assume(not set(prose) & set("{}#"))
    filter_ = str(TestFilter.parse(f"a.RateTest#{form.format(method, prose)}"))
    assert selects(filter_, "a.RateTest", method)


@given(
    st.lists(
        st.tuples(
            CLASSES.map(lambda name: name.replace(",", "")),
            KOTLIN.map(lambda name: re.sub(r"[,(\[{+]", "", f"x{name.strip()}x")),
        ),
        min_size=1,
        max_size=4,
    )
)
def test_several_names_select_each_of_their_tests(tests: list[tuple[str, str]]) -> None:
    filter_ = str(TestFilter.parse(",".join(shown(*test) for test in tests)))
    assert all(selects(filter_, *test) for test in tests)
    assert str(TestFilter.parse(filter_)) == filter_


@given(IDENTIFIER | KOTLIN, TEXT, st.sampled_from(["{}", "({})[1]", "[{}]", "[{}](2)", "{{{}}}"]))
def test_a_test_is_selected_by_the_method_that_its_class_is_known_to_have(
    method: str, arguments: str, form: str
) -> None:
    assume(method.strip() == method and method)
    behind = form.format(arguments) if form != "{}" else ""
    name = method + behind
    assert method_among(name, {method, "another", method[:-1]}) == method
    patterns = "+".join(patterns_of_method(name, method))
    assert selects(f"a.FooTest#{patterns}", "a.FooTest", method)
    if form == "[{}]":
        assert selects(f"a.FooTest#{patterns}", "a.FooTest", name)


@pytest.mark.parametrize("name", ["", "adding", "add", "adds twice", "works"])
def test_a_name_that_is_none_of_the_methods_has_none(name: str) -> None:
    assert method_among(name, {"adds", ""}) == ""


@pytest.mark.parametrize(
    ("name", "base"),
    [
        ("adds", "adds"),
        ("adds(int, int)[2]", "adds"),
        ("adds(1, 2) [0]", "adds"),
        ("adds[0: 1 + 1 = 2]", "adds"),
        ("sums{int}[2]", "sums"),
        ("is at temperature(String)[2]", "is at temperature"),
        ("refuses (other) currencies", "refuses (other) currencies"),
        ("refuses (other)", "refuses (other)"),
    ],
)
def test_arguments_are_no_part_of_a_method(name: str, base: str) -> None:
    assert base_method(name) == base


@given(TEXT)
def test_any_text_has_patterns_that_a_command_line_can_carry(name: str) -> None:
    for pattern in method_patterns(name):
        assert re.fullmatch(r"[\w$*?/+]+", pattern, re.ASCII)
        assert method_patterns(pattern) == (pattern,)

"""Filters of tests, checked and put into Surefire's words."""

from __future__ import annotations

import time
from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pageful.maven.projects.closest_tests import closest_tests
from pageful.maven.projects.layout import Layout
from pageful.maven.projects.pom import PomReader
from pageful.maven.projects.test_filter import (
    TestFilter,
)
from pageful.tool.errors import ToolError


@pytest.mark.parametrize(
    "name",
    [
        "FooTest",
        "com.example.FooTest#adds",
        "FooTest,BarTest#x+y",
        "*ServiceTest",
        "Foo*#test?",
        "com/example/**/FooTest",
        "FooTest$Inner#adds",
        "!SlowTest",
        "GrößeTest#a+b*",
        "FooTest$Inner#parses?badly+x",
    ],
)
def test_names_of_tests_pass_as_they_are(name: str) -> None:
    assert str(TestFilter.parse(name)) == name


@pytest.mark.parametrize(
    ("shown", "filter_"),
    [
        ("FooTest#adds(int, int)[2]", "FooTest#adds"),
        ("FooTest#adds{String}[2]", "FooTest#adds"),
        ("FooTest#adds()", "FooTest#adds"),
        ("FooTest#adds[2, 2, 5](2)", "FooTest#adds"),
        ("FooTest#adds(int, int)[2],BarTest#x{a}[1]", "FooTest#adds,BarTest#x"),
        ("FooTest#isPaid{is paid, in yen}", "FooTest#isPaid"),
        ("ProvidedTest#reads[x]y(1)](2)", "ProvidedTest#reads"),
    ],
)
def test_names_as_pages_show_them_lose_their_arguments(shown: str, filter_: str) -> None:
    assert str(TestFilter.parse(shown)) == filter_


@pytest.mark.parametrize(
    ("shown", "filter_"),
    [
        ("MoneyTest#parses badly", "MoneyTest#parses?badly"),
        ("MoneyTest#refuses (other) currencies", "MoneyTest#refuses??other??currencies"),
        ("MoneyTest#costs 1, 2 + 3 # 4", "MoneyTest#costs?1??2???3???4"),
        ("MoneyTest#costs `5`", "MoneyTest#costs??5?"),
        ("MoneyTest#zählt", "MoneyTest#z?hlt"),
        ("MoneyTest#adds 👍", "MoneyTest#adds???"),
        ("MoneyTest$when cold#does not bake", "MoneyTest$when?cold#does?not?bake"),
    ],
)
def test_names_in_prose_have_a_mark_for_what_a_filter_can_not_say(shown: str, filter_: str) -> None:
    assert str(TestFilter.parse(shown)) == filter_


@pytest.mark.parametrize(
    ("shown", "filter_"),
    [
        ("FourTest#len[1]", "FourTest#len+len?1?"),
        ("FourTest#len[1: b c -> 2]", "FourTest#len+len?1??b?c????2?"),
        ("FourTest#len[2: d/e,Foo -> 3]", "FourTest#len+len?2??d/e?Foo????3?"),
        ("OvenTest#is hot(String)[2]", "OvenTest#is?hot+is?hot?String??2?"),
        ("OvenTest#knows it(TestInfo)", "OvenTest#knows?it+knows?it?TestInfo?"),
    ],
)
def test_a_name_that_frameworks_hold_against_a_filter_differently_is_named_for_each(
    shown: str, filter_: str
) -> None:
    assert str(TestFilter.parse(shown)) == filter_


@pytest.mark.parametrize(
    ("shown", "filter_"),
    [
        ("FooTest, BarTest", "FooTest,BarTest"),
        ("FooTest#opens, FooTest#sells", "FooTest#opens,FooTest#sells"),
        ("FooTest#adds a, b", "FooTest#adds?a??b"),
        ("FooTest#adds a,B", "FooTest#adds?a,B,FooTest#adds?a?B"),
        ("FooTest#a b,BarTest#c", "FooTest#a?b,BarTest#c,FooTest#a?b?BarTest?c"),
        ("FooTest#adds,Foo,b c", "FooTest#adds,FooTest#adds?Foo?b?c"),
    ],
)
def test_a_comma_may_be_in_a_name_or_between_two(shown: str, filter_: str) -> None:
    assert str(TestFilter.parse(shown)) == filter_


@pytest.mark.parametrize(
    "text",
    [
        *("", " ", ",", "FooTest,", "--help", "-Dx=y", "Foo Test", "FooTest, Bar Test", "#adds"),
        *(
            "FooTest;ls",
            "$(ls)",
            "`ls`",
            "FooTest|x",
            "FooTest&",
            "Foo\nTest",
            "a>b",
            "Foo\0",
            "'x'",
        ),
        *("FooTest#", "FooTest# ", "FooTest,#a", "A shop: v1.2#sells", "%regex[.*]"),
    ],
)
def test_what_is_no_name_of_a_test_is_refused(text: str) -> None:
    with pytest.raises(ToolError, match="no name of a test"):
        TestFilter.parse(text)


def test_a_refusal_has_the_name_as_it_was_given() -> None:
    with pytest.raises(ToolError) as refused:
        TestFilter.parse("A shop: 1 (big)#sells (it)")
    assert "'A shop: 1 (big)#sells (it)'" in refused.value.problem


def test_a_filter_that_no_command_line_takes_is_refused() -> None:
    with pytest.raises(ToolError, match="more than a command line takes"):
        TestFilter.parse(",".join(f"a.b.c.VeryLongName{n}Test" for n in range(5000)))
    with pytest.raises(ToolError, match="more than a command line takes"):
        TestFilter.parse("FooTest#" + "(" * 60_000 + "]" + "[" * 60_000)


@given(st.one_of(st.text(), st.text(st.sampled_from("aF#[](){},.*- $!;1"))))
def test_any_text_is_a_filter_or_refused(text: str) -> None:
    try:
        filter_ = str(TestFilter.parse(text))
    except ToolError:
        return
    assert not set(filter_) & set(" \t\n\0;|&<>`'\"\\(){}-=")
    assert str(TestFilter.parse(filter_)) == filter_


@pytest.mark.parametrize("unit", ["#", "#a", "#a(", "#a[", "a", "a,"])
def test_a_long_filter_takes_no_long_time(unit: str) -> None:
    began = time.process_time()
    with pytest.raises(ToolError):
        TestFilter.parse(unit * (200_000 // len(unit)) + " ")
    assert time.process_time() - began < 2


@pytest.fixture
def module(tmp_path: Path) -> Path:
    for path, text in {
        "java/a/CartTest.java": "void addsItem() {} @Test public void removesItem() {} int x;",
        "java/a/CartTotalTest.java": "",
        "java/b/StockTest.java": "",
        "kotlin/a/PriceTest.kt": "fun `adds two prices`() {} fun rounds() {}",
        "resources/CartTest.txt": "",
    }.items():
        file = tmp_path / "src/test" / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
    return tmp_path


@pytest.mark.parametrize(
    ("asked", "first"),
    [
        ("CartTset", "CartTest"),
        ("com.example.carttest", "CartTest"),
        ("*Stok*", "StockTest"),
        ("CartTest#addItem", "CartTest#addsItem"),
        ("PriceTest#addsTwoPrices", "PriceTest#adds two prices"),
        ("CartTest$Inner", "CartTest"),
        ("!Stock", "StockTest"),
    ],
)
def test_the_closest_tests_are_named(module: Path, asked: str, first: str) -> None:
    assert closest_tests([Layout.standard(module)], asked)[0] == first


def test_there_are_few_of_them_and_some_even_if_none_is_close(module: Path) -> None:
    assert len(closest_tests([Layout.standard(module)], "Zzzzzzz,CartTest#zzzzzz")) == 5


def test_without_tests_there_is_none(tmp_path: Path) -> None:
    assert closest_tests([Layout.standard(tmp_path)], "FooTest#adds") == ()


def test_a_test_that_vanished_meanwhile_has_no_methods(module: Path) -> None:
    source = module / "src/test/java/a/CartTest.java"
    source.unlink()
    source.symlink_to("gone")
    assert closest_tests([Layout.standard(module)], "CartTest#adds") == ()


def split(asked: str, patterns: Sequence[str]) -> tuple[str, str]:
    unit, integration = TestFilter(tuple(asked.split(","))).split(patterns)
    return str(unit), str(integration)


def class_names(test_filter: str) -> tuple[str, ...]:
    return TestFilter(tuple(test_filter.split(","))).class_names


INTEGRATION = ("**/IT*.java", "**/*IT.java", "**/*ITCase.java")


class TestDividing:
    """Surefire's part of a filter, and Failsafe's."""

    @pytest.mark.parametrize(
        ("asked", "unit", "integration"),
        [
            ("CartTest", "CartTest", "NoTestIsMeant"),
            ("OrderIT", "NoTestIsMeant", "OrderIT"),
            ("a.b.OrderIT#adds,CartTest#adds+x", "CartTest#adds+x", "a.b.OrderIT#adds"),
            (
                "a/OrderIT.java,OrderITCase$Inner",
                "NoTestIsMeant",
                "a/OrderIT.java,OrderITCase$Inner",
            ),
            ("Order*", "Order*,!IT*,!*IT,!*ITCase", "Order*"),
            ("!SlowIT,CartTest", "!SlowIT,CartTest,!IT*,!*IT,!*ITCase", "!SlowIT"),
        ],
    )
    def test_names_go_to_the_plugin_that_runs_their_class(
        self, asked: str, unit: str, integration: str
    ) -> None:
        assert split(asked, INTEGRATION) == (unit, integration)

    @pytest.mark.parametrize("patterns", [(), ("**/it/**",), ("**/*IT.java", "%regex[.*]")])
    def test_what_can_not_be_told_apart_goes_to_both(self, patterns: tuple[str, ...]) -> None:
        assert split("OrderIT,CartTest", patterns) == ("OrderIT,CartTest",) * 2

    def test_patterns_may_be_the_projects_own(self) -> None:
        assert split("CartCheck,CartTest", ("*Check",)) == ("CartTest", "CartCheck")

    @given(st.text(st.sampled_from("aIT,#*!$./")), st.lists(st.text(st.sampled_from("*/aIT.j"))))
    def test_any_filter_has_two_parts(self, asked: str, patterns: list[str]) -> None:
        assert all(split(asked, patterns)) or not asked


def test_plain_names_name_classes() -> None:
    assert class_names("a.b.CartTest#adds*,StockTest$Inner,CartTest") == ("CartTest", "StockTest")
    assert class_names("CartTest,*Test") == ()
    assert class_names("!CartTest") == ()


def test_a_method_behind_a_dot_is_looked_for_in_its_class(tmp_path: Path) -> None:
    source = tmp_path / "src/test/java/a/FooTest.java"
    source.parent.mkdir(parents=True)
    source.write_text("class FooTest { @Test void addsUp() {} @Test void ships() {} }")
    assert closest_tests([Layout.standard(tmp_path)], "FooTest.addUp")[0] == "FooTest#addsUp"
    assert closest_tests([Layout.standard(tmp_path)], "a.FoTest") == ("FooTest",)


def test_tests_are_looked_for_where_the_pom_has_them(tmp_path: Path) -> None:
    build = "<build><testSourceDirectory>checks</testSourceDirectory></build>"
    (tmp_path / "pom.xml").write_text(f"<project><artifactId>a</artifactId>{build}</project>")
    (tmp_path / "checks").mkdir()
    (tmp_path / "checks/OrderTest.java").touch()
    pom = PomReader().pom(tmp_path / "pom.xml")
    assert pom
    assert closest_tests([Layout.of(pom)], "OrdrTest") == ("OrderTest",)

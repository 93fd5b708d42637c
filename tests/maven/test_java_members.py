"""Members of Java files, found by their braces."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pageful.maven.sources.java_members import JavaMember, java_members, member_of_frame

_TILL = '''package com.example;

/** A till { of no braces. */
public class Till<T extends Comparable<T>> implements Runnable {
    static final int PORT = Integer.parseInt("eighty{");
    private final Runnable later = () -> {
        open();
    };
    static {
        System.setProperty("a", "}");
    }

    @SuppressWarnings({"unchecked", "raw"})
    public Till(String name) {
        super();
    }

    public int add(int a,
                   int b) {
        Runnable r = new Runnable() {
            @Override public void run() { a(); }
        };
        char c = '}'; // }
        return a + b;
    }

    abstract int nothing();

    enum Coin { CENT, EURO; int cents() { return 1; } }

    record Sum(int of) {
        String text = """
            { "a": 1 }
            """;
    }
}
'''


def _found(text: str) -> list[tuple[str, str, int, int]]:
    return [(each.owner, each.name, each.first, each.last) for each in java_members(text)]


def test_members_are_found_with_their_lines() -> None:
    assert _found(_TILL) == [
        ("Till", "PORT", 5, 5),
        ("Till", "later", 6, 8),
        ("Till", "<clinit>", 9, 11),
        ("Till", "Till", 13, 16),
        ("Till", "add", 18, 25),
        ("Till", "nothing", 27, 27),
        ("Coin", "EURO", 29, 29),
        ("Coin", "cents", 29, 29),
        ("Sum", "text", 32, 34),
    ]


def test_a_declaration_is_one_line_with_its_annotations() -> None:
    add = next(each for each in java_members(_TILL) if each.name == "add")
    assert add.declaration == "public int add(int a, int b)"


@pytest.mark.parametrize(
    ("class_name", "method", "line", "name"),
    [
        ("com.example.Till", "add", 24, "add"),
        ("com.example.Till", "<init>", 15, "Till"),
        ("com.example.Till", "<init>", 6, "later"),
        ("com.example.Till", "<clinit>", 5, "PORT"),
        ("com.example.Till", "<clinit>", 10, "<clinit>"),
        ("com.example.Till", "lambda$new$0", 7, "later"),
        ("com.example.Till", "lambda$add$3", 24, "add"),
        ("com.example.Till$1", "run", 21, "add"),
        ("com.example.Till$Coin", "cents", 29, "cents"),
    ],
)
def test_a_frame_is_in_a_member_of_its_name(
    class_name: str, method: str, line: int, name: str
) -> None:
    member = member_of_frame(java_members(_TILL), class_name, method, line)
    assert member
    assert member.name == name


@pytest.mark.parametrize(
    ("class_name", "method", "line"),
    [
        ("com.example.Till", "subtract", 24),
        ("com.example.Till", "add", 3),
        ("com.example.Till", "add", 2**31),
        ("com.example.Safe", "add", 24),
        ("", "add", 24),
    ],
)
def test_a_frame_of_other_sources_is_in_none(class_name: str, method: str, line: int) -> None:
    assert member_of_frame(java_members(_TILL), class_name, method, line) is None


@given(st.lists(st.sampled_from([*_TILL.split(), "{", "}", '"', "'", "/*", '"""', "\n", "("])))
def test_no_text_keeps_the_scan_from_ending_with_lines_of_the_file(words: list[str]) -> None:
    text = " ".join(words)
    lines = text.count("\n") + 1
    found: tuple[JavaMember, ...] = java_members(text)
    assert all(1 <= each.first <= each.last <= lines for each in found)


def test_many_nested_braces_take_no_time() -> None:
    assert java_members("class A { int a = f(" + "x -> { " * 20_000) == ()

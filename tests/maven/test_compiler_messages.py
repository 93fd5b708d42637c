"""Messages of compilers on one line."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pageful.jvm.compilers.messages import message


def said(text: str, *lines: str) -> str:
    return message(text, lines, "src/Foo.java")


def test_an_excerpt_of_the_source_is_no_part_of_it() -> None:
    assert said("m", "did you mean head?", "  entries.headd", "          ^") == (
        "m; did you mean head?"
    )
    assert said("", "\treturn x", "\t       ^^^", "x is missing") == "x is missing"


def test_of_lines_beside_a_gutter_only_the_message_stays() -> None:
    lines = (
        *("19 |  def a: String = total", "   |                  ^^^^^"),
        *("   |                  Found:    Long", "   |                  Required: String"),
        *("   |", "   | longer explanation available when compiling with `-explain`"),
    )
    assert said("[E007]", *lines) == "[E007] Found: Long; Required: String"


def test_a_suggestion_stays_to_the_letter_and_the_link_goes() -> None:
    lines = ("    (see https://example.com/X)", "  Did you mean 'import java.util.List;'?")
    assert said("[X] java.util.List is raw", *lines) == (
        "[X] List is raw. Did you mean 'import java.util.List;'?"
    )


def test_a_link_that_is_all_there_is_stays() -> None:
    assert said("", "(see https://example.com/X)") == "(see https://example.com/X)"


def test_what_follows_a_colon_stands_right_after_it() -> None:
    assert said("overrides nothing. Signatures:", "fun a(): String") == (
        "overrides nothing. Signatures: fun a(): String"
    )


def test_of_a_stack_trace_the_first_frames_of_the_processor_stay() -> None:
    frames = (
        *("\tat jdk.compiler/com.sun.tools.javac.A.b(A.java:1)", "\tat org.foo.P.run(P.java:2)"),
        *("\tat java.base/java.lang.T.run(T.java:3)", "Caused by: java.io.IOException: full"),
    )
    assert said("java.lang.Error: oh", *frames) == (
        "Error: oh; Caused by: IOException: full at P.run(P.java:2) … 2 more frames"
    )


def test_of_a_trace_of_the_compiler_alone_its_own_first_frames_stay() -> None:
    frames = [f"\tat jdk.compiler/com.sun.tools.javac.A.b(A.java:{line})" for line in range(9)]
    assert said("oh", *frames) == (
        "oh at A.b(A.java:0) at A.b(A.java:1) at A.b(A.java:2) … 6 more frames"
    )


@pytest.mark.parametrize(
    "text",
    [
        "The import com.example.text.Pen cannot be resolved",
        "unable to resolve class com.example.ink.Colour",
        "The type org.x.Base cannot be resolved. It is indirectly referenced",
        "Cannot access class com.dep.Base",
        "Paket com.example ist nicht vorhanden",
        "com.exämple",
        "パッケージcom.example.Outerは存在しません",
        "jdk.compiler does not export com.sun.Tree to unnamed module @1",
    ],
)
def test_names_stay_whole_where_packages_matter(text: str) -> None:
    assert said(text) == text


def test_names_among_letters_of_other_scripts_are_found() -> None:
    assert said("不適合な型: intをjava.lang.Stringに変換できません") == (
        "不適合な型: intをStringに変換できません"
    )
    assert said("Typ com.exämple.Größe fehlt") == "Typ Größe fehlt"


@pytest.mark.parametrize(
    ("lines", "whole"),
    [
        (
            ("  Symbol: Methode a()", "  Ort: Klasse x.Foo"),
            "m; Symbol: Methode a(); Ort: Klasse Foo",
        ),
        (
            ("  symbole: classe A", "  emplacement: package b"),
            "m; symbole: classe A; emplacement: package b",
        ),
        ((" found   : Long", " required: String"), "m (required: String; found: Long)"),
    ],
)
def test_labels_of_any_language_keep_their_text(lines: tuple[str, ...], whole: str) -> None:
    assert said("m", *lines) == whole


@given(st.text(max_size=30), st.lists(st.text(alphabet="a^ |1.:()\tat", max_size=20), max_size=8))
def test_any_lines_become_one(text: str, lines: list[str]) -> None:
    text = " ".join(text.split())
    assert "\n" not in said(text, *lines)


@given(st.lists(st.from_regex(r"[a-z]{3,9} [a-z]{3,9}", fullmatch=True), max_size=9))
def test_no_words_get_lost(lines: list[str]) -> None:
    whole = said("m", *(f"  {line}" for line in lines))
    assert all(line in whole for line in lines if not line.startswith("at "))

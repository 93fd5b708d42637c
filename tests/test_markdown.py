"""Pages as they are written, byte for byte, and the cases in which Markdown needs care."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import hostile
from pageful import (
    Block,
    Bullets,
    Code,
    Document,
    Fields,
    Hatch,
    Heading,
    Line,
    Mono,
    Note,
    Numbered,
    Output,
    Rule,
    Section,
    Sections,
    Strong,
    Table,
    Text,
    Tip,
    Verbatim,
    to_markdown,
)

PAGES = Path(__file__).parent / "pages"
EVERY_BLOCK: Document = (
    Heading("Every block", 1),
    Line(("A line with ", Mono("code"), " and ", Strong("strong words"), ".")),
    Output("Program output,\nindented."),
    Fields((("name", "value"), ("path", "a/b_c.py:12"))),
    Bullets(("my_function", "several\nlines")),
    Numbered(("ninth", "tenth"), start=9),
    Line("Apart:"),
    Numbered(("one\nindented", "two"), apart=True),
    Table(("name", "line"), (("com.example.Foo$Bar#baz", "12"), ("a|b", "*args"))),
    Code('print("hi")', "python"),
    Verbatim("Already *Markdown*."),
    Sections(
        (
            Section((Heading("First section"), Bullets(("L42:15 — cannot find symbol",)))),
            Section(
                (
                    Heading("Second section"),
                    Line("Message"),
                    Output("at Foo.java:1"),
                    Output("DEBUG", label="Test output:"),
                )
            ),
        )
    ),
    Note("Something to know."),
    Rule(),
    Tip(("call ", Mono("more(offset=2)"))),
    Hatch(("size", "modified")),
)
HOSTILE_TEXT: Document = (
    Heading("one\ntwo #"),
    Line(
        "# not a heading\n- not a bullet\n1. not a number\n3.14 is not one\n> not a quote\n--- \n"
        "```\n[x]: /url\n\n<div>"
    ),
    Bullets(("- bullet in bullet", "`code` and *args and __init__ and C:\\dir")),
    Table(("a | b", "x\\"), (("two\nlines", Mono("|")),)),
    Code("```"),
    Line(("before ` and ", Strong("*strong*"), " and ", Mono("`"), " after `")),
    Fields((("label", "- value\n=== "),)),
)
IDENTIFIERS = [
    "my_function",
    "com.example.Foo$Bar#baz",
    "a/b_c.py:12",
    "*args",
    "**kwargs",
    "__init__.py",
    "C:\\dir\\file",
    "List<String>",
    "[::1]:80",
    "L42:15",
    "3.14",
    "#include",
]


@pytest.mark.parametrize(
    ("name", "document"), [("every_block", EVERY_BLOCK), ("hostile_text", HOSTILE_TEXT)]
)
def test_a_page_is_written_byte_for_byte(name: str, document: Document) -> None:
    expected = (PAGES / f"{name}.md").read_text(encoding="utf-8")
    assert to_markdown(document) + "\n" == expected


def test_a_document_without_blocks_is_an_empty_page() -> None:
    assert to_markdown(()) == ""


@pytest.mark.parametrize(
    "block", [Bullets(()), Numbered(()), Fields(()), Sections(()), Verbatim(" \n")]
)
def test_a_collection_of_nothing_takes_no_room(block: Block) -> None:
    assert to_markdown((Line("a"), block, Line("b"))) == "a\n\nb"


@pytest.mark.parametrize("name", IDENTIFIERS)
@pytest.mark.parametrize(
    "made",
    [
        Line,
        Heading,
        Note,
        Tip,
        Code,
        Output,
        lambda name: Bullets((name,)),
        lambda name: Numbered((name,)),
        lambda name: Fields((("x", name), ("y", name))),
        lambda name: Table((name,), ((name,),)),
        lambda name: Line(("see ", Strong("this"), f" {name} and ", Mono("that"))),
        lambda name: Line(("see ", Mono(name))),
    ],
)
def test_identifiers_come_through_verbatim(name: str, made: object) -> None:
    assert callable(made)
    assert name in to_markdown((made(name),))


@pytest.mark.parametrize(
    ("text", "written"),
    [
        (("a", Strong("b"), "c"), "a**b**c"),
        (("a", Strong("(b)"), "c"), "a<!-- -->**(b)**<!-- -->c"),
        ((Strong("a"), Strong("b")), "**a**<!-- -->**b**"),
        ((Mono("a"), Mono("b")), "`a`<!-- -->`b`"),
        ((Strong("a"), "*b"), "**a**\\*b"),
        ((Mono("a"), "`b"), "`a`\\`b"),
        (("C:\\", Mono("a")), "C:\\\\`a`"),
        (("<a b='", Strong("x"), "'>"), "\\<a b='**x**'>"),
        (("see [a](", Strong("x"), ")"), "see [a\\](**x**)"),
        (("![a](u)", Strong("x"), "](u)"), "\\![a\\](u)**x**](u)"),
        ((Strong("[a](u)"), "](u)"), "**\\[a\\](u)**](u)"),
        (("\u2028", Strong("(x)")), "\u2028<!-- -->**(x)**"),
        (("_a ", Strong("b_"), " _"), "_a **b\\_** _"),
        ((Strong(" "), Mono("\n"), "x"), "x"),
        (Mono("a``b`"), "``` a``b` ```"),
        (Mono(" a "), "`  a  `"),
    ],
)
def test_marks_are_kept_whole_with_the_least_escaping(text: Text, written: str) -> None:
    assert to_markdown((Line(text),)) == written


@pytest.mark.parametrize(
    ("markdown", "closed"),
    [
        ("```py\ncode", "```py\ncode\n```\n\nx"),
        ("~~~~\ncode\n", "~~~~\ncode\n~~~~\n\nx"),
        ("<!-- remark", "<!-- remark\n-->\n\nx"),
        ("<pre>\ntext", "<pre>\ntext\n</pre>\n\nx"),
        ("<?php", "<?php\n?>\n\nx"),
        ("- ```\n  in an item", "- ```\n  in an item\n\nx"),
        ("```\ncode\n```", "```\ncode\n```\n\nx"),
    ],
)
def test_what_a_note_leaves_open_is_closed_after_it(markdown: str, closed: str) -> None:
    assert to_markdown((Verbatim(markdown), Line("x"))) == closed


def test_a_list_in_a_note_is_kept_apart_from_a_list_of_the_page() -> None:
    page = to_markdown((Verbatim("- theirs"), Bullets(("ours",)), Verbatim("- theirs")))
    assert page == "- theirs\n\n<!-- -->\n\n- ours\n\n<!-- -->\n\n- theirs"


@pytest.mark.parametrize("words", ["Tip: for more, call `x()`", "_Left out: a. Use `b`._"])
def test_what_only_a_page_says_is_told_apart_where_data_says_it(words: str) -> None:
    assert to_markdown((Line(f"{words}\n{words}"),)) == f"\\{words}\n\\{words}"
    assert to_markdown((Fields((("a", f"b\n{words}"),)),)) == f"**a**: b\n\\{words}"
    assert to_markdown((Tip("for more"),)) == "Tip: for more"


def test_a_text_between_fences_is_kept_to_the_letter() -> None:
    page = to_markdown((Bullets(("a",)), Verbatim("```\n<!--\x07\n", fenced=True), Line("b")))
    assert page == "- a\n\n````\n```\n<!--\x07\n````\n\nb"
    assert to_markdown((Verbatim("\n", fenced=True), Line("b"))) == "```\n\n```\n\nb"


def test_a_note_deeper_than_any_parser_follows_is_written_all_the_same() -> None:
    assert to_markdown((Verbatim("> " * 3000 + "```"), Line("x"))).endswith("```\n\nx")


@given(st.text(st.characters(exclude_categories=["Cc", "Cs"])), hostile.words)
def test_code_is_kept_byte_for_byte(text: str, language: str) -> None:
    _, *lines, _ = to_markdown((Code(text, language),)).split("\n")
    assert "\n".join(lines) == text


def test_a_table_without_columns_is_refused() -> None:
    with pytest.raises(ValueError, match="at least one column"):
        Table((), ())


def test_a_row_of_another_width_is_refused() -> None:
    with pytest.raises(ValueError, match="a row of 1 cells in a table of 2"):
        Table(("a", "b"), (("x",),))

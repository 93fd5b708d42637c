"""Blocks of notes: sections, headings, list items and block ids, as Obsidian has them."""

from __future__ import annotations

import pytest

from pageful.vault.parsing import parse_note
from pageful.vault.parsing.parsed_note import Heading, ListItem


def _sections(text: str) -> list[tuple[str, int, int]]:
    return [(part.kind, part.line, part.end_line) for part in parse_note(text).sections]


def _items(text: str) -> list[tuple[int, int, int, str]]:
    return [(one.line, one.end_line, one.parent, one.text) for one in parse_note(text).items]


@pytest.mark.parametrize(
    ("text", "sections"),
    [
        ("---\na: 1\n---\nx", [("yaml", 1, 3), ("paragraph", 4, 4)]),
        ("a\nb\n\nc", [("paragraph", 1, 2), ("paragraph", 4, 4)]),
        ("# a\nb", [("heading", 1, 1), ("paragraph", 2, 2)]),
        ("a\nb\n---\n---", [("paragraph", 1, 1), ("heading", 2, 3), ("rule", 4, 4)]),
        ("- a\n\n- b\n* c", [("list", 1, 3), ("list", 4, 4)]),
        ("1. a\n2) b", [("list", 1, 1), ("list", 2, 2)]),
        ("- a\nb\n\nc", [("list", 1, 2), ("paragraph", 4, 4)]),
        ("> a\nb\n>\n> c\n\nd", [("quote", 1, 4), ("paragraph", 6, 6)]),
        ("> [!note] a\n> b", [("quote", 1, 2)]),
        ("```\na\n\n# b\n```\nc", [("code", 1, 5), ("paragraph", 6, 6)]),
        ("````\n```\n````", [("code", 1, 3)]),
        ("```\na", [("code", 1, 2)]),
        ("    a\n\n    b\nc", [("code", 1, 3), ("paragraph", 4, 4)]),
        ("a\n    b", [("paragraph", 1, 2)]),
        ("$$\na\n$$\nb", [("math", 1, 3), ("paragraph", 4, 4)]),
        ("a\n$$ x\ny $$\nb", [("paragraph", 1, 1), ("math", 2, 3), ("paragraph", 4, 4)]),
        ("$$ a $$", [("paragraph", 1, 1)]),
        ("%%\n# a\n\nb\n%%\nc", [("comment", 1, 5), ("paragraph", 6, 6)]),
        ("%% a %%", [("paragraph", 1, 1)]),
        ("%%%%\n# a", [("paragraph", 1, 1), ("heading", 2, 2)]),
        ("<div>\na\n\nb", [("html", 1, 2), ("paragraph", 4, 4)]),
        ("<!-- a\n\nb --> c\nd", [("html", 1, 3), ("paragraph", 4, 4)]),
        ("<x-y>\na", [("html", 1, 2)]),
        ("a\n<x-y>", [("paragraph", 1, 2)]),
        ("[^1]: a\n    b\n\n    c\n\nd", [("footnote", 1, 4), ("paragraph", 6, 6)]),
        ("a|b\n-|-\nc|d\ne", [("table", 1, 3), ("paragraph", 4, 4)]),
        ("x\n|a|b|\n|-|-|", [("paragraph", 1, 3)]),
        ("- - -\n***\n_ _ _", [("rule", 1, 1), ("rule", 2, 2), ("rule", 3, 3)]),
        ("a\n2. b", [("paragraph", 1, 2)]),
        ("a\n1. b", [("paragraph", 1, 1), ("list", 2, 2)]),
        ("\ufeff# a", [("heading", 1, 1)]),
        ("", []),
        (" \n\t\n", []),
    ],
)
def test_sections_are_the_blocks_at_the_top(
    text: str, sections: list[tuple[str, int, int]]
) -> None:
    assert _sections(text) == sections


@pytest.mark.parametrize(
    ("text", "headings"),
    [
        ("# A", [("A", 1)]),
        ("###### A ##", [("A", 6)]),
        ("####### A", []),
        ("#A", []),
        ("#", [("", 1)]),
        ("# A#", [("A#", 1)]),
        ("#\tA", [("A", 1)]),
        ("   # A", [("A", 1)]),
        ("    # A", []),
        ("A\n===", [("A", 1)]),
        ("A\n---", [("A", 2)]),
        ("A\nB\n---", [("B", 2)]),
        ("# **A** [[b]]", [("**A** [[b]]", 1)]),
        ("- # A", []),
        ("> # A", []),
        ("```\n# A\n```", []),
        ("<!--\n# A\n-->", []),
    ],
)
def test_headings_are_read_at_the_top_only(text: str, headings: list[tuple[str, int]]) -> None:
    assert [(found.text, found.level) for found in parse_note(text).headings] == headings


def test_an_underlined_heading_stands_on_the_line_of_its_text() -> None:
    assert parse_note("x\n\nA\n---").headings == (Heading("A", 2, 3),)


def test_items_nest_by_indentation_with_tabs_or_spaces() -> None:
    text = "- a\n\t- b\n\t\t1. c\n  - d\n- e\n  * f\n\n    more\n10) g\n    - h"
    assert _items(text) == [
        (1, 1, 0, "a"),
        (2, 2, 1, "b"),
        (3, 3, 2, "c"),
        (4, 4, 1, "d"),
        (5, 5, 0, "e"),
        (6, 8, 5, "f\n\nmore"),
        (9, 9, 0, "g"),
        (10, 10, 9, "h"),
    ]


def test_items_take_lazy_lines_and_their_own_blocks() -> None:
    text = "- a\nlazy\n- b\n  ```\n  code\n  ```\n  > quote\n\n  ![[x]]\n\nno"
    assert _items(text) == [
        (1, 2, 0, "a\nlazy"),
        (3, 9, 0, "b\n```\ncode\n```\nquote\n\n![[x]]"),
    ]


def test_items_in_quotes_and_callouts_count() -> None:
    text = "> [!todo] x\n> - [ ] a\n>   - b\n> c\n\n- > - d"
    assert _items(text) == [(2, 2, 0, "a"), (3, 4, 2, "b\nc"), (6, 6, 0, ""), (6, 6, 0, "d")]


@pytest.mark.parametrize(
    ("text", "symbol", "status", "own"),
    [
        ("- [ ] a", "-", " ", "a"),
        ("* [x] a", "*", "x", "a"),
        ("+ [/] a", "+", "/", "a"),
        ("1. [X] a", "1.", "X", "a"),
        ("23) a", "23)", None, "a"),
        ("- [x]a", "-", None, "[x]a"),
        ("- [xy] a", "-", None, "[xy] a"),
        ("- [](x) a", "-", None, "[](x) a"),
        ("-", "-", None, ""),
    ],
)
def test_a_task_has_one_character_in_brackets(
    text: str, symbol: str, status: str | None, own: str
) -> None:
    assert parse_note(text).items == (ListItem(1, 1, 0, symbol, status, own),)


def test_the_text_of_an_item_is_raw() -> None:
    assert _items("- **a** [k:: v] `b` #c ^id")[0][3] == "**a** [k:: v] `b` #c ^id"


@pytest.mark.parametrize(
    ("text", "ids"),
    [
        ("a ^id-1", ["id-1"]),
        ("a\nb\n^id", ["id"]),
        ("a ^id b", [""]),
        ("a^id", [""]),
        ("a ^i_d", [""]),
        ("a\n\n^id", ["id"]),
        ("> a\n\n^id", ["id"]),
        ("|a|b|\n|-|-|\n^id", ["id"]),
        ("- a\n\n^id\n\nb", ["id", ""]),
        ("```\nx ^no\n```\n^id", ["id"]),
        ("# a ^id", ["id"]),
        ("a\n\n^id\nb", ["", ""]),
        ("> a ^id", ["id"]),
        ("^id", []),
    ],
)
def test_a_block_id_ends_its_block_or_stands_alone_after_it(text: str, ids: list[str]) -> None:
    assert [section.block_id for section in parse_note(text).sections] == ids


def test_items_have_block_ids_of_their_own() -> None:
    text = "- a ^one\n  - b\n    ^two\n- c\n\n  ^three\n- d\n^four"
    assert [item.block_id for item in parse_note(text).items] == ["one", "two", "three", "four"]


@pytest.mark.parametrize(
    ("text", "lines"),
    [("", 0), ("a", 1), ("a\n", 1), ("a\n\n", 2), ("a\r\nb\rc\nd", 4), ("a\x0b\x0c\x85\u2028b", 1)],
)
def test_lines_end_with_lf_cr_lf_or_cr(text: str, lines: int) -> None:
    assert parse_note(text).lines == lines


def test_the_body_begins_behind_the_frontmatter() -> None:
    assert parse_note("---\na: 1\n---\nx").body_line == 4
    assert parse_note("x").body_line == 1


def test_a_note_with_broken_properties_is_read_all_the_same() -> None:
    note = parse_note("---\na: b: c\n---\n# Head")
    assert note.broken.startswith("line 2: ")
    assert note.headings == (Heading("Head", 1, 4),)

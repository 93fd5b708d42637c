"""Notes from strangers: any text is read, in order, within its lines, in linear work."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from pageful.vault.parsing import parse_note
from pageful.vault.parsing.lines import split_lines
from pageful.vault.parsing.parsed_note import Note
from thoroughness import examples, size

_PIECES = st.sampled_from(
    [
        *("a", "b c", " ", "  ", "    ", "\t", "\n", "\n", "\n\n", "\r\n", "\r", "- ", "* ", "1. "),
        *(
            "2) ",
            "> ",
            ">",
            "# ",
            "## ",
            "#t",
            "#1",
            "---",
            "===",
            "***",
            "```",
            "~~~",
            "````",
            "`",
        ),
        *(
            "$$",
            "$",
            "%%",
            "%",
            "<!--",
            "-->",
            "<div>",
            "</div>",
            "<b>",
            "<",
            "|",
            "|-|-|",
            "|a|b|",
        ),
        *("[[", "]]", "[", "](", ")", "![", "x.md", "<x y>", '"', "^id", " ^id", "[^1]: ", "[ ] "),
        *(
            "[x] ",
            "\\",
            "\0",
            "\ud800",
            "\ufeff",
            "\u2028",
            "é",
            "日本",
            "😀",
            "tags: [a]",
            "[[n]]",
        ),
    ]
)
_NOTES = st.lists(_PIECES, max_size=60).map("".join)


@given(st.text() | _NOTES)
@settings(max_examples=examples(400))
def test_any_text_is_read_in_order_and_within_its_lines(text: str) -> None:
    note = parse_note(text)
    lines = split_lines(text.removeprefix("\ufeff"))
    assert note.lines == len(lines)
    _assert_ordered(note)
    for link in note.links:
        assert "[" in lines[link.line - 1]
        if link.kind == "wiki" and link.target.isascii():
            assert link.target in lines[link.line - 1]
    for tag in note.tags:
        assert not tag.line or f"#{tag.name}" in lines[tag.line - 1]


def _assert_ordered(note: Note) -> None:
    end = 0
    for section in note.sections:
        assert end < section.line <= section.end_line <= note.lines
        end = section.end_line
    begun = [(item.line, item.parent) for item in note.items]
    assert begun == sorted(begun, key=lambda place: place[0])
    for item in note.items:
        assert item.parent <= item.line <= item.end_line <= note.lines
    tops = {section.line for section in note.sections if section.kind == "heading"}
    assert all(heading.line in tops for heading in note.headings)
    assert all(1 <= link.line <= note.lines for link in note.links)


_ORACLE = MarkdownIt("commonmark").enable("table")
_KINDS = {
    "heading_open": "heading",
    "paragraph_open": "paragraph",
    "bullet_list_open": "list",
    "ordered_list_open": "list",
    "fence": "code",
    "code_block": "code",
    "blockquote_open": "quote",
    "html_block": "html",
    "hr": "rule",
}
_STARTS = (
    "",
    "\n",
    ">\n> ",
    "> ",
    "- ",
    "  - ",
    "    - ",
    "* ",
    "1. ",
    "- * ",
    "> - ",
    ">   - ",
    "  ",
    "\t- ",
)
_REST = ("a", "b c", "---", "```", "~~~", "<div>", "</b>", "# a", "    a", "===")
_PLAIN = st.lists(
    st.tuples(st.sampled_from(_STARTS), st.sampled_from(_REST)).map("".join), max_size=12
).map(lambda lines: "\n".join(["a", "", *lines]))


def _expected(text: str) -> tuple[list[tuple[str, int]], list[int]]:
    tokens = _ORACLE.parse(text)
    tops = [
        (_KINDS[token.type], token.map[0] + 1)
        for token in tokens
        if token.type in _KINDS and not token.level and token.map
    ]
    items = [token.map[0] + 1 for token in tokens if token.type == "list_item_open" and token.map]
    return tops, items


@given(_PLAIN)
@settings(max_examples=examples(300))
def test_blocks_begin_where_commonmark_has_them(text: str) -> None:
    note = parse_note(text)
    found = [(section.kind, section.line) for section in note.sections]
    expected, items = _expected(text)
    if all(kind != "heading" or text.split("\n")[line - 1][0] == "#" for kind, line in expected):
        assert found == expected
    assert [item.line for item in note.items] == items


@pytest.mark.parametrize(
    "text",
    [
        "[[" * size(5_000_000),
        "[[a](" * size(200_000),
        '[a](b "' * size(200_000),
        "[" + "[a" * size(400_000),
        "[" + "[a" * size(400_000) + "]]",
        "[a](" + r"\a" * size(300_000),
        "[a](" + "(b)" * size(300_000) + ")",
        "[[x]]" + "<a" + " b=c" * size(200_000),
        "a|b\n|-" + " " * size(500_000) + "x|-",
        "1. " * size(200_000) + "\tx",
        "[[x]]" + "[" * size(500_000) + "](a)",
        "[[x]]" + "`a ``b " * size(200_000),
        "[[x]]" + "$a " * size(200_000),
        "[[x]]" + "<a b='" * size(200_000),
        "[[x]]" + "<!-- " * size(200_000),
        "#a/" * size(200_000),
        "x" * size(1_000_000) + " [[a]]",
        "- " * size(100_000) + "x",
        "- " * size(100_000) + "x -",
        "- " * size(20_000) + "x\n" + "\n" * size(20_000) + "y",
        "> " + "- " * size(20_000) + "x\n" + ">\n" * size(20_000),
        "\n".join(" " * (2 * depth) + "- a" for depth in range(1_000)),
        ">" * size(100_000) + "a\n" + ">\n" * 100,
        "```\n" + "a\n" * size(200_000),
        "%%\n" + "[[a\n" * size(200_000),
        "$$\n" + "a\n" * size(200_000),
        "<!--\n" + "a\n" * size(200_000),
        "|a|b|\n|-|-|\n" + "|[[a|b]]|#c|\n" * size(100_000),
        "|a" * size(200_000) + "\n" + "|-" * size(200_000) + "x",
        "#" * size(1_000_000),
        "# " + "# " * size(300_000) + "x",
        "\t" * size(500_000) + "x",
        "a\n" + "-" * size(500_000) + "x",
        "[^a]: " * size(100_000),
        "\0" * size(500_000),
    ],
    ids=lambda text: repr(text[:8]),
)
def test_a_hostile_note_ends(text: str) -> None:
    _assert_ordered(parse_note(text))

"""Canvases: what their cards say, and where they lead."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pageful.vault.parsing.canvas import parse_canvas
from pageful.vault.parsing.parsed_note import Link, Note, Tag


def _canvas(*nodes: object) -> str:
    return json.dumps({"nodes": nodes, "edges": []})


def test_cards_give_links_tags_and_text() -> None:
    note, text = parse_canvas(
        _canvas(
            {"type": "text", "text": "# One\n[[A#b|c]] #tag"},
            {"type": "text", "text": "two `[[no]]`"},
        )
    )
    assert note.links == (Link("A", "#b", "c"),)
    assert note.tags == (Tag("tag", 0),)
    assert text == "# One\n[[A#b|c]] #tag\n\ntwo `[[no]]`"
    assert (note.lines, note.headings, note.sections) == (0, (), ())


def test_a_card_that_shows_a_file_is_an_embed() -> None:
    note, text = parse_canvas(
        _canvas(
            {"type": "file", "file": "Folder/Note.md", "subpath": "#Head"},
            {"type": "file", "file": "image.png"},
            {"type": "file", "file": 3},
            {"type": "link", "url": "https://example.org"},
            {"type": "group", "label": "Group"},
        )
    )
    assert note.links == (
        Link("Folder/Note.md", "#Head", embed=True),
        Link("image.png", embed=True),
    )
    assert text == ""


def test_an_empty_file_is_an_empty_canvas() -> None:
    assert parse_canvas("") == (Note(0, body_line=0), "")
    assert parse_canvas("\ufeff{}") == (Note(0, body_line=0), "")


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("{\n nodes", "line 2: the file is no JSON: "),
        ("[1]", "the file is no canvas: it has no list of nodes"),
        ('{"nodes": 1}', "the file is no canvas: it has no list of nodes"),
        ("[" * 100_000, "the file is no JSON that can be read: it is nested too deeply"),
        ("1" * 10_000, "the file is no JSON that can be read"),
    ],
)
def test_what_is_no_canvas_says_why(text: str, reason: str) -> None:
    note, found = parse_canvas(text)
    assert note.broken.startswith(reason)
    assert found == ""


def test_half_a_character_becomes_a_replacement_character() -> None:
    assert parse_canvas(r'{"nodes": [{"type": "text", "text": "a\ud800b"}]}')[1] == "a\ufffdb"


_JSON = st.recursive(
    st.none() | st.booleans() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=8,
)
_NODE = st.fixed_dictionaries(
    {},
    optional={
        "type": st.sampled_from(["text", "file", "link", "group"]) | _JSON,
        "text": _JSON,
        "file": _JSON,
        "subpath": _JSON,
    },
)


@given(
    st.text() | _JSON.map(json.dumps) | st.lists(_NODE | _JSON).map(lambda nodes: _canvas(*nodes))
)
def test_any_text_is_read(text: str) -> None:
    _, found = parse_canvas(text)
    found.encode()

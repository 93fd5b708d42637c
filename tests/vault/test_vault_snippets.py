"""The line that shows why a note was found."""

from __future__ import annotations

import pytest
import regex
from hypothesis import given, settings
from hypothesis import strategies as st

from pageful.tool.context import Caller
from pageful.vault.parsing.parsed_note import Note
from pageful.vault.results.search import Snippet
from pageful.vault.search.excerpt import MARK, excerpt
from pageful.vault.search.searcher import search
from pageful.vault.search.term_index import TermIndex
from snapshots import MemorySnapshot, parsed
from thoroughness import examples

_LONG = " ".join(f"word{number}" for number in range(200))


def _snippet(query: str, text: str, path: str = "a.md") -> Snippet | None:
    snapshot = parsed({path: text})
    return search(snapshot, TermIndex.of(snapshot), query, caller=Caller()).results[0].snippet


def test_the_line_with_most_terms_is_shown_with_its_number() -> None:
    text = "A garden.\n\nA plan for a garden.\n\nA plan."
    assert _snippet("garden plan", text) == Snippet("A plan for a garden.", 3)


def test_whole_words_are_shown_before_parts_of_longer_ones() -> None:
    assert _snippet("ai", "He said so.\nAbout AI.") == Snippet("About AI.", 2)


def test_a_part_of_a_longer_word_is_shown_if_there_is_no_other() -> None:
    assert _snippet("ai", "Hi.\nHe said so.") == Snippet("He said so.", 2)


def test_text_is_shown_before_a_heading() -> None:
    assert _snippet("garden", "# Garden\n\nThe garden is green.") == Snippet(
        "The garden is green.", 3
    )


def test_text_is_shown_before_the_address_of_a_link() -> None:
    text = "![](https://example.org/garden/x.png)\nThe garden."
    for query in ("garden", "garden -nothing", "/gard.n/"):
        assert _snippet(query, text) == Snippet("The garden.", 2)


def test_the_frontmatter_is_shown_only_where_nothing_else_is() -> None:
    top = "---\ntopic: garden\n---\n"
    assert _snippet("garden", f"{top}# Garden\n") == Snippet("# Garden", 4)
    assert _snippet("garden", f"{top}text\n") == Snippet("topic: garden", 2)


def test_a_match_in_the_path_alone_has_no_snippet() -> None:
    assert _snippet("garden", "text", "garden.md") is None


def test_a_canvas_has_no_lines() -> None:
    snapshot = MemorySnapshot({"a.canvas": Note(0)}, texts={"a.canvas": "A card\n\nA garden"})
    found = search(snapshot, TermIndex.of(snapshot), "garden", caller=Caller())
    assert found.results[0].snippet == Snippet("A garden", 0)


@pytest.mark.parametrize(
    ("query", "line"),
    [("line:(garden plan)", 3), ("/pl[a-z]n/", 3), ("tag:#green", 1), ("garden OR plan", 3)],
)
def test_operators_show_what_they_match(query: str, line: int) -> None:
    found = _snippet(query, "A #green garden.\n\nA plan for the garden.")
    assert found is not None
    assert found.line == line


def test_a_long_line_is_cut_at_words_around_the_match() -> None:
    found = _snippet("word100", _LONG)
    assert found is not None
    assert found.text.startswith("…word")
    assert found.text.endswith("…")
    assert " word100 " in found.text
    assert 80 <= len(found.text) <= 124


def test_both_terms_are_shown_if_they_stand_near_each_other() -> None:
    found = _snippet("target needle", f"target {_LONG} needle and target {_LONG}")
    assert found is not None
    assert "needle and target" in found.text


def test_white_space_is_one_space() -> None:
    assert _snippet("garden", "\tA   garden \t here\r\n") == Snippet("A garden here", 1)


def test_the_text_is_as_it_was_written() -> None:
    assert _snippet("cafe strasse", "ﬁ Das CAFÉ in der Straße") == Snippet(
        "ﬁ Das CAFÉ in der Straße", 1
    )


def test_a_match_after_letters_that_fold_to_more_is_shown() -> None:
    found = _snippet("needle", f"{'ß' * 400} {_LONG} Needle {_LONG}")
    assert found is not None
    assert "Needle" in found.text


def test_a_line_of_a_million_characters_is_cut() -> None:
    found = _snippet("needle", f"{'x' * 500_000}needle{'🍀' * 500_000}")
    assert found is not None
    assert "needle" in found.text
    assert len(found.text) <= 124


@given(
    st.lists(
        st.sampled_from(
            ["a", " ", "word", "👩‍👩‍👧", "e\u0301\u0302", "知", "\u200d", "\ud800", "🇩🇪"]
        )
    ),
    st.data(),
)
@settings(max_examples=examples(300), deadline=None)
def test_a_cut_tears_no_grapheme(pieces: list[str], data: st.DataObject) -> None:
    line = "".join(pieces) * 8
    start = data.draw(st.integers(0, len(line)))
    cut = excerpt(line, start, min(start + 3, len(line)), 60).strip(MARK)
    assert len(cut) <= 60
    whole = regex.findall(r"\X", " ".join(line.split()))
    inner = regex.findall(r"\X", cut)[1:-1]
    assert set(inner) <= set(whole)

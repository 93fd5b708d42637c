"""Several places read in one call: golden pages, and that nothing is lost but what says nothing."""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import hostile
from calling import printed_calls
from folders import fill
from pageful.tool.options import Style
from pageful.tool.tool import Toolset
from pageful.vault.finding.lean_text import LeanTexts
from pageful.vault.finding.places import read_places
from pageful.vault.finding.places_layout import page_of
from pageful.vault.settings import VaultSettings
from pageful.vault.tools import vault_toolset
from snapshots import parsed

_PAGES = Path(__file__).parent / "pages" / "places"
_DAY = (
    '---\ntags: [daily]\nweather:\nmood: ""\nsold: 12\n---\n# Goals\n\n- [ ] \n- [x] bake\n\n'
    "# Notes\n\n%% template: fill in %%\n\n> [!todo]\n> \n> call Ada\n\n---\n\n"
    "# Created\n\n```dataview\nLIST FROM #rye\n```\n\n# Table\n\n| what    | n   |\n|---|---|\n"
    "| rye     | 2   |\n\n```sh\nmake\n- \n```\n\nweight:: \n"
)
_NOTES = {
    "Journal/2025-03-08.md": _DAY,
    "Journal/2025-03-09.md": "# Goals\n\nRest. ^rest\n",
    "Journal/2025-04-01.md": "Later.\n",
    "Breads/Rye.md": (
        "# Rye\n\nDark.\n\n## Baking\n\nHot.\n\n### Steam\n\nMuch.\n\n## Notes\n\nKeep.\n"
    ),
    "Manual/Daily Notes.md": "How to write one.\n",
}
_CALLS: dict[str, dict[str, Any]] = {
    "several": {"places": ["2025-03-08", "Rye", "Nowhere"]},
    "exact": {"places": ["Journal/2025-03-08", "2025-04-01"], "exact": True},
    "days": {"places": ["Journal/2025-03-08..09"]},
    "pattern": {"places": ["Journal/2025-0*-0[19]", "Breads/*"]},
    "parts": {"places": ["Rye#Baking", "Rye:3", "Rye:1-3", "2025-03-09^rest", "Rye#Crust"]},
    "end_of_path": {"places": ["al/Daily Notes", "Goals#x"]},
}


@pytest.fixture(scope="module")
def vault(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return fill(tmp_path_factory.mktemp("places") / "vault", _NOTES)


@cache
def toolset(vault: Path, budget: int) -> Toolset:
    return vault_toolset(VaultSettings(vault=vault), Style(budget=budget))


def answer(vault: Path, budget: int = 40_000, **arguments: Any) -> str:
    return toolset(vault, budget).call("vault_read", arguments).text


@pytest.mark.parametrize("name", _CALLS)
def test_a_page_is_the_golden_one(vault: Path, name: str) -> None:
    expected = (_PAGES / f"{name}.md").read_text("utf-8")
    assert answer(vault, **_CALLS[name]) + "\n" == expected


def test_one_plain_place_is_the_note_to_the_letter(vault: Path) -> None:
    assert answer(vault, places=["Rye"]) == answer(vault, path="Rye")


def test_the_pages_of_one_plain_place_go_on_by_its_path(vault: Path) -> None:
    shown = answer(vault, 500, places=["Journal/2025-03-08"])
    assert ("vault_read", {"path": "Journal/2025-03-08.md", "page": 2}) in printed_calls(shown)


def test_a_canvas_is_read_alone_and_a_range_begins_before_it_ends(tmp_path: Path) -> None:
    canvas = '{"nodes": [{"id": "1", "type": "text", "text": "rye"}], "edges": []}'
    vault = fill(tmp_path / "vault", {"Week.canvas": canvas, "Rye.md": "a\nb\nc\n"})
    shown = answer(vault, places=["Week.canvas", "Rye:3-2"])
    assert "`Week.canvas` is no note.\nRead it alone by `path`" in shown
    assert "`Rye:3-2` ends before it begins.\nAsk for Rye:2-3." in shown


def test_of_several_headings_that_fit_the_lines_of_the_others_are_named(tmp_path: Path) -> None:
    vault = fill(tmp_path / "vault", {"n.md": "# A\n## Day\none\n# B\n## Day\ntwo\n"})
    assert answer(vault, places=["n#Day"]).startswith("# n:2-3 (also 5)\n")
    assert json.loads(answer(vault, places=["n#Day"], raw=True))["places"][0]["also"] == [5]


def test_json_has_every_row(vault: Path) -> None:
    data = json.loads(answer(vault, 500, raw=True, **_CALLS["exact"]))
    rows = [text for place in data["places"] for _, text in place["rows"]]
    assert "\n".join(rows) + "\n" == _NOTES["Journal/2025-03-08.md"] + "Later.\n"


@pytest.mark.parametrize("budget", [500, 800])
def test_calls_from_page_to_page_give_every_row(tmp_path: Path, budget: int) -> None:
    notes = {
        f"n{number}.md": "".join(f"w{number}x{line}\n" for line in range(60)) for number in range(4)
    }
    vault = fill(tmp_path / "vault", notes)
    arguments: dict[str, Any] = {"places": ["n*"]}
    text, calls = "", 0
    while arguments:
        shown = answer(vault, budget, **arguments)
        assert len(shown) <= budget
        text += shown
        following = printed_calls(shown)
        arguments = following[0][1] if following else {}
        calls += 1
        assert calls < 60
    words = [line for note in notes.values() for line in note.split()]
    assert set(words) <= set(text.split())


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ({}, "No note is named"),
        ({"places": []}, "No note is named"),
        ({"path": "Rye", "places": ["Rye"]}, "Give all as `places`"),
        ({"places": ["Rye:99"]}, "has 15 lines"),
        ({"places": ["Zzz*"]}, "No note's path is like"),
        ({"places": ["2025-13..99-1-1-1"]}, "is no day"),
        ({"places": ["x"] * 21}, "places"),
        ({"places": ["Rye#"]}, "Dark."),
        ({"places": ["Rye^"]}, "no block"),
    ],
)
def test_bad_input_is_answered_by_what_to_do(
    vault: Path, arguments: dict[str, Any], said: str
) -> None:
    assert said in answer(vault, **arguments)


_KEPT = st.sampled_from(
    [
        "{}",
        "- {}",
        "- [ ] {}",
        "> {}",
        "> [!note] {}",
        "# {}\n\n{}",
        "| {}     | {}  |\n|---|---|\n| {} |",
        "{}:: {}",
        "```\n{}\n\n- \n%% {} %%\n```",
        "`%%` {} `%%`",
        "100%% {}\n\n{}",
        "<b>{}</b>",
        "{}\n---",
        "1. {}\n   - {}",
        "    {}",
    ]
)
_LEFT_OUT = st.sampled_from(
    [
        "%% {} %%",
        "<!-- {}\n{} -->",
        "```dataview\n{}\n```",
        "> ```tasks\n> {}\n> ```",
        "%%\n```dataviewjs\n{}\n```\n%%",
        "###### {}",
        "- [ ] ",
        "- ",
        "> [!note]",
        "***",
        "",
    ]
)
_PIECES = st.lists(st.tuples(_KEPT, st.just("kept")) | st.tuples(_LEFT_OUT, st.just("gone")))


def _filled(pieces: Sequence[tuple[str, str]]) -> str:
    texts = []
    for number, (piece, word) in enumerate(pieces):
        words = (f"{word}{number}x{at}" for at in range(piece.count("{}")))
        texts.append(piece.format(*words))
    # A heading with nothing below is left out only if nothing below it is kept.
    return "\n\n".join(texts)


@given(_PIECES)
def test_every_word_is_shown_but_those_that_say_nothing(pieces: list[tuple[str, str]]) -> None:
    whole = [piece for piece in pieces if not piece[0].startswith("######")]
    # An unclosed comment mark is text, unless a later one closes it.
    marks = [piece for piece in whole if "100%%" in piece[0]]
    if marks and any("%%" in piece[0] for piece in whole if piece not in marks[:1]):
        return
    text = _filled(whole)
    rows = LeanTexts(parsed({"n.md": text})).rows("n.md")
    shown = {word for row in rows for word in _words(row.text)}
    assert {word for word in _words(text) if word.startswith("kept")} <= shown
    assert not any(word.startswith("gone") for word in shown)
    assert all(row.text.strip() for row in rows if "make" not in row.text)


def _words(text: str) -> list[str]:
    clean = "".join(character if character.isalnum() else " " for character in text)
    return clean.split()


def test_headings_with_nothing_below_are_left_out_and_others_are_not() -> None:
    text = "# A\n\n## B\n\n# C\n\n## D\n\n### E\n\ntext\n\n## F\n\n%% x %%\n"
    rows = LeanTexts(parsed({"n.md": text})).rows("n.md")
    assert [row.text for row in rows] == ["# C", "## D", "### E", "text"]


def test_a_comment_mark_in_the_frontmatter_opens_no_comment() -> None:
    text = "---\nstatus: unread %%\nkind: x\n---\nText %% hidden %% shown\n"
    rows = LeanTexts(parsed({"n.md": text})).rows("n.md")
    assert [" ".join(row.text.split()) for row in rows] == [
        "status: unread %%",
        "kind: x",
        "Text shown",
    ]


@given(hostile.words, hostile.words)
def test_exact_rows_are_the_lines_and_no_text_breaks_a_page(text: str, place: str) -> None:
    snapshot = parsed({"a.md": text, "b.md": "b\n"})
    for exact in (True, False):
        reading = read_places(snapshot, ["*", place, "a:1-3", "a#x"], exact=exact, room=700)
        assert page_of(reading).shown
    ended = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    rows = LeanTexts(snapshot, exact=True).rows("a.md")
    assert "\n".join(row.text for row in rows) == ended.removesuffix("\n")

"""Answers of `vault_about`: golden pages of a small vault, what counts as a word, bad input."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import hostile
from calling import printed_calls
from folders import fill
from pageful.text.folding import fold_text
from pageful.text.stems import stem
from pageful.tool.context import Caller
from pageful.tool.errors import ToolError
from pageful.tool.options import Style
from pageful.tool.tool import Toolset
from pageful.vault.finding.finder import select
from pageful.vault.graph.adjacency import build_graph
from pageful.vault.search.term_index import TermIndex
from pageful.vault.search.words import words
from pageful.vault.settings import VaultSettings
from pageful.vault.tools import vault_toolset
from pageful.vault.topics.about import collect_topic
from snapshots import parsed

_PAGES = Path(__file__).parent / "pages" / "about"
_LONG = "".join(f"- step {number}: wait and fold the dough\n" for number in range(120))
_NOTES = {
    "Breads/Rye.md": (
        "---\nstatus: done\n---\n# Rye\n\nA dark loaf of rye flour.\n\n%% too dark? %%\n\n"
        "## Starter\n\nFeed the starter twice.\n"
    ),
    "Breads/Rye starter.md": "---\naliases: [Sour]\n---\nStart with whole rye.\n\n- [ ] \n",
    "Breads/Long.md": f"# Folding\n\nBefore: a rye starter is a sponge.\n\n{_LONG}\n",
    "Breads/Rye starters of friends.md": "",
    "Journal/2025-03-08.md": (
        "- [ ] feed the rye starter\n- [x] ask about rye starters\n\nThe starter of rye rose.\n"
    ),
    "Journal/2025-03-09.md": "- [ ] feed the rye starter\n\nNothing else.\n",
    "Shops/Mill.md": "# Mill\n\nThey sell rye.\n\n## Opening hours\n\nRye starter is a special.\n",
    "Links.md": "- [[Rye]]\n- [[Rye starter]]\n",
    "Sync.md": "Synchronising is slow.\n",
    "Week.canvas": '{"nodes": [{"id": "1", "type": "text", "text": "rye starter"}], "edges": []}',
}
_CALLS: dict[str, dict[str, Any]] = {
    "named": {"topic": "rye starter"},
    "one_word": {"topic": "folding"},
    "within": {"topic": "rye starter", "within": "in:Shops/"},
    "unknown_word": {"topic": "rye bananas"},
    "nothing": {"topic": "starterr"},
    "question": {"topic": "How do I synchronize?"},
    "short": {"topic": "rye starter fold dough", "length": 1_000},
}


@pytest.fixture(scope="module")
def vault(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return fill(tmp_path_factory.mktemp("about") / "vault", _NOTES)


@cache
def toolset(vault: Path, budget: int) -> Toolset:
    return vault_toolset(VaultSettings(vault=vault), Style(budget=budget))


def answer(vault: Path, budget: int = 40_000, **arguments: Any) -> str:
    return toolset(vault, budget).call("vault_about", arguments).text


@pytest.mark.parametrize("name", _CALLS)
def test_a_page_is_the_golden_one(vault: Path, name: str) -> None:
    expected = (_PAGES / f"{name}.md").read_text("utf-8")
    assert answer(vault, **_CALLS[name]) + "\n" == expected


def test_json_has_every_note_that_the_page_counts(vault: Path) -> None:
    data = json.loads(answer(vault, raw=True, topic="rye starter"))
    named = [
        *(each["path"] for part in ("passages", "open", "mentions") for each in data[part]),
        *data["empty"],
        *data.get("further", []),
    ]
    assert data["entire"] == len(set(named))
    assert data["canvases"] == 1


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("synchronisation", "synchronize"),
        ("baking", "bake"),
        ("batteries", "battery"),
        ("mapped", "maps"),
        ("boxes", "box"),
        ("glass", "glass"),
    ],
)
def test_forms_of_a_word_have_one_stem(one: str, other: str) -> None:
    assert stem(one) == stem(other)


@pytest.mark.parametrize("word", ["sing", "bus", "analysis", "thing", "es", "s"])
def test_a_word_is_not_cut_to_nothing(word: str) -> None:
    assert stem(word) == word


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ({"topic": "?!"}, "`topic` has no words."),
        ({"topic": ""}, "`topic` has no words."),
        ({"topic": "rye", "within": "nosuch:thing"}, "nosuch"),
        ({"topic": "rye", "length": 999}, "length"),
        ({}, "topic"),
    ],
)
def test_bad_input_is_a_clear_error(vault: Path, arguments: dict[str, Any], said: str) -> None:
    given = toolset(vault, 40_000).call("vault_about", arguments)
    assert given.failed
    assert said in given.text


def test_a_topic_of_many_words_says_which_did_not_count(tmp_path: Path) -> None:
    words = [f"word{number}x" for number in range(40)]
    vault = fill(tmp_path / "vault", {f"{word}.md": word for word in words})
    shown = answer(vault, topic=" ".join(words))
    assert "too many words: " in shown


def test_passages_in_part_can_be_asked_for_whole(vault: Path) -> None:
    (call,) = printed_calls(answer(vault, topic="step fold dough"))
    assert call == ("vault_read", {"places": ["Breads/Long.md"]})


@pytest.mark.parametrize("budget", [600, 1_000, 2_000])
def test_no_page_is_longer_than_the_budget(vault: Path, budget: int) -> None:
    assert len(answer(vault, budget, topic="rye starter dough step")) <= budget


@given(
    topic=st.one_of(hostile.words, st.just("rye starter")),
    texts=st.lists(hostile.words, max_size=4),
)
def test_any_topic_of_any_notes_is_answered_and_counted(topic: str, texts: list[str]) -> None:
    notes = {f"n{number} rye.md": text for number, text in enumerate(texts)}
    snapshot = parsed(notes)
    index = TermIndex.of(snapshot)
    selection = select(snapshot, build_graph(snapshot, Caller()), index, "", Caller())
    try:
        found = collect_topic(topic, selection, budget=2_000)
    except ToolError:
        assert not words(fold_text(topic))
        return
    parts = (found.passages, found.open, found.days, found.mentions)
    named = {each.path for part in parts for each in part} | {*found.empty, *found.further}
    assert len(named) == found.entire + found.partly


def test_lines_of_html_and_badges_are_left_out_and_counted(tmp_path: Path) -> None:
    badge = "[![Oven](https://img.example/o.svg)](https://x.example) [![b][c]][d]"
    text = f'# Oven\n\n<p align="center">\n  <img src="oven.png">\n</p>\n{badge}\n\n'
    kept = "The oven <b>glows</b>.\n<https://oven.example>\n"
    shown = answer(fill(tmp_path / "v", {"Readme.md": text + kept}), topic="oven")

    assert "# Readme (-6 lines)" in shown
    assert "<img" not in shown
    assert "img.example" not in shown
    assert all(line in shown for line in kept.splitlines())

"""Questions of plain words: which notes follow those that hold every word, and in what order."""

from __future__ import annotations

import pytest

from pageful.text.stems import ENGLISH, GERMAN, ITALIAN, Language, language_of
from pageful.tool.context import Caller
from pageful.vault.search.query_parsing import parse_search
from pageful.vault.search.question_scores import is_question
from pageful.vault.search.searcher import search
from pageful.vault.search.term_index import TermIndex
from snapshots import parsed


def _order(question: str, texts: dict[str, str]) -> list[str]:
    snapshot = parsed(texts)
    found = search(snapshot, TermIndex.of(snapshot), question, caller=Caller())
    return [hit.path for hit in found.results]


def test_a_note_with_several_words_comes_before_one_that_repeats_a_single_one() -> None:
    often = "Bread. " * 40
    texts = {"a.md": often, "b.md": "A flat loaf of bread, and " + "some more words " * 12}
    assert _order("why does bread stay flat", texts)[0] == "b.md"


def test_words_that_name_no_topic_bring_no_note_before_another() -> None:
    texts = {"a.md": "why does this and why does that stay", "b.md": "Rye bread."}
    assert _order("why does my rye bread sink", texts)[0] == "b.md"


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("how is heating controlled here", "A controller for the heat."),
        ("wie messe ich die Temperaturen im Keller", "Temperatur: 12 Grad."),
        ("come si misurano le temperature della cantina", "La temperatura è bassa."),
    ],
)
def test_other_forms_of_a_word_count_in_the_language_of_the_question(
    question: str, text: str
) -> None:
    assert _order(question, {"a.md": "nothing of it", "b.md": text}) == ["b.md"]


@pytest.mark.parametrize(
    ("words", "language"),
    [
        ("why does my bread stay flat", ENGLISH),
        ("warum geht mein Brot nicht auf", GERMAN),
        ("perche il pane non lievita", ITALIAN),
        ("pizza napoli forno", ENGLISH),
    ],
)
def test_stop_words_tell_the_language_of_a_question(words: str, language: Language) -> None:
    assert language_of(words.lower().split()) is language


@pytest.mark.parametrize(
    ("query", "answer"),
    [
        ("why rye sinks", True),
        ("rye bread", False),
        ('"rye bread" sinks flat', False),
        ("rye bread -wheat", False),
        ("rye bread tag:#baking", False),
        ("rye OR wheat bread", False),
    ],
)
def test_a_question_is_three_words_and_nothing_else(query: str, answer: bool) -> None:
    assert is_question(parse_search(query)) is answer


def test_a_note_that_holds_every_word_comes_first_however_short_the_others_are() -> None:
    texts = {"a.md": "flat rye bread", "b.md": "bread flat flat rye rye " + "words " * 500}
    assert set(_order("flat rye bread", texts)) == {"a.md", "b.md"}
    assert _order("flat rye bread", texts)[0] == "a.md"


def test_a_question_of_stop_words_alone_is_asked_all_the_same() -> None:
    assert _order("to be or not to be", {"a.md": "not to be", "b.md": "Rye."}) == ["a.md"]

"""The order of hits, and what a score says of a note."""

from __future__ import annotations

import math
from itertools import count

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pageful.text.folding import fold_text
from pageful.tool.context import Caller
from pageful.tool.errors import ToolError
from pageful.tool.time_limit import TimeLimit
from pageful.vault.results.search import Band
from pageful.vault.search.deadline import Deadline
from pageful.vault.search.query import And, Query, Word
from pageful.vault.search.query_parsing import parse_search
from pageful.vault.search.ranking import band_of, rank_notes
from pageful.vault.search.term_index import TermIndex
from snapshots import MemorySnapshot, parsed
from thoroughness import examples


def _scores(query: str | Query, texts: dict[str, str]) -> dict[str, float]:
    term_index = TermIndex.of(parsed(texts))
    read = parse_search(query) if isinstance(query, str) else query
    scores = rank_notes(read, term_index, Deadline(Caller(), 600)).scores
    return {path: float(scores[place]) for path, place in term_index.doc_ids.items()}


def _bands(query: str | Query, texts: dict[str, str]) -> dict[str, Band]:
    return {path: band_of(score) for path, score in _scores(query, texts).items()}


def _order(query: str, texts: dict[str, str]) -> list[str]:
    scores = _scores(query, texts)
    return sorted(scores, key=lambda path: -scores[path])


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("Garden plan.md", ""),
        ("a.md", "---\naliases: [Garden plan]\n---\n"),
        ("a.md", "# The garden\n\n## A plan\n"),
        ("Garden.md", "# Plan\n"),
        ("a.md", "This is the garden plan of May."),
        ("a.md", "This is the garden\nplan of May."),
    ],
)
def test_a_note_is_excellent_if_its_names_have_every_term_or_its_text_all_in_a_row(
    path: str, text: str
) -> None:
    assert _bands("garden plan", {path: text, "z.md": ""})[path] is Band.EXCELLENT


def test_a_note_is_good_if_it_holds_every_term() -> None:
    bands = _bands("garden plan", {"a.md": "A plan for the garden.", "garden/b.md": "A plan."})
    assert set(bands.values()) == {Band.GOOD}


def test_a_note_is_moderate_if_it_holds_most_of_the_terms_weight() -> None:
    texts = {f"{number}.md": "common" for number in range(20)} | {"a.md": "rare"}
    bands = _bands("common rare", texts)
    assert bands["a.md"] is Band.MODERATE
    assert bands["1.md"] is Band.LOW


def test_a_term_within_a_longer_word_does_not_make_a_note_good() -> None:
    bands = _bands("AI", {"a.md": "He said so.", "b.md": "About AI.", "c.md": "Take aim."})
    assert bands == {"a.md": Band.LOW, "b.md": Band.GOOD, "c.md": Band.LOW}


@pytest.mark.parametrize(("text", "band"), [("links", Band.GOOD), ("linkage", Band.GOOD)])
def test_a_word_that_is_a_little_longer_counts_as_the_term(text: str, band: Band) -> None:
    assert _bands("link", {"a.md": text})["a.md"] is band
    assert _bands("link", {"a.md": f"{text}xyz"})["a.md"] is Band.LOW


@pytest.mark.parametrize("term", ["管理", "知识管理", "知"])
def test_where_a_script_sets_no_spaces_a_term_counts_anywhere(term: str) -> None:
    assert _bands(term, {"a.md": "个人知识管理系统"})["a.md"] is Band.GOOD


@pytest.mark.parametrize(("term", "text"), [("C#", "In C# we"), ("C++", "(C++)"), ("🍀", "x🍀y")])
def test_terms_of_signs_are_held(term: str, text: str) -> None:
    bands = _bands(term, {"a.md": text, "b.md": "Abc# abc++"})
    assert bands == {"a.md": Band.GOOD, "b.md": Band.LOW}


def test_signs_of_a_sentence_are_no_part_of_a_term() -> None:
    assert _bands("garden, plan?", {"a.md": "A plan for a garden"})["a.md"] is Band.GOOD


def test_the_note_of_that_very_name_is_first_then_the_one_so_called() -> None:
    texts = {
        "A garden of plans.md": "garden " * 50,
        "Garden.md": "",
        "b.md": "---\naliases: [Garden]\n---\n",
        "c.md": "garden " * 50,
    }
    assert _order("garden", texts) == ["Garden.md", "b.md", "A garden of plans.md", "c.md"]


def test_names_say_more_than_text() -> None:
    texts = {"a.md": "The garden x x x and a plan.", "b.md": "# Garden\n\nx x x x and a plan."}
    assert _order("garden plan", texts) == ["b.md", "a.md"]


def test_rare_words_decide_among_notes_that_hold_a_part() -> None:
    texts = {f"{number}.md": "the of a with" for number in range(30)}
    texts |= {"answer.md": "backlinks are shown", "z.md": "the of a with"}
    assert _order("where are the backlinks of a note shown with", texts)[0] == "answer.md"


def test_one_of_two_alternatives_is_enough() -> None:
    bands = _bands("garden OR plan", {"a.md": "garden", "b.md": "plan", "c.md": ""})
    assert bands == {"a.md": Band.GOOD, "b.md": Band.GOOD, "c.md": Band.LOW}


@pytest.mark.parametrize("query", ["-garden", "tag:#x", "[status]", "/x/"])
def test_a_query_without_terms_is_held_by_all(query: str) -> None:
    assert _scores(query, {"a.md": "x", "b.md": "y"}) == {"a.md": 1.0, "b.md": 1.0}


def test_a_score_of_two_decimals_never_says_more_than_its_band() -> None:
    scores = _scores("garden plan", {"a.md": "garden x plan " * 5000, "b.md": "garden " * 5000})
    assert max(round(score, 2) for score in scores.values()) < 2


# The definition, written down again without an index

_TERMS = st.sampled_from(["map", "maps", "mapped", "link", "a", "知识", "识", "c#", "über"])
_WORDS = st.sampled_from(
    [
        *("map", "Maps", "mapping", "mapper's", "bitmap", "link", "linked", "a", "b", "知识管理"),
        *("识", "C#", "UBER", "\n", "# map\n", "## link a\n", "c# map", "使用map吧"),
    ]
)
_NOTES = st.lists(_WORDS, max_size=8).map(" ".join)
_FILES = st.dictionaries(
    st.sampled_from(["map.md", "link a.md", "x/y.md", "maps/c#.md", "知识.md", "z.md"]),
    _NOTES,
    min_size=1,
)


def _is_letter(character: str) -> bool:
    return character.isalnum() and not "\u4e00" <= character <= "\u9fff"


def _is_held(term: str, text: str) -> bool:
    most = 3 if len(term) > 3 else int(len(term) == 3)
    for at in range(len(text)):
        if text.startswith(term, at):
            rest = text[at + len(term) :]
            more = next((n for n, each in enumerate(rest) if not _is_letter(each)), len(rest))
            begins = at == 0 or not (_is_letter(term[0]) and _is_letter(text[at - 1]))
            if begins and (more <= most or not _is_letter(term[-1])):
                return True
    return False


def _band(terms: list[str], path: str, snapshot: MemorySnapshot) -> Band:
    named = {each: any(_is_held(each, name) for name in _names(path, snapshot)) for each in terms}
    text = fold_text(snapshot.text(path))
    row = _is_held(" ".join(terms), text.replace("\n", " ")) and len(terms) > 1
    if all(named.values()) or row:
        return Band.EXCELLENT
    held = {each for each in terms if _holds(each, path, snapshot)}
    if held == set(terms):
        return Band.GOOD
    weights = {each: _weight(each, snapshot) for each in terms}
    share = sum(weights[each] for each in held) / sum(weights.values())
    return Band.MODERATE if share >= 0.5 - 1e-9 else Band.LOW


def _names(path: str, snapshot: MemorySnapshot) -> list[str]:
    name = snapshot.files[path].name
    return [fold_text(each) for each in [name, *(h.text for h in snapshot.notes[path].headings)]]


def _holds(term: str, path: str, snapshot: MemorySnapshot) -> bool:
    texts = [fold_text(snapshot.text(path)), fold_text(path[:-3]), *_names(path, snapshot)]
    return any(_is_held(term, text) for text in texts)


def _weight(term: str, snapshot: MemorySnapshot) -> float:
    holding = sum(_holds(term, path, snapshot) for path in snapshot.notes)
    return math.log(1 + (len(snapshot.files) - holding + 0.5) / (holding + 0.5))


@given(_FILES, st.lists(_TERMS, min_size=1, max_size=4, unique=True))
@settings(max_examples=examples(300), deadline=None)
def test_every_band_is_what_the_definition_says(texts: dict[str, str], words: list[str]) -> None:
    snapshot = parsed(texts)
    bands = _bands(And(tuple(map(Word, words))), texts)
    terms = list(dict.fromkeys(map(fold_text, words)))
    assert bands == {path: _band(terms, path, snapshot) for path in texts}


def test_the_order_of_hits_is_worked_out_in_time_or_says_at_which_word_it_was(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    looks = count(1)
    monkeypatch.setattr(TimeLimit, "seconds_left", lambda _: 50 - next(looks))
    term_index = TermIndex.of(parsed({"n.md": "rye"}))
    query = parse_search(" OR ".join(f"word{number}" for number in range(500)))
    with pytest.raises(ToolError, match=r"longer than 50 seconds.*\bword49\n"):
        rank_notes(query, term_index, Deadline(Caller(), 50))

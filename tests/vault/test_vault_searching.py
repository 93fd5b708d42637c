"""Searching a vault: what is found, in which order, a page at a time."""

from __future__ import annotations

from dataclasses import replace
from itertools import count

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pageful.tool.context import Caller
from pageful.tool.errors import Cancelled, ToolError
from pageful.tool.time_limit import TimeLimit
from pageful.vault.choices import Sort
from pageful.vault.results.search import Band, Search, Suggestion
from pageful.vault.search.deadline import Deadline
from pageful.vault.search.matching import Matcher
from pageful.vault.search.query_parsing import parse_search
from pageful.vault.search.searcher import matching_files, search
from pageful.vault.search.suggestions import suggestions
from pageful.vault.search.term_index import TermIndex
from snapshots import MemorySnapshot, parsed
from thoroughness import examples


def _searched(
    query: str,
    texts: dict[str, str],
    *,
    sort: Sort = "relevance",
    page: int = 1,
    page_size: int = 10,
    excluded: tuple[str, ...] = (),
    partial: bool = False,
) -> Search:
    return _of(parsed(texts, excluded), query, sort, page, page_size, partial=partial)


def _of(
    snapshot: MemorySnapshot,
    query: str,
    sort: Sort = "relevance",
    page: int = 1,
    page_size: int = 10,
    *,
    partial: bool = False,
) -> Search:
    return search(
        snapshot,
        TermIndex.of(snapshot),
        query,
        sort=sort,
        page=page,
        page_size=page_size,
        partial=partial,
        caller=Caller(),
    )


def _paths(search: Search) -> list[str]:
    return [hit.path for hit in search.results]


def _aged(snapshot: MemorySnapshot, ages: dict[str, tuple[int, int]]) -> MemorySnapshot:
    for path, (modified, created) in ages.items():
        file = replace(snapshot.files[path], modified=modified, created=created)
        snapshot.files[path] = file
    return snapshot


def test_a_hit_has_all_that_is_known_of_its_file() -> None:
    hit = _searched("garden", {"x/Garden.md": "The garden."}).results[0]
    assert (hit.path, hit.title, hit.band) == ("x/Garden.md", "Garden", Band.EXCELLENT)
    assert (hit.size, hit.modified, hit.created) == (100, *["1970-01-01T00:00:00Z"] * 2)
    assert hit.score > 2.9


def test_notes_that_match_as_the_query_stands_come_first() -> None:
    texts = {"Garden shed.md": "", "b.md": "undergardens: a plan", "c.md": "plan"}
    search = _searched("garden plan", texts)
    assert _paths(search) == ["b.md"]
    assert (search.complete, search.total, search.partial) == (1, 1, 1)


def test_notes_with_a_part_of_the_words_are_counted_where_few_have_all() -> None:
    texts = {f"{number}.md": "how do I see the of a" for number in range(30)}
    texts |= {"all.md": "how do I see backlinks of a note?", "part.md": "backlinks and outlinks"}
    search = _searched("how do I see backlinks of a note?", texts)
    assert (_paths(search), search.partial) == (["all.md"], 1)
    others = _searched("how do I see backlinks of a note?", texts, partial=True)
    assert (others.complete, _paths(others)) == (1, ["part.md"])
    assert others.results[0].band in (Band.LOW, Band.MODERATE)


def test_every_note_with_words_is_a_hit_or_counted() -> None:
    texts = {"all.md": "garden plan", "a.md": "garden", "b.md": "a plan", "c.md": "x"}
    whole, others = _searched("garden plan", texts), _searched("garden plan", texts, partial=True)
    assert sorted([*_paths(whole), *_paths(others)]) == ["a.md", "all.md", "b.md"]
    assert (whole.total, whole.partial, others.total) == (1, 2, 2)


def test_where_none_has_all_words_those_with_some_are_the_hits() -> None:
    search = _searched("garden plan", {"a.md": "garden", "b.md": "plan"})
    assert (search.total, search.complete, search.shows_partial) == (2, 0, True)


def test_nothing_follows_where_many_notes_have_all_words() -> None:
    texts = {f"{number}.md": "garden plan" for number in range(10)} | {"part.md": "garden"}
    search = _searched("garden plan", texts)
    assert (search.total, search.partial) == (10, 0)
    assert _paths(_searched("garden plan", texts, partial=True)) == ["part.md"]


@pytest.mark.parametrize("query", ["garden -plan x", "garden file:plan", "garden OR nothing"])
def test_nothing_follows_a_query_with_operators(query: str) -> None:
    search = _searched(query, {"part.md": "x", "all.md": "garden"})
    assert (search.total, search.partial) == (search.complete, 0)


def test_a_question_in_chinese_finds_notes_by_pairs_of_characters() -> None:
    texts = {f"{number}.md": "天气很好" for number in range(9)}
    texts["索引.md"] = "数据库索引可以优化查询。"
    assert _paths(_searched("如何使用数据库索引优化查询", texts)) == ["索引.md"]


def test_notes_are_sorted_as_asked_for() -> None:
    texts = {"b/note 10.md": "x", "a/note 9.md": "x x", "c.md": "x"}
    ages = {"b/note 10.md": (1, 3), "a/note 9.md": (2, 2), "c.md": (3, 1)}
    snapshot = _aged(parsed(texts), ages)
    assert _paths(_of(snapshot, "x", "name")) == ["c.md", "a/note 9.md", "b/note 10.md"]
    assert _paths(_of(snapshot, "x", "modified")) == ["c.md", "a/note 9.md", "b/note 10.md"]
    assert _paths(_of(snapshot, "x", "created")) == ["b/note 10.md", "a/note 9.md", "c.md"]


def test_what_is_equal_is_in_the_order_of_paths() -> None:
    texts = {"b.md": "x", "a.md": "x", "c.md": "x"}
    for sort in ("relevance", "modified", "created"):
        assert _paths(_of(parsed(texts), "x", sort)) == ["a.md", "b.md", "c.md"]


def test_the_order_does_not_change_what_is_found() -> None:
    texts = {"all.md": "garden plan", "too.md": "plan of a garden", "part.md": "plan"}
    for sort in ("relevance", "name", "modified"):
        search = _of(parsed(texts), "garden plan", sort)
        assert (set(_paths(search)), search.partial) == ({"all.md", "too.md"}, 1)
        others = _of(parsed(texts), "garden plan", sort, partial=True)
        assert _paths(others) == ["part.md"]


@given(
    st.dictionaries(
        st.integers(0, 30).map("{}.md".format), st.sampled_from(["a b", "a", "b", "ab c", "c"])
    ),
    st.sampled_from(["a", "a b", "b c", "-a", "a OR c", "zz"]),
    st.integers(1, 7),
    st.sampled_from(["relevance", "name", "modified", "created"]),
)
@settings(max_examples=examples(150), deadline=None)
def test_the_pages_together_are_all_hits_each_once(
    texts: dict[str, str], query: str, page_size: int, sort: Sort
) -> None:
    whole = _searched(query, texts, sort=sort, page_size=100)
    pages = [
        _searched(query, texts, sort=sort, page=page, page_size=page_size)
        for page in range(1, whole.total // page_size + 2)
    ]
    assert [path for page in pages for path in _paths(page)] == _paths(whole)
    assert len(set(_paths(whole))) == whole.total
    assert {page.total for page in pages} == {whole.total}
    assert all(page.first == (page.page - 1) * page_size + 1 for page in pages)
    assert whole.pages == (whole.total > 0)


def test_a_page_past_the_end_is_empty_and_says_how_many_there_are() -> None:
    search = _searched("x", {"a.md": "x"}, page=5)
    assert (search.results, search.total, search.pages) == ((), 1, 1)


@pytest.mark.parametrize("query", ["", "  \n"])
def test_an_empty_query_says_what_to_give(query: str) -> None:
    with pytest.raises(ToolError) as caught:
        _searched(query, {"a.md": "x"})
    assert "vault_search(" in caught.value.remedy
    assert "vault_list(" in caught.value.remedy


@pytest.mark.parametrize(
    ("query", "suggested"),
    [
        ("zettelkasen", "zettelkasten"),
        ("zetelkasten gardn", "zettelkasten garden"),
        ("garden tag:#nothing", "garden"),
        ("#method", "tag:#method"),
        ("tag:#kasten", "kasten"),
        ('"method zettelkasten"', "method zettelkasten"),
        ("[topic:none]", "[topic]"),
        ("file:garden", "garden"),
    ],
)
def test_where_nothing_is_found_queries_that_find_something_are_suggested(
    query: str, suggested: str
) -> None:
    text = "---\ntopic: x\ntags: [method]\n---\nThe Zettelkasten is a method for a garden."
    search = _searched(query, {"a.md": text})
    assert search.complete == 0
    assert Suggestion(suggested, 1) in search.suggestions
    assert len(search.suggestions) <= 3


def test_every_suggestion_finds_what_it_says() -> None:
    texts = {f"{number}.md": "garden plan" for number in range(4)} | {"x.md": "shed"}
    for query in ("gardn -shed", "garden shed file:z", "tag:#plan (garden OR shed)"):
        for each in _searched(query, texts).suggestions:
            assert _searched(each.query, texts).complete == each.total > 0


def test_nothing_is_suggested_where_something_was_found() -> None:
    assert _searched("garden", {"a.md": "garden", "b.md": "gardens"}).suggestions == ()


def test_excluded_notes_that_match_are_told_of_where_nothing_is_found() -> None:
    texts = {"a.md": "garden", "b.md": "x"}
    search = _searched("garden", texts, excluded=("a.md",))
    assert search.total == 0
    assert "1 file that matches is excluded" in search.notes[0]


def test_excluded_notes_do_not_follow() -> None:
    texts = {"a.md": "garden", "b.md": "plan"}
    assert _paths(_searched("garden plan", texts, excluded=("a.md",))) == ["b.md"]


def test_attachments_are_found_by_their_names() -> None:
    search = _searched("file:png", {"x/picture.png": "", "a.md": ""})
    assert _paths(search) == ["x/picture.png"]
    assert search.results[0].snippet is None


def test_all_that_matches_is_found_without_pages_too() -> None:
    snapshot = parsed({"a.md": "garden", "b.md": "gardens", "c.md": ""})
    assert matching_files(snapshot, TermIndex.of(snapshot), "garden", Caller()) == {"a.md", "b.md"}


def test_a_search_stops_when_the_caller_gives_up() -> None:
    snapshot, caller = parsed({"a.md": "garden"}), Caller()
    term_index = TermIndex.of(snapshot)
    caller.cancel()
    with pytest.raises(Cancelled):
        search(snapshot, term_index, "garden", caller=caller)


def test_a_query_of_many_words_is_answered() -> None:
    words = " ".join(f"w{number}" for number in range(1500))
    search = _searched(words, {"a.md": words, "b.md": "w7"})
    assert search.results[0].path == "a.md"
    assert search.complete == 1


def test_what_matches_only_within_a_longer_word_is_good_and_comes_last() -> None:
    texts = {"a.md": "a debug session", "b.md": "debugging debugging", "c.md": "debugging"}
    found = _searched("debug", texts).results
    assert [hit.path for hit in found] == ["a.md", "b.md", "c.md"]
    assert {hit.band for hit in found} == {Band.GOOD}


def test_a_name_with_a_longer_word_that_begins_with_the_term_is_excellent() -> None:
    found = _searched("minimal", {"Minimalistic themes.md": "", "x.md": "minimalistic"}).results
    assert [(hit.path, hit.band) for hit in found] == [
        ("Minimalistic themes.md", Band.EXCELLENT),
        ("x.md", Band.GOOD),
    ]


def test_spellings_are_looked_for_as_long_as_there_is_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    vault = parsed({"n.md": "sourdough"})
    query, term_index, looks = (
        parse_search("sourdogh OR " * 100 + "x"),
        TermIndex.of(vault),
        count(),
    )
    monkeypatch.setattr(TimeLimit, "seconds_left", lambda _: 50 - next(looks))
    assert suggestions(query, Matcher(vault, term_index, Caller()), term_index, looser=True) == ()
    assert next(looks) < 200


def test_a_message_repeats_no_more_of_a_query_than_it_takes_to_know_it() -> None:
    query = parse_search(" OR ".join(["rye"] * 1000))
    late = Deadline(Caller(), 0)
    with pytest.raises(ToolError, match="rye OR rye") as ended:
        late.seconds_left(query)
    assert len(str(ended.value)) < 500

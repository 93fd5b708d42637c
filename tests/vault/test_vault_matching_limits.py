"""Matching ends in time, whatever notes and queries hold, and its short cuts change nothing."""

from __future__ import annotations

from itertools import count, pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from matching import finds, found, matcher, shown
from pageful.tool.context import Caller
from pageful.tool.errors import Cancelled, ToolError
from pageful.tool.time_limit import TimeLimit
from pageful.vault.search.deadline import Deadline
from pageful.vault.search.matching import Matcher
from pageful.vault.search.note_regions import Source
from pageful.vault.search.phrases import has_phrase, occurrences
from pageful.vault.search.query import Query
from pageful.vault.search.query_parsing import parse_search
from pageful.vault.search.region_matching import RegionMatcher
from pageful.vault.search.scope import Scope
from pageful.vault.search.search_tables import tables_of
from queries import queries
from scanning import ScanningIndex
from snapshots import parsed as vault_of
from thoroughness import size

NOTES = {
    "Ann/Plan.md": "---\nstatus: Draft\nn: 5\n---\n# Plan\nann met bob\n\n- [ ] call Ann\n- [x] Bo",
    "Ann/Ébauche.md": "# Bob\n## Plan\nÉté #a/b\n\n> ann bob\n\n```\n#no\n```\n",
    "b.md": "ann\nbob #a\n\n- ann\n  - bob [[Plan]]\n",
    "empty.md": "",
    "pics/ann.png": "",
}
VAULT = vault_of(NOTES)


@given(queries)
@settings(deadline=None)
def test_what_narrows_a_search_changes_nothing(query: Query) -> None:
    deadline = Deadline(Caller(), 600)
    test = RegionMatcher(deadline).test(query, Scope())
    tables = tables_of(VAULT)
    files = (Source(file, VAULT, tables) for file in tables.files.values())
    each = {source.file.path for source in files if test(source.whole)}
    matched = matcher(VAULT).paths(query)
    assert matched & tables.searched == each & tables.searched
    assert matched <= each


@given(queries, st.sampled_from(sorted(NOTES)))
@settings(deadline=None)
def test_places_lie_in_their_lines(query: Query, path: str) -> None:
    lines = NOTES[path].split("\n")
    spans = matcher(VAULT).spans(query, path)
    assert spans == sorted(spans, key=lambda place: (place.line, place.start, place.end))
    for place in spans:
        assert 0 <= place.start < place.end <= len(lines[place.line - 1])


def test_a_search_ends_at_its_deadline_and_says_what_it_was_at(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    looks = count(1)
    monkeypatch.setattr(TimeLimit, "seconds_left", lambda _: 3 - next(looks))
    late = Matcher(VAULT, ScanningIndex(VAULT), Caller(), seconds=3)
    with pytest.raises(ToolError, match=r"longer than 3 seconds.*/\^bob/") as ended:
        late.paths(parse_search("/^bob/ OR ann"))
    assert ended.value.remedy


def test_a_pattern_that_takes_for_ever_is_ended() -> None:
    vault = vault_of({"n.md": "a" * 60 + "!"})
    slow = Matcher(vault, ScanningIndex(vault), Caller(), seconds=0.2)
    with pytest.raises(ToolError, match=r"longer than 0\.2 seconds.*/\(\?:a\|aa\)\+\[xy\]/"):
        slow.paths(parse_search("/(?:a|aa)+[xy]/"))


def test_a_caller_who_gives_up_is_heeded() -> None:
    caller = Caller()
    caller.cancel()
    with pytest.raises(Cancelled):
        Matcher(VAULT, ScanningIndex(VAULT), caller).paths(parse_search("ann"))


@pytest.mark.parametrize(
    "text",
    [
        "a" * size(1_000_000),
        "a\n" * size(100_000),
        "a \ud800 \x00\n",
        "- [ ] a\n" * size(5_000),
        "# a\n" * size(5_000),
    ],
    ids=["long line", "many lines", "odd characters", "many tasks", "many headings"],
)
def test_hostile_notes_are_searched(text: str) -> None:
    assert finds(text, "line:(a -b)")
    for query in ("block:(a b)", "section:(a section:(b section:c))", "task:b", '"b"', "/b$/"):
        assert not finds(text, query)
    assert shown(text, "a line:a")


def test_a_query_of_very_many_words_is_answered() -> None:
    assert found(VAULT, "ann " * 2000) == found(VAULT, "ann")
    assert found(VAULT, " OR ".join(["ann"] * 1000)) == found(VAULT, "ann")


@given(st.text(alphabet="ab -日", max_size=3), st.text(alphabet="ab -日", max_size=12))
def test_a_phrase_is_where_it_occurs(phrase: str, text: str) -> None:
    ranges = list(occurrences(phrase, text))
    assert has_phrase(phrase, text) == (bool(ranges) or not phrase)
    assert all(text[start:end] == phrase for start, end in ranges)
    assert all(one[1] <= two[0] for one, two in pairwise(ranges))

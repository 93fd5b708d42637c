"""Matching ends in time, whatever notes and queries hold, and its short cuts change nothing."""

from __future__ import annotations

from itertools import count

import pytest
from hypothesis import given
from hypothesis import strategies as st

from laconic.caller import Caller
from laconic.errors import Cancelled, ToolError
from laconic.vault.search.catalog import catalog_of
from laconic.vault.search.deadline import Deadline
from laconic.vault.search.lexicon_protocol import ScanningLexicon
from laconic.vault.search.matching import Matcher
from laconic.vault.search.mode import Mode
from laconic.vault.search.phrases import has_phrase, occurrences
from laconic.vault.search.query import And, Not, Or, Pattern, Phrase, Property, Query, Scoped, Word
from laconic.vault.search.query_parsing import parsed
from laconic.vault.search.region_matching import RegionMatcher
from laconic.vault.search.regions import Source
from matching import finds, found, matcher, shown
from moments import parsed as vault_of

NOTES = {
    "Ann/Plan.md": "---\nstatus: Draft\nn: 5\n---\n# Plan\nann met bob\n\n- [ ] call Ann\n- [x] Bo",
    "Ann/Ébauche.md": "# Bob\n## Plan\nÉté #a/b\n\n> ann bob\n\n```\n#no\n```\n",
    "b.md": "ann\nbob #a\n\n- ann\n  - bob [[Plan]]\n",
    "empty.md": "",
    "pics/ann.png": "",
}
VAULT = vault_of(NOTES)

leaves: st.SearchStrategy[Query] = st.one_of(
    st.sampled_from(["ann", "bob", "plan", "ete", "Ann", "#a", "a", "md", ".md", "-", "x"]).map(Word),
    st.sampled_from(["ann", "met bob", "Été", "#a", "", "call Ann"]).map(Phrase),
    st.sampled_from(["^ann", "b.b$", "[A-Z]nn", "x", "é", r"\bb\w+", "(?=plan)", r"ann\nbob"]).map(
        Pattern
    ),
)
values = st.one_of(leaves, leaves.map(Not))
properties = st.builds(
    Property, st.sampled_from(["status", "N", "x"]).map(Word), st.none() | values
)
operators = st.sampled_from(
    """file path content match-case ignore-case tag line block section task task-todo
    task-done""".split()
)


def _joined(parts: st.SearchStrategy[Query]) -> st.SearchStrategy[Query]:
    several = st.lists(parts, min_size=2, max_size=3).map(tuple)
    return st.one_of(
        several.map(And), several.map(Or), parts.map(Not), st.builds(Scoped, operators, parts)
    )


queries = st.recursive(leaves | properties, _joined, max_leaves=6)


@given(queries)
def test_what_narrows_a_search_changes_nothing(query: Query) -> None:
    deadline = Deadline(Caller(), 600)
    test = RegionMatcher(deadline).test(query, Mode())
    catalog = catalog_of(VAULT)
    matched = matcher(VAULT).paths(query)
    for among in (catalog.searched, catalog.all_files):
        files = (Source(catalog.files[path], VAULT, catalog) for path in among)
        each = {source.file.path for source in files if test(source.whole)}
        if each == matched:
            return
    assert {path for path in matched if path.endswith(".md")} == each & catalog.searched


@given(queries, st.sampled_from(sorted(NOTES)))
def test_places_lie_in_their_lines(query: Query, path: str) -> None:
    lines = NOTES[path].split("\n")
    places = matcher(VAULT).places(query, path)
    assert places == sorted(places, key=lambda place: (place.line, place.start, place.end))
    for place in places:
        assert 0 <= place.start < place.end <= len(lines[place.line - 1])


def test_a_search_ends_at_its_deadline_and_says_what_it_was_at() -> None:
    ticks = count()
    late = Matcher(
        VAULT, ScanningLexicon(VAULT), Caller(), seconds=3, clock=lambda: float(next(ticks))
    )
    with pytest.raises(ToolError, match="longer than 3 seconds.*line:") as ended:
        late.paths(parsed("ann OR bob OR line:(ann plan) OR section:x"))
    assert ended.value.remedy


def test_a_pattern_that_takes_for_ever_is_ended() -> None:
    vault = vault_of({"n.md": "a" * 60 + "!"})
    slow = Matcher(vault, ScanningLexicon(vault), Caller(), seconds=0.2)
    with pytest.raises(ToolError, match=r"longer than 0\.2 seconds.*/\(a\|a\)\*\\\?/"):
        slow.paths(parsed(r"/(?:(a|aa)+)+$\n?\Bx?(?<=y)/ OR /(a|a)*\?/"))


def test_a_caller_who_gives_up_is_heeded() -> None:
    caller = Caller()
    caller.cancel()
    with pytest.raises(Cancelled):
        Matcher(VAULT, ScanningLexicon(VAULT), caller).paths(parsed("ann"))


@pytest.mark.parametrize(
    "text",
    ["a" * 1_000_000, "a\n" * 100_000, "a \ud800 \x00\n", "- [ ] a\n" * 5_000, "# a\n" * 5_000],
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
    assert all(one[1] <= two[0] for one, two in zip(ranges, ranges[1:], strict=False))

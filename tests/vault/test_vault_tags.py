"""Tags are a tree with counts, whatever their case; one tag has its notes and their lines."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from folders import fill
from pageful.tool.errors import ToolError
from pageful.tool.options import Style
from pageful.vault.overview.tags import find_tag, tag_counts, tag_tree
from pageful.vault.parsing.parsed_note import Note, Tag
from pageful.vault.parsing.tag_names import levels, tag_key
from pageful.vault.results.tags import TagCount, TaggedNote
from pageful.vault.settings import VaultSettings
from pageful.vault.tools import vault_toolset
from snapshots import MemorySnapshot


def _vault(tags: Mapping[str, list[str]], excluded: tuple[str, ...] = ()) -> MemorySnapshot:
    """Make a vault of notes with tags, one a line."""
    notes = {
        path: Note(len(names), tags=tuple(Tag(name, line) for line, name in enumerate(names, 1)))
        for path, names in tags.items()
    }
    return MemorySnapshot(notes, excluded=excluded)


def _counts(tags: Mapping[str, list[str]]) -> list[tuple[str, int, int]]:
    return [(each.name, each.notes, each.own) for each in tag_counts(_vault(tags))]


def test_a_tag_counts_the_notes_of_its_subtags() -> None:
    tags = {"a.md": ["x/y"], "b.md": ["x"], "c.md": ["x/y/z"]}
    assert _counts(tags) == [("x", 3, 1), ("x/y", 2, 1), ("x/y/z", 1, 1)]


def test_a_note_counts_once_for_each_tag() -> None:
    assert _counts({"a.md": ["x", "x/y", "X", "x/z"]}) == [
        ("x", 1, 1),
        ("x/y", 1, 1),
        ("x/z", 1, 1),
    ]


def test_the_most_used_come_first_on_each_level() -> None:
    tags = {"a.md": ["few", "many/b"], "b.md": ["many/c"], "c.md": ["many/c"], "d.md": ["also"]}
    names = [name for name, _, _ in _counts(tags)]
    assert names == ["many", "many/c", "many/b", "also", "few"]


def test_tags_are_one_in_any_case() -> None:
    assert _counts({"a.md": ["plan"], "b.md": ["PLAN", "PLAN"]}) == [("PLAN", 2, 2)]


def test_of_spellings_that_are_as_frequent_the_first_is_told() -> None:
    assert _counts({"a.md": ["Plan", "plan"]}) == [("Plan", 1, 1)]


def test_an_accent_makes_another_tag() -> None:
    assert len(_counts({"a.md": ["café", "cafe"]})) == 2


def test_a_slash_at_the_end_of_a_tag_is_no_level() -> None:
    assert _counts({"a.md": ["x/"], "b.md": ["x"]}) == [("x", 2, 2)]


def test_tags_of_excluded_notes_are_not_counted() -> None:
    snapshot = _vault({"a.md": ["x"], "b.md": ["x", "y"]}, excluded=("b.md",))
    assert tag_counts(snapshot) == (TagCount("x", 1, 1),)
    assert find_tag(snapshot, "x", page=1, room=9_999).total == 1


def test_pages_of_the_tree_add_up() -> None:
    snapshot = _vault({"a.md": [f"t{n}" for n in range(7)]})
    pages = [tag_tree(snapshot, page=page, room=70) for page in (1, 2, 3)]
    assert [each.first for each in pages] == [1, 4, 7]
    assert {(each.pages, each.total) for each in pages} == {(3, 7)}
    assert sum((each.tags for each in pages), ()) == tag_counts(snapshot)


def test_a_vault_without_tags_has_one_empty_page() -> None:
    found = tag_tree(_vault({"a.md": []}), page=1, room=70)
    assert (found.pages, found.total, found.tags) == (1, 0, ())


def test_a_page_that_is_not_there_names_the_last_one() -> None:
    snapshot = _vault({"a.md": ["x", "y"], "b.md": ["x"]})
    with pytest.raises(ToolError) as error:
        tag_tree(snapshot, page=3, room=10)
    assert error.value.problem == "This list has 2 pages; there is no page 3."
    assert error.value.remedy == "The last page is vault_tags(page=2)."
    with pytest.raises(ToolError) as error:
        find_tag(snapshot, "X", page=4, room=9_999)
    assert error.value.problem == "This list has 1 page; there is no page 4."
    assert error.value.remedy == 'The last page is vault_tags(tag="x").'


def test_a_tag_has_its_notes_with_lines_and_its_subtags() -> None:
    snapshot = _vault({"b.md": ["y", "x/z", "X", "x"], "a.md": ["x/z"], "c.md": ["xy"]})
    found = find_tag(snapshot, "x", page=1, room=9_999)
    assert found.tags == (TagCount("x", 2, 1), TagCount("x/z", 2, 2))
    assert found.notes == (
        TaggedNote("a.md", ("x/z",), (1,)),
        TaggedNote("b.md", ("x/z", "X"), (2, 3, 4)),
    )
    assert found.total == 2


def test_a_tag_of_a_property_stands_on_no_line() -> None:
    snapshot = MemorySnapshot({"a.md": Note(5, tags=(Tag("x", 0), Tag("x", 4)))})
    assert find_tag(snapshot, "x", page=1, room=9_999).notes == (
        TaggedNote("a.md", ("x",), (0, 4)),
    )


@pytest.mark.parametrize("asked", ["Work/Plan", "#work/plan", " #WORK/PLAN/ ", "work//plan"])
def test_a_tag_may_be_asked_for_as_it_is_written_anywhere(asked: str) -> None:
    found = find_tag(_vault({"a.md": ["work/plan"]}), asked, page=1, room=9_999)
    assert (found.tag, found.total) == ("work/plan", 1)


def test_a_tag_that_only_its_subtags_are_written_of_has_their_notes() -> None:
    found = find_tag(_vault({"a.md": ["x/y"]}), "x", page=1, room=9_999)
    assert [each.path for each in found.notes] == ["a.md"]
    assert found.tags[0] == TagCount("x", 1, 0)


def test_for_an_unknown_tag_similar_ones_are_told() -> None:
    found = find_tag(_vault({"a.md": ["projects", "Projekt", "y"]}), "#project", page=1, room=9_999)
    assert (found.tag, found.total, found.tags, found.notes) == ("project", 0, (), ())
    assert found.similar == ("projects", "Projekt")


def test_more_subtags_than_have_room_are_counted() -> None:
    snapshot = _vault({"a.md": [f"x/{n}" for n in range(9)], "b.md": ["x"], "c.md": ["x"]})
    first, second = (find_tag(snapshot, "x", page=page, room=200) for page in (1, 2))
    assert (len(first.tags), first.subtags) == (2, 9)
    assert (len(second.tags), second.subtags) == (1, 9)
    assert [note.path for page in (first, second) for note in page.notes] == [
        "a.md",
        "b.md",
        "c.md",
    ]


@pytest.mark.parametrize("asked", ["", "#", " / ", "#/"])
def test_an_empty_tag_is_refused(asked: str) -> None:
    with pytest.raises(ToolError) as error:
        find_tag(_vault({"a.md": ["x"]}), asked, page=1, room=9_999)
    assert error.value.remedy == "All tags are listed by vault_tags()."


def test_a_tag_of_very_many_levels_costs_little() -> None:
    deep = "a/" * 500_000 + "b"
    counts = tag_counts(_vault({"a.md": [deep]}))
    assert len(counts) == 32
    assert counts[-1].name == deep
    assert find_tag(_vault({"a.md": [deep]}), deep, page=1, room=9_999).total == 1


names = st.lists(st.sampled_from(["a", "A", "b", "é", ""]), min_size=1, max_size=4).map("/".join)
vaults = st.dictionaries(st.sampled_from(["1.md", "2.md", "3.md"]), st.lists(names))


@given(vaults)
def test_counts_are_those_of_the_notes(tags: dict[str, list[str]]) -> None:
    snapshot = _vault(tags)
    keys = {path: {tag_key(name) for name in written} for path, written in tags.items()}
    for count in tag_counts(snapshot):
        key = tag_key(count.name)
        own = {path for path, each in keys.items() if key in each}
        within = {p for p, each in keys.items() if any(f"{k}/".startswith(f"{key}/") for k in each)}
        assert (count.own, count.notes) == (len(own), len(within))
        found = find_tag(snapshot, count.name, page=1, room=9_999)
        assert {note.path for note in found.notes} == within
        assert found.tags[0] == count


@given(vaults)
def test_a_tag_stands_below_the_one_above_it(tags: dict[str, list[str]]) -> None:
    seen: list[str] = []
    for count in tag_counts(_vault(tags)):
        above = [tag_key(level) for level in levels(count.name)][:-1]
        assert seen[: len(above)] == above
        seen[len(above) :] = [tag_key(count.name)]


@given(st.text())
def test_any_tag_can_be_asked_for(text: str) -> None:
    asked = text.strip().lstrip("#").strip()
    snapshot = _vault({"a.md": ["x", asked]})
    if tag_key(asked):
        assert find_tag(snapshot, asked, page=1, room=9_999).total == 1


def test_a_tag_without_a_line_is_in_a_card_of_a_canvas_or_in_a_property(tmp_path: Path) -> None:
    canvas = '{"nodes": [{"id": "1", "type": "text", "text": "#bread"}], "edges": []}'
    vault = fill(tmp_path / "vault", {"W.canvas": canvas, "n.md": "---\ntags: bread\n---\n"})
    shown = vault_toolset(VaultSettings(vault=vault), Style()).call("vault_tags", {"tag": "bread"})
    assert "W.canvas (card)\nn.md (property)" in shown.text

"""Where no way of links joins two notes, the nearest that they come is told."""

from __future__ import annotations

from pageful.tool.context import Caller
from pageful.vault.graph.adjacency import build_graph
from pageful.vault.graph.nearest_connection import nearest_connection
from pageful.vault.parsing.parsed_note import Link, Note, Tag
from pageful.vault.results.graph import Approach, GraphPath, Step
from snapshots import MemorySnapshot


def _note(*links: str, tags: tuple[str, ...] = ()) -> Note:
    return Note(
        1,
        links=tuple(Link(target, line=line) for line, target in enumerate(links, 1)),
        tags=tuple(Tag(name, 1) for name in tags),
    )


def _nearest(notes: dict[str, Note | None], source: str, target: str) -> Approach | None:
    snapshot = MemorySnapshot(notes)
    return nearest_connection(snapshot, build_graph(snapshot, Caller()), source, target, Caller())


def test_a_way_along_links_of_either_direction_goes_first() -> None:
    notes: dict[str, Note | None] = {
        "f/a.md": _note("c", tags=("x",)),
        "f/b.md": _note("c", tags=("x",)),
        "c.md": _note(),
    }
    way = GraphPath((Step("c.md", "out", 1), Step("f/b.md", "back", 1)))
    assert _nearest(notes, "f/a.md", "f/b.md") == Approach("direction", "", way)


def test_a_shared_tag_joins_two_notes_in_any_case() -> None:
    notes: dict[str, Note | None] = {"a.md": _note(tags=("Plan",)), "b.md": _note(tags=("plan",))}
    nothing = GraphPath(())
    expected = Approach("tag", "Plan", nothing, "b.md", nothing)
    assert _nearest(notes, "a.md", "b.md") == expected


def test_a_tag_above_two_tags_joins_them() -> None:
    notes: dict[str, Note | None] = {"a.md": _note(tags=("x/y",)), "b.md": _note(tags=("x/z",))}
    found = _nearest(notes, "a.md", "b.md")
    assert found is not None
    assert (found.means, found.shared) == ("tag", "x")


def test_a_name_that_both_link_to_joins_them() -> None:
    notes: dict[str, Note | None] = {"a.md": _note("Gone"), "b.md": _note("gone.md")}
    found = _nearest(notes, "a.md", "b.md")
    assert found is not None
    assert (found.means, found.shared) == ("unresolved", "Gone")


def test_a_folder_joins_what_is_in_it() -> None:
    notes: dict[str, Note | None] = {"x/a.md": _note(), "x/b.md": _note()}
    found = _nearest(notes, "x/a.md", "x/b.md")
    assert found is not None
    assert (found.means, found.shared) == ("folder", "x")


def test_at_as_many_links_a_tag_goes_before_a_name_and_a_name_before_a_folder() -> None:
    tags: dict[str, Note | None] = {
        "x/a.md": _note("gone", tags=("t",)),
        "x/b.md": _note("gone", tags=("t",)),
    }
    names: dict[str, Note | None] = {"x/a.md": _note("gone"), "x/b.md": _note("gone")}
    for notes, means in ((tags, "tag"), (names, "unresolved")):
        found = _nearest(notes, "x/a.md", "x/b.md")
        assert found is not None
        assert found.means == means


def test_fewer_links_go_before_a_better_bond() -> None:
    notes: dict[str, Note | None] = {
        "x/a.md": _note("c"),
        "c.md": _note(tags=("t",)),
        "x/b.md": _note(tags=("t",)),
    }
    found = _nearest(notes, "x/a.md", "x/b.md")
    assert found is not None
    assert found.means == "folder"


def test_of_two_tags_the_rarer_one_is_told() -> None:
    notes: dict[str, Note | None] = {
        "a.md": _note("c", tags=("all", "few")),
        "b.md": _note(tags=("all", "few")),
        "c.md": _note(tags=("all",)),
    }
    found = _nearest(notes, "a.md", "b.md")
    assert found is not None
    assert found.shared == "few"


def test_both_parts_of_the_way_are_told() -> None:
    notes: dict[str, Note | None] = {
        "a.md": _note("none", "c"),
        "c.md": _note(tags=("t",)),
        "d.md": _note(tags=("t",)),
        "e.md": _note("d"),
        "b.md": _note("e"),
    }
    found = _nearest(notes, "a.md", "b.md")
    path = GraphPath((Step("c.md", "out", 2),))
    rest = GraphPath((Step("e.md", "back", 1), Step("b.md", "back", 1)))
    assert found == Approach("tag", "t", path, "d.md", rest)


def test_folders_further_above_count_where_nothing_else_is_shared() -> None:
    notes: dict[str, Note | None] = {"x/y/z/a.md": _note(), "x/y/b.md": _note(), "x/c.md": _note()}
    found = _nearest(notes, "x/y/z/a.md", "x/y/b.md")
    assert found is not None
    assert (found.means, found.shared) == ("folder", "x/y")


def test_the_vault_itself_joins_nothing() -> None:
    notes: dict[str, Note | None] = {"a.md": _note(), "b.md": _note(), "x/c.md": _note()}
    assert _nearest(notes, "a.md", "b.md") is None
    assert _nearest(notes, "a.md", "x/c.md") is None


def test_an_attachment_is_joined_by_its_folder() -> None:
    notes: dict[str, Note | None] = {"x/a.md": _note(), "x/h.png": None}
    found = _nearest(notes, "x/a.md", "x/h.png")
    assert found is not None
    assert found.other == "x/h.png"


def test_a_tag_of_very_many_levels_costs_little() -> None:
    deep = "a/" * 200_000 + "b"
    notes: dict[str, Note | None] = {"a.md": _note(tags=(deep,)), "b.md": _note(tags=(deep,))}
    found = _nearest(notes, "a.md", "b.md")
    assert found is not None
    assert found.means == "tag"

"""A walk shows each note once, where the shortest way leads to it, and counts what it cuts."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphs import NAMES, Web, directions, web, webs
from pageful.tool.context import Caller
from pageful.tool.errors import Cancelled
from pageful.vault.choices import Direction
from pageful.vault.graph.traversal import traverse
from pageful.vault.results.graph import Traversal
from thoroughness import size


def _walk(
    within: Web | Mapping[str, list[str]],
    path: str = "a.md",
    depth: int = 2,
    direction: Direction = "both",
    max_nodes: int = 50,
    only: frozenset[str] | None = None,
) -> Traversal:
    return traverse(
        (within if isinstance(within, Web) else web(within)).graph,
        path,
        depth=depth,
        direction=direction,
        max_nodes=max_nodes,
        filter_paths=only,
        filter_text="" if only is None else "tag:x",
        caller=Caller(),
    )


def _tree(walk: Traversal) -> list[str]:
    arrows = {"out": "→", "back": "←", "both": "↔", None: ""}
    return [f"{'  ' * node.depth}{arrows[node.arrow]}{node.path}" for node in walk.nodes]


def test_links_come_in_the_order_of_the_note_then_backlinks_by_path() -> None:
    links = {"a.md": ["d.md", "b.md"], "e.md": ["a.md"], "c.md": ["a.md"]}
    assert _tree(_walk(links)) == ["a.md", "  →d.md", "  →b.md", "  ←c.md", "  ←e.md"]


def test_each_note_is_below_the_one_that_leads_to_it_first() -> None:
    links = {"a.md": ["b.md", "c.md"], "b.md": ["d.md"], "c.md": ["d.md", "e.md"]}
    tree = ["a.md", "  →b.md", "    →d.md", "  →c.md", "    →e.md"]
    assert _tree(_walk(links, direction="out")) == tree


def test_a_link_both_ways_has_an_arrow_both_ways() -> None:
    links = {"a.md": ["b.md"], "b.md": ["a.md"]}
    for direction in ("both", "out", "back"):
        assert _tree(_walk(links, direction=direction)) == ["a.md", "  ↔b.md"]


def test_what_lies_further_is_cut_and_counted_where_it_was_cut() -> None:
    links = {"a.md": ["b.md", "c.md"], "b.md": ["d.md"], "c.md": ["d.md", "e.md", "f.md"]}
    walk = _walk(links, depth=1)
    assert [(node.path, node.cut) for node in walk.nodes] == [("a.md", 0), ("b.md", 1), ("c.md", 2)]
    assert (walk.reached, walk.cut, walk.beyond) == (3, 3, 3)


def test_the_nearest_notes_are_shown_where_only_so_many_are() -> None:
    links = {"a.md": ["b.md", "c.md", "d.md"], "b.md": ["e.md"]}
    walk = _walk(links, max_nodes=3)
    assert _tree(walk) == ["a.md", "  →b.md", "  →c.md"]
    assert [node.cut for node in walk.nodes] == [1, 1, 0]
    assert (walk.reached, walk.cut, walk.beyond) == (5, 2, 0)


def test_links_to_nothing_are_told_and_counted_for_each_note() -> None:
    links = {"a.md": ["b.md", "gone", "lost"], "b.md": ["Gone"]}
    walk = _walk(links)
    assert [node.unresolved for node in walk.nodes] == [("gone", "lost"), ("Gone",)]
    assert walk.unresolved == 3


def test_links_to_nothing_are_no_part_of_a_walk_back() -> None:
    walk = _walk({"a.md": ["b.md", "gone", "h.png"]}, direction="back")
    assert walk.nodes[0].unresolved == ()
    assert walk.nodes[0].attachments == 0


def test_attachments_are_counted_and_not_walked_to() -> None:
    walk = _walk({"a.md": ["h.png", "b.md"], "c.md": ["h.png"]})
    assert _tree(walk) == ["a.md", "  →b.md"]
    assert walk.nodes[0].attachments == 1


def test_a_walk_from_an_attachment_shows_what_links_to_it() -> None:
    links = {"a.md": ["h.png", "b.md"], "c.md": ["h.png"]}
    assert _tree(_walk(links, "h.png")) == ["h.png", "  ←a.md", "    →b.md", "  ←c.md"]


def test_a_canvas_is_walked_through() -> None:
    links = {"g.canvas": ["a.md", "b.md"]}
    assert _tree(_walk(links)) == ["a.md", "  ←g.canvas", "    →b.md"]


def test_what_the_filter_keeps_out_is_neither_shown_nor_walked_through() -> None:
    links = {"a.md": ["b.md", "c.md"], "b.md": ["d.md"], "c.md": ["e.md"]}
    walk = _walk(links, only=frozenset({"c.md", "d.md"}))
    assert _tree(walk) == ["a.md", "  →c.md"]
    assert (walk.reached, walk.filtered, walk.cut, walk.beyond) == (2, 2, 0, 0)


def test_excluded_notes_are_left_out_and_counted() -> None:
    vault = web({"a.md": ["b.md", "c.md"], "b.md": ["d.md"]}, frozenset({"b.md"}))
    walk = _walk(vault)
    assert _tree(walk) == ["a.md", "  →c.md"]
    assert walk.notes == ("1 linked note left out: the vault's settings exclude it.",)


def test_a_walk_may_begin_at_an_excluded_note() -> None:
    vault = web({"a.md": ["b.md"]}, frozenset({"a.md"}))
    assert _tree(_walk(vault)) == ["a.md", "  →b.md"]


def test_a_note_without_links_is_alone() -> None:
    walk = _walk({})
    assert _tree(walk) == ["a.md"]
    assert (walk.reached, walk.cut, walk.beyond, walk.unresolved) == (1, 0, 0, 0)


def test_a_long_chain_of_notes_is_walked_to_its_end() -> None:
    notes = size(20_000)
    chain = {f"{n}.md": [f"{n + 1}.md"] for n in range(notes)} | {f"{notes}.md": []}
    walk = _walk(chain, "0.md", depth=100_000, max_nodes=100_000)
    assert [node.depth for node in walk.nodes] == list(range(notes + 1))


def test_a_caller_who_gave_up_ends_the_walk() -> None:
    caller = Caller()
    caller.cancel()
    with pytest.raises(Cancelled):
        traverse(
            web({}).graph,
            "a.md",
            depth=1,
            direction="both",
            max_nodes=1,
            filter_paths=None,
            filter_text="",
            caller=caller,
        )


filters = st.none() | st.frozensets(st.sampled_from(NAMES))


@given(webs, directions, filters, st.integers(0, 5), st.integers(1, 9))
def test_a_walk_says_what_the_links_say(
    vault: Web, direction: Direction, only: frozenset[str] | None, depth: int, max_nodes: int
) -> None:
    walk = _walk(vault, "a.md", depth, direction, max_nodes, only)
    walked = frozenset(filter(vault.may_be_walked, NAMES))
    admitted = walked if only is None else walked & only
    far = vault.distances("a.md", direction, admitted)
    within = [path for path, distance in far.items() if distance <= depth]
    shown = {node.path: node for node in walk.nodes}
    assert len(shown) == len(walk.nodes) == min(len(within), max_nodes)
    assert walk.reached == len(within)
    assert walk.beyond == sum(distance == depth + 1 for distance in far.values())
    assert all(node.depth == far[node.path] for node in walk.nodes)
    assert sorted(far[path] for path in within)[: len(shown)] == sorted(
        node.depth for node in walk.nodes
    )
    assert walk.cut == sum(node.cut for node in walk.nodes)
    assert walk.cut <= walk.reached - len(shown) + walk.beyond
    if walk.reached == len(shown):
        assert walk.cut == walk.beyond


@given(webs, directions, st.integers(0, 5), st.integers(1, 9))
def test_what_is_cut_is_linked_with_what_is_shown(
    vault: Web, direction: Direction, depth: int, max_nodes: int
) -> None:
    walk = _walk(vault, "a.md", depth, direction, max_nodes)
    shown = {node.path for node in walk.nodes}
    rest = {path for path in NAMES if vault.may_be_walked(path)} - shown
    linked = {other for other in rest for path in shown if vault.linked(path, other, direction)}
    assert walk.cut == len(linked)


@given(webs, directions, filters, st.integers(1, 9))
def test_a_tree_stands_in_the_order_in_which_it_is_indented(
    vault: Web, direction: Direction, only: frozenset[str] | None, max_nodes: int
) -> None:
    above: list[str] = []
    for node in _walk(vault, "a.md", 4, direction, max_nodes, only).nodes:
        del above[node.depth :]
        assert node.parent == (above[-1] if above else "")
        if above:
            assert vault.linked(node.parent, node.path, direction)
        above.append(node.path)

"""All shortest ways from one note to another are counted, and the first ones told."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphs import NAMES, Web, directions, web, webs
from pageful.tool.context import Caller
from pageful.tool.errors import Cancelled
from pageful.vault.choices import Direction
from pageful.vault.graph.adjacency import build_graph
from pageful.vault.graph.path_search import paths_between
from pageful.vault.graph.shortest_paths import MOST_COUNTED
from pageful.vault.parsing.parsed_note import Link, Note
from pageful.vault.results.graph import GraphPath, PathSearch, Step
from snapshots import MemorySnapshot, linking
from thoroughness import size


def _search(
    within: Web | Mapping[str, list[str]],
    source: str = "a.md",
    target: str = "b.md",
    direction: Direction = "out",
    max_paths: int = 10,
) -> PathSearch:
    vault = within if isinstance(within, Web) else web(within)
    return _between(vault.snapshot, source, target, direction, max_paths)


def _between(
    snapshot: MemorySnapshot,
    source: str,
    target: str,
    direction: Direction = "out",
    max_paths: int = 10,
) -> PathSearch:
    return paths_between(
        snapshot,
        build_graph(snapshot, Caller()),
        source,
        target,
        direction=direction,
        max_paths=max_paths,
        caller=Caller(),
    )


def _notes(path: GraphPath) -> list[str]:
    return [step.path for step in path.steps]


def test_a_step_has_the_line_of_the_first_link() -> None:
    found = _search({"a.md": ["d.md", "c.md", "c.md"], "c.md": ["b.md"]})
    assert found.paths == (GraphPath((Step("c.md", "out", 2), Step("b.md", "out", 1))),)
    assert found.total == 1


def test_a_link_with_a_line_goes_before_one_without() -> None:
    links = (Link("b", line=0, kind="property"), Link("b", line=7))
    snapshot = MemorySnapshot({"a.md": Note(7, links=links), "b.md": linking()})
    assert _between(snapshot, "a.md", "b.md").paths[0].steps[0].line == 7


def test_ways_come_in_the_order_of_their_paths() -> None:
    links = {"a.md": ["e.md", "c.md", "d.md"]} | {n: ["b.md"] for n in ("c.md", "d.md", "e.md")}
    found = _search(links, max_paths=2)
    assert [_notes(path) for path in found.paths] == [["c.md", "b.md"], ["d.md", "b.md"]]
    assert found.total == 3


def test_links_are_followed_as_they_point() -> None:
    assert _search({"b.md": ["a.md"]}, direction="out").total == 0


def test_links_are_followed_back() -> None:
    found = _search({"b.md": ["c.md"], "c.md": ["d.md", "a.md"]}, direction="back")
    assert found.paths == (GraphPath((Step("c.md", "back", 2), Step("b.md", "back", 1))),)


def test_links_are_followed_either_way() -> None:
    found = _search({"a.md": ["c.md"], "b.md": ["c.md"]}, direction="both")
    assert found.paths == (GraphPath((Step("c.md", "out", 1), Step("b.md", "back", 1))),)


def test_of_links_both_ways_the_direction_chooses() -> None:
    links = {"a.md": ["b.md"], "b.md": ["c.md", "a.md"]}
    expected: dict[Direction, Step] = {
        "out": Step("b.md", "out", 1),
        "back": Step("b.md", "back", 2),
        "both": Step("b.md", "out", 1),
    }
    for direction, step in expected.items():
        assert _search(links, direction=direction).paths == (GraphPath((step,)),)


def test_a_note_is_reached_from_itself_without_a_step() -> None:
    found = _search({"a.md": ["b.md"]}, "a.md", "a.md")
    assert found.paths == (GraphPath(()),)
    assert found.total == 1
    assert found.notes == ("Source and target are the same file.",)


def test_an_attachment_may_be_an_end() -> None:
    links = {"a.md": ["h.png"], "b.md": ["h.png"]}
    assert [_notes(path) for path in _search(links, "a.md", "h.png").paths] == [["h.png"]]
    assert [_notes(path) for path in _search(links, "h.png", "b.md", "back").paths] == [["b.md"]]


def test_no_way_leads_over_an_attachment() -> None:
    assert _search({"a.md": ["h.png"], "b.md": ["h.png"]}, direction="both").total == 0


def test_no_way_leads_over_an_excluded_note() -> None:
    links = {"a.md": ["c.md"], "c.md": ["b.md"]}
    vault = web(links, frozenset({"c.md"}))
    assert _search(vault).total == 0
    assert _search(vault, "a.md", "c.md").total == 1
    assert _search(vault, "c.md", "b.md").total == 1


def test_where_no_way_is_both_sides_are_counted() -> None:
    links = {"a.md": ["c.md", "d.md"], "e.md": ["b.md"], "f.md": ["e.md"], "d.md": ["a.md"]}
    found = _search(links)
    assert (found.total, found.paths) == (0, ())
    assert (found.reached, found.reaching) == (2, 2)


def _diamonds(count: int) -> MemorySnapshot:
    """Make a chain of notes with two ways from each to the next."""
    notes = {f"n{count}.md": linking()}
    for n in range(count):
        notes[f"n{n}.md"] = linking(f"x{n}", f"y{n}")
        notes[f"x{n}.md"] = notes[f"y{n}.md"] = linking(f"n{n + 1}")
    return MemorySnapshot(notes)


def test_more_ways_than_could_be_listed_are_counted() -> None:
    found = _between(_diamonds(40), "n0.md", "n40.md", max_paths=3)
    assert found.total == 2**40
    assert len(found.paths) == 3
    assert found.notes == ()


def test_a_count_has_an_end_and_says_so() -> None:
    found = _between(_diamonds(2_000), "n0.md", "n2000.md", max_paths=1)
    assert found.total == MOST_COUNTED
    assert found.notes == ("There are 10^15 shortest paths or more.",)
    assert len(found.paths[0].steps) == 4_000


def test_a_long_chain_of_notes_is_followed_to_its_end() -> None:
    notes = size(20_000)
    chain = {f"{n}.md": linking(str(n + 1)) for n in range(notes)} | {f"{notes}.md": linking()}
    found = _between(MemorySnapshot(chain), "0.md", f"{notes}.md")
    assert len(found.paths[0].steps) == notes


def test_a_caller_who_gave_up_ends_the_search() -> None:
    caller, vault = Caller(), web({"a.md": ["b.md"]})
    caller.cancel()
    with pytest.raises(Cancelled):
        paths_between(
            vault.snapshot,
            vault.graph,
            "a.md",
            "b.md",
            direction="out",
            max_paths=1,
            caller=caller,
        )


@given(webs, directions, st.sampled_from(NAMES), st.sampled_from(NAMES), st.integers(1, 5))
def test_the_ways_are_all_there_are(
    vault: Web, direction: Direction, source: str, target: str, max_paths: int
) -> None:
    found = _search(vault, source, target, direction, max_paths)
    expected = vault.ways(source, target, direction)
    assert found.total == len(expected)
    assert [_notes(path) for path in found.paths] == expected[:max_paths]
    for path in found.paths:
        for before, step in pairwise((Step(source, "out", 0), *path.steps)):
            assert vault.linked(before.path, step.path, step.arrow)
            assert direction in ("both", step.arrow)
            holder = step.path if step.arrow == "back" else before.path
            other = before.path if step.arrow == "back" else step.path
            assert vault.snapshot.notes[holder].links[step.line - 1].target == other


@given(webs, directions, st.sampled_from(NAMES), st.sampled_from(NAMES))
def test_where_no_way_is_the_counts_are_those_of_the_links(
    vault: Web, direction: Direction, source: str, target: str
) -> None:
    found = _search(vault, source, target, direction)
    opposite: dict[Direction, Direction] = {"out": "back", "back": "out", "both": "both"}
    admitted = frozenset(filter(vault.may_be_walked, NAMES))
    if not found.total:
        assert found.reached == len(vault.distances(source, direction, admitted)) - 1
        assert found.reaching == len(vault.distances(target, opposite[direction], admitted)) - 1


@given(webs, st.sampled_from(NAMES), st.sampled_from(NAMES))
def test_no_two_notes_come_nearer(vault: Web, source: str, target: str) -> None:
    nearest = _search(vault, source, target, "out").nearest
    admitted = frozenset(filter(vault.may_be_walked, NAMES))
    if nearest is None or nearest.rest is None:
        return
    assert not vault.ways(source, target, "both")
    near = vault.distances(source, "both", admitted)
    far = vault.distances(target, "both", admitted)
    having = [path for path in NAMES if vault.graph.unresolved_names(path)]
    lengths = [near[one] + far[other] for one in near for other in far if {one, other} <= {*having}]
    assert nearest.means == "unresolved"
    assert len(nearest.path.steps) + len(nearest.rest.steps) == min(lengths)


@given(webs, st.sampled_from(NAMES), st.sampled_from(NAMES))
def test_a_way_of_either_direction_is_the_nearest(vault: Web, source: str, target: str) -> None:
    found = _search(vault, source, target, "out")
    undirected = vault.ways(source, target, "both")
    if undirected and not found.total:
        assert found.nearest is not None
        assert found.nearest.means == "direction"
        assert _notes(found.nearest.path) == undirected[0]

"""Where links lead is found once, both ways, and kept while the vault stays the same."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphs import NAMES, targets
from pageful.tool.context import Caller
from pageful.tool.errors import Cancelled
from pageful.vault.graph.adjacency import Graph, LatestGraph, build_graph
from pageful.vault.graph.links import links_of
from pageful.vault.parsing.parsed_note import Note
from pageful.vault.snapshot.vault import Vault
from snapshots import MemorySnapshot, linked, linking


def _graph(snapshot: MemorySnapshot) -> Graph:
    return build_graph(snapshot, Caller())


def test_links_keep_the_order_of_the_note_and_all_their_lines() -> None:
    snapshot = linked({"a.md": ["c", "b", "c"], "b.md": [], "c.md": []})
    assert dict(_graph(snapshot).targets("a.md")) == {"c.md": (1, 3), "b.md": (2,)}
    assert list(_graph(snapshot).targets("a.md")) == ["c.md", "b.md"]


def test_a_note_written_in_several_ways_is_one_target() -> None:
    snapshot = linked({"a.md": ["x/B", "b", "B.md"], "x/b.md": []})
    assert dict(_graph(snapshot).targets("a.md")) == {"x/b.md": (1, 2, 3)}


def test_backlinks_are_sorted_by_path() -> None:
    snapshot = linked({"z.md": ["b"], "a.md": ["b"], "m.canvas": ["b"], "b.md": []})
    assert _graph(snapshot).backlinks("b.md") == ("a.md", "m.canvas", "z.md")


def test_a_name_without_a_file_is_one_name_however_it_is_written() -> None:
    snapshot = linked({"a.md": ["Plan", "plan", "PLAN.md", "Plans"]})
    assert dict(_graph(snapshot).unresolved_names("a.md")) == {"Plan": (1, 2, 3), "Plans": (4,)}


def test_a_link_to_the_note_itself_is_no_link() -> None:
    snapshot = linked({"a.md": ["a", "", "A.md"]})
    graph = _graph(snapshot)
    assert not graph.targets("a.md")
    assert not graph.unresolved_names("a.md")
    assert not graph.backlinks("a.md")


def test_excluded_notes_are_linked_but_no_nodes() -> None:
    snapshot = linked({"a.md": ["b", "i.png"], "b.md": [], "i.png": []}, excluded=["b.md"])
    graph = _graph(snapshot)
    assert list(graph.targets("a.md")) == ["b.md", "i.png"]
    assert graph.nodes == {"a.md"}
    assert graph.hidden == {"b.md"}
    assert graph.attachments("a.md") == 1


def test_a_note_that_could_not_be_read_is_a_node() -> None:
    snapshot = MemorySnapshot({"a.md": linking("b"), "b.md": None})
    assert _graph(snapshot).nodes == {"a.md", "b.md"}


def test_a_name_in_a_million_cases_costs_no_more_than_its_links() -> None:
    names = [f"{n:020b}".translate({48: "a", 49: "A"}) for n in range(0, 1 << 20, 16)]
    note = MemorySnapshot({"n.md": linking(*names)})
    assert list(map(len, links_of("n.md", note).unresolved.values())) == [len(names)]


def test_a_graph_is_kept_for_its_moment() -> None:
    graphs, snapshot = LatestGraph(), linked({"a.md": ["b"], "b.md": []})
    assert graphs.of(snapshot, Caller()) is graphs.of(snapshot, Caller())


class _Counting(MemorySnapshot):
    """A snapshot that counts what it is asked to resolve."""

    resolved = 0

    def resolve(self, target: str, source: str) -> str | None:
        self.resolved += 1
        return super().resolve(target, source)


def test_only_changed_notes_are_resolved_again() -> None:
    notes = {f"{n}.md": linking("0", "1", "gone") for n in range(50)}
    graphs = LatestGraph()
    graphs.of(MemorySnapshot(notes), Caller())
    snapshot = _Counting(notes | {"7.md": linking("9")})
    assert dict(graphs.of(snapshot, Caller()).targets("7.md")) == {"9.md": (1,)}
    assert snapshot.resolved == 1


def test_a_new_file_resolves_all_links_again() -> None:
    graphs = LatestGraph()
    notes = {"a.md": linking("new")}
    assert graphs.of(MemorySnapshot(notes), Caller()).unresolved_names("a.md")
    graph = graphs.of(MemorySnapshot({**notes, "new.md": linking()}), Caller())
    assert graph.backlinks("new.md") == ("a.md",)


def test_a_file_that_the_settings_now_exclude_is_no_node_any_more() -> None:
    graphs, notes = LatestGraph(), {"a.md": linking("b"), "b.md": linking()}
    graphs.of(MemorySnapshot(notes), Caller())
    assert graphs.of(MemorySnapshot(notes, excluded=["b.md"]), Caller()).hidden == {"b.md"}


def test_a_caller_who_gave_up_ends_the_building() -> None:
    caller = Caller()
    caller.cancel()
    with pytest.raises(Cancelled):
        LatestGraph().of(linked({"a.md": []}), caller)


vaults = st.lists(
    st.dictionaries(st.sampled_from(NAMES[:-1]), st.none() | targets), min_size=2, max_size=5
)


@given(vaults)
def test_a_graph_that_followed_changes_is_that_of_a_new_vault(
    changes: list[dict[str, list[str] | None]],
) -> None:
    graphs, notes = LatestGraph(), dict[str, Note | None](dict.fromkeys(NAMES))
    for change in changes:
        for path, links in change.items():
            notes[path] = None if links is None else linking(*links)
        snapshot = MemorySnapshot(notes)
        kept, new = graphs.of(snapshot, Caller()), _graph(snapshot)
        for path in NAMES:
            assert list(kept.targets(path).items()) == list(new.targets(path).items())
            assert list(kept.unresolved_names(path).items()) == list(
                new.unresolved_names(path).items()
            )
            assert kept.backlinks(path) == new.backlinks(path)


def test_a_vault_on_disk_has_the_links_of_now(tmp_path: Path) -> None:
    root = tmp_path / "vault"
    root.mkdir()
    (root / "a.md").write_text("---\nup: '[[b]]'\n---\n[[b]] [x](https://example.org) ![[i.png]]\n")
    (root / "b.md").write_text("[to a](a.md) [[gone]]\n")
    (root / "c.canvas").write_text('{"nodes": [{"id": "1", "type": "file", "file": "b.md"}]}')
    (root / "i.png").touch()
    vault, graphs = Vault(root, cache=tmp_path / "cache"), LatestGraph()
    graph = graphs.of(vault.scan(Caller()), Caller())
    assert dict(graph.targets("a.md")) == {"b.md": (2, 4), "i.png": (4,)}
    assert graph.backlinks("b.md") == ("a.md", "c.canvas")
    assert not graph.unresolved_names("a.md")
    (root / "a.md").write_text("[[a]]\n")
    (root / "b.md").write_text("nothing any more\n")
    graph = graphs.of(vault.scan(Caller()), Caller())
    assert graph.backlinks("b.md") == ("c.canvas",)
    assert not graph.backlinks("a.md")

"""What the vault holds is counted, and what was left out is told by its reason."""

from __future__ import annotations

from pathlib import Path

from pageful.tool.context import Caller
from pageful.vault.graph.adjacency import build_graph
from pageful.vault.overview.info import vault_info
from pageful.vault.parsing.parsed_note import Heading, Link, ListItem, Note, Tag
from pageful.vault.results.info import SkippedFiles, VaultInfo
from pageful.vault.snapshot.snapshot import SkippedPaths
from pageful.vault.snapshot.vault import Vault
from snapshots import MemorySnapshot, linked, linking


def _info(snapshot: MemorySnapshot, root: Path = Path("/vaults/Garden")) -> VaultInfo:
    return vault_info(snapshot, build_graph(snapshot, Caller()), Vault(root))


def test_files_are_counted_by_kind() -> None:
    snapshot = linked(
        dict.fromkeys(["a.md", "b.canvas", "x/c.PNG", "d.png", "e.base", "Makefile"], ())
    )
    info = _info(snapshot)
    assert (info.vault, info.name) == ("/vaults/Garden", "Garden")
    assert (info.notes, info.canvases, info.size) == (1, 1, 200)
    assert list(info.attachments.items()) == [("png", 2), ("base", 1), ("other", 1)]


def test_links_are_counted_as_often_as_they_stand() -> None:
    info = _info(
        linked({"a.md": ["b", "b", "i.png", "a", "Gone"], "b.md": ["gone", "lost"], "i.png": []})
    )
    assert (info.links, info.unresolved, info.unresolved_names) == (3, 3, 2)


def test_an_orphan_has_no_link_from_or_to_another_note() -> None:
    links = {
        "a.md": ["b"],
        "b.md": [],
        "itself.md": ["itself"],
        "picture.md": ["i.png"],
        "nothing.md": ["gone"],
        "on canvas.md": [],
        "c.canvas": ["on canvas"],
        "alone.canvas": [],
        "i.png": [],
    }
    assert _info(linked(links)).orphans == 3


def test_excluded_notes_are_neither_orphans_nor_company() -> None:
    links = {"a.md": ["hidden"], "hidden.md": [], "hidden too.md": []}
    info = _info(linked(links, excluded=["hidden.md", "hidden too.md"]))
    assert (info.notes, info.excluded, info.links, info.orphans) == (3, 2, 1, 1)


def test_tasks_have_text_and_are_counted_by_their_marks() -> None:
    statuses = [" ", "x", "-", None, " ", "X"]
    items = [ListItem(n, n, 0, "-", status, "bake") for n, status in enumerate(statuses, 1)]
    items.append(ListItem(7, 7, 0, "-", " ", ""))
    info = _info(MemorySnapshot({"a.md": Note(7, items=tuple(items))}))
    assert (info.tasks, info.open_tasks, info.done_tasks) == (5, 2, 2)
    assert (info.other_tasks, info.empty_tasks) == (1, 1)


def test_headings_and_tags_are_counted() -> None:
    note = Note(
        2, headings=(Heading("A", 1, 1), Heading("B", 2, 2)), tags=(Tag("x/y", 1), Tag("X", 2))
    )
    info = _info(MemorySnapshot({"a.md": note, "b.md": note}))
    assert (info.headings, info.tags) == (4, 2)


def test_what_was_skipped_is_told_by_its_reason_with_examples() -> None:
    skipped = [
        SkippedPaths("too large", ("a", "b", "c", "d")),
        SkippedPaths("not readable", ("x",)),
        SkippedPaths("too large", ("e",)),
    ]
    assert _info(MemorySnapshot({}, skipped=skipped)).skipped == (
        SkippedFiles("too large", 5, ("a", "b", "c")),
        SkippedFiles("not readable", 1, ("x",)),
    )


def test_notes_with_broken_properties_are_named() -> None:
    notes = {"b.md": Note(1, broken="a tab"), "a.md": linking(), "c.md": Note(1, broken="a tab")}
    assert _info(MemorySnapshot(notes)).notes_with_broken_properties == ("b.md", "c.md")


def test_a_vault_on_disk_knows_the_age_of_its_index(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text("[[b]]")
    vault = Vault(tmp_path, cache=tmp_path / ".cache")
    snapshot = vault.scan(Caller())
    info = vault_info(snapshot, build_graph(snapshot, Caller()), vault)
    assert 0 <= info.index_age < 600
    assert info.unresolved == 1
    assert info.version


def test_links_of_canvases_count() -> None:
    snapshot = MemorySnapshot({"c.canvas": Note(0, links=(Link("a"),)), "a.md": linking()})
    assert _info(snapshot).links == 1

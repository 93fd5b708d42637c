"""FROM finds notes by tag, folder and link, and the rows of CSV files."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from folders import fill
from pageful.tool.context import Caller
from pageful.tool.errors import ToolError
from pageful.vault.dataview.answers import query_json
from pageful.vault.dataview.engine import Engine
from pageful.vault.graph.adjacency import LatestGraph
from pageful.vault.snapshot.vault import Vault
from querying import CLOCK, answer, names, vault

TAGGED = {"a.md": "#x", "b.md": "#X/y", "c.md": "#xy", "d.md": "---\ntags: x\n---"}
LINKED = {"a.md": "[[b]] [[c]] [[gone]]", "b.md": "[[a]]", "c.md": "[[#h]]", "d.md": "[[gone]]"}


def test_a_tag_means_its_subtags_too_in_any_case() -> None:
    assert names(TAGGED, "LIST FROM #X") == ["a", "b", "d"]
    assert names(TAGGED, "LIST FROM #x/Y") == ["b"]
    assert names(TAGGED, "LIST FROM #none") == []


def test_a_folder_means_all_below() -> None:
    notes = vault(["F/a.md", "F/G/b.md", "Fx/c.md", "F.md"])
    assert names(notes, 'LIST FROM "F"') == ["F/G/b", "F/a"]
    assert names(notes, 'LIST FROM "F/G"') == ["F/G/b"]
    assert names(notes, 'LIST FROM "f"') == []
    assert names(notes, 'LIST FROM "F/"') == []


def test_a_path_means_one_file_with_or_without_md() -> None:
    notes = vault(["F/a.md", "a.md"])
    assert names(notes, 'LIST FROM "F/a"') == ["F/a"]
    assert names(notes, 'LIST FROM "F/a.md"') == ["F/a"]
    assert names(notes, 'LIST FROM "F/b"') == []


def test_a_folder_goes_before_a_note_of_that_name() -> None:
    assert names(vault(["F.md", "F/a.md"]), 'LIST FROM "F"') == ["F/a"]


@pytest.mark.parametrize("query", ["LIST", 'LIST FROM ""', 'LIST FROM "/"'])
def test_no_source_and_the_root_mean_all(query: str) -> None:
    assert names(vault(["b.md", "F/a.md", "F.md"]), query) == ["F/a", "F", "b"]


def test_rows_come_as_one_walks_through_the_folders() -> None:
    notes = vault(["2023-01.md", "2023/a.md", "2023/z/b.md", "2024.md"])
    assert names(notes, "LIST") == ["2023/a", "2023/z/b", "2023-01", "2024"]


def test_a_link_means_the_notes_that_link_there() -> None:
    assert names(LINKED, "LIST FROM [[a]]") == ["b"]
    assert names(LINKED, "LIST FROM [[c|shown]]") == ["a", "c"]


def test_outgoing_means_the_notes_it_links_to() -> None:
    assert names(LINKED, "LIST FROM outgoing([[a]])") == ["b", "c"]


def test_outgoing_links_come_first_then_embeds_then_those_of_properties() -> None:
    notes = {"a.md": '---\nup: "[[d]]"\n---\n![[c]] [[b]] [[b|x]] [[#h]]'} | vault(
        ["b.md", "c.md", "d.md"]
    )
    assert names(notes, "LIST FROM outgoing([[a]])") == ["b", "a", "c", "d"]


def test_an_empty_link_means_the_note_of_the_query() -> None:
    assert names(LINKED, "LIST FROM [[]]", "a.md") == ["b"]
    assert names(LINKED, "LIST FROM outgoing([[]])", "b.md") == ["a"]
    assert names(LINKED, "LIST FROM [[]]") == []


def test_a_link_to_nothing_means_the_notes_that_link_there_too_either_way() -> None:
    assert names(LINKED, "LIST FROM [[gone]]") == ["a", "d"]
    assert names(LINKED, "LIST FROM outgoing([[gone]])") == ["a", "d"]


def test_links_out_of_what_is_no_note_are_an_error() -> None:
    with pytest.raises(ToolError, match="is no note"):
        answer({"a.md": "", "b.png": ""}, "LIST FROM outgoing([[b.png]])")


@pytest.mark.parametrize("mark", ["-", "!"])
def test_a_source_can_be_negated(mark: str) -> None:
    assert names(TAGGED, f"LIST FROM {mark}#x") == ["c"]


def test_and_and_or_bind_alike_from_the_left() -> None:
    notes = {"a.md": "#x", "b.md": "#y", "c.md": "#z #y"}
    assert names(notes, "LIST FROM #x or #y and #z") == ["c"]
    assert names(notes, "LIST FROM #x | (#y & #z)") == ["a", "c"]


def test_the_rows_of_and_stand_as_its_right_side_has_them_those_of_or_as_its_left() -> None:
    notes = {"a.md": "[[b]] #x", "b.md": "#x"}
    assert names(notes, "LIST FROM [[b]] or #x") == ["a", "b"]
    assert names(notes, 'LIST FROM "b" or "a"') == ["b", "a"]
    assert names(notes, 'LIST FROM #x and ("b" or "a")') == ["b", "a"]


def test_a_thousand_sources_in_a_chain_are_worked_off() -> None:
    assert names(TAGGED, "LIST FROM " + "#x and " * 2000 + "#xy") == []


# CSV files


def _in(root: Path, query: str, origin: str = "") -> list[object]:
    vault = Vault(root)
    snapshot = vault.scan(Caller())
    graph = LatestGraph().of(snapshot, Caller())
    found = Engine(vault.paths).run(query, snapshot, graph, origin=origin, clock=CLOCK)
    written = query_json(found)
    return written.get("rows") or written["values"]  # type: ignore[no-any-return]


def test_a_csv_file_has_a_row_for_each_line(tmp_path: Path) -> None:
    fill(tmp_path, {"t.csv": "Name,Birth Day\nAda,1815-12-10\n\n# no row\nBob,\n"})
    rows = _in(tmp_path, 'TABLE Name, birth-day FROM csv("t.csv")')
    assert rows == [
        ["t.csv#0", "Ada", {"$date": "1815-12-10T00:00:00.000Z"}],
        ["t.csv#1", "Bob", None],
    ]


def test_a_csv_file_can_be_named_as_a_path_or_linked_to(tmp_path: Path) -> None:
    fill(tmp_path, {"t.csv": "n\n1\n", "a.md": "[[t.csv]]"})
    assert _in(tmp_path, 'LIST n FROM "t.csv"') == [["t.csv#0", 1]]
    assert _in(tmp_path, "LIST n FROM outgoing([[a]])") == [["t.csv#0", 1]]


def test_a_csv_file_beside_the_note_goes_first(tmp_path: Path) -> None:
    fill(tmp_path, {"t.csv": "n\n1\n", "F/t.csv": "n\n2\n", "F/a.md": ""})
    assert _in(tmp_path, 'LIST WITHOUT ID n FROM csv("t.csv")', "F/a.md") == [2]
    assert _in(tmp_path, 'LIST WITHOUT ID n FROM csv("/t.csv")', "F/a.md") == [1]
    assert _in(tmp_path, 'LIST WITHOUT ID n FROM csv("t.csv")') == [1]


@pytest.mark.parametrize(
    "path", ["../out.csv", "/etc/out.csv", ".hidden/t.csv", "link.csv", "none.csv", "F/../../x.csv"]
)
def test_no_csv_file_outside_the_vault_is_read(tmp_path: Path, path: str) -> None:
    root = fill(tmp_path / "vault", {"a.md": "", ".hidden/t.csv": "n\n1\n"})
    (tmp_path / "out.csv").write_text("n\n1\n")
    (root / "link.csv").symlink_to(tmp_path / "out.csv")
    with pytest.raises(ToolError):
        _in(root, f'LIST n FROM csv("{path}")')


@pytest.mark.parametrize("address", ["http://x/t.csv", "https://x/t.csv", "file:///etc/t.csv"])
def test_no_csv_file_is_fetched(tmp_path: Path, address: str) -> None:
    with pytest.raises(ToolError, match="not in the vault"):
        _in(fill(tmp_path, {"a.md": ""}), f'LIST n FROM csv("{address}")')


def test_a_bookmark_makes_a_note_starred(tmp_path: Path) -> None:
    one, other = ({"type": "file", "path": path} for path in ("a.md", "b.md"))
    marks = json.dumps({"items": [one, {"type": "group", "items": [other]}]})
    fill(tmp_path, {"a.md": "", "b.md": "", "c.md": "", ".obsidian/bookmarks.json": marks})
    rows = _in(tmp_path, "TABLE WITHOUT ID file.name WHERE file.starred")
    assert rows == [["a"], ["b"]]


def test_bookmarks_that_cannot_be_read_star_nothing(tmp_path: Path) -> None:
    fill(tmp_path, {"a.md": "", ".obsidian/bookmarks.json": "[" * 100_000})
    assert _in(tmp_path, "TABLE WITHOUT ID file.starred") == [[False]]

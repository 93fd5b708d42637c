"""The example vault shows every feature, and the examples of the documentation find something."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from pageful.tool.context import Caller
from pageful.vault.search.matching import Matcher
from pageful.vault.search.query_parsing import parse_search
from pageful.vault.snapshot.snapshot import VaultSnapshot
from pageful.vault.snapshot.vault import Vault
from scanning import ScanningIndex

_ROOT = Path(__file__).parents[2]
_SEARCH = (
    (_ROOT / "docs" / "vault.md").read_text(encoding="utf-8").partition("## Search")[2]
).partition("### The score")[0]
_QUERIES = [
    *re.findall(r"^\|.*\| `([^`]+)` \|$", _SEARCH, re.MULTILINE),
    *re.findall(r"`([^`]+)`", _SEARCH.partition("Whatever stands after")[2]),
]


@pytest.fixture(scope="module")
def snapshot(tmp_path_factory: pytest.TempPathFactory) -> VaultSnapshot:
    cache = tmp_path_factory.mktemp("cache")
    return Vault(_ROOT / "examples" / "vault", cache=cache).scan(Caller())


def test_the_documentation_has_an_example_for_each_operator() -> None:
    assert len(_QUERIES) > 25


@pytest.mark.parametrize("query", _QUERIES)
def test_an_example_query_finds_some_notes_but_not_all(snapshot: VaultSnapshot, query: str) -> None:
    matcher = Matcher(snapshot, ScanningIndex(snapshot), Caller())
    assert 0 < len(matcher.paths(parse_search(query))) < len(snapshot.notes)


def test_the_example_has_every_kind_of_file_and_an_excluded_one(snapshot: VaultSnapshot) -> None:
    kinds = {file.kind for file in snapshot.files.values()}
    assert kinds == {"note", "canvas", "base", "attachment"}
    assert [path for path, file in snapshot.files.items() if file.excluded] == [
        "Archive/Old price list.md"
    ]
    assert not snapshot.skipped


def test_the_example_has_every_kind_of_link(snapshot: VaultSnapshot) -> None:
    links = [link for note in snapshot.notes.values() for link in note.links]
    assert {link.kind for link in links} == {"wiki", "markdown", "property"}
    assert {link.embed for link in links} == {True, False}
    assert any(link.subpath.startswith("#^") for link in links)
    assert any(link.display for link in links)


def test_links_of_the_example_to_nothing_are_those_meant_to_be(snapshot: VaultSnapshot) -> None:
    unresolved = {
        link.target
        for path, note in snapshot.notes.items()
        for link in note.links
        if link.target and snapshot.resolve(link.target, path) is None
    }
    assert unresolved == {"Oat porridge loaf", "Stollen", "Rosa"}


def test_subpaths_of_the_example_lead_somewhere(snapshot: VaultSnapshot) -> None:
    for path, note in snapshot.notes.items():
        for link in note.links:
            target = snapshot.resolve(link.target, path)
            if target is None or not link.subpath:
                continue
            there = snapshot.notes[target]
            blocks = {f"#^{each.block_id}" for each in there.sections}
            blocks |= {f"#^{each.block_id}" for each in there.items}
            headings = {f"#{heading.text}" for heading in there.headings}
            assert link.subpath in blocks | headings, (path, link)


def test_properties_of_one_note_of_the_example_are_broken(snapshot: VaultSnapshot) -> None:
    assert [path for path, note in snapshot.notes.items() if note.broken] == [
        "Ideas/AI for ordering.md"
    ]

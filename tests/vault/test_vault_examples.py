"""The example vault shows every feature, and the examples of the documentation find something."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from pageful.tool.context import Caller
from pageful.vault.search.matching import Matcher
from pageful.vault.search.query_parsing import parsed
from pageful.vault.snapshot.snapshot import Moment
from pageful.vault.snapshot.vault import Vault
from scanning import ScanningLexicon

_ROOT = Path(__file__).parents[2]
_SEARCH = (
    (_ROOT / "docs" / "vault.md").read_text(encoding="utf-8").partition("## Search")[2]
).partition("### The score")[0]
_QUERIES = [
    *re.findall(r"^\|.*\| `([^`]+)` \|$", _SEARCH, re.MULTILINE),
    *re.findall(r"`([^`]+)`", _SEARCH.partition("Whatever stands after")[2]),
]


@pytest.fixture(scope="module")
def moment(tmp_path_factory: pytest.TempPathFactory) -> Moment:
    cache = tmp_path_factory.mktemp("cache")
    return Vault(_ROOT / "examples" / "vault", cache=cache).moment(Caller())


def test_the_documentation_has_an_example_for_each_operator() -> None:
    assert len(_QUERIES) > 25


@pytest.mark.parametrize("query", _QUERIES)
def test_an_example_query_finds_some_notes_but_not_all(moment: Moment, query: str) -> None:
    matcher = Matcher(moment, ScanningLexicon(moment), Caller())
    assert 0 < len(matcher.paths(parsed(query))) < len(moment.notes)


def test_the_example_has_every_kind_of_file_and_an_excluded_one(moment: Moment) -> None:
    kinds = {file.kind for file in moment.files.values()}
    assert kinds == {"note", "canvas", "base", "attachment"}
    assert [path for path, file in moment.files.items() if file.excluded] == [
        "Archive/Old price list.md"
    ]
    assert not moment.skipped


def test_the_example_has_every_kind_of_link(moment: Moment) -> None:
    links = [link for note in moment.notes.values() for link in note.links]
    assert {link.kind for link in links} == {"wiki", "markdown", "property"}
    assert {link.embed for link in links} == {True, False}
    assert any(link.subpath.startswith("#^") for link in links)
    assert any(link.display for link in links)


def test_links_of_the_example_to_nothing_are_those_meant_to_be(moment: Moment) -> None:
    unresolved = {
        link.target
        for path, note in moment.notes.items()
        for link in note.links
        if link.target and moment.resolve(link.target, path) is None
    }
    assert unresolved == {"Oat porridge loaf", "Stollen", "Rosa"}


def test_subpaths_of_the_example_lead_somewhere(moment: Moment) -> None:
    for path, note in moment.notes.items():
        for link in note.links:
            target = moment.resolve(link.target, path)
            if target is None or not link.subpath:
                continue
            there = moment.notes[target]
            blocks = {f"#^{each.block_id}" for each in there.sections}
            blocks |= {f"#^{each.block_id}" for each in there.items}
            headings = {f"#{heading.text}" for heading in there.headings}
            assert link.subpath in blocks | headings, (path, link)


def test_properties_of_one_note_of_the_example_are_broken(moment: Moment) -> None:
    assert [path for path, note in moment.notes.items() if note.broken] == [
        "Ideas/AI for ordering.md"
    ]

"""Bases by the tools of a vault: what they call, name and find, from call to call."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from folders import fill
from pageful.tool.context import Caller
from pageful.tool.options import Style
from pageful.tool.tool import Answer, Toolset
from pageful.vault.settings import VaultSettings
from pageful.vault.tools import vault_toolset

_BASE = "filters: rating > 2\nviews:\n  - type: table\n    name: Best\n    order: [rating]\n"
_FILES = {
    "Shelf/Books.base": _BASE,
    "A.md": "---\nrating: 3\n---\n",
    "B.md": "---\nrating: 1\n---\n",
    "Board.canvas": json.dumps(
        {"nodes": [{"id": "1", "type": "file", "file": "Shelf/Books.base", "subpath": "#Best"}]}
    ),
    "Home.md": "![[Books.base#Best]] ![[Books.base]]\n\n```base\nviews: []\n```\n",
}


@pytest.fixture
def vault(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return fill(tmp_path / "vault", _FILES)


@pytest.fixture
def tools(vault: Path) -> Toolset:
    return vault_toolset(VaultSettings(vault=vault), Style())


def _call(tools: Toolset, name: str, **arguments: Any) -> Answer:
    return tools.call(name, arguments, Caller())


def test_a_change_of_a_note_or_a_base_is_seen_by_the_next_call(tools: Toolset, vault: Path) -> None:
    assert "1 row" in _call(tools, "base_query", path="Books").text
    fill(vault, {"B.md": "---\nrating: 30\n---\n"})
    assert "|B.md|30|" in _call(tools, "base_query", path="Books").text
    fill(vault, {"Shelf/Books.base": _BASE.replace("> 2", "> 20")})
    assert "|A.md|" not in _call(tools, "base_query", path="Books").text
    fill(vault, {".obsidian/types.json": '{"types": {"rating": "multitext"}}'})
    base = "views: [{type: table, order: [formula.n]}]\nformulas: {n: rating.length}"
    assert "|A.md|1|" in _call(tools, "base_query", base=base).text


def test_a_canvas_shows_the_bases_on_it(tools: Toolset) -> None:
    (base,) = json.loads(_call(tools, "base_query", path="Board.canvas", raw=True).text)["bases"]
    assert (base["base"], base["view"], base["this"]) == (
        "Shelf/Books.base",
        "Best",
        "Board.canvas",
    )


def test_reading_a_note_names_its_bases_with_the_call_that_shows_them(tools: Toolset) -> None:
    text = _call(tools, "vault_read", path="Home").text
    assert (
        "3 bases (Shelf/Books.base#Best, Shelf/Books.base, lines 3–5), "
        'shown by base_query(path="Home.md")\n'
    ) in text
    read = json.loads(_call(tools, "vault_read", path="Home", raw=True).text)
    assert read["bases"] == ["Shelf/Books.base#Best", "Shelf/Books.base", "lines 3–5"]
    assert "base" not in _call(tools, "vault_read", path="A").text
    assert 'shown by base_query(path="Shelf/Books.base")' in (
        _call(tools, "vault_read", path="Shelf/Books.base").text
    )


def test_the_vault_names_its_bases(tools: Toolset) -> None:
    assert "**Bases**: 1: Shelf/Books.base\n" in _call(tools, "system_info").text
    assert json.loads(_call(tools, "system_info", raw=True).text)["bases"] == ["Shelf/Books.base"]


@pytest.mark.parametrize("query", ["books", "file:Books.base", "path:Shelf", '"Shelf/Books"'])
def test_a_search_finds_bases_by_their_names(tools: Toolset, query: str) -> None:
    assert "Path: Shelf/Books.base\n" in _call(tools, "vault_search", query=query).text


def test_what_is_without_a_word_is_a_note_and_no_base(tools: Toolset) -> None:
    assert "Books.base\n" not in _call(tools, "vault_search", query="-rye").text
    assert "Books.base\n" not in _call(tools, "vault_search", query="-tag:#x").text


def test_a_base_is_not_found_by_its_text(tools: Toolset) -> None:
    found = json.loads(_call(tools, "vault_search", query="Best", raw=True).text)
    assert [hit["path"] for hit in found["results"]] == ["Home.md"]


def test_cells_that_take_too_much_are_an_error_of_the_call(tools: Toolset) -> None:
    formula = "'\"x\".repeat(9000000)'"
    base = f"formulas: {{f: {formula}}}\nviews: [{{type: table, order: [formula.f]}}]"
    answer = _call(tools, "base_query", base=base)
    assert answer.failed
    assert "The view was stopped" in answer.text
    assert "a filter that leaves fewer files" in answer.text


@pytest.mark.parametrize("arguments", [{"page": 0}, {"page_size": 10_001}, {"format": "csv"}])
def test_what_is_no_parameter_is_refused(tools: Toolset, arguments: dict[str, Any]) -> None:
    answer = _call(tools, "base_query", path="Books", **arguments)
    assert answer.failed
    assert next(iter(arguments)) in answer.text

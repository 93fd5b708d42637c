"""Answers of `vault_find` that are cut, or asked for what is not there: counted, named, gone on."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from calling import printed_calls
from folders import fill
from forging import own_lines
from pageful.tool.options import Style
from pageful.tool.tool import Toolset
from pageful.vault.settings import VaultSettings
from pageful.vault.tools import vault_toolset

_NOTES = {
    **{
        f"Days/2025-03-0{n}.md": f"status: x\nThe same line.\nDay {n} has a line.\n"
        for n in range(1, 9)
    },
    "Breads/Rye.md": (
        "---\nstatus: done\nmade: 2025-01-12\n---\nDark %% too dark %% rye.\n\n"
        "## Links\n\n[[Oat]]\n\n## More\n\n[[Wheat]] [[Gone]]\n"
    ),
    "Breads/Oat.md": "---\nstatus: open\n---\nOf [[Oat]], [[Rye]] and ![[Rye]].\n",
    "Breads/Wheat.md": "Plain.\n",
}


@pytest.fixture(scope="module")
def vault(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return fill(tmp_path_factory.mktemp("cuts") / "vault", _NOTES)


@cache
def toolset(vault: Path) -> Toolset:
    return vault_toolset(VaultSettings(vault=vault), Style())


def answer(vault: Path, tool: str = "vault_find", **arguments: Any) -> str:
    return toolset(vault).call(tool, arguments).text


def test_a_line_of_many_notes_names_the_first_and_the_last_and_the_call_that_names_all(
    vault: Path,
) -> None:
    shown = answer(vault, queries=["same"])
    assert "8 x The same line. (Days/2025-03-01 … 2025-03-08)" in shown
    ((tool, arguments),) = printed_calls(shown)
    assert (tool, arguments["show"]) == ("vault_find", "names")
    names = answer(vault, **arguments)
    assert all(f"2025-03-0{n}" in names for n in range(1, 9))
    assert printed_calls(names) == []


@pytest.mark.parametrize("show", ["text", "sections"])
def test_texts_that_the_limit_cuts_go_on_by_a_call(vault: Path, show: str) -> None:
    shown = answer(vault, queries=["line"], show=show, limit=2)
    assert "… 6 notes more: Days/ 6" in own_lines(shown)
    ((_, arguments),) = printed_calls(shown)
    assert "2025-03-08" in answer(vault, **arguments)


@pytest.mark.parametrize(
    "day", ["2025-13", "2025-00", "2025-02-30", "2025-01-01..2025-13-01", "2025-03-01..45"]
)
def test_a_day_that_is_in_no_calendar_is_refused(vault: Path, day: str) -> None:
    given = toolset(vault).call("vault_find", {"queries": [f"day:{day}"]})
    assert given.failed
    assert f"`day:{day}` is no day." in given.text


def test_the_end_of_a_month_may_be_written_as_31(vault: Path) -> None:
    assert answer(vault, queries=["day:2025-02-01..2025-02-31"], show="count").startswith("0 of")


def test_an_unknown_field_does_not_lose_the_others(vault: Path) -> None:
    shown = answer(vault, queries=["in:Breads/"], show="status,eaten,made", sort="weight")
    head, *rows = shown.splitlines()
    unknown = "no note here has a field `eaten`; no note here has a field `weight`"
    assert head == f"3: status | made | note; {unknown}"
    assert rows[:3] == ["Breads/", "open | - | Oat", "done | 2025-01-12 | Rye"]
    raw = json.loads(answer(vault, queries=["in:Breads/"], show="status,eaten", raw=True))
    assert (raw["columns"], raw["unknown"]) == (["status"], ["eaten"])


def test_where_no_field_is_known_those_that_there_are_are_named(vault: Path) -> None:
    shown = answer(vault, queries=["in:Breads/"], show="eaten,weight")
    assert "none of the 3 notes has a field `eaten`. Their fields:\nstatus 2" in shown


def test_a_comment_within_a_line_is_counted_where_it_is_left_out(vault: Path) -> None:
    shown = answer(vault, "vault_read", places=["Rye:5"])
    assert "# Breads/Rye:5 (-1 comment)" in shown
    assert "(-1 comment within lines: comments; exact=true has them)" in shown
    assert "too dark" in answer(vault, "vault_read", places=["Rye:5"], exact=True)
    raw = json.loads(answer(vault, "vault_read", places=["Rye:5"], raw=True))
    assert raw["places"][0]["commented"] == [5]
    assert "without 1 comment within lines" in answer(vault, queries=["dark"], show="text")
    assert "# Breads/Rye (-" in answer(vault, "vault_about", topic="rye")
    assert ", 1 comment)" in answer(vault, "vault_about", topic="rye")


def test_links_are_those_below_the_heading_asked_for(vault: Path) -> None:
    shown = answer(vault, queries=["path:Rye"], show="links", under="Links")
    assert "→ Breads/Oat" in shown
    assert "Wheat" not in shown
    assert "Gone" not in shown


def test_backlinks_are_other_notes_each_once(vault: Path) -> None:
    assert ", 1 backlink" in answer(vault, "vault_read", path="Rye")
    assert answer(vault, queries=["links:Rye"], show="count").startswith("1 of 11 notes;")
    assert answer(vault, queries=["links:Oat"], show="count").startswith("1 of 11 notes;")
    assert ", 1 backlink" in answer(vault, "vault_read", path="Oat")


def test_the_text_of_a_note_is_a_field_of_queries_and_no_part_of_its_file(vault: Path) -> None:
    found = answer(vault, "dataview_query", query='LIST WHERE contains(file.text, "Plain")')
    assert "Wheat" in found
    assert "# List: 1 row" in found
    whole = answer(vault, "dataview_eval", expression="this.file", path="Wheat", raw=True)
    assert "Plain" not in whole


def test_tags_are_listed_flat_by_their_notes(vault: Path, tmp_path: Path) -> None:
    notes = {"a.md": "#x/y #z", "b.md": "#z", "c.md": "none"}
    flat = answer(fill(tmp_path / "vault", notes), queries=[""], by="tag")
    assert flat.splitlines()[1:] == ["2 #z", "1 #x/y"]


def test_hidden_files_are_counted_as_left_out(tmp_path: Path) -> None:
    notes = {".github/a.md": "", ".github/b.txt": "", "x/.c.md": "", ".git/d.md": "", "n.md": ""}
    shown = answer(fill(tmp_path / "vault", notes), "system_info")
    assert "- name begins with a dot (3, 2 notes below): .git, .github, x/.c.md" in shown

"""Pages of `vault_find` that say how a query was read, and show enough of few lines to answer."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import hostile
from calling import printed_calls
from folders import fill
from pageful.tool.options import Style
from pageful.tool.tool import Toolset
from pageful.vault.finding.link_targets import shorten_targets, without_targets
from pageful.vault.finding.page_lines import LONGEST, width_of
from pageful.vault.settings import VaultSettings
from pageful.vault.tools import vault_toolset

_LONG = "Long words about a river that bends. " * 10
_NOTES = {
    "Rivers/Delta.md": (
        "---\ntags: [water, land]\nkind: in flood\n---\n# Delta\n\n## What a meander is\n\n"
        "A bend of a river.\n\n- It grows.\n- It is cut off.\n\n### Oxbow\n\nWhat is left.\n"
    ),
    "Rivers/Source.md": "---\ntags: water/spring\nkind: flood\n---\n# Source\n\nSee [[Delta]].\n",
    "Lakes/Source.md": "#water stands here.\n\nSee [[Rivers/Delta#What a meander is|the bend]].\n",
    "Lakes/Tarn.md": f"Its outlet [flows](../Rivers/Delta.md) on.\n\n{_LONG}Then a weir.\n",
    "Plain.md": "---\ntags: [waterfall]\n---\nNo heading.\n",
}


@pytest.fixture(scope="module")
def vault(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return fill(tmp_path_factory.mktemp("readings") / "vault", _NOTES)


@cache
def toolset(vault: Path) -> Toolset:
    return vault_toolset(VaultSettings(vault=vault), Style())


def answer(vault: Path, *queries: str, **arguments: Any) -> str:
    return toolset(vault).call("vault_find", {"queries": list(queries), **arguments}).text


@pytest.mark.parametrize(
    ("query", "head"),
    [
        ("links:Delta", "3 of 5 notes; links:Delta is Rivers/Delta"),
        ("linked-by:Tarn", "1 of 5 notes; linked-by:Tarn is Lakes/Tarn"),
        ("links:Rivers/Delta", "3 of 5 notes"),
        ("links:Plain OR links:Delta", "3 of 5 notes; links:Delta is Rivers/Delta"),
        ("-links:Delta", "2 of 5 notes; links:Delta is Rivers/Delta"),
        ("[kind:flood]", '2 of 5 notes; 1 has it as a whole value: [kind:"flood"]'),
        ('[kind:"flood"]', "1 of 5 notes"),
        ("[kind:in flood]", "1 of 5 notes"),
        ("tag:#water", "3 of 5 notes; 1 has a tag in the text alone: Lakes/Source"),
        ("tag:#water in:Lakes/", "1 of 2 notes"),
    ],
)
def test_the_first_line_says_how_a_query_was_read(vault: Path, query: str, head: str) -> None:
    assert answer(vault, query, show="count") == head


def test_a_name_that_several_notes_have_is_refused_with_their_paths(vault: Path) -> None:
    assert "`Lakes/Source.md`, `Rivers/Source.md`" in answer(vault, "links:Source")


def test_a_name_at_the_root_is_told_from_the_same_one_in_a_folder(tmp_path: Path) -> None:
    notes = {"A.md": "", "b/A.md": "", "c.md": "[[A]]"}
    shown = answer(fill(tmp_path / "vault", notes), "links:A", show="count")
    assert shown == "1 of 3 notes; links:A is A, not b/A"


def test_readings_are_in_json_too(vault: Path) -> None:
    data = json.loads(answer(vault, "links:Delta", raw=True))
    assert data["readings"] == ["links:Delta is Rivers/Delta"]


def test_headings_are_found_by_their_words(vault: Path) -> None:
    assert answer(vault, "heading:meander", show="names").endswith("Rivers/\nDelta")
    assert answer(vault, "in:Rivers/ -heading:meander", show="names").endswith("Rivers/\nSource")
    assert answer(vault, "heading:(meander oxbow)", show="count") == "0 of 5 notes"
    (row,) = json.loads(answer(vault, "heading:delta", raw=True))["rows"]
    assert (row["line"], row["text"]) == (5, "# Delta")
    assert "heading:" in toolset(vault).call("vault_search", {"query": "heading:x"}).text


def test_a_heading_among_few_lines_has_the_text_below_it(vault: Path) -> None:
    shown = answer(vault, "meander", sort="file.name", show="lines", limit=9)
    assert "\n 9- A bend of a river.\n 11- - It grows.\n 12- - It is cut off.\n" in f"{shown}\n"
    assert "What is left" not in shown
    rows = json.loads(answer(vault, "heading:meander", raw=True))["rows"]
    assert rows[0]["below"][0] == [9, "A bend of a river."]


def test_text_below_a_heading_that_has_no_room_is_counted(tmp_path: Path) -> None:
    notes = {"a.md": "# Weir\n\n" + "".join(f"Line {n} of a dam.\n" for n in range(200))}
    shown = answer(fill(tmp_path / "vault", notes), "weir")
    assert shown.endswith("\n … to 202")
    assert len(shown) < 2_500


def test_lines_with_words_in_targets_of_links_alone_are_last(vault: Path) -> None:
    shown = answer(vault, "meander")
    assert shown.index("# What a meander is") < shown.index("with words in targets of links alone")
    assert shown.splitlines()[-1].startswith("Source:3 See [[Rivers/Delta#What a meander is|")
    cut = answer(vault, "meander", limit=1)
    assert cut.split("alone (1 line):\n")[1].startswith("Lakes/\nSource:3\n")
    assert printed_calls(cut)


def test_few_lines_are_whole_and_many_are_cut(vault: Path, tmp_path: Path) -> None:
    assert answer(vault, "weir").endswith(f"{_LONG}Then a weir.")
    many = fill(tmp_path / "vault", {f"{n}.md": f"{n} {_LONG}weir {n}" for n in range(30)})
    lines = answer(many, "weir").splitlines()
    assert all(len(line) < LONGEST + 20 for line in lines)


def test_links_of_a_long_line_are_shortened_before_its_text_is_cut() -> None:
    text = "See [[Rivers/Delta#What a meander is|the bend]] and [on](Rivers/Delta.md)."
    assert shorten_targets(text, 53) == ("See [[…|the bend]] and [on](…).", 24)
    assert shorten_targets(text, 10) == ("See [[…|the bend]] and [on](…).", 6)
    assert without_targets("[[a|b]] ![[c]] [d](e)") == "[[ |b]] ![[c]] [d]( )"


@given(hostile.words, st.integers(0, 50))
def test_shortening_moves_an_offset_with_its_text(text: str, start: int) -> None:
    start = min(start, len(text))
    shortened, moved = shorten_targets(text, start)
    assert 0 <= moved <= len(shortened) <= len(text)


@given(st.lists(st.integers(0, 9_000), max_size=60))
def test_a_width_gives_all_lines_room(lengths: list[int]) -> None:
    width = width_of(lengths)
    assert width >= LONGEST
    assert width == LONGEST or sum(min(length, width) for length in lengths) <= 2_400 + LONGEST


def test_rows_of_fields_name_the_folder_once(vault: Path) -> None:
    assert answer(vault, "[kind]", show="kind").splitlines() == [
        "2: kind | note",
        "Rivers/",
        "in flood | Delta",
        "flood | Source",
    ]
    assert answer(vault, "[kind]", show="kind", sort="kind").endswith("in flood | Rivers/Delta")


def test_counts_of_tags_say_which_are_counted(vault: Path) -> None:
    both, field = answer(vault, "", by="tag"), answer(vault, "", by="tags")
    assert "by tag (of front matter and text; by tags: the field alone)" in both
    assert "2 #water\n" in both
    assert "by tags (the field alone; by tag: those in the text too)" in field
    assert "1 water\n" in field


def test_a_line_that_stands_once_is_counted_with_its_place(vault: Path) -> None:
    assert "1 # Delta (Rivers/Delta:5)" in answer(vault, "delta", by="line")


def test_an_outline_tells_a_note_without_headings(vault: Path) -> None:
    assert "Plain (4 lines, no headings)" in answer(vault, "path:Plain", show="outline")

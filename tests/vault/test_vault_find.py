"""Answers of `vault_find`: golden pages of a small vault, counts against plain scans, bad input."""

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
from forging import own_lines
from pageful.text.folding import fold_text
from pageful.tool.context import Caller
from pageful.tool.options import Style
from pageful.tool.tool import Toolset
from pageful.vault.finding.days import day_of_name, days_between
from pageful.vault.finding.finder import Request, find
from pageful.vault.finding.layout import pages_of, with_pages
from pageful.vault.finding.results import FindResult, QueryAnswer
from pageful.vault.graph.adjacency import build_graph
from pageful.vault.search.term_index import TermIndex
from pageful.vault.settings import VaultSettings
from pageful.vault.tools import vault_toolset
from snapshots import parsed

_PAGES = Path(__file__).parent / "pages" / "find"
_LONG = "A long sentence about nothing in particular. " * 8
_NOTES = {
    "Home.md": "Of [[Rye]] and [[Oven]].\n\n%% rye is dear %%\n",
    "Breads/Rye.md": (
        "---\nstatus: done\nmade: 2025-01-12\ngrains: [rye, wheat]\n---\n# Rye\n\n"
        "A dark loaf of rye flour.\n\n## Baking\n\nSee [[Oven]] for the steam.\n\n"
        "## Links\n\n- https://rye.example\n<!-- https://old.example -->\n"
    ),
    "Breads/Oat.md": (
        "---\nstatus: open\nmade: 2025-03-01\n---\n# Oat\n\n"
        f"{_LONG}Oat flour and rye flour.\n\nhours:: 12\nbaker:: [[People/Ada|Ada]], [[Ben]]\n"
    ),
    "Breads/Wheat.md": "status:: done\n\n- [ ] buy flour\n- [ ] ask [[Ada]]\n",
    "Journal/2025-03-08.md": (
        "- [ ] buy flour\n- [x] feed the starter\n- [-] sweep\n- [ ] \n\n"
        "```dataview\nLIST FROM #rye\n```\n"
    ),
    "Journal/2025-03-09.md": "- [ ] buy flour\n- [x] bake rye #bread\n",
    "Journal/2025-04-01.md": "Nothing but flour.\n",
    "Oven.md": "# Oven\n",
    "Alone.md": "No link, no rye.\n",
}

_CALLS: dict[str, dict[str, Any]] = {
    "lines": {"queries": ["rye"]},
    "lines_of_links": {"queries": ["links:Oven"], "show": "lines"},
    "lines_in_part": {"queries": ["steam loaf"]},
    "lines_by_text": {"queries": ['"buy flour"'], "by": "line"},
    "lines_limited": {"queries": ["flour"], "limit": 3},
    "names": {"queries": ["[status:done]"]},
    "names_sorted": {"queries": ["in:Breads/"], "show": "names", "sort": "-made"},
    "kinds": {"queries": ["is:orphan", "is:unlinked", "is:deadend", "is:daily"]},
    "days": {"queries": ["day:2025-03-08..09", "day:2025", "-is:daily linked-by:Home"]},
    "several": {"queries": ["rye", "nosuch:thing", "oat OR wheat"], "show": "count"},
    "under": {"queries": ["http"], "under": "Links", "comments": False, "show": "lines"},
    "gist": {"queries": ["in:Breads/ OR in:Journal/"], "show": "gist"},
    "text": {"queries": ["in:Breads/ -long"], "show": "text"},
    "sections": {"queries": ["steam", "rye flour"], "show": "sections"},
    "open": {"queries": [""], "show": "open"},
    "tasks": {"queries": ["is:daily"], "show": "tasks"},
    "tasks_by_month": {"queries": [""], "show": "tasks", "by": "month"},
    "columns": {"queries": ["in:Breads/"], "show": "status,hours,baker", "sort": "made"},
    "fields": {"queries": [""], "show": "fields"},
    "by_status": {"queries": ["in:Breads/"], "by": "status"},
    "by_several": {"queries": [""], "by": "status,month(made)"},
    "by_list": {"queries": [""], "by": "baker"},
    "links": {"queries": ["in:Breads/"], "show": "links"},
    "outline": {"queries": ["in:Breads/"], "show": "outline"},
    "miss_value": {"queries": ["[status:eaten] in:Breads/"]},
    "miss_field": {"queries": ["[eaten] in:Breads/"]},
    "miss_column": {"queries": ["in:Breads/"], "show": "eaten"},
    "miss_words": {"queries": ["rye banana in:Breads/"]},
}


@pytest.fixture(scope="module")
def vault(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return fill(tmp_path_factory.mktemp("find") / "vault", _NOTES)


@cache
def toolset(vault: Path, budget: int) -> Toolset:
    return vault_toolset(VaultSettings(vault=vault), Style(budget=budget))


def answer(vault: Path, budget: int = 40_000, **arguments: Any) -> str:
    return toolset(vault, budget).call("vault_find", arguments).text


def found(notes: dict[str, str], *queries: str, **request: Any) -> tuple[QueryAnswer, ...]:
    snapshot = parsed(notes)
    graph = build_graph(snapshot, Caller())
    return find(snapshot, graph, TermIndex.of(snapshot), queries, Request(**request), Caller())


def test_rows_over_the_largest_limit_are_in_json(tmp_path: Path) -> None:
    vault = fill(tmp_path / "vault", {f"n{number}.md": "yak" for number in range(1100)})
    request: dict[str, Any] = {"queries": ["yak"], "show": "names", "limit": 1000}
    ((tool, arguments),) = printed_calls(answer(vault, **request))
    assert (tool, arguments) == ("vault_find", {**request, "raw": True})


@pytest.mark.parametrize("name", _CALLS)
def test_a_page_is_the_golden_one(vault: Path, name: str) -> None:
    expected = (_PAGES / f"{name}.md").read_text("utf-8")
    assert answer(vault, **_CALLS[name]) + "\n" == expected


@pytest.mark.parametrize("name", _CALLS)
def test_json_counts_what_the_page_counts(vault: Path, name: str) -> None:
    data = json.loads(answer(vault, raw=True, **_CALLS[name]))
    for each in data.get("queries", [data]):
        assert "error" in each or 0 <= each["total"] <= each["of"]
        assert "error" in each or isinstance(each.get("rows", each.get("places")), list)


def test_every_page_of_a_long_answer_fits_and_together_they_have_every_line() -> None:
    notes = {f"Folder {n % 7}/{n}.md": f"word {n}\n\nword again {n}\n" for n in range(200)}
    (all_lines,) = found(notes, "word")
    result = with_pages(FindResult((all_lines,), 1, 1, 1_000, 1_500))
    pages = pages_of(result)
    text = "\n".join(line for page in pages for part in page for line in part.lines)
    assert result.pages == len(pages) > 3
    assert all(sum(len(line) + 3 for line in part.lines) < 1_700 for page in pages for part in page)
    assert all(f"word again {n}" in text for n in range(200))


def test_a_page_of_texts_begins_with_its_note_and_a_number() -> None:
    notes = {"a.md": "".join(f"word {n}\n" for n in range(100))}
    (texts,) = found(notes, "", show="text")
    _, *later = pages_of(FindResult((texts,), 1, 1, None, 300))
    assert later
    for (part,) in later:
        assert part.lines[0] == "# a"
        assert part.lines[1].split()[0].isdecimal()


@pytest.mark.parametrize("budget", [500, 700, 2_000])
def test_no_page_is_longer_than_the_budget(vault: Path, budget: int) -> None:
    for arguments in _CALLS.values():
        assert len(answer(vault, budget, **arguments)) <= budget


_WORDS = st.sampled_from(["rye", "oat", "Été", "flour"])
_LINES = st.lists(st.lists(_WORDS | st.sampled_from(["-", "# a", "|"]), max_size=4).map(" ".join))


@given(st.dictionaries(st.sampled_from("abcdefgh"), _LINES, min_size=1), _WORDS, _WORDS)
def test_lines_are_those_of_a_plain_scan(
    notes: dict[str, list[str]], first: str, second: str
) -> None:
    texts = {f"{name}.md": "\n".join(lines) for name, lines in notes.items()}
    (answered,) = found(texts, f"{first} {second}")
    words = {fold_text(first), fold_text(second)}
    expected = [
        (path, number)
        for path, text in sorted(texts.items())
        for number, line in enumerate(text.split("\n"), 1)
        if all(word in fold_text(line) for word in words)
    ]
    total = sum(all(word in fold_text(text) for word in words) for text in texts.values())
    assert answered.total == total
    assert answered.partial or [(row.path, row.line) for row in answered.rows] == expected


@given(st.lists(hostile.words, min_size=1, max_size=3), hostile.words)
def test_no_text_breaks_an_answer(texts: list[str], query: str) -> None:
    notes = {f"n{number}.md": text for number, text in enumerate(texts)}
    several = found(notes, query, "", "e", show="")
    for show in ("tasks", "gist", "fields", "text", "sections", "outline", "links", "status"):
        several += found(notes, "", "e", show=show)
    for by in ("line", "tag", "day", "x"):
        several += found(notes, "", "e", by=by)
    for each in several:
        assert each.error or each.total <= each.of
        pages_of(FindResult((each,), 1, 1, None, 500))


@given(hostile.words)
def test_a_note_has_no_line_of_the_page_s_own(text: str) -> None:
    from pageful import to_markdown
    from pageful.vault.views import find_page

    tip = "Tip: for more, call `system_info()`"
    notes = {"Tip.md": f"{tip}\n- [ ] {tip}\n{text}\n", "x.md": "---\nsaid: 'Tip: x'\n---\n"}
    for show, by in (
        ("lines", ""),
        ("open", ""),
        ("gist", ""),
        ("text", ""),
        ("said", ""),
        ("", "line"),
    ):
        answers = found(notes, "Tip", show=show, by=by)
        shown = to_markdown(tuple(find_page(FindResult(answers, 1, 1, None, 9_000), "concise")))
        assert tip not in own_lines(shown)


@pytest.mark.parametrize(
    ("text", "days"),
    [
        ("2024-12-02", ("2024-12-02", "2024-12-02")),
        ("2024-12-02..08", ("2024-12-02", "2024-12-08")),
        ("2024-12-30..2025-01-02", ("2024-12-30", "2025-01-02")),
        ("2024-02", ("2024-02-01", "2024-02-31")),
        ("2024-11..12", ("2024-11-01", "2024-12-31")),
        ("2023..2024", ("2023-01-01", "2024-12-31")),
    ],
)
def test_days_are_a_first_and_a_last_one(text: str, days: tuple[str, str]) -> None:
    assert days_between(text) == days


def test_the_day_of_a_name_is_a_day_that_there_is() -> None:
    assert day_of_name("a/2024-02-30.md") == ""
    assert day_of_name("a/20240229 leap.md") == "2024-02-29"


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ({"queries": ["day:yesterday"]}, "day:2024-12-02..08"),
        ({"queries": ["is:lost"]}, "is:orphan"),
        ({"queries": ["links:Nowhere"]}, "Nowhere"),
        ({"queries": ["links:/x/"]}, "a name"),
        ({"queries": ["rye"], "by": "status,,x"}, "status,year(intake)"),
        ({"queries": []}, "queries"),
        ({"queries": ["(rye"]}, "never closed"),
        ({"queries": ["rye"], "page": 9}, "No page 9"),
        ({"queries": ["rye"], "limit": 0}, "limit"),
    ],
)
def test_bad_input_is_answered_by_what_to_do(
    vault: Path, arguments: dict[str, Any], said: str
) -> None:
    assert said in answer(vault, **arguments)


def test_operators_stand_in_groups_and_negations(vault: Path) -> None:
    both = json.loads(answer(vault, queries=["(links:Oven OR links:Rye) -in:Breads/"], raw=True))
    assert [row["path"] for row in both["rows"]] == ["Home.md"]


def test_words_in_query_blocks_are_no_text(vault: Path) -> None:
    data = json.loads(answer(vault, queries=["rye day:2025-03-08"], raw=True))
    assert (data["total"], data["in_queries"]) == (0, 1)
    text = {"a.md": "````md\n```dataview\nrye\n```\n````\n"}
    (shown,) = found(text, "rye")
    assert shown.total == 1


def test_a_negated_word_in_a_query_block_does_not_count() -> None:
    (answered,) = found({"a.md": "oat\n\n```dataview\nLIST FROM rye\n```\n"}, "oat -rye")
    assert answered.total == 1


def test_notes_are_counted_of_the_folder_asked_for(vault: Path) -> None:
    def first_line(query: str) -> str:
        return answer(vault, queries=[query], show="count").splitlines()[0]

    assert first_line("in:Breads/") == "3 of 9 notes"
    assert first_line("in:Breads/ [status:done]") == "2 of 3 notes"
    assert first_line("[status:done] in:Breads/ -is:orphan").endswith(" of 3 notes")
    assert first_line("-in:Breads/ [status:done]").startswith("0 of 9 notes")

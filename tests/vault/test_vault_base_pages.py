"""Pages of bases: golden files, and what no page may lose or let through."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import hostile
from base_runs import views_on
from calling import printed_calls
from forging import FORGED, own_lines
from pageful import Detail, present, to_json
from pageful.lazy.dataclasses import replace
from pageful.tool.call_context import CallContext
from pageful.tool.options import Style
from pageful.vault.base_views.data import base_data
from pageful.vault.base_views.results import BasePage
from pageful.vault.base_views.runner import BaseViews
from pageful.vault.follow_up import next_page, rest_of_views
from pageful.vault.views import base_page

_PAGES = Path(__file__).parent / "pages" / "bases"

_BOOKS = """\
filters: file.hasTag("book")
formulas:
  age: (now().year - year)
  shout: title.upper()
properties:
  file.name:
    displayName: Book
  formula.age:
    displayName: Years old
views:
  - type: table
    name: Shelf
    order: [file.name, author, year, formula.age, topics, lent, cover, finished]
    sort:
      - property: year
        direction: DESC
  - type: kanban
    name: By state
    groupBy: {property: state, direction: DESC}
    order: [file.name, pages]
    summaries: {pages: Sum, finished: Filled}
  - type: cards
    name: Longest
    image: note.cover
    order: [file.name, pages]
    sort: [{property: pages, direction: DESC}]
    limit: 1
  - type: table
    name: Failing
    filters:
      or: [state.lowr() == "read", pages > 500]
    order: [file.name, formula.shout, formula.agge]
  - type: calendar
    name: Calendar
    shape: round
    dateProperty: note.finished
    filters: pagse > 3
  - type: table
    name: From here
    filters: file.hasLink(this.file)
    order: [pages]
"""
_FILES: Mapping[str, str | bytes] = {
    "Books.base": _BOOKS,
    "Books/Dune.md": (
        "---\ntags: [book]\nauthor: '[[Frank Herbert|Herbert]]'\nyear: 1965\npages: 612\n"
        "topics: [desert, '[[Spice#Melange]]', 'a, b']\nstate: reading\nlent: true\n"
        "cover: '[[dune.png]]'\nfinished: 2026-02-01\ntitle: Dune\n---\n"
    ),
    "Books/Emma.md": (
        "---\ntags: [book]\nauthor: '[[Jane Austen]]'\nyear: 1815\npages: 474\nstate: read\n"
        "finished: 2026-01-05T20:30:00\n---\nBetter than [[Dune]].\n"
    ),
    "Books/Zeno.md": "---\ntags: [book]\nstate: read\nlent: false\ntitle: Zeno | `x`\n---\n",
    "Jane Austen.md": "![[Books.base#From here]]\n\n![[Books.base#By state]]\n",
    "dune.png": b"\x89PNG",
    "Reading list.md": (
        "# List\n\n![[Books.base]]\n\n```base\nfilters: pages >\n```\n\n![[Books.base#Shelff]]\n"
    ),
}
_CASES: Mapping[str, Mapping[str, object]] = {
    "table": {"path": "Books"},
    "groups": {"path": "Books", "view": "By state"},
    "groups_page": {"path": "Books", "view": "By state", "page": 2, "page_size": 1},
    "limit": {"path": "Books", "view": "Longest"},
    "failing": {"path": "Books", "view": "Failing"},
    "plugin": {"path": "Books", "view": "Calendar"},
    "this": {"path": "Books", "view": "From here", "this": "Dune"},
    "without_this": {"path": "Books", "view": "From here"},
    "note": {"path": "Reading list"},
    "text": {"base": "filters: file.ext == 'png'"},
}


@pytest.fixture(scope="module")
def views(tmp_path_factory: pytest.TempPathFactory) -> BaseViews:
    return views_on(tmp_path_factory.mktemp("bases"), _FILES)


def _run(views: BaseViews, case: str) -> BasePage:
    return views.run(**_CASES[case])  # type: ignore[arg-type]


def _markdown(
    page: BasePage,
    arguments: Mapping[str, object],
    detail: Detail = "concise",
    budget: int = 28_000,
) -> str:
    context = CallContext("base_query", arguments, Style(detail=detail, budget=budget))
    return present(
        page,
        base_page,
        detail=detail,
        budget=budget,
        follow_up=lambda cuts: rest_of_views(page, replace(context, cuts=cuts)),
        next_call=next_page(page, context),
    ).text


@pytest.mark.parametrize("detail", ["concise", "detailed"])
@pytest.mark.parametrize("case", _CASES)
def test_pages_of_bases(views: BaseViews, case: str, detail: Detail) -> None:
    text = _markdown(_run(views, case), _CASES[case], detail)
    golden = _PAGES / f"{case}{'.detailed' if detail == 'detailed' else ''}.md"
    if detail == "detailed" and text == _markdown(_run(views, case), _CASES[case]):
        assert not golden.exists()
        return
    if os.environ.get("PAGEFUL_APPROVE"):
        golden.write_text(f"{text}\n", encoding="utf-8")
    assert f"{text}\n" == golden.read_text(encoding="utf-8")


@pytest.mark.parametrize("case", _CASES)
def test_json_of_bases(views: BaseViews, case: str) -> None:
    text = json.dumps(base_data(_run(views, case), "concise"), indent=1, ensure_ascii=False)
    golden = _PAGES / f"{case}.json"
    if os.environ.get("PAGEFUL_APPROVE"):
        golden.write_text(f"{text}\n", encoding="utf-8")
    assert f"{text}\n" == golden.read_text(encoding="utf-8")


@pytest.mark.parametrize("budget", [600, 900, 1_500, 4_000])
def test_rows_that_a_page_has_no_room_for_are_on_the_one_that_it_names(
    tmp_path: Path, budget: int
) -> None:
    files = {f"{number:03}.md": f"---\nword: {'x' * (number % 40)}\n---\n" for number in range(60)}
    views = views_on(tmp_path, files)
    arguments: dict[str, Any] = {"base": "views: [{type: table, order: [word]}]"}
    seen: list[str] = []
    while arguments:
        text = _markdown(views.run(**arguments), arguments, budget=budget)
        assert len(text) <= budget
        seen += [path for path in files if f"|{path}|" in text and path not in seen]
        arguments = next((call for _, call in printed_calls(text)), {})
    assert seen == list(files)


def _quoted(text: str) -> str:
    """A text in quotes of YAML, each character by its number."""
    plain = text.encode("utf-8", "replace").decode()
    return '"' + "".join(f"\\U{ord(character):08x}" for character in plain) + '"'


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(text=st.one_of(st.text(), hostile.words, st.just(f"{FORGED}\n{FORGED}\n")))
def test_nothing_that_a_note_or_a_base_says_changes_the_structure_of_a_page(
    tmp_path: Path, text: str
) -> None:
    quoted = _quoted(text)
    views = views_on(tmp_path, {"A.md": f"---\np: {quoted}\nl: [{quoted}]\n---\n"})
    base = (
        f"formulas: {{f: 'p.lower()'}}\nproperties: {{note.l: {{displayName: {quoted}}}}}\n"
        f"views: [{{type: table, name: {quoted}, groupBy: p, order: [l, formula.f], limit: 1}}]"
    )
    page = views.run(base=base)
    lines = own_lines(_markdown(page, {}))
    assert not [line for line in lines if line.startswith(FORGED)]
    assert lines[0].startswith("# ")
    assert len([line for line in lines if line.startswith("|")]) == 3
    to_json(base_data(page, "concise"))

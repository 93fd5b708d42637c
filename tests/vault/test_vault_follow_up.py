"""Calls printed on pages of the vault: followed as printed, they reach everything."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pageful import Cut, Mono, Tip
from pageful.tool.call_context import CallContext
from pageful.tool.options import Style
from pageful.tool.tool import Answer, Tool, Toolset
from pageful.vault.data import result_data
from pageful.vault.follow_up import (
    as_json,
    more_paths,
    next_page,
    rest_of_search,
    rest_of_view,
    wider_walk,
)
from pageful.vault.results.graph import GraphNode, GraphPath, PathSearch, Traversal
from pageful.vault.results.reading import FileView, Reading
from pageful.vault.results.search import Band, Hit, Search, Snippet, Suggestion
from pageful.vault.results.tags import TagSearch
from pageful.vault.views import file_view_page, search_page, tags_page

_ARGUMENT = re.compile(r"(?:, )?(\w+)=")
_fuzzed = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])


def _hit(number: int, length: int) -> Hit:
    snippet = Snippet("x" * length, 1)
    return Hit(f"Notes/{number}.md", f"note {number}", 1.5, Band.GOOD, snippet, 1, "m", "c")


@dataclass
class _Vault:
    """A vault whose every search finds the same notes, and with one file."""

    sizes: tuple[int, ...] = ()
    lines: tuple[int, ...] = ()
    calls: list[Mapping[str, object]] = field(default_factory=list)

    def vault_search(
        self, query: str, page: int = 1, page_size: int = 10, sort: str = "relevance"
    ) -> Search:
        """Search."""
        self.calls.append({"query": query, "sort": sort})
        first, total = (page - 1) * page_size, len(self.sizes)
        hits = tuple(_hit(n, length) for n, length in enumerate(self.sizes))
        pages = -(-total // page_size)
        shown = hits[first : first + page_size]
        return Search(query, "relevance", page, page_size, pages, total, total, first + 1, shown)

    def view_file(self, path: str, line: int = 1, text: str = "", window: int = 20) -> FileView:
        """View a part of a file, with the line in the middle of the window."""
        lines = tuple(f"line {n} {'y' * length}" for n, length in enumerate(self.lines, 1))
        first = max(1, min(line - int((window - 1) * 0.5), len(lines) - window + 1))
        last = min(len(lines), first + window - 1)
        return FileView(path, first, last, len(lines), lines[first - 1 : last], line)

    def toolset(self, style: Style) -> Toolset:
        search = Tool(
            self.vault_search,
            view=search_page,
            data=result_data,
            follow_up=rest_of_search,
            next_call=next_page,
        )
        view = Tool(
            self.view_file,
            view=file_view_page,
            data=result_data,
            follow_up=rest_of_view,
        )
        return Toolset("vault", (search, view), style=style)


def _printed(answer: Answer) -> tuple[str, dict[str, Any]] | None:
    """The call on a page, read from its text; a tip that is a plain text has none."""
    tips = [each for each in answer.document if isinstance(each, Tip) and type(each.text) is tuple]
    assert len(tips) <= 1
    return _read(tips[0]) if tips else None


def _read(tip: Tip) -> tuple[str, dict[str, Any]]:
    assert isinstance(tip.text, tuple)
    mono = tip.text[1]
    assert isinstance(mono, Mono)
    name, _, rest = mono.text.removesuffix(")").partition("(")
    return name, dict(_arguments(rest))


def _arguments(text: str) -> Iterator[tuple[str, Any]]:
    while match := _ARGUMENT.match(text):
        value, end = json.JSONDecoder().raw_decode(text, match.end())
        yield match[1], value
        text = text[end:]
    assert not text


def _walk(vault: _Vault, style: Style, name: str, **first: Any) -> list[Answer]:
    """Answers to a call and to every call that the answers print; after JSON the next page."""
    toolset = vault.toolset(style)
    call: tuple[str, dict[str, Any]] | None = (name, first)
    answers: list[Answer] = []
    while call is not None:
        answer = toolset.call(*call)
        assert not answer.failed, answer.text
        answers.append(answer)
        assert len(answers) <= 5 * (len(vault.sizes) + len(vault.lines)) + 5
        call = _after_json(call, answer) if call[1].get("raw") else _printed(answer)
    return answers


def _after_json(call: tuple[str, dict[str, Any]], answer: Answer) -> Any:
    data = json.loads(answer.text)
    if data.get("page", 1) >= data.get("pages", 1):
        return None
    return call[0], {**call[1], "page": data["page"] + 1}


@_fuzzed
@given(
    st.lists(st.integers(0, 900), max_size=40).map(tuple),
    st.integers(500, 4000),
    st.integers(1, 30),
)
def test_following_the_calls_reaches_every_hit(
    sizes: tuple[int, ...], budget: int, page_size: int
) -> None:
    style = Style(budget=budget)
    answers = _walk(_Vault(sizes), style, "vault_search", query="q", page_size=page_size)
    reached = {
        number
        for answer in answers
        for number, text in re.findall(r'Notes/(\d+)\.md.*?\n? *.*?"(x*)"', answer.text)
        if len(text) == sizes[int(number)]
    }
    in_json = {
        number
        for answer in answers
        for number in re.findall(r'"path":"Notes/(\d+)\.md"', answer.text)
    }
    assert reached | in_json == {str(n) for n in range(len(sizes))}


@_fuzzed
@given(
    st.lists(st.integers(0, 300), min_size=1, max_size=120).map(tuple),
    st.integers(500, 3000),
    st.integers(1, 120),
    st.integers(1, 500),
)
def test_following_the_calls_reaches_every_line_of_the_window(
    lines: tuple[int, ...], budget: int, line: int, window: int
) -> None:
    vault = _Vault(lines=lines)
    line, window = min(line, len(lines)), min(window, 500)
    asked = vault.view_file("a.md", line, window=window)
    answers = _walk(vault, Style(budget=budget), "view_file", path="a.md", line=line, window=window)
    seen = {
        int(number)
        for answer in answers
        for number, text in re.findall(r"line (\d+) (y*)", answer.text)
        if len(text) == lines[int(number) - 1]
    }
    assert set(range(asked.first_line, asked.last_line + 1)) <= seen


def test_every_other_argument_stays() -> None:
    vault, query = _Vault((200,) * 30), 'a "b" `c`\n| (d), page=9'
    answers = _walk(vault, Style(budget=2000), "vault_search", query=query, sort="name")
    assert len(answers) > 3
    assert vault.calls == [{"query": query, "sort": "name"}] * len(answers)


def test_a_page_that_fits_names_the_next() -> None:
    answer = _Vault((0,) * 11).toolset(Style()).call("vault_search", {"query": "q"})
    assert '\n\nTip: for more, call `vault_search(query="q", page=2)`\n\n_Left' in answer.text


def test_the_last_page_ends_without_a_call() -> None:
    call = {"query": "q", "page": 2}
    assert _printed(_Vault((0,) * 11).toolset(Style()).call("vault_search", call)) is None


def test_a_page_past_the_last_leads_back_to_it() -> None:
    toolset = _Vault((0,) * 11).toolset(Style())
    beyond = toolset.call("vault_search", {"query": "q", "page_size": 3, "page": 9})
    assert _printed(beyond) == ("vault_search", {"query": "q", "page": 4, "page_size": 3})


@pytest.mark.parametrize(
    ("first", "shown", "arguments"),
    [
        (1, 4, {"page_size": 4, "page": 2}),
        (11, 4, {"page_size": 2, "page": 8}),
        (11, 3, {"page_size": 3, "page": 5}),
        (7, 5, {"page_size": 5, "page": 3}),
    ],
)
def test_after_a_cut_the_page_has_the_first_hit_left_and_as_many_after_it_as_it_can(
    first: int, shown: int, arguments: dict[str, int]
) -> None:
    hits = tuple(_hit(n, 0) for n in range(10))
    search = Search("q", "relevance", 1, 10, 5, 50, 50, first, hits)
    context = CallContext("vault_search", cuts=(Cut("result", shown, 10, (shown,)),))
    call = rest_of_search(search, context)
    assert dict(call.arguments) == arguments


def test_a_hit_that_has_no_room_even_alone_is_asked_for_as_json() -> None:
    search = Search("q", "relevance", 11, 2, 25, 50, 50, 21, (_hit(0, 9), _hit(1, 9)))
    cuts = (Cut("line", 3, 9, (0, 2)), Cut("result", 1, 2, (1,)))
    arguments = {"query": "q", "page_size": 2}
    call = rest_of_search(search, CallContext("vault_search", arguments, cuts=cuts))
    assert str(call) == 'vault_search(query="q", page_size=1, page=21, raw=true)'


def test_a_page_without_room_for_anything_leads_to_its_json() -> None:
    search = Search("q", "relevance", 1, 10, 1, 1, 1, 1, (_hit(0, 9),))
    context = CallContext("vault_search", {"query": "q"}, cuts=(Cut("block", 0, 4, (0,)),))
    call = rest_of_search(search, context)
    assert str(call) == 'vault_search(query="q", raw=true)'


def test_a_window_whose_first_line_has_no_room_is_asked_for_as_json() -> None:
    vault = _Vault(lines=(2000, 1))
    answers = _walk(vault, Style(budget=500), "view_file", path="a.md")
    assert [answer.text[:2] for answer in answers] == ["# ", '{"']


def test_suggestions_are_calls_that_keep_the_order_and_size_of_pages() -> None:
    suggestions = (Suggestion('a "b"', 2), Suggestion("c", 1))
    search = Search("q", "name", 1, 3, 0, 0, 0, 1, (), suggestions)
    tips = [block for block in search_page(search, "concise") if isinstance(block, Tip)]
    asked = {"page_size": 3, "sort": "name"}
    assert [_read(tip) for tip in tips] == [
        ("vault_search", {"query": 'a "b"', **asked}),
        ("vault_search", {"query": "c", **asked}),
    ]


def test_a_tag_that_is_not_there_leads_to_all_tags() -> None:
    (tip,) = (
        block
        for block in tags_page(TagSearch("x", 1, 1, 0, 0, ()), "concise")
        if isinstance(block, Tip)
    )
    assert _read(tip) == ("vault_tags", {})


def test_a_long_note_goes_on_with_its_next_page() -> None:
    reading = Reading("a.md", "x", 2, 3, 4, 6, 9, 1, "", "")
    assert (
        str(next_page(reading, CallContext("vault_read", {"path": "a"})))
        == 'vault_read(path="a", page=3)'
    )


def _traversal(reached: int, most: int, *cuts: int) -> Traversal:
    nodes = tuple(GraphNode(f"{n}.md", 1, "0.md", "out", (), cut) for n, cut in enumerate(cuts))
    return Traversal("0.md", 2, "both", most, "", reached, 0, sum(cuts), 0, 0, nodes)


@pytest.mark.parametrize(
    ("walk", "call"),
    [
        (_traversal(3, 50, 0, 0, 9), None),
        (_traversal(9, 3, 6, 0, 0), 'graph_traverse(path="a", max_nodes=9)'),
        (_traversal(900, 3, 6, 0, 0), 'graph_traverse(path="a", max_nodes=12)'),
        (_traversal(9000, 500, 6, 0, 0), 'graph_traverse(path="a", max_nodes=1000)'),
        (_traversal(9000, 1000, 9, 3, 5), 'graph_traverse(path="2.md", max_nodes=1000)'),
        (_traversal(9000, 1000, 9, 0), None),
    ],
)
def test_a_walk_that_had_not_enough_notes_is_offered_more(
    walk: Traversal, call: str | None
) -> None:
    arguments = {"path": "a"} | ({"max_nodes": 1000} if walk.max_nodes == 1000 else {})
    following = wider_walk(walk, CallContext("graph_traverse", arguments))
    assert (following and str(following)) == call


@pytest.mark.parametrize(("total", "shown", "most"), [(3, 1, 3), (400, 1, 50), (3, 3, None)])
def test_more_paths_are_offered_as_far_as_there_are_any(
    total: int, shown: int, most: int | None
) -> None:
    search = PathSearch("a.md", "b.md", "both", shown, total, (GraphPath(()),) * shown)
    call = more_paths(search, CallContext("graph_path", {"source": "a", "target": "b"}))
    assert (call and call.arguments["max_paths"]) == most


def test_what_has_no_pages_is_asked_for_as_json() -> None:
    call = as_json(object(), CallContext("system_info", {"raw": False}))
    assert str(call) == "system_info(raw=true)"

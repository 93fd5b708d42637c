"""Calls printed on pages of code: followed as printed, they reach everything."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pageful import Cut, Detail, Mono, Tip
from pageful.code.data import search_data
from pageful.code.follow_up import call_for_json, next_page, rest_of_search
from pageful.code.results.search import Hit, Search
from pageful.code.views import search_page
from pageful.tool.call_context import CallContext
from pageful.tool.options import Style
from pageful.tool.tool import Answer, Tool, Toolset
from thoroughness import some

_ARGUMENT = re.compile(r"(?:, )?(\w+)=")
_fuzzed = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
_WHOLE = "last line of "


def _hit(number: int, lines: int, repository: str = "") -> Hit:
    content = "\n".join([*("some line of code" for _ in range(lines)), f"{_WHOLE}{number}."])
    path, telling = f"src/f{number}.py", "x" * 90
    return Hit(
        f"id-{number}.", path, content, 1, 9, 0.5, "", "", telling=telling, repository=repository
    )


@dataclass
class _Index:
    """A search over hits that are there already."""

    sizes: tuple[int, ...]
    notes: tuple[str, ...] = ()
    repositories: int = 0
    calls: list[Mapping[str, object]] = field(default_factory=list)

    def search_code(
        self, query: str, file_type: str | None = None, limit: int = 10, page: int = 1
    ) -> Search:
        """Search."""
        self.calls.append({"query": query, "file_type": file_type})
        first = (page - 1) * limit
        of = self.repositories
        hits = tuple(
            _hit(n, lines, f"repository-{n % of}" * 9 if of else "")
            for n, lines in enumerate(self.sizes)
        )
        shown = hits[first : first + limit]
        return Search(query, shown, len(hits), first + 1, "p", "cb", 1, notes=self.notes)

    def toolset(self, style: Style) -> Toolset:
        tool = Tool(
            self.search_code,
            view=search_page,
            data=search_data,
            choices=("response_format", "detail_level"),
            follow_up=rest_of_search,
            next_call=next_page,
        )
        return Toolset("code", (tool,), style=style)


def _printed(answer: Answer) -> dict[str, Any] | None:
    """The arguments of the call at a page's end, read from its text."""
    tips = [block for block in answer.document if isinstance(block, Tip)]
    assert len(tips) <= 1
    if not tips:
        return None
    assert answer.document[-1] == tips[0]
    assert isinstance(tips[0].text, tuple)
    mono = tips[0].text[1]
    assert isinstance(mono, Mono)
    name, _, rest = mono.text.removesuffix(")").partition("(")
    assert name == "search_code"
    return dict(_arguments(rest))


def _arguments(text: str) -> Iterator[tuple[str, Any]]:
    while match := _ARGUMENT.match(text):
        value, end = json.JSONDecoder().raw_decode(text, match.end())
        yield match[1], value
        text = text[end:]
    assert not text


def _following(call: dict[str, Any], answer: Answer) -> dict[str, Any] | None:
    """The next call: the printed one, or after JSON the one that its `next_page` asks for."""
    if answer.data is None:
        return _printed(answer)
    page = answer.data.get("next_page")
    return {**call, "page": page} if page else None


def _walk(index: _Index, style: Style, **first: Any) -> list[Answer]:
    toolset = index.toolset(style)
    call: dict[str, Any] | None = first
    answers = []
    while call is not None:
        answer = toolset.call("search_code", call)
        assert not answer.failed
        answers.append(answer)
        assert len(answers) <= 5 * len(index.sizes) + 5
        call = _following(call, answer)
    return answers


def _reached(answers: list[Answer], words: str) -> set[str]:
    found = re.compile(rf"{re.escape(words)}(\d+)\b")
    return {number for answer in answers for number in found.findall(answer.text)}


_SIZES = st.lists(st.integers(0, 60), max_size=60).map(tuple)


_NOTES = st.just(()) | st.integers(0, 900).map(lambda length: ("n" * length,))


@_fuzzed
@given(_SIZES, st.integers(500, 6000), st.integers(1, 50), _NOTES)
def test_following_the_calls_reaches_the_whole_of_every_hit(
    sizes: tuple[int, ...], budget: int, limit: int, notes: tuple[str, ...]
) -> None:
    index, style = _Index(sizes, notes), Style(detail="detailed", budget=budget)
    answers = _walk(index, style, query="q", limit=limit)
    assert _reached(answers, _WHOLE) == {str(n) for n in range(len(sizes))}


@pytest.mark.parametrize("detail", ["concise", "detailed"])
@pytest.mark.parametrize("length", some(range(100, 900, 50)))
@pytest.mark.parametrize("budget", range(500, 700, 50))
def test_a_long_note_on_a_small_page_keeps_no_call_from_being_made(
    detail: Detail, length: int, budget: int
) -> None:
    for hits in (1, 2, 9):
        index = _Index((0,) * hits, ("n" * length,), repositories=hits)
        answers = _walk(index, Style(detail=detail, budget=budget), query="q")
        assert _reached(answers, "src/f") == {str(n) for n in range(hits)}


@_fuzzed
@given(st.integers(0, 120), st.integers(500, 2000), st.integers(1, 50), _NOTES)
def test_following_the_calls_reaches_every_row(
    total: int, budget: int, limit: int, notes: tuple[str, ...]
) -> None:
    index = _Index((0,) * total, notes)
    answers = _walk(index, Style(budget=budget), query="q", limit=limit)
    assert _reached(answers, "src/f") == {str(n) for n in range(total)}


@pytest.mark.parametrize("detail", ["concise", "detailed"])
def test_every_other_argument_stays(detail: Detail) -> None:
    index = _Index((30,) * 12)
    query = 'a "b" `c`\n| (d), limit=9'
    answers = _walk(index, Style(budget=2000), query=query, file_type="py", detail_level=detail)
    assert len(answers) > 1
    assert index.calls == [{"query": query, "file_type": "py"}] * len(answers)


def test_a_page_that_fits_names_the_next() -> None:
    answer = _Index((0,) * 11).toolset(Style()).call("search_code", {"query": "q"})
    assert answer.text.endswith('\n\nTip: for more, call `search_code(query="q", page=2)`')


def test_the_last_page_ends_without_a_call() -> None:
    call = {"query": "q", "page": 2}
    assert _printed(_Index((0,) * 11).toolset(Style()).call("search_code", call)) is None


@pytest.mark.parametrize(
    ("first", "shown", "arguments"),
    [
        (1, 4, {"limit": 4, "page": 2}),
        (11, 4, {"limit": 2, "page": 8}),
        (11, 3, {"limit": 3, "page": 5}),
        (7, 5, {"limit": 5, "page": 3}),
    ],
)
def test_after_a_cut_the_page_has_the_first_hit_left_and_as_many_after_it_as_it_can(
    first: int, shown: int, arguments: dict[str, int]
) -> None:
    search = Search("q", tuple(_hit(n, 0) for n in range(10)), 50, first, "p", "cb", 1)
    context = CallContext("search_code", cuts=(Cut("result", shown, 10, (shown,)),))
    call = rest_of_search(search, context)
    assert dict(call.arguments) == arguments


def test_a_hit_that_has_no_room_even_alone_is_asked_for_as_json() -> None:
    search = Search("q", (_hit(0, 9), _hit(1, 9)), 50, 21, "p", "cb", 1)
    cuts = (Cut("line", 3, 9, (0, 2)), Cut("result", 1, 2, (1,)))
    arguments = {"query": "q", "limit": 2}
    call = rest_of_search(search, CallContext("search_code", arguments, cuts=cuts))
    assert str(call) == 'search_code(query="q", limit=1, page=21, response_format="json")'


def test_other_pages_are_asked_for_as_json_and_nothing_is_done_twice() -> None:
    arguments = {"repo_path": Path("/r"), "force_reindex": True, "detail_level": "detailed"}
    call = call_for_json(object(), CallContext("index_repository", arguments))
    assert str(call) == (
        'index_repository(repo_path="/r", detail_level="detailed", response_format="json")'
    )

"""Calls printed on pages of queries: followed as printed, they reach every row."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from calling import printed_calls
from pageful.tool.errors import ToolError
from pageful.tool.options import Style
from pageful.tool.tool import Answer, Tool, Toolset
from pageful.vault.dataview.results import (
    CalendarEntry,
    CalendarResult,
    ListResult,
    QueryResult,
    TableResult,
    Task,
    TaskGroup,
    TaskResult,
)
from pageful.vault.follow_up import next_page, rest_of_queries
from pageful.vault.queries.data import query_data
from pageful.vault.queries.paging import on_page, page_of, page_starts, window
from pageful.vault.queries.results import QueryBlock, QueryPage
from pageful.vault.values.dates import Parts, date_from
from pageful.vault.values.values import ListPair
from pageful.vault.values.zones import fixed_zone
from pageful.vault.views import query_page

_fuzzed = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
_UTC = fixed_zone(0)


def _text(number: int, length: int) -> str:
    return f"«{number}{'x' * length}»"


def _table(texts: list[str]) -> QueryResult:
    return TableResult(("File", "n"), tuple((text, 1.0) for text in texts))


def _list(texts: list[str]) -> QueryResult:
    return ListResult(tuple(texts))


def _pairs(texts: list[str]) -> QueryResult:
    return ListResult(tuple(ListPair("key", ("first", text)) for text in texts))


def _tasks(texts: list[str]) -> QueryResult:
    return TaskResult(tuple(_task(n, text) for n, text in enumerate(texts)), len(texts))


def _task(number: int, text: str) -> Task:
    below = (Task(f"{number % 3}.md", 2, "x", "below", completed=True),) * (number % 2)
    return Task(f"{number % 3}.md", 1, " ", text, children=below)


def _groups(texts: list[str]) -> QueryResult:
    tasks = [_task(n, text) for n, text in enumerate(texts)]
    ends = [*range(0, len(tasks), 7), len(tasks)]
    groups = tuple(TaskGroup(float(a), tuple(tasks[a:b])) for a, b in pairwise(ends))
    return TaskResult(groups, len(tasks))


def _calendar(texts: list[str]) -> QueryResult:
    days = (date_from(Parts(2025, 1, 1 + n // 3), _UTC) for n in range(len(texts)))
    return CalendarResult(tuple(map(CalendarEntry, days, texts)))


_KINDS: tuple[Callable[[list[str]], QueryResult], ...] = (
    _table,
    _list,
    _pairs,
    _tasks,
    _groups,
    _calendar,
)


def _toolset(blocks: tuple[QueryBlock, ...], style: Style, *, of_note: bool) -> Toolset:
    def dataview_query(
        query: str | None = None,
        path: str | None = None,
        page: int | None = None,
        page_size: int | None = None,
    ) -> QueryPage:
        """Query."""
        assert (query, path) == ((None, "A.md") if of_note else ("q", None))
        return page_of(blocks, path or "", page, page_size, of_note=of_note)

    tool = Tool(
        dataview_query,
        query_page,
        data=query_data,
        follow_up=rest_of_queries,
        next_call=next_page,
    )
    return Toolset("vault", (tool,), style=style)


def _walk(toolset: Toolset, most: int, **first: Any) -> list[Answer]:
    """Answers to a call and to every call that they print; after JSON, the next page."""
    calls: list[tuple[str, dict[str, Any]]] = [("dataview_query", first)]
    answers: list[Answer] = []
    while calls:
        name, arguments = calls[0]
        answer = toolset.call(name, arguments)
        assert not answer.failed, answer.text
        answers.append(answer)
        assert len(answers) <= most
        calls = printed_calls(answer.text)
        if arguments.get("raw"):
            data = json.loads(answer.text)
            more = {**arguments, "page": data["page"] + 1, "raw": False}
            calls = [(name, more)] if data["page"] < data["pages"] else []
    return answers


def _assert_all_reached(answers: list[Answer], texts: list[str]) -> None:
    seen = {found for answer in answers for found in re.findall("«[0-9]+x*»", answer.text)}
    assert seen == set(texts)


_lengths = st.lists(st.integers(0, 60) | st.integers(0, 900), max_size=40)


@pytest.mark.parametrize("kind", _KINDS, ids=lambda kind: kind.__name__[1:])
@_fuzzed
@given(_lengths, st.integers(500, 4000), st.none() | st.integers(1, 30))
def test_following_the_calls_reaches_every_row(
    kind: Callable[[list[str]], QueryResult], lengths: list[int], budget: int, size: int | None
) -> None:
    texts = [_text(number, length) for number, length in enumerate(lengths)]
    toolset = _toolset((QueryBlock("q", kind(texts)),), Style(budget=budget), of_note=False)
    sized = {} if size is None else {"page_size": size}
    _assert_all_reached(_walk(toolset, 5 * len(texts) + 5, query="q", **sized), texts)


@_fuzzed
@given(
    st.lists(st.tuples(st.sampled_from((*_KINDS, None)), _lengths), min_size=1, max_size=4),
    st.integers(500, 4000),
    st.none() | st.integers(1, 30),
)
def test_following_the_calls_reaches_every_row_of_a_note(
    parts: list[tuple[Any, list[int]]], budget: int, size: int | None
) -> None:
    blocks, texts = [], list[str]()
    for line, (kind, lengths) in enumerate(parts, 1):
        own = [_text(len(texts) + n, length) for n, length in enumerate(lengths)]
        if kind is None:
            own = [_text(len(texts), sum(lengths) % 300)]
            blocks.append(QueryBlock("q", error=f"{own[0]} failed.", line=line, end_line=line))
        else:
            blocks.append(QueryBlock("q", kind(own), line=line, end_line=line))
        texts += own
    toolset = _toolset(tuple(blocks), Style(budget=budget), of_note=True)
    sized = {} if size is None else {"page_size": size}
    _assert_all_reached(
        _walk(toolset, 5 * (len(texts) + len(blocks)) + 5, path="A.md", **sized), texts
    )


def test_a_page_names_the_next_one() -> None:
    texts = [_text(number, 1) for number in range(120)]
    toolset = _toolset((QueryBlock("q", _table(texts)),), Style(), of_note=False)
    answers = _walk(toolset, 9, query="q")
    assert [printed_calls(answer.text) for answer in answers] == [
        [("dataview_query", {"query": "q", "page": 2})],
        [("dataview_query", {"query": "q", "page": 3})],
        [],
    ]


def test_a_page_that_is_too_large_leads_to_smaller_ones() -> None:
    texts = [_text(number, 60) for number in range(120)]
    toolset = _toolset((QueryBlock("q", _table(texts)),), Style(budget=2000), of_note=False)
    answers = _walk(toolset, 20, query="q", page_size=100)
    _assert_all_reached(answers, texts)
    assert 'for the rest, call `dataview_query(query="q", page_size=' in answers[0].text


def test_a_row_without_room_is_asked_for_as_json() -> None:
    texts = [_text(0, 9000), _text(1, 5)]
    toolset = _toolset((QueryBlock("q", _table(texts)),), Style(budget=1000), of_note=False)
    answers = _walk(toolset, 5, query="q")
    assert printed_calls(answers[0].text) == [
        ("dataview_query", {"query": "q", "page_size": 1, "page": 1, "raw": True})
    ]
    _assert_all_reached(answers, texts)


def test_a_page_that_is_not_there_is_an_error_that_leads_to_the_last() -> None:
    toolset = _toolset((QueryBlock("q", _table(["a"] * 51)),), Style(), of_note=False)
    answer = toolset.call("dataview_query", {"query": "q", "page": 9})
    assert answer.failed
    assert printed_calls(answer.text) == [("dataview_query", {"query": "q", "page": 2})]


@pytest.mark.parametrize("kind", _KINDS, ids=lambda kind: kind.__name__[1:])
def test_nothing_found_is_one_page(kind: Callable[[list[str]], QueryResult]) -> None:
    page = page_of((QueryBlock("q", kind([])),), "", None, None)
    assert (page.page, page.pages) == (1, 1)
    with pytest.raises(ToolError, match="no page 2"):
        page_of((QueryBlock("q", kind([])),), "", 2, None)


@pytest.mark.parametrize(
    ("sizes", "most", "starts"),
    [
        ([1, 1, 1], 2, [0, 2, 3]),
        ([1, 1], 2, [0, 2]),
        ([3, 3, 3], 5, [0, 3, 6, 9]),
        ([2, 2, 2], 5, [0, 4, 6]),
        ([1, 12, 1], 5, [0, 1, 6, 11, 14]),
        ([10], 5, [0, 5, 10]),
        ([4, 5, 1], 5, [0, 4, 9, 10]),
    ],
)
def test_a_group_is_torn_apart_only_where_a_page_is_not_enough(
    sizes: list[int], most: int, starts: list[int]
) -> None:
    assert page_starts(sizes, most) == starts


@_fuzzed
@given(
    st.lists(st.integers(1, 30), min_size=1, max_size=20),
    st.integers(1, 200),
    st.integers(0, 10**6),
)
def test_the_rest_begins_on_a_page_with_the_row_on_it(
    sizes: list[int], most: int, place: int
) -> None:
    position = place % sum(sizes)
    size, page = window(sizes, position, most)
    starts = page_starts(sizes, size)
    assert size <= most
    assert starts[page - 1] <= position < starts[page]


@_fuzzed
@given(st.sampled_from(_KINDS), st.integers(1, 60), st.integers(1, 20))
def test_pages_share_the_rows_out(
    kind: Callable[[list[str]], QueryResult], rows: int, size: int
) -> None:
    blocks = (QueryBlock("q", kind([str(n) for n in range(rows)])),)
    pages = page_of(blocks, "", 1, size).pages
    parts = [part for n in range(pages) for part in on_page(page_of(blocks, "", n + 1, size))]
    assert all(0 < stop - start <= size for _, start, stop in parts)
    assert [start for _, start, _ in parts] == [0, *(stop for _, _, stop in parts[:-1])]
    assert parts[-1][2] == rows

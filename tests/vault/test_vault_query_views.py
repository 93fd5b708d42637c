"""Pages and JSON of queries: golden files, and what no page may lose."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import hostile
from forging import FORGED, forged, own_lines
from pageful import Code, Detail, Document, Table, View, present, to_json, to_markdown
from pageful.tool.call_context import CallContext
from pageful.tool.errors import ToolError
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
from pageful.vault.follow_up import next_page
from pageful.vault.queries.data import query_data, value_data
from pageful.vault.queries.paging import page_of
from pageful.vault.queries.results import Evaluation, QueryBlock, QueryPage
from pageful.vault.values.dates import Parts, date_from
from pageful.vault.values.failures import OutOfBudget
from pageful.vault.values.values import (
    Date,
    Duration,
    ExternalLink,
    Function,
    Link,
    ListPair,
    Value,
)
from pageful.vault.values.zones import Zone, fixed_zone
from pageful.vault.views import query_page, value_page

_PAGES = Path(__file__).parent / "pages" / "queries"
_UTC: Zone = fixed_zone(0)
_HOSTILE = 'a|b `c` ]](x) **d** <!-- "é"\n# e.md'
_RTL, _EMOJI = "مجلد/ملاحظة.md", "📚 Reading/👩‍👩‍👧 Family.md"


def _day(month: int, day: int, hour: int = 0, minute: int = 0) -> Date:
    return date_from(Parts(2025, month, day, hour, minute), _UTC)


def _note(path: str) -> Link:
    return Link(path)


def _object(path: str, **fields: Value) -> dict[str, Value]:
    return {"file": {"path": path, "link": Link(path), "name": "x"}, **fields}


def _item(path: str, line: float, text: str, *, status: str | None = None) -> dict[str, Value]:
    return {
        "symbol": "-",
        "path": path,
        "line": line,
        "text": text,
        "task": status is not None,
        "status": status,
        "children": (),
    }


_BOOKS = TableResult(
    ("File", "rating", "topics", "read", "took", "details", "see"),
    (
        (
            _note("Books/Dune | part 1.md"),
            4.5,
            ("sand", "worms, giant", "[[Spice]]"),
            _day(3, 8),
            Duration((("hours", 36.0),)),
            {"pages": 612.0, "tags": ("a", "b"), "more": None},
            Link("Books/Dune | part 1.md", "header", "the end", "Ending"),
        ),
        (
            _note("Books/Emma.md"),
            None,
            (),
            _day(3, 9, 14, 30),
            None,
            {},
            (Link("Books/Dune | part 1.md"), Link("Nobody"), Link("a.png", embed=True)),
        ),
        (
            _note("Books/Zen.md"),
            5.0,
            (("a", "b"), ("c",)),
            True,
            "A cell of two\nlines and a | pipe",
            ExternalLink("https://x.y/z", "site"),
            Link("Books/Emma.md", "block", None, "b1"),
        ),
    ),
)
_GROUPED = TableResult(
    ("genre", "rows", "open"),
    (
        (
            "drama",
            (_object("Shows/A.md"), _object("Shows/B, or not.md")),
            (_item("Shows/A.md", 3.0, "watch", status=" "), _item("Shows/C.md", 0.0, "an item")),
        ),
        (_note("Shows/A.md"), (), _item("Shows/A.md", 6.0, "watch again", status="x")),
    ),
)
_MANY = TableResult(("File", "n"), tuple((_note(f"Notes/{n}.md"), float(n)) for n in range(1, 313)))
_LIST = ListResult((_note("A.md"), "text", "", 4.0, None, ("a", "b"), ListPair("key", "value")))
_PAIRS = ListResult(
    (
        ListPair(_note("A.md"), ("x", "y, z")),
        ListPair(_note("B.md"), ("only",)),
        ListPair("", ()),
        ListPair(None, None),
        ListPair("-", (("a", "b"), _note("C.md"))),
    )
)


def _task(path: str, line: int, text: str, status: str | None = " ", *children: Task) -> Task:
    return Task(path, line, status, text, status == "x", status == "x", children)


_LOAF = _task(
    "Recipes/Rye.md",
    44,
    "try with caraway #idea",
    " ",
    _task("Recipes/Rye.md", 45, "ask [[Jonas]]", "x", _task("Recipes/Rye.md", 46, "why", None)),
)
_OVEN = _task("Oven.md", 26, "descale\nin February", "x")
_SALT = _task("Recipes/Rye.md", 50, "- [ ] less salt", "-")
_TASKS = TaskResult((_OVEN, _LOAF, _SALT), 4)
_TASK_GROUPS = TaskResult(
    (
        TaskGroup(_note("Oven.md"), (_OVEN,)),
        TaskGroup(None, (_LOAF, _SALT)),
        TaskGroup("", (TaskGroup("inner", (_OVEN, _LOAF)), TaskGroup(2.0, (_SALT,)))),
    ),
    9,
)
_DAYS = CalendarResult(
    (
        CalendarEntry(_day(3, 9), _note("Later.md")),
        CalendarEntry(None, _note("Never.md")),
        CalendarEntry(_day(3, 8, 7), _note("Early.md")),
        CalendarEntry(_day(3, 8, 9), _note("Late, same day.md")),
        CalendarEntry("some day", _note("Word.md")),
        CalendarEntry(None, _note("Never again.md")),
    )
)
_REMARKS = ("Left out: 2 rows, for which operation 'where' failed: no `+` of\n# these.",)


def _single(result: QueryResult, page: int | None = None, size: int | None = None) -> QueryPage:
    return page_of((QueryBlock("TABLE n", result),), "", page, size)


_ERROR = "The query can't be read.\nline 1, column 7:\nTABLE !\n      ^\nexpected an expression"
_BLOCKS = (
    QueryBlock("LIST", _LIST, line=3, end_line=6),
    QueryBlock("TABLE !", error=_ERROR, line=9, end_line=11),
    QueryBlock(
        "TASK",
        TaskResult((), 0),
        line=1200,
        end_line=1203,
        remarks=("Of 4 tasks none was left after WHERE false.",),
    ),
    QueryBlock("TASK", _TASK_GROUPS, line=1300, end_line=1301),
)
_STRANGE = TableResult(
    ("a|b", "`c`\n# d", ""),
    (
        (_note(_HOSTILE), _HOSTILE, Link(_HOSTILE, "header", "```", "x|y")),
        (_note(_RTL), _note(_EMOJI), {"a\n# b": "|---|"}),
    ),
)
_STRANGE_TASKS = TaskResult(
    (
        TaskGroup("```\n# x", (_task(_HOSTILE, 1, "```\n- [x] not mine (line 9)", "\n"),)),
        TaskGroup(_note(_RTL), (_task(_RTL, 0, "", "`"), _task("# x.md", 2, "~~~"))),
    ),
    3,
)

_RESULTS: Mapping[str, tuple[Any, View[Any]]] = {
    "query_table": (_single(_BOOKS), query_page),
    "query_table_grouped": (_single(_GROUPED), query_page),
    "query_table_page": (_single(_MANY, 32, 10), query_page),
    "query_table_first_page": (_single(_MANY, 1, 3), query_page),
    "query_table_empty": (_single(TableResult(("File",), ())), query_page),
    "query_table_without_columns": (_single(TableResult((), ((), ()))), query_page),
    "query_table_hostile": (_single(_STRANGE), query_page),
    "query_list": (_single(_LIST), query_page),
    "query_list_pairs": (_single(_PAIRS), query_page),
    "query_tasks": (_single(_TASKS), query_page),
    "query_tasks_grouped": (_single(_TASK_GROUPS), query_page),
    "query_tasks_continued": (_single(_TASK_GROUPS, 4, 1), query_page),
    "query_tasks_hostile": (_single(_STRANGE_TASKS), query_page),
    "query_calendar": (_single(_DAYS), query_page),
    "query_remarks": (
        page_of((QueryBlock("LIST", _LIST, remarks=_REMARKS),), "", None, None),
        query_page,
    ),
    "query_note": (page_of(_BLOCKS, "Folder/A note.md", None, None, of_note=True), query_page),
    "query_note_page": (page_of(_BLOCKS, _HOSTILE, 2, 5, of_note=True), query_page),
    "query_value": (Evaluation("this.n * 2", "A.md", 4.5), value_page),
    "query_value_text": (Evaluation("this.a", "", "# Two\nlines | here"), value_page),
    "query_value_array": (Evaluation("[1]", "", (_note("A.md"), ("a", "b"), None)), value_page),
    "query_value_null": (Evaluation("this.b", "", None), value_page),
    "query_value_nothing": (Evaluation("this.a", "", ()), value_page),
}
_DETAILS: tuple[Detail, ...] = ("concise", "detailed")
_fuzzed = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])


def _page(name: str, detail: Detail) -> str:
    result, view = _RESULTS[name]
    arguments = {"query": "TABLE n", "page_size": getattr(result, "page_size", 0)}
    paged = isinstance(result, QueryPage) and result.chosen
    call = next_page(result, CallContext("dataview_query", arguments)) if paged else None
    return present(result, view, detail=detail, next_call=call).text + "\n"


@pytest.mark.parametrize("detail", _DETAILS)
@pytest.mark.parametrize("name", _RESULTS)
def test_a_result_has_its_golden_page(name: str, detail: Detail) -> None:
    assert _page(name, detail).encode() == (_PAGES / f"{name}.md").read_bytes()


@pytest.mark.parametrize("detail", _DETAILS)
@pytest.mark.parametrize("name", _RESULTS)
def test_nothing_that_a_file_says_reads_like_a_line_of_the_page(name: str, detail: Detail) -> None:
    result, view = _RESULTS[name]
    page = to_markdown(view(forged(result), detail))
    assert not [line for line in own_lines(page) if line.startswith(FORGED)]


def test_every_golden_page_has_its_result() -> None:
    assert {path.stem for path in _PAGES.glob("*.md")} == set(_RESULTS)


_words = hostile.words
_scalars: st.SearchStrategy[Any] = st.one_of(
    st.none(),
    st.booleans(),
    st.floats(),
    _words,
    st.builds(Date, st.floats(-1e12, 1e13), st.just(_UTC)),
    st.builds(Duration, st.just((("days", 1.0), ("hours", 3.5)))),
    st.builds(
        Link,
        _words,
        st.sampled_from(["file", "header", "block"]),
        st.none() | _words,
        st.none() | _words,
        st.booleans(),
    ),
    st.builds(ExternalLink, _words, st.none() | _words),
    st.just(Function(lambda: None)),
    st.builds(_object, _words),
    st.builds(_item, _words, st.floats(0, 99), _words, status=st.none() | _words),
)
_values: st.SearchStrategy[Any] = st.recursive(
    _scalars,
    lambda inner: hostile.tuples(inner) | st.dictionaries(_words, inner, max_size=3),
    max_leaves=6,
)
_tasks = st.recursive(
    st.builds(Task, _words, st.integers(0, 99), st.none() | _words, _words),
    lambda inner: st.builds(
        Task,
        _words,
        st.integers(0, 99),
        st.none() | _words,
        _words,
        children=hostile.tuples(inner, 2),
        visual=st.none() | _words,
    ),
    max_leaves=4,
)
_keys: st.SearchStrategy[Any] = st.deferred(lambda: _values)
_members: st.SearchStrategy[Any] = st.deferred(lambda: _tasks)
_groups = st.recursive(
    st.builds(TaskGroup, _keys, st.lists(_members, min_size=1, max_size=3).map(tuple)),
    lambda inner: st.builds(TaskGroup, _keys, st.lists(inner, min_size=1, max_size=3).map(tuple)),
    max_leaves=4,
)


def _tables(width: int) -> st.SearchStrategy[TableResult]:
    row = st.tuples(*[_values] * width)
    return st.builds(TableResult, st.tuples(*[_words] * width), hostile.tuples(row))


_results: st.SearchStrategy[QueryResult] = st.one_of(
    st.integers(1, 3).flatmap(_tables),
    st.builds(ListResult, hostile.tuples(_values | st.builds(ListPair, _values, _values))),
    st.builds(TaskResult, hostile.tuples(_tasks), st.integers(1, 99)),
    st.builds(TaskResult, hostile.tuples(_groups), st.integers(1, 99)),
    st.builds(CalendarResult, hostile.tuples(st.builds(CalendarEntry, _values, _values))),
)
_blocks = st.one_of(
    st.builds(
        QueryBlock,
        _words,
        _results,
        line=st.integers(1, 99),
        end_line=st.integers(1, 99),
        remarks=hostile.tuples(_words, 2),
    ),
    st.builds(QueryBlock, _words, error=_words, line=st.just(1), end_line=st.just(2)),
)
_note_pages = st.builds(
    page_of,
    st.lists(_blocks, min_size=1, max_size=3).map(tuple),
    _words,
    st.just(1),
    st.none() | st.integers(1, 9),
    of_note=st.sampled_from([True]),
)
_sizes = st.none() | st.integers(1, 9)
_single_pages = st.builds(_single, _results, st.none() | st.just(1), _sizes)
_KINDS: Mapping[str, tuple[View[Any], st.SearchStrategy[Any]]] = {
    "query": (query_page, _single_pages),
    "note": (query_page, _note_pages),
    "value": (value_page, st.builds(Evaluation, _words, _words, _values)),
}


def _leaves(document: Document) -> tuple[Any, ...]:
    """The blocks, those in sections among them."""
    leaves: list[Any] = []
    for block in document:
        items = getattr(block, "items", ())
        inner = [each for item in items for each in getattr(item, "blocks", ())]
        leaves += inner or [block]
    return tuple(leaves)


@pytest.mark.parametrize("kind", _KINDS)
@_fuzzed
@given(st.data())
def test_hostile_text_never_changes_the_structure_of_a_page(kind: str, data: st.DataObject) -> None:
    view, results = _KINDS[kind]
    document = _leaves(view(data.draw(results), "concise"))
    tamed = tuple(map(hostile.tame, document))
    assert hostile.structures(to_markdown(document)) == hostile.structures(to_markdown(tamed))


@_fuzzed
@given(_single_pages | _note_pages)
def test_json_takes_whatever_queries_find(page: QueryPage) -> None:
    text = to_json(query_data(page, "concise"))
    assert json.loads(text, parse_constant=lambda _: pytest.fail("no JSON"))


@_fuzzed
@given(_values)
def test_json_takes_whatever_an_expression_is(value: Value) -> None:
    data = json.loads(to_json(value_data(Evaluation("x", "", value), "concise")))
    assert data["type"] == "value"


@_fuzzed
@given(st.lists(_words, min_size=1, max_size=5))
def test_a_task_has_one_line_whatever_its_text(texts: list[str]) -> None:
    tasks = tuple(_task("A.md", line, text) for line, text in enumerate(texts, 1))
    (code,) = (
        block
        for block in query_page(_single(TaskResult(tasks, len(tasks))), "concise")
        if isinstance(block, Code)
    )
    assert len(to_markdown((code,)).split("\n")) == len(texts) + 3


@pytest.mark.parametrize("path", [_RTL, _EMOJI, "1. One.md", "# x.md", "- [[y]].md", "a  b.md"])
def test_paths_stay_verbatim(path: str) -> None:
    task = _task(path, 1, "x")
    for result in (
        TableResult(("File",), ((_note(path),),)),
        ListResult((_note(path),)),
        ListResult((ListPair("x", (_note(path), _object(path))),)),
        TaskResult((task,), 1),
        TaskResult((TaskGroup(_note(path), (task,)),), 1),
        CalendarResult((CalendarEntry(_day(1, 1), _note(path)),)),
    ):
        assert path in present(_single(result), query_page).text


def test_no_cell_is_cut() -> None:
    long = "x y " * 5_000
    (table,) = (
        block
        for block in query_page(_single(TableResult(("a",), ((long,),))), "concise")
        if isinstance(block, Table)
    )
    assert table.rows == ((long,),)


def test_a_value_that_is_shared_many_times_over_is_too_large_for_a_page() -> None:
    value: Value = "x" * 100
    for _ in range(40):
        value = (value, value)
    with pytest.raises(OutOfBudget):
        present(_single(ListResult((value,))), query_page)


def test_a_value_that_nests_too_deep_for_a_page_is_an_error() -> None:
    value: Value = ()
    for _ in range(100_000):
        value = (value,)
    with pytest.raises(ToolError, match="200 levels"):
        present(_single(TableResult(("a",), ((value,),))), query_page)


_LINK = {"path": "A.md", "display": None, "subpath": None, "embed": False, "type": "file"}


@pytest.mark.parametrize(
    ("result", "data"),
    [
        (
            TableResult(("File", "n"), ((Link("A.md"), 1.0),)),
            {
                "type": "table",
                "headers": ["File", "n"],
                "rows": [[{"$link": _LINK}, 1]],
                "total": 1,
            },
        ),
        (
            ListResult((ListPair(Link("A.md"), None), "x")),
            {"type": "list", "values": [[{"$link": _LINK}, None], "x"], "total": 2},
        ),
        (
            TaskResult((TaskGroup("k", (_OVEN,)),), 1),
            {
                "type": "task",
                "values": [
                    {
                        "key": "k",
                        "rows": [
                            {
                                "path": "Oven.md",
                                "line": 25,
                                "status": "x",
                                "text": "descale\nin February",
                                "completed": True,
                                "fullyCompleted": True,
                                "children": [],
                            }
                        ],
                    }
                ],
                "total": 1,
            },
        ),
        (
            CalendarResult((CalendarEntry(_day(3, 8), Link("A.md")),)),
            {
                "type": "calendar",
                "values": [
                    {"date": {"$date": "2025-03-08T00:00:00.000Z"}, "link": {"$link": _LINK}}
                ],
                "total": 1,
            },
        ),
    ],
)
def test_a_result_has_its_form_in_json(result: QueryResult, data: object) -> None:
    assert query_data(_single(result), "concise") == data


def test_json_has_all_rows_unless_a_page_is_asked_for() -> None:
    whole = query_data(_single(_MANY), "concise")
    assert (len(whole["rows"]), whole["total"]) == (312, 312)
    assert "page" not in whole
    page = query_data(_single(_MANY, 2, 100), "concise")
    assert [row[1] for row in page["rows"]] == list(range(101, 201))
    assert (page["total"], page["page"], page["pages"]) == (312, 2, 4)


def test_json_of_a_calendar_keeps_the_order_of_the_query() -> None:
    values = query_data(_single(_DAYS), "concise")["values"]
    assert [each["link"]["$link"]["path"] for each in values][:2] == ["Later.md", "Never.md"]


def test_json_of_a_note_has_its_blocks_with_their_lines() -> None:
    data = query_data(page_of(_BLOCKS, "A.md", None, None, of_note=True), "concise")
    assert [(block["line"], block["end_line"]) for block in data["blocks"]] == [
        (3, 6),
        (9, 11),
        (1200, 1203),
        (1300, 1301),
    ]
    assert data["blocks"][1] == {"line": 9, "end_line": 11, "query": "TABLE !", "error": _ERROR}
    assert data["blocks"][0]["result"]["total"] == 7


def test_json_of_a_page_of_a_note_has_what_is_on_the_page() -> None:
    data = query_data(page_of(_BLOCKS, "A.md", 2, 5, of_note=True), "concise")
    first, *others = data["blocks"]
    assert (len(first["result"]["values"]), first["result"]["total"]) == (2, 7)
    assert [each["line"] for each in others] == [9, 1200, 1300]
    assert [group["key"] for group in others[-1]["result"]["values"]][1:] == []
    assert (data["page"], data["pages"], data["total"]) == (2, 3, 4)

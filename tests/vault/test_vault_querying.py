"""Queries as the tools run them: one, all of a note, expressions, and why nothing was found."""

from __future__ import annotations

from pathlib import Path

import pytest

from calling import printed_calls
from folders import fill
from pageful import Tip, present
from pageful.tool.context import Caller
from pageful.tool.errors import Cancelled, ToolError
from pageful.vault.dataview.engine import Engine
from pageful.vault.dataview.results import ListResult, TableResult
from pageful.vault.graph.adjacency import LatestGraph
from pageful.vault.queries.queries import Queries
from pageful.vault.queries.results import QueryPage
from pageful.vault.snapshot.vault import Vault
from pageful.vault.values.clock import Clock
from pageful.vault.values.zones import fixed_zone
from pageful.vault.views import query_page

_FILES = {
    "A.md": "---\nrating: 5\n---\n# A\n\n- [x] done\n- [ ] open\n\nSee [[B]]. #x\n",
    "Folder/B.md": "---\nrating: 3\nwho: Ada\n---\n#x/y\n",
    "C.md": "Nothing.\n",
    "data.csv": "n,m\n1,2\n",
    "Queries.md": (
        "---\nrating: 1\n---\n# Queries\n\n```dataview\nLIST\nFROM #x\n```\n\n"
        "> [!info]\n> ```dataview\n> TABLE !\n> ```\n\n"
        "- item\n  ```dataview\n  TASK\n  WHERE completed\n  ```\n\n"
        "```dataviewjs\ndv.list()\n```\n\n"
        "```dataview\nLIST this.rating\nWHERE file = this.file\n"
    ),
    "Program.md": "```dataviewjs\ndv.list()\n```\n",
}


@pytest.fixture
def queries(tmp_path: Path) -> Queries:
    return _queries(tmp_path)


def _queries(tmp_path: Path, caller: Caller | None = None) -> Queries:
    vault = Vault(fill(tmp_path / "vault", _FILES), cache=tmp_path / "cache")
    snapshot = vault.scan(Caller())
    graph = LatestGraph().of(snapshot, Caller())
    engine = Engine(vault.paths)
    return Queries(engine, snapshot, graph, caller or Caller(), Clock(0, fixed_zone(0)))


def _remarks(page: QueryPage) -> tuple[str, ...]:
    return page.blocks[0].remarks


def test_a_query_has_all_its_rows_and_the_first_page(queries: Queries) -> None:
    page = queries.run("LIST")
    result = page.blocks[0].result
    assert result
    assert (result.total, page.start, page.stop, page.pages) == (5, 0, 5, 1)
    assert (page.of_note, page.chosen, page.path) == (False, False, "")


def test_a_page_may_be_chosen(queries: Queries) -> None:
    page = queries.run("LIST", page=2, page_size=2)
    assert (page.start, page.stop, page.page, page.pages) == (2, 4, 2, 3)
    assert page.chosen


@pytest.mark.parametrize("path", ["Folder/B.md", "B", "[[B]]", "folder/b"])
def test_this_is_the_note_that_the_path_means(queries: Queries, path: str) -> None:
    page = queries.run("LIST WITHOUT ID this.who WHERE file = this.file", path)
    assert page.path == "Folder/B.md"
    assert page.blocks[0].result == ListResult(("Ada",))


def test_a_link_to_this_note_means_the_path_too(queries: Queries) -> None:
    result = queries.run("LIST WITHOUT ID file.name FROM [[]]", "B").blocks[0].result
    assert result == ListResult(("A",))


def test_neither_query_nor_path_is_an_error(queries: Queries) -> None:
    with pytest.raises(ToolError, match="neither a query nor a note") as error:
        queries.run(None)
    ((_, arguments),) = printed_calls(str(error.value))
    assert queries.run(**arguments).blocks


@pytest.mark.parametrize("path", ["No such note", "../A.md"])
def test_a_note_that_is_not_there_is_an_error(queries: Queries, path: str) -> None:
    with pytest.raises(ToolError):
        queries.run("LIST", path)


def test_what_is_no_note_has_no_queries(queries: Queries) -> None:
    with pytest.raises(ToolError, match="no note"):
        queries.run(None, "data.csv")


def test_a_failed_query_is_an_error_and_no_empty_result(queries: Queries) -> None:
    with pytest.raises(ToolError, match="expected"):
        queries.run("LIST FROM")
    with pytest.raises(ToolError, match="Every row"):
        queries.run("TABLE 1 + date(today)")


def test_all_queries_of_a_note_run_and_say_their_lines(queries: Queries) -> None:
    page = queries.run(None, "Queries")
    assert page.of_note
    assert [(block.line, block.end_line, block.query) for block in page.blocks] == [
        (6, 9, "LIST\nFROM #x"),
        (12, 14, "TABLE !"),
        (17, 20, "TASK\nWHERE completed"),
        (26, 28, "LIST this.rating\nWHERE file = this.file"),
    ]


def test_a_query_of_a_note_that_fails_does_so_in_its_place(queries: Queries) -> None:
    page = queries.run(None, "Queries.md")
    assert [bool(block.result) for block in page.blocks] == [True, False, True, True]
    assert "| TABLE !\n|        ^" in page.blocks[1].error


def test_this_is_the_note_whose_queries_run(queries: Queries) -> None:
    text = present(queries.run(None, "Queries"), query_page).text
    assert "\n## Lines 26–28: List: 1 row\n```\nQueries.md: 1\n```" in text


def test_rows_of_a_notes_queries_are_paged_together(queries: Queries) -> None:
    pages = [queries.run(None, "Queries", number, 2) for number in (1, 2, 3)]
    assert [(page.start, page.stop) for page in pages] == [(0, 2), (2, 4), (4, 5)]


def test_a_note_without_queries_is_an_error(queries: Queries) -> None:
    with pytest.raises(ToolError, match="no block ```dataview"):
        queries.run(None, "C")
    with pytest.raises(ToolError, match="1 dataviewjs block"):
        queries.run(None, "Program")


def test_queries_that_have_no_time_left_are_not_run(
    queries: Queries, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pageful.vault.queries.queries._SECONDS_OF_NOTE", 0.0)
    page = queries.run(None, "Queries")
    assert all("Not run" in block.error for block in page.blocks)


def test_a_caller_who_gives_up_ends_a_query(tmp_path: Path) -> None:
    class GoneCaller(Caller):
        def checkpoint(self) -> None:
            raise Cancelled

    with pytest.raises(Cancelled):
        _queries(tmp_path, GoneCaller()).run(
            "LIST map(range, (x) => x) FLATTEN list(1,2,3,4,5,6,7,8,9) AS range "
            "FLATTEN list(1,2,3,4,5,6,7,8,9) AS a FLATTEN list(1,2,3,4,5,6,7,8,9) AS b "
            "FLATTEN list(1,2,3,4,5,6,7,8,9) AS c"
        )


@pytest.mark.parametrize(
    ("query", "remark"),
    [
        ("LIST FROM #nope", "No note is found FROM #nope."),
        ('TABLE "FROM" FROM #nope WHERE a', "No note is found FROM #nope."),
        ("TASK FROM #x/y", "Of 1 note FROM #x/y none has a task."),
        ("LIST WHERE rating > 9", "Of 5 rows none was left after WHERE rating > 9."),
        (
            'LIST FROM #x WHERE rating\nSORT file.name WHERE\n  file.name = "SORT"',
            'Of 2 rows none was left after WHERE file.name = "SORT".',
        ),
        ("TASK WHERE due", "Of 2 tasks none was left after WHERE due."),
        ("LIST LIMIT 0", "Of 5 rows none was left after LIMIT 0."),
        ("LIST FLATTEN list() AS x", "Of 5 rows none was left after FLATTEN list() AS x."),
    ],
)
def test_nothing_found_comes_with_the_clause_that_left_nothing(
    queries: Queries, query: str, remark: str
) -> None:
    assert _remarks(queries.run(query))[0] == remark


def test_rows_that_were_left_out_are_told_with_the_reason(queries: Queries) -> None:
    page = queries.run('TABLE rating + 1 WHERE file.name != "B"')
    (remark,) = _remarks(page)
    assert remark.startswith("Left out: 2 rows, for which final data extraction failed: ")


@pytest.mark.parametrize(
    ("expression", "path", "value"),
    [
        ("1 + 2", None, 3),
        ("= this.rating * 2", "A", 10),
        (" =this.file.name ", "Folder/B.md", "B"),
        ("this.rating", None, None),
        ("[[A]].rating", None, 5),
        ('list(1, "a")', None, (1, "a")),
    ],
)
def test_an_expression_has_a_value(
    queries: Queries, expression: str, path: str | None, value: object
) -> None:
    assert queries.evaluate(expression, path).value == value


def test_an_expression_that_can_not_be_read_is_an_error(queries: Queries) -> None:
    with pytest.raises(ToolError, match="expected"):
        queries.evaluate("1 +")


def test_the_same_time_holds_for_a_whole_call(queries: Queries) -> None:
    assert queries.run("TABLE WITHOUT ID date(today) = date(1970-01-01) LIMIT 1").blocks[
        0
    ].result == TableResult(("date(today) = date(1970-01-01)",), ((True,),))


def test_the_last_page_is_offered_where_one_is_not_there(queries: Queries) -> None:
    with pytest.raises(ToolError, match="no page 9") as error:
        queries.run("LIST", "A", 9, 2)
    ((_, arguments),) = printed_calls(str(error.value))
    assert arguments == {"query": "LIST", "path": "A.md", "page_size": 2, "page": 3}
    assert queries.run(**arguments).stop == 5


def test_a_page_of_few_rows_ends_without_a_tip(queries: Queries) -> None:
    assert not [
        block for block in query_page(queries.run("LIST"), "concise") if isinstance(block, Tip)
    ]

"""Queries of all four kinds are run, clause by clause, as the language has it."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from pageful.tool.context import Caller
from pageful.tool.errors import ToolError
from pageful.vault.dataview.answers import query_json
from pageful.vault.dataview.engine import Engine
from pageful.vault.dataview.results import DroppedRows, TableResult
from pageful.vault.graph.adjacency import build_graph
from querying import CLOCK, answer, column, date, link, names, run, value, vault
from snapshots import parsed

BOOKS = {
    "a.md": "---\npages: 300\ntags: [novel, short]\nby: Ann\n---",
    "b.md": "---\npages: 100\ntags: [novel]\nby: Bob\n---",
    "c.md": "---\ntags: []\nby: Ann\n---",
    "d.md": "---\npages: many\nby: Cy\n---",
}


def _sorted(expression: str, notes: dict[str, str] = BOOKS) -> list[str]:
    return names(notes, f'LIST FROM "" SORT {expression}')


# Headers


def test_a_table_has_the_notes_first_and_a_column_for_each_expression() -> None:
    found = answer(BOOKS, 'TABLE pages * 2 AS "Twice", by FROM "a"')
    assert found == {
        "type": "table",
        "headers": ["File", "Twice", "by"],
        "rows": [[link("a.md"), 600, "Ann"]],
        "total": 1,
    }


def test_a_column_without_a_name_is_named_by_its_text_on_one_line() -> None:
    assert answer(BOOKS, "TABLE WITHOUT ID length(\n  by\n) WHERE by")["headers"] == ["length(by)"]


def test_columns_of_one_name_all_have_the_last_one_s_value() -> None:
    assert answer(BOOKS, 'TABLE WITHOUT ID 1 AS x, 2 AS x FROM "a"')["rows"] == [[2, 2]]
    assert answer(BOOKS, 'TABLE WITHOUT ID 1 - null AS x, 2 AS x FROM "a"')["rows"] == [[2, 2]]


def test_a_table_without_columns_still_has_its_rows() -> None:
    assert answer(BOOKS, 'TABLE FROM "a"')["rows"] == [[link("a.md")]]
    assert answer(BOOKS, 'TABLE WITHOUT ID FROM "a"')["rows"] == [[]]


def test_a_list_has_the_notes_or_pairs_or_values_alone() -> None:
    assert answer(BOOKS, 'LIST FROM "a"')["values"] == [link("a.md")]
    assert answer(BOOKS, 'LIST by FROM "a"')["values"] == [[link("a.md"), "Ann"]]
    assert answer(BOOKS, 'LIST WITHOUT ID by FROM "a"')["values"] == ["Ann"]
    assert answer(BOOKS, 'LIST nothing FROM "a"')["values"] == [[link("a.md"), None]]


def test_a_calendar_has_dates_with_links_in_the_order_of_the_query() -> None:
    notes = vault(["2022-01-02.md", "2022-01-01.md", "x.md"])
    assert answer(notes, "CALENDAR file.day SORT file.name DESC") == {
        "type": "calendar",
        "values": [
            {"date": None, "link": link("x.md")},
            {"date": date("2022-01-02"), "link": link("2022-01-02.md")},
            {"date": date("2022-01-01"), "link": link("2022-01-01.md")},
        ],
        "total": 3,
    }


def test_a_calendar_of_groups_has_no_links() -> None:
    assert answer(BOOKS, "CALENDAR 1 GROUP BY 2")["values"] == [{"date": 1, "link": None}]


# this


def test_this_is_the_note_that_holds_the_query() -> None:
    assert names(BOOKS, "LIST WHERE by = this.by", "a.md") == ["a", "c"]
    assert names(BOOKS, "LIST WHERE file = this.file", "b.md") == ["b"]


def test_this_is_empty_where_no_note_holds_the_query() -> None:
    assert names(BOOKS, "LIST WHERE !this") == ["a", "b", "c", "d"]
    assert names(BOOKS, "LIST WHERE !this", "gone.md") == ["a", "b", "c", "d"]


def test_an_expression_is_evaluated_in_its_note() -> None:
    assert value(BOOKS, "this.pages + 1") == 301
    assert value(BOOKS, "date(today)") == date("2022-03-05")
    assert value(BOOKS, "[[b]].by") == "Bob"


def test_an_expression_without_a_value_is_an_error() -> None:
    with pytest.raises(ToolError):
        value(BOOKS, "1 + null")


def test_a_link_has_the_fields_of_the_note_it_leads_to_from_the_note_of_the_query() -> None:
    notes = {"F/a.md": "", "F/b.md": "x:: near", "b.md": "x:: far", "G/c.md": ""}
    assert value(notes, "[[b]].x", "G/c.md") == "far"
    assert value(notes, "[[b]].file.path", "G/c.md") == "b.md"


# WHERE


def test_where_keeps_what_is_true() -> None:
    assert names(BOOKS, "LIST WHERE pages") == ["a", "b", "d"]
    assert names(BOOKS, 'LIST WHERE tags AND by = "Ann"') == ["a"]


def test_a_row_that_fails_is_dropped_and_said() -> None:
    found = run(BOOKS, "TABLE pages WHERE pages - 50 > 100")
    assert isinstance(found, TableResult)
    assert found.total == 1
    assert found.dropped == (
        DroppedRows(
            "operation 'where'",
            2,
            (
                "No implementation found for 'null - number'. In `pages - 50 > 100`.",
                "No implementation found for 'string - number'. In `pages - 50 > 100`.",
            ),
        ),
    )


def test_a_cell_that_fails_drops_its_row() -> None:
    found = run(BOOKS, "TABLE pages - 50")
    assert found.total == 2
    assert [(each.operation, each.rows) for each in found.dropped] == [("final data extraction", 2)]


@pytest.mark.parametrize(
    ("query", "operation"),
    [
        ("LIST WHERE round(by) = 1", "operation 'where'"),
        ('LIST FROM "" SORT by - 1', "operation 'sort'"),
        ("LIST GROUP BY by - 1", "operation 'group'"),
        ("LIST FLATTEN by - 1", "operation 'flatten'"),
        ("LIST by - 1", "final data extraction"),
    ],
)
def test_a_query_that_fails_for_every_row_fails(query: str, operation: str) -> None:
    with pytest.raises(ToolError, match=rf"Every row during {operation} failed with an error") as e:
        answer(BOOKS, query)
    assert e.value.problem.count("\n") >= 1


def test_a_query_without_rows_does_not_fail() -> None:
    assert answer(BOOKS, "LIST by - 1 FROM #none")["total"] == 0
    assert answer({}, "TABLE 1 - null")["total"] == 0


# SORT


def test_rows_are_sorted_by_the_first_key_then_by_the_next() -> None:
    assert _sorted("by, file.name DESC") == ["c", "a", "b", "d"]


def test_equal_rows_stay_as_they_stand_up_and_down() -> None:
    assert _sorted("1") == ["a", "b", "c", "d"]
    assert _sorted("1 DESC") == ["a", "b", "c", "d"]
    assert _sorted("by DESC") == ["d", "b", "a", "c"]


def test_null_is_lowest_and_types_stand_by_their_names() -> None:
    assert _sorted("pages") == ["c", "b", "a", "d"]
    assert _sorted("pages DESCENDING") == ["d", "a", "b", "c"]


@pytest.mark.parametrize(
    ("values", "order"),
    [
        (["2022-01-02", "2022-01-01", ""], "cba"),
        (["1 day", "2 hours", "3 min"], "cba"),
        (["[2, 1]", "[1, 3]", "[1]"], "cba"),
        (["true", "false", "x"], "bac"),
        (["'[[z]]'", "'[[b]]'", "5"], "bac"),
        (["{b: 1}", "{a: 2}", "{a: 1}"], "cba"),
    ],
)
def test_values_of_each_type_have_their_order(values: list[str], order: str) -> None:
    texts = {f"{name}.md": f"---\nx: {of}\n---" for name, of in zip("abc", values, strict=True)}
    assert "".join(_sorted("x", texts)) == order
    assert "".join(_sorted("x DESC", texts)) == order[::-1]


def test_text_is_sorted_as_people_sort_it() -> None:
    texts = {f"{n}.md": f"---\nx: '{of}'\n---" for n, of in enumerate(["B", "é", "f", "a", "A"])}
    assert column(texts, 'TABLE WITHOUT ID x FROM "" SORT x') == ["a", "A", "B", "é", "f"]


# LIMIT


@pytest.mark.parametrize(
    ("amount", "rows"),
    [
        ("2", 2),
        ("2.9", 2),
        ("0", 0),
        ("9", 4),
        ("-1", 3),
        ("1/0", 4),
        ("0/0", 0),
        ("this.pages / 100", 3),
    ],
)
def test_limit_takes_any_number(amount: str, rows: int) -> None:
    assert answer(BOOKS, f"LIST LIMIT {amount}", "a.md")["total"] == rows


@pytest.mark.parametrize("amount", ['"2"', "null", "pages", "1 + null"])
def test_limit_must_be_a_number_that_no_row_is_asked_for(amount: str) -> None:
    with pytest.raises(ToolError, match="Failed to execute 'limit' statement"):
        answer(BOOKS, f"LIST LIMIT {amount}")


# GROUP BY


def test_groups_are_sorted_and_have_key_rows_and_their_name() -> None:
    found = answer(BOOKS, "TABLE key, length(rows), author GROUP BY by AS author")
    assert found["headers"] == ["author", "key", "length(rows)", "author"]
    assert found["rows"] == [
        ["Ann", "Ann", 2, "Ann"],
        ["Bob", "Bob", 1, "Bob"],
        ["Cy", "Cy", 1, "Cy"],
    ]


def test_rows_of_a_group_keep_their_order_and_give_a_list_by_name() -> None:
    query = 'TABLE WITHOUT ID rows.file.name FROM "" SORT file.name DESC GROUP BY by'
    assert column(BOOKS, query) == [["c", "a"], ["b"], ["d"]]


def test_a_list_of_groups_has_their_keys() -> None:
    assert answer(BOOKS, "LIST GROUP BY by")["values"] == ["Ann", "Bob", "Cy"]
    assert answer(BOOKS, "LIST length(rows) GROUP BY by")["values"] == [
        ["Ann", 2],
        ["Bob", 1],
        ["Cy", 1],
    ]


def test_the_rows_of_a_group_are_pages() -> None:
    assert answer(BOOKS, "LIST WITHOUT ID rows GROUP BY by")["values"][0] == [
        {"$page": "a.md"},
        {"$page": "c.md"},
    ]


def test_groups_can_be_grouped_and_the_last_name_counts() -> None:
    found = answer(BOOKS, "TABLE rows.rows.file.name GROUP BY by GROUP BY length(rows) AS n")
    assert found["headers"] == ["n", "rows.rows.file.name"]
    assert found["rows"] == [[1, [["b"], ["d"]]], [2, [["a", "c"]]]]


def test_links_of_one_note_are_one_group() -> None:
    notes = {"a.md": "x:: [[b]]", "c.md": "x:: [[Deep/b|B]]", "Deep/b.md": ""}
    found = answer(notes, "TABLE WITHOUT ID length(rows) WHERE x GROUP BY x")["rows"]
    assert found == [[2]]


def test_a_group_named_rows_loses_its_rows() -> None:
    assert answer(BOOKS, "LIST rows GROUP BY by AS rows")["values"] == [
        ["Ann", "Ann"],
        ["Bob", "Bob"],
        ["Cy", "Cy"],
    ]


# FLATTEN


def test_flatten_makes_a_row_of_each_element() -> None:
    found = answer(BOOKS, "TABLE WITHOUT ID file.name, tag FLATTEN file.etags AS tag")["rows"]
    assert found == [["a", "#novel"], ["a", "#short"], ["b", "#novel"]]


def test_an_empty_list_is_no_row_null_is_one_and_so_is_a_scalar() -> None:
    assert names(BOOKS, "LIST FLATTEN tags") == ["a", "a", "b", "d"]
    assert names(BOOKS, "LIST FLATTEN by") == ["a", "b", "c", "d"]


def test_a_flattened_field_takes_the_place_of_the_one_of_its_name() -> None:
    assert answer(BOOKS, 'LIST WITHOUT ID tags FROM "a" FLATTEN tags')["values"] == [
        "novel",
        "short",
    ]


def test_the_rows_of_flatten_keep_all_other_fields() -> None:
    query = 'TABLE WITHOUT ID by, t, u FROM "a" FLATTEN tags AS t FLATTEN list(1, 2) AS u'
    assert answer(BOOKS, query)["rows"] == [
        ["Ann", "novel", 1],
        ["Ann", "novel", 2],
        ["Ann", "short", 1],
        ["Ann", "short", 2],
    ]


def test_rows_of_rows_are_flattened_to_their_fields() -> None:
    query = "TABLE WITHOUT ID rows.file.name GROUP BY by FLATTEN rows"
    assert column(BOOKS, query) == ["a", "c", "b", "d"]


def test_flattening_a_group_s_name_makes_its_rows_files_again() -> None:
    assert answer(BOOKS, "TABLE GROUP BY by FLATTEN by")["headers"] == ["File"]
    assert answer(BOOKS, "TABLE GROUP BY by FLATTEN key")["headers"] == ["by"]


def test_lists_that_are_flattened_and_grouped_again_do_not_hang() -> None:
    notes: dict[str, Any] = {
        f"{n}.md": "".join(f"- item {m}\n" for m in range(40)) for n in range(50)
    }
    query = (
        "TABLE length(rows) FLATTEN file.lists AS L GROUP BY L.text FLATTEN rows AS r GROUP BY r"
    )
    assert answer(notes, query)["total"] > 0


def test_many_callers_at_once_get_the_same() -> None:
    snapshot = parsed(BOOKS | {f"{n}.md": f"x:: [[{n + 1}]]" for n in range(300)})
    graph, engine = build_graph(snapshot, Caller()), Engine()
    query = "LIST length(rows) FLATTEN file.outlinks AS l GROUP BY l.x"

    def ask(_: int) -> object:
        return query_json(engine.run(query, snapshot, graph, clock=CLOCK))

    with ThreadPoolExecutor(8) as threads:
        first, *others = threads.map(ask, range(24))
    assert all(other == first for other in others)


# Clauses together


def test_clauses_run_in_the_order_they_are_written_however_many() -> None:
    assert names(BOOKS, 'LIST LIMIT 2 WHERE by = "Ann"') == ["a"]
    assert names(BOOKS, 'LIST WHERE by = "Ann" LIMIT 2') == ["a", "c"]
    assert names(BOOKS, 'LIST FROM "" SORT by LIMIT 2 SORT file.name DESC LIMIT 1') == ["c"]


def test_from_after_another_clause_cannot_be_run() -> None:
    with pytest.raises(ToolError, match="FROM stands after another clause"):
        answer(BOOKS, 'LIST WHERE true FROM "a"')


def test_a_query_that_is_none_is_an_error() -> None:
    with pytest.raises(ToolError, match="can't be read"):
        answer(BOOKS, "LIST WHERE #tag")

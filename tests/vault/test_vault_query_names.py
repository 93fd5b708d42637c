"""Names in a query that stand for nothing are said, with the nearest; the rows stay the same."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from folders import fill
from pageful import present, to_json
from pageful.tool.context import Caller
from pageful.tool.errors import ToolError
from pageful.vault.dataview.engine import Engine
from pageful.vault.dataview.grammar import parse_query
from pageful.vault.dataview.references import field_references
from pageful.vault.graph.adjacency import LatestGraph
from pageful.vault.queries.data import query_data
from pageful.vault.queries.queries import Queries
from pageful.vault.snapshot.vault import Vault
from pageful.vault.values.clock import Clock
from pageful.vault.values.zones import fixed_zone
from pageful.vault.views import query_page

_FILES = {
    "Home.md": "---\nrating: 5\nDue Date: 2025\n---\n[[Books/Dune]] [[Ghost]]\n\nmood:: calm\n",
    "Books/Dune.md": "---\nrating: 4\ngenre: novel\n---\n#book/long\n\n- [ ] read [effort:: 3]\n",
    "Books/Emma.md": "---\ngenre: novel\n---\n#book\n",
    "data.csv": "n,m\n1,2\n",
}


@pytest.fixture(scope="module")
def queries(tmp_path_factory: pytest.TempPathFactory) -> Queries:
    directory: Path = tmp_path_factory.mktemp("names")
    vault = Vault(fill(directory / "vault", _FILES), cache=directory / "cache")
    snapshot = vault.scan(Caller())
    graph = LatestGraph().of(snapshot, Caller())
    return Queries(Engine(vault.paths), snapshot, graph, Caller(), Clock(0, fixed_zone(0)))


def remarks(queries: Queries, query: str) -> tuple[str, ...]:
    return queries.run(query).blocks[0].remarks


@pytest.mark.parametrize(
    ("query", "remark"),
    [
        ("TABLE ratng", "No note has a field `ratng`; nearest: `rating`."),
        ("TABLE Rating", "No note has a field `Rating`; nearest: `rating`."),
        ("TABLE zzz", "No note has a field `zzz`."),
        ("LIST WHERE map(list(1), (x) => x and zzz)", "No note has a field `zzz`."),
        ('LIST FROM "" SORT mtime', "; `file.mtime` is one of its file."),
        ('LIST FROM "" SORT zzz', "No note has a field `zzz`, so SORT does not order by it."),
        ("TABLE file.nmae", "There is no field `file.nmae`; nearest: `file.name`."),
        ("TABLE rows.ratng GROUP BY genre", "No note has a field `ratng`; nearest: `rating`."),
        ("TASK WHERE !completd", "No note or task has a field `completd`; nearest: `completed`."),
        (
            "TABLE length(file.inlinks) AS n SORT n DESC",
            (
                "`n` is the name of a column and no field, so SORT does not order by it: repeat "
                "its expression in SORT, or FLATTEN it AS n."
            ),
        ),
        (
            "TABLE rating GROUP BY genre",
            (
                "`rating` is no field of groups, which have `key`, `rows`, `genre`: in TABLE, "
                "write `rows.rating`."
            ),
        ),
        ("TABLE file.link GROUP BY genre", "write `rows.file`."),
        ('LIST FROM "" SORT "rating"', "SORT has the same value for every row."),
        ("LIST FROM #bok", "No note has the tag #bok; nearest: #book."),
        ('LIST FROM "Boks"', 'There is no folder or note "Boks"; nearest: "Books".'),
        ('LIST FROM "books"', 'There is no folder or note "books"; nearest: "Books".'),
        ('LIST FROM -"Boks"', 'There is no folder or note "Boks"; nearest: "Books".'),
        ("LIST FROM #book and #bok", "No note has the tag #bok; nearest: #book."),
        ("LIST FROM [[Dunes]]", "There is no [[Dunes]], nor a link to it; nearest: Dune."),
        ("LIST FROM #☃", "No note has the tag #☃."),
    ],
)
def test_a_name_that_stands_for_nothing_is_said(queries: Queries, query: str, remark: str) -> None:
    said = remarks(queries, query)
    assert any(each.endswith(remark) for each in said), said


@pytest.mark.parametrize(
    "query",
    [
        "TABLE rating, genre, mood, due-date",
        'TABLE row["Due Date"], row',
        'LIST FROM "" SORT rating, file.name',
        "TABLE WITHOUT ID key, rows.rating, genre, length(rows) GROUP BY genre SORT key",
        "TABLE rows.rows.rating, rows.genre GROUP BY genre GROUP BY length(rows) AS size",
        "TABLE tag FLATTEN file.tags AS tag WHERE tag",
        "TABLE item.text FLATTEN file.lists AS item",
        "TASK WHERE !completed AND effort > 1 SORT due, text",
        "TABLE map(file.tags, (t) => upper(t))",
        'LIST FROM "Books/Dune" or "Home.md" or [[Ghost]] or outgoing([[Home]]) or #BOOK/Long',
        'TABLE n, m FROM csv("data.csv")',
        "CALENDAR file.mtime",
    ],
)
def test_names_that_stand_for_something_are_not_mentioned(queries: Queries, query: str) -> None:
    assert remarks(queries, query) == ()


def test_what_is_said_of_names_changes_no_row(queries: Queries) -> None:
    found = queries.run("TABLE rating, ratng SORT ratng DESC").blocks[0].result
    assert found == queries.engine.run(
        "TABLE rating, ratng SORT ratng DESC", queries.snapshot, queries.graph, clock=queries.clock
    )
    assert found.total == 3


def test_pages_and_json_have_what_is_said_of_names(queries: Queries) -> None:
    page = queries.run("TABLE ratng")
    said = "No note has a field `ratng`; nearest: `rating`."
    assert f"\n> {said}\n" in present(page, query_page).text
    assert query_data(page, "concise")["notes"] == [said]
    assert "notes" not in query_data(queries.run("TABLE rating"), "concise")
    assert json.loads(to_json(query_data(page, "concise")))["total"] == 3


def test_a_query_that_fails_for_every_row_says_which_name_may_be_why(queries: Queries) -> None:
    with pytest.raises(ToolError) as caught:
        queries.run("LIST 1 + ratng")
    *_, reason, name = caught.value.problem.split("\n")
    assert reason == "No implementation found for 'number + null'. In `1 + ratng`."
    assert name == "No note has a field `ratng`; nearest: `rating`."


def test_many_names_are_counted(queries: Queries) -> None:
    said = remarks(queries, "TABLE " + ", ".join(f"zz{n}" for n in range(14)))
    assert len(said) == 11
    assert said[-1] == "4 more names of the query stand for nothing."


def test_nothing_is_said_of_fields_if_looking_for_them_takes_too_long(
    queries: Queries, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pageful.vault.queries.names._SECONDS", -1.0)
    assert remarks(queries, "TABLE ratng") == ()


def test_a_chain_as_long_as_a_query_may_be_is_looked_through() -> None:
    query = parse_query("LIST WHERE " + " + ".join(["a"] * 5_000))
    assert {each.name for each in field_references(query)} == {"a"}


@settings(
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow], deadline=None
)
@given(
    st.text(st.sampled_from("ab-é☃"), min_size=1, max_size=8),
    st.text(st.characters(exclude_characters='"\\', exclude_categories=["Cs"]), max_size=20),
)
def test_any_name_can_be_said_to_be_missing(queries: Queries, name: str, folder: str) -> None:
    try:
        said = remarks(queries, f'TABLE {name} FROM #{name} or "{folder}" SORT {name}')
    except ToolError:
        return
    assert all("\n" not in each or "\n" in folder for each in said)


def test_a_folder_that_is_written_with_a_slash_is_nearer_than_a_note_in_it(tmp_path: Path) -> None:
    vault = Vault(fill(tmp_path / "vault", {"Books/A.md": "a\n"}), cache=tmp_path / "cache")
    snapshot = vault.scan(Caller())
    graph = LatestGraph().of(snapshot, Caller())
    queries = Queries(Engine(vault.paths), snapshot, graph, Caller(), Clock(0, fixed_zone(0)))
    (remark,) = remarks(queries, 'LIST FROM "Books/"')[1:]
    assert remark == 'There is no folder or note "Books/"; nearest: "Books".'

"""Views of bases as the tool runs them: which base, which rows, groups, summaries, remarks."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from base_runs import cells, data_of, shown, views_on
from pageful import present, to_json
from pageful.tool.context import Caller
from pageful.tool.errors import Cancelled, ToolError
from pageful.vault.base_views.data import base_data
from pageful.vault.base_views.runner import BaseViews
from pageful.vault.views import base_page

_BOOKS = """\
filters:
  and:
    - file.hasTag("book")
formulas:
  half: pages / 2
properties:
  note.pages:
    displayName: Length
views:
  - type: table
    name: All
    order: [file.name, pages, formula.half]
    sort:
      - property: pages
        direction: DESC
  - type: cards
    name: By author
    groupBy:
      property: author
      direction: ASC
    order: [file.name, pages]
    summaries:
      pages: Sum
  - type: list
    name: Mentioned
    filters: file.hasLink(this.file)
"""
_FILES: Mapping[str, str | bytes] = {
    "Books.base": _BOOKS,
    "Books/Dune.md": '---\ntags: [book]\npages: 600\nauthor: "[[Frank]]"\n---\nSee [[Emma]].\n',
    "Books/Emma.md": "---\ntags: [book/old]\npages: 400\nauthor: Jane\n---\n",
    "Books/Zero.md": "---\ntags: [book]\n---\n",
    "Emma Reads.md": "---\nread: true\n---\n![[Books.base#Mentioned]]\n",
    "Frank.md": (
        "# Frank\n\n- item\n\n  ```base\n  views:\n    - type: table\n      name: His\n"
        "      filters: author == this.file\n  ```\n\n![[Books.base]] and ![[Books.base]]\n"
    ),
    "Plain.md": "Nothing.\n",
    "cover.png": b"\x89PNG",
    "Broken.base": "views:\n  - type: table\n   name: x\n",
    "Shows broken.md": "![[Broken.base]]\n\n```base\nfilters: 'no('\n```\n\n![[Books.base#Best]]\n",
    ".obsidian/types.json": '{"types": {"read": "checkbox", "pages": "number"}}',
}


@pytest.fixture
def views(tmp_path: Path) -> BaseViews:
    return views_on(tmp_path, _FILES)


def _paths(data: dict[str, Any]) -> list[str]:
    return [row["path"] for row in data["rows"]]


def _problem(views: BaseViews, *arguments: Any, **named: Any) -> str:
    with pytest.raises(ToolError) as caught:
        views.run(*arguments, **named)
    return str(caught.value)


_LINK = {"display": None, "subpath": None, "embed": False, "type": "file"}

# Which base


@pytest.mark.parametrize("path", ["Books.base", "Books", "books.BASE", "[[Books.base]]"])
def test_a_base_file_shows_its_first_view(views: BaseViews, path: str) -> None:
    data = data_of(views, path)
    assert (data["base"], data["view"], data["kind"]) == ("Books.base", "All", "table")
    assert data["views"] == ["All", "By author", "Mentioned"]
    assert _paths(data) == ["Books/Dune.md", "Books/Emma.md", "Books/Zero.md"]
    assert data["columns"] == {
        "file.name": "file name",
        "note.pages": "Length",
        "formula.half": "half",
    }
    assert data["rows"][0] == {
        "path": "Books/Dune.md",
        "file.name": "Dune",
        "note.pages": 600,
        "formula.half": 300,
    }
    assert (data["shown"], data["total"]) == (3, 3)


@pytest.mark.parametrize(
    ("path", "view"),
    [("Books", "by AUTHOR"), ("Books#By author", None), ("Books.base", "By author")],
)
def test_a_view_is_chosen_by_its_name(views: BaseViews, path: str, view: str | None) -> None:
    data = data_of(views, path, view=view)
    assert (data["view"], data["kind"], data["group_by"]) == ("By author", "cards", "note.author")
    assert [(group["key"], group["rows"]) for group in data["groups"]] == [
        ({"$link": _LINK | {"path": "Frank.md"}}, 1),
        ("Jane", 1),
        (None, 1),
    ]
    assert data["groups"][1]["summaries"] == {"note.pages": {"name": "Sum", "value": 400}}
    assert data["summaries"] == {"note.pages": {"name": "Sum", "value": 1000}}


def test_an_unknown_view_is_refused_with_the_nearest_and_all(views: BaseViews) -> None:
    problem = _problem(views, "Books", "By auther")
    assert "There is no view 'By auther' of 'Books.base'; nearest: `By author`." in problem
    assert "`All`, `By author`, `Mentioned`" in problem


def test_a_base_may_be_given_as_text_with_or_without_a_fence(views: BaseViews) -> None:
    assert shown(views, "filters: file.ext == 'png'") == ["cover.png"]
    assert shown(views, "```base\nfilters: file.ext == 'png'\n```") == ["cover.png"]
    assert "in a fence of 'dataview'" in _problem(views, base="```dataview\nLIST\n```")


def test_a_base_with_a_hash_in_its_name_is_no_view_of_another(tmp_path: Path) -> None:
    views = views_on(tmp_path, {"C.base": "", "C#.base": "", "C++.base": ""})
    assert data_of(views, "C#.base")["base"] == "C#.base"
    assert data_of(views, "C")["base"] == "C.base"
    assert data_of(views, "C++")["base"] == "C++.base"


def test_a_note_shows_each_of_its_bases_with_itself_as_this(views: BaseViews) -> None:
    data = data_of(views, "Frank")
    inline, embedded = data["bases"]
    assert data["path"] == "Frank.md"
    assert (inline["line"], inline["end_line"], inline["this"]) == (5, 10, "Frank.md")
    assert _paths(inline) == ["Books/Dune.md"]
    assert (embedded["base"], embedded["line"], embedded["view"]) == ("Books.base", 12, "All")
    assert data["total"] == 2


def test_an_embed_shows_the_view_that_it_names(views: BaseViews) -> None:
    (only,) = data_of(views, "Emma Reads.md")["bases"]
    assert (only["view"], only["rows"], only["this"]) == ("Mentioned", [], "Emma Reads.md")


def test_a_failing_base_of_a_note_does_not_stop_the_others(views: BaseViews) -> None:
    broken, inline, unknown = data_of(views, "Shows broken.md")["bases"]
    assert "'Broken.base' can't be read: line 3" in broken["error"]
    assert inline["failed_filters"][0]["line"] == 4
    assert "There is no view 'Best'" in unknown["error"]
    assert "'Broken.base' can't be read: line 3" in _problem(views, "Broken.base")


def test_this_is_the_base_itself_or_the_note_that_is_given(views: BaseViews) -> None:
    data = data_of(views, "Books", view="Mentioned")
    assert (data["this"], data["rows"]) == ("Books.base", [])
    assert any("`this` is the base itself" in note for note in data["notes"])
    data = data_of(views, "Books", view="Mentioned", this="Emma.md")
    assert (data["this"], _paths(data)) == ("Books/Emma.md", ["Books/Dune.md"])
    assert "notes" not in data
    (note,) = data_of(views, base="filters: file == this")["notes"][:1]
    assert note == "`this` means no file here: give a note's path as `this`."


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        ({}, "There is neither a base nor the text of one.\nThe vault has Books.base, Broken"),
        ({"path": "Books", "base": "views: []"}, "`path` and `base` are both given."),
        ({"path": "Plain"}, "'Plain.md' shows no base"),
        ({"path": "cover.png"}, "'cover.png' is neither a base nor a note that shows one."),
        ({"path": "Nowhere"}, "There is no file 'Nowhere'"),
        ({"path": "Books", "this": "Nobody"}, "There is no file 'Nobody'"),
        ({"path": "Books", "page": 2}, "There is no page 2: it all has room on 1 page."),
    ],
)
def test_what_can_not_be_shown_is_refused_with_what_can(
    views: BaseViews, arguments: dict[str, Any], problem: str
) -> None:
    assert _problem(views, **arguments).startswith(problem)


# Rows


def test_every_file_is_a_row_ordered_by_name_unless_settings_exclude_it(tmp_path: Path) -> None:
    views = views_on(
        tmp_path,
        {
            "b/A.md": "",
            "a/B.md": "",
            "C 10.md": "",
            "C 9.md": "",
            "old/X.md": "",
            "Z.base": "",
            "pic.png": b"",
            ".obsidian/app.json": '{"userIgnoreFilters": ["old/"]}',
        },
    )
    assert shown(views, "") == [
        "b/A.md", "a/B.md", "C 9.md", "C 10.md", "pic.png", "Z.base",
    ]  # fmt: skip


_VALUES = {
    "A.md": "---\nn: null\n---\n",
    "B.md": "---\nn: 1\nt: b\nl: [1, 2]\n---\n",
    "C.md": "---\nn: 2\nt: a\nl: [2, 1]\n---\n",
    "D.md": "---\nN: 1\nt: a\nl: [1, 2]\n---\n",
}


def test_null_and_missing_stand_last_in_both_directions(tmp_path: Path) -> None:
    views = views_on(tmp_path, _VALUES)
    base = "views: [{{type: table, sort: [{{property: n, direction: {}}}]}}]"
    assert shown(views, base.format("ASC")) == ["B.md", "D.md", "C.md", "A.md"]
    assert shown(views, base.format("DESC")) == ["C.md", "B.md", "D.md", "A.md"]


def test_rows_are_sorted_by_several_keys_and_limited_after_that(tmp_path: Path) -> None:
    views = views_on(tmp_path, _VALUES)
    base = (
        "views: [{type: table, limit: 2, order: [t, n], summaries: {n: Sum}, sort: "
        "[{property: t, direction: ASC}, {property: n, direction: DESC}]}]"
    )
    data = data_of(views, base=base)
    assert _paths(data) == ["C.md", "D.md"]
    assert (data["shown"], data["total"]) == (2, 4)
    assert data["summaries"]["note.n"] == {"name": "Sum", "value": 3}


@pytest.mark.parametrize(
    ("direction", "keys"), [("ASC", [[1, 2], [2, 1], None]), ("DESC", [[2, 1], [1, 2], None])]
)
def test_a_list_is_one_key_as_a_whole_and_null_the_last_group(
    tmp_path: Path, direction: str, keys: list[Any]
) -> None:
    views = views_on(tmp_path, _VALUES)
    base = f"views: [{{type: kanban, groupBy: {{property: l, direction: {direction}}}}}]"
    data = data_of(views, base=base)
    assert [group["key"] for group in data["groups"]] == keys
    sizes = {"ASC": [2, 1, 1], "DESC": [1, 2, 1]}[direction]
    assert [group["rows"] for group in data["groups"]] == sizes
    last = {"ASC": ["B.md", "D.md", "C.md", "A.md"], "DESC": ["C.md", "B.md", "D.md", "A.md"]}
    assert _paths(data) == last[direction]


def test_properties_are_found_in_any_case_and_by_their_types(tmp_path: Path) -> None:
    views = views_on(
        tmp_path,
        {
            "A.md": "---\nDue: 2026-03-01\ncode: 2026-03-01\nwho: Ada\n---\n",
            ".obsidian/types.json": '{"types": {"code": "text", "who": "multitext"}}',
        },
    )
    base = "formulas: {{f: '{}'}}\nviews: [{{type: table, order: [formula.f]}}]"
    assert cells(views, base.format('due < date("2026-03-02")'), "formula.f") == [True]
    assert cells(views, base.format('code.isType("string")'), "formula.f") == [True]
    assert cells(views, base.format("who.length"), "formula.f") == [1]


def test_and_of_nothing_is_true_and_or_of_nothing_false(tmp_path: Path) -> None:
    views = views_on(tmp_path, _VALUES)
    assert len(shown(views, "filters: {and: []}")) == 4
    assert shown(views, "filters: {or: []}") == []
    assert len(shown(views, "filters: {not: []}")) == 4
    assert shown(views, "filters: {not: ['n == 1', t]}") == ["A.md"]


def test_an_id_that_is_an_expression_is_a_property_that_nobody_has(tmp_path: Path) -> None:
    views = views_on(tmp_path, _VALUES)
    data = data_of(views, base="views: [{type: table, order: ['n + 1', n, note.n]}]")
    assert list(data["columns"]) == ["note.n + 1", "note.n"]
    assert [row["note.n + 1"] for row in data["rows"]] == [None] * 4


def test_an_image_and_coordinates_are_shown_beside_the_columns(tmp_path: Path) -> None:
    views = views_on(tmp_path, {"A.md": "---\ncover: '[[a.png]]'\nat: [1, 2]\n---\n", "a.png": b""})
    base = "filters: cover\nviews: [{type: cards, order: [file.name], image: note.cover}]"
    assert cells(views, base, "note.cover")[0]["$link"]["path"] == "a.png"
    base = "filters: at\nviews: [{type: map, coordinates: note.at}]"
    assert cells(views, base, "note.at") == [[1, 2]]


def test_a_filter_that_is_a_property_keeps_rows_where_it_is_true(tmp_path: Path) -> None:
    values = ["null", "''", "0", "false", "[]", "1", "no", "[0]", "2026-01-01", "'[[A]]'"]
    files = {f"{number}.md": f"---\np: {each}\n---\n" for number, each in enumerate(values)}
    assert shown(views_on(tmp_path, files), "filters: p") == [f"{at}.md" for at in range(5, 10)]


def test_a_summary_has_null_and_missing_values_and_only_the_rows_that_are_shown(
    tmp_path: Path,
) -> None:
    views = views_on(tmp_path, {**_VALUES, "E.md": "", "F.png": b"", "G.base": "", "H.md": ""})
    base = "summaries: {m: values.mean()}\nviews: [{type: table, summaries: {n: m}}]"
    assert data_of(views, base=base)["summaries"]["note.n"]["value"] == 0.5
    base = "summaries: {m: 'values'}\nviews: [{type: table, limit: 1, summaries: {n: m}}]"
    assert data_of(views, base=base)["summaries"]["note.n"]["value"] == [None]


def test_one_branch_of_if_is_evaluated_without_an_error_of_the_other(tmp_path: Path) -> None:
    views = views_on(tmp_path, _VALUES)
    for filter_ in ("if(true, 1, 'x' * 2) == 1", "if(false, 'x' * 2, 1) == 1"):
        data = data_of(views, base=f'filters: "{filter_}"')
        assert (data["total"], "failed_filters" in data) == (4, False)


# What fails


def test_a_filter_that_fails_is_named_with_its_reason(tmp_path: Path) -> None:
    views = views_on(tmp_path, _VALUES)
    data = data_of(views, base="filters:\n  and:\n    - t\n    - t.lowr() == 'a'\n    - t ==\n")
    failed, broken = data["failed_filters"]
    assert failed["filter"] == "t.lowr() == 'a'"
    assert (failed["line"], failed["files"], failed["of"]) == (4, 3, 3)
    assert failed["reason"] == 'Cannot find function "lowr" on type String'
    assert (broken["filter"], broken["line"]) == ("t ==", 5)
    assert data["rows"] == []
    assert any(
        note.startswith("The filter `t.lowr() == 'a'` (line 4) fails for every file")
        and "lower" in note
        for note in data["notes"]
    )
    assert any(
        note.startswith("The filter `t ==` (line 5) can't be read") for note in data["notes"]
    )


def test_a_filter_that_fails_for_some_files_says_for_how_many(tmp_path: Path) -> None:
    views = views_on(tmp_path, _VALUES)
    data = data_of(views, base="filters: \"number(t || 'x') > 0 || n.abs() == 1 \"")
    base = "filters: \"if(t == 'b', t.nope(), true)\""
    data = data_of(views, base=base)
    assert _paths(data) == ["A.md", "C.md", "D.md"]
    assert any("fails for 1 of 4 files, which do not meet it" in note for note in data["notes"])


def test_a_cell_that_fails_has_its_error_and_the_others_their_values(tmp_path: Path) -> None:
    views = views_on(tmp_path, _VALUES)
    base = (
        "formulas: {f: t.nope(), g: '('}\nviews: [{type: table, order: [n, formula.f, formula.g]}]"
    )
    data = data_of(views, base=base)
    assert data["rows"][1]["note.n"] == 1
    assert data["rows"][1]["formula.f"] == {"$error": 'Cannot find function "nope" on type String'}
    assert "can't be read" in data["rows"][1]["formula.g"]["$error"]
    assert data["errors"]["formula.g"] == 4


def test_a_circle_of_formulas_is_named_in_its_cells(tmp_path: Path) -> None:
    views = views_on(tmp_path, {"A.md": ""})
    base = "formulas: {a: formula.b, b: formula.a}\nviews: [{type: table, order: [formula.a]}]"
    assert "a → b → a" in cells(views, base, "formula.a")[0]["$error"]


def test_the_condition_that_left_nothing_is_named(tmp_path: Path) -> None:
    views = views_on(tmp_path, _VALUES)
    data = data_of(views, base="filters:\n  and:\n    - n == 1\n    - t == 'z'\n    - l\n")
    assert data["notes"] == ["Of 2 files left, none meets `t == 'z'` (line 4)."]
    data = data_of(views, base="filters:\n  or:\n    - t == 'z'\n    - n == 7\n")
    assert data["notes"] == ["Of 4 files left, none meets `or: t == 'z'; n == 7` (line 2)."]


def test_names_that_stand_for_nothing_are_said_with_the_nearest(tmp_path: Path) -> None:
    views = views_on(tmp_path, {"A.md": "---\nrating: 1\n---\n"})
    base = (
        "filters: ratng\nformulas: {half: rating / 2, unused: nothing}\n"
        "views: [{type: table, order: [formula.haf, half]}]"
    )
    notes = data_of(views, base=base)["notes"]
    assert "The base has no formula `haf`; nearest: `half`." in notes
    assert "No note has a property `ratng`; nearest: `rating`." in notes
    assert "No note has a property `half`; `formula.half` is a formula." in notes
    assert not any("nothing" in note for note in notes)


_ROWS = ", so that rows, their order or cells may be others than in Obsidian."


def test_what_is_not_understood_is_said_with_its_effect(tmp_path: Path) -> None:
    views = views_on(tmp_path, {"A.md": ""})
    base = "colour: red\nviews:\n  - type: calendar\n    limit: soon\n    dateProperty: x\n"
    data = data_of(views, base=base)
    assert data["kind"] == "calendar"
    assert data["notes"] == [
        "`calendar` is a kind of a plugin: shown as a table of its `order`.",
        "Line 1: `colour` of the base is not known, which changes no row.",
        f"Line 4: `limit` is 'soon', no number of rows{_ROWS}",
    ]


def test_own_and_unknown_summaries(tmp_path: Path) -> None:
    views = views_on(tmp_path, _VALUES)
    base = (
        "summaries: {spread: values.max() - values.min(), bad: '('}\n"
        "views: [{type: table, order: [n], summaries: {n: spread, t: Sume, l: bad}}]"
    )
    summaries = data_of(views, base=base)["summaries"]
    assert summaries["note.n"] == {"name": "spread", "value": 1}
    assert summaries["note.t"]["value"] == {"$error": 'Cannot find summary "Sume"'}
    assert "can't be read" in summaries["note.l"]["value"]["$error"]


# Limits


def _nested_maps(depth: int) -> str:
    """An expression that makes ten to the power of `depth` values."""
    inner = "value"
    for _ in range(depth):
        inner = f"[1, 2, 3, 4, 5, 6, 7, 8, 9, 0].map({inner})"
    return inner


def test_a_caller_who_gives_up_ends_a_view(tmp_path: Path) -> None:
    caller = Caller()
    views = views_on(tmp_path, {"A.md": ""}, caller)
    caller.cancel()
    with pytest.raises(Cancelled):
        views.run(base=f"filters: '{_nested_maps(7)}'")


@pytest.mark.parametrize(
    ("base", "problem"),
    [
        pytest.param(
            f"filters: '{_nested_maps(8)}'",
            "too many steps|after 10 seconds|too large",
            marks=pytest.mark.slow,
        ),
        (
            """formulas: {f: '"x".repeat(100000000)'}
views: [{type: table, order: [formula.f], summaries: {formula.f: Unique}}]""",
            "too large",
        ),
    ],
)
def test_a_view_that_takes_too_much_is_stopped(tmp_path: Path, base: str, problem: str) -> None:
    views = views_on(tmp_path, {f"{number}.md": "" for number in range(20)})
    with pytest.raises(ToolError, match=problem):
        views.run(base=base)


def test_a_base_file_of_50_megabytes_is_refused_unread(tmp_path: Path) -> None:
    views = views_on(tmp_path, {"Huge.base": "x" * 50_000_000})
    assert "has 50,000,000 bytes, more than 4,000,000" in _problem(views, "Huge.base")


def test_pages_have_rows_of_all_views_in_their_order(views: BaseViews) -> None:
    data = data_of(views, "Frank", page=2, page_size=3)
    (only,) = data["bases"]
    assert _paths(only) == ["Books/Zero.md"]
    assert (data["page"], data["pages"], data["total"]) == (2, 2, 2)
    first = data_of(views, "Frank", page=1, page_size=3)
    assert [len(each["rows"]) for each in first["bases"]] == [1, 2]


def test_the_same_vault_base_and_clock_give_the_same_bytes(tmp_path: Path) -> None:
    base = (
        "formulas: {t: now().toString(), r: file.links.length}\n"
        "views: [{type: table, order: [formula.t, formula.r]}]"
    )
    first, second = (
        data_of(views_on(tmp_path / name, _VALUES), base=base) for name in ("first", "second")
    )
    assert first == second


_EXPRESSIONS = st.lists(
    st.sampled_from(
        [
            *("n", "t", "l", "file", "file.name", "file.tags", "file.links", "this", "this.file"),
            *("formula.f", "formula.g", "values", "note", "1", "'x'", "null", "[1, n]", "(", ")"),
            *(" + ", " - ", " * ", " / ", " % ", " == ", " < ", " && ", " || ", "!", ".length"),
            *(".lower()", ".contains(t)", ".map(value)", ".filter(index)", ".reduce(acc, 0)"),
            *(".sort()", ".unique()", ".join(',')", ".toString()", ".date()", "[0]", "['a']"),
            *("date('2026-01-01')", "duration('1M')", "link('A')", "file('B')", "if(n, t)"),
            *("/a+/g", ".matches(t)", ".replace(/a/, t)", ".repeat(n)", ".asFile()", "now()"),
        ]
    ),
    max_size=8,
).map("".join)
_VIEWS = st.fixed_dictionaries(
    {
        "type": st.sampled_from(["table", "cards", "kanban", "other"]),
        "name": st.just("V"),
        "filters": st.one_of(st.none(), _EXPRESSIONS, st.lists(_EXPRESSIONS, max_size=3)),
        "groupBy": st.sampled_from([None, {"property": "l"}, {"property": "formula.f"}]),
        "sort": st.sampled_from([None, [{"property": "formula.g", "direction": "DESC"}]]),
        "order": st.just(["n", "formula.f", "formula.g", "file.links"]),
        "limit": st.sampled_from([None, 2]),
        "summaries": st.sampled_from(
            [None, {"formula.f": "own", "n": "Average", "l": "Unique", "t": "Latest"}]
        ),
    }
)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    formulas=st.fixed_dictionaries({"f": _EXPRESSIONS, "g": _EXPRESSIONS}),
    own=_EXPRESSIONS,
    view=_VIEWS,
    junction=st.sampled_from(["and", "or", "not"]),
)
def test_any_base_is_shown_or_refused(
    small: BaseViews, formulas: dict[str, str], own: str, view: dict[str, Any], junction: str
) -> None:
    if isinstance(view["filters"], list):
        view = view | {"filters": {junction: view["filters"]}}
    base = {"formulas": formulas, "summaries": {"own": own}, "views": [view]}
    try:
        page = small.run(base=json.dumps(base), this="A")
        text = present(page, base_page).text
        to_json(base_data(page, "concise"))
    except ToolError:
        return
    assert text.startswith("# Base, view V")


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> BaseViews:
    return views_on(tmp_path_factory.mktemp("small"), _VALUES)

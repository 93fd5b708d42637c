"""Base files as they are read: old forms, broken ones, and what is said of either."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pageful.tool.errors import ToolError
from pageful.vault.bases.base import (
    Base,
    BaseView,
    BrokenFilter,
    Combination,
    Condition,
    Misunderstanding,
    SortKey,
)
from pageful.vault.bases.base_reading import read_base
from pageful.vault.parsing import yaml_reader

_WHOLE = """\
filters:
  and:
    - file.hasTag("book")
    - or:
        - rating > 3
        - not:
            - status
formulas:
  half: rating / 2
  three: 3
properties:
  note.rating:
    displayName: Stars
summaries:
  spread: values.max() - values.min()
views:
  - type: cards
    name: Best
    filters: rating == 5
    groupBy:
      property: author
      direction: DESC
    sort:
      - property: rating
        direction: DESC
      - column: file.name
        direction: asc
    order: [file.name, rating, formula.half]
    image: note.cover
    limit: 10
    summaries:
      rating: spread
"""


def _view(yaml: str) -> BaseView:
    (view,) = read_base(f"views:\n  - type: table\n{yaml}").views
    return view


def _said(base: Base) -> list[Misunderstanding]:
    return [*base.misunderstandings, *(m for view in base.views for m in view.misunderstandings)]


def test_a_base_has_what_its_file_says_with_lines() -> None:
    base = read_base(_WHOLE)
    either = (Condition("rating > 3", 5), Combination("not", (Condition("status", 7),), 6))
    assert base.filter == Combination(
        "and", (Condition('file.hasTag("book")', 3), Combination("or", either, 4)), 2
    )
    assert [(each.name, each.text, each.line) for each in base.formulas.values()] == [
        ("half", "rating / 2", 9),
        ("three", "3", 10),
    ]
    assert base.headings == {"note.rating": "Stars"}
    assert base.summaries["spread"].text == "values.max() - values.min()"
    assert _said(base) == []


def test_a_view_has_what_its_file_says() -> None:
    assert read_base(_WHOLE).views == (
        BaseView(
            name="Best",
            kind="cards",
            line=17,
            filter=Condition("rating == 5", 19),
            group_by=SortKey("author", descending=True),
            sort=(SortKey("rating", descending=True), SortKey("file.name")),
            columns=("file.name", "rating", "formula.half"),
            limit=10,
            summaries={"rating": "spread"},
            extra=("note.cover",),
        ),
    )


@pytest.mark.parametrize("text", ["", "# nothing\n", "views:\n", "views: []\n", "formulas: {}\n"])
def test_a_base_without_views_is_a_table_of_all_files(text: str) -> None:
    base = read_base(text)
    assert base.views == (BaseView("Table"),)
    assert base.filter is None


def test_lines_are_those_of_the_note_that_the_base_stands_in() -> None:
    base = read_base("filters: a\nviews:\n  - type: table\n    shape: round\n", before=20)
    assert base.filter == Condition("a", 21)
    assert [each.line for each in _said(base)] == [24]


@pytest.mark.parametrize(
    ("yaml", "text", "effect"),
    [
        ("filter: a", "`filter` of the base is not known", "looks"),
        ("formulas: [a]", "`formulas` is no map of expressions by name", "rows"),
        ("summaries: 3", "`summaries` is no map of expressions by name", "rows"),
        ("properties: x", "`properties` is no map of settings by id", "looks"),
        (
            "properties:\n  status:\n    displayName: State",
            "`status` has a display name, which Obsidian takes for `note.status` alone",
            "looks",
        ),
    ],
)
def test_what_is_not_understood_of_a_base_is_said_with_its_effect(
    yaml: str, text: str, effect: str
) -> None:
    (said,) = _said(read_base(yaml))
    assert (said.text, said.effect) == (text, effect)


@pytest.mark.parametrize(
    ("yaml", "text", "effect"),
    [
        ("shape: round", "`shape` of the view is not known", "looks"),
        ("sort: rating", "`sort` is no list of sort keys", "rows"),
        ("sort: [{direction: ASC}]", "`sort` has an item without `property`", "rows"),
        ("sort: [3]", "`sort` has an item that is no `property` with `direction`", "rows"),
        (
            "sort: [{property: a, direction: up}]",
            "`direction` of `sort` is 'up', neither ASC nor DESC",
            "rows",
        ),
        ("groupBy: [a]", "`groupBy` has an item that is no `property` with `direction`", "rows"),
        ("order: a", "`order` is no list of ids of properties", "rows"),
        ("order: [a, 3]", "`order` has an item that is no id of a property", "rows"),
        ("limit: many", "`limit` is 'many', no number of rows", "rows"),
        ("limit: -1", "`limit` is '-1', no number of rows", "rows"),
        ("limit: true", "`limit` is 'true', no number of rows", "rows"),
        ("summaries: [Sum]", "`summaries` is no map of names of summaries by id", "rows"),
        ("summaries: {a: 3}", "`summaries` has an item that names no summary", "rows"),
    ],
)
def test_what_is_not_understood_of_a_view_is_said_with_its_effect(
    yaml: str, text: str, effect: str
) -> None:
    (said,) = _view(f"    {yaml}").misunderstandings
    assert (said.line, said.text, said.effect) == (3, text, effect)


def test_keys_of_layouts_are_known_and_those_of_a_plugin_are_its_own() -> None:
    keys = "    columnSize: {a: 1}\n    rowHeight: tall\n    cardSize: 3\n    markers: none\n"
    assert _view(keys).misunderstandings == ()
    (view,) = read_base("views:\n  - type: somebodysBoard\n    options: {}\n").views
    assert view.misunderstandings == ()


def test_a_view_without_a_type_or_a_name_has_them_all_the_same() -> None:
    (first, second) = read_base("views:\n  - name: 7\n  - type: list\n").views
    assert (first.name, first.kind) == ("7", "table")
    assert [(each.line, each.text) for each in first.misunderstandings] == [
        (2, "the view has no `type`: it is shown as a table")
    ]
    assert (second.name, second.kind) == ("List", "list")


def test_the_forms_of_2025_are_read() -> None:
    base = read_base("display:\n  status: State\n  formula.x: X\n")
    assert base.headings == {"note.status": "State", "formula.x": "X"}
    assert _view("    groupBy: status\n    sort: [rating]").group_by == SortKey("status")


def test_a_limit_of_nothing_keeps_every_row() -> None:
    assert _view("    limit: 0").limit is None
    assert _view("    limit:").limit is None
    assert _view("    limit: 2.0").limit == 2


@pytest.mark.parametrize(
    ("yaml", "text", "reason"),
    [
        ("{and: [a], or: [b]}", "and, or", "not`; here are `and`, `or`"),
        ("{and: [a, {}]}", "", "not`; here are none"),
        ("{xor: [a]}", "xor", "`xor` is none of `and`, `or`, `not`"),
        ("{and: a}", "and", "`and` has no list of filters"),
        ("[a, b]", "[…]", "a list stands below one of `and`, `or`, `not`"),
    ],
)
def test_a_filter_that_is_none_is_broken_and_says_why(yaml: str, text: str, reason: str) -> None:
    found = read_base(f"filters: {yaml}").filter
    if isinstance(found, Combination):
        found = found.parts[1]
    assert isinstance(found, BrokenFilter)
    assert (found.text, found.line) == (text, 1)
    assert reason in found.reason


def test_conditions_may_be_constants_and_junctions_empty() -> None:
    found = read_base("filters:\n  and:\n    - true\n    - 3\n    - or:\n    - not: []\n").filter
    constants = (Condition("true", 3), Condition("3", 4))
    assert found == Combination(
        "and", (*constants, Combination("or", (), 5), Combination("not", (), 6)), 2
    )


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("a: b: c", "line 1: mapping values are not allowed in this context"),
        ("views:\n  - type: table\n  name: x", "line 3:"),
        ("- a", "line 1: the base is no mapping of names to values"),
        ("views: table", "line 1: `views` is no list of views"),
        ("views:\n  - type: table\n  - table", "line 3: view 2 is no map"),
        ("a: 1\na: 2", "line 2: the name 'a' is there twice"),
        ("a: \ud800\nb: [", "line "),
    ],
)
def test_a_base_that_can_not_be_read_says_where_and_why(text: str, problem: str) -> None:
    with pytest.raises(ToolError) as caught:
        read_base(text)
    assert f"The base can't be read: {problem}" in caught.value.problem


def test_tabs_that_indent_are_four_spaces_each_which_is_said() -> None:
    text = "views:\n  - type: table\n    filters:\n      and:\n        - a\n\t\t- b\n"
    base = read_base(text)
    assert base.views[0].filter == Combination("and", (Condition("a", 5), Condition("b", 6)), 4)
    assert [(each.line, each.effect) for each in _said(base)] == [(6, "rows")]


_MULTIPLYING = [f"a{n}: &a{n} [{','.join([f'*a{n - 1}'] * 9)}]" for n in range(1, 30)]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("x" * (yaml_reader.LARGEST + 1), "1,000,001 characters, more than 1,000,000"),
        ("filters: " + "{and: [" * 60, "nested deeper than 100 levels"),
        ("\n".join(["a0: &a0 [x]", *_MULTIPLYING]), "more than 100,000 values"),
        ("views:\n" + "  - type: table\n" * 1_001, "it has 1,001 views, more than 1,000"),
    ],
)
def test_large_deep_and_multiplying_bases_are_refused(text: str, reason: str) -> None:
    with pytest.raises(ToolError, match=reason):
        read_base(text)


_LINES = st.sampled_from(
    [
        *("filters:", "  and:", "  or:", "  not:", "    - a", "    - '!b'", "    - or: [a]"),
        *("formulas:", "  f: 1 + 2", "properties:", "  note.a:", "    displayName: A"),
        *("summaries:", "  s: values.mean()", "views:", "  - type: table", "  - type: cards"),
        *("    name: V", "    groupBy:", "      property: a", "      direction: DESC"),
        *("    sort:", "      - property: a", "      - column: b", "    order: [a, b]"),
        *("    limit: 3", "    limit: x", "  - 3", "  - [", "\t- a", "x: *y", "y: &y [1]", "..."),
    ]
)


@given(st.one_of(st.text(), st.lists(_LINES, max_size=30).map("\n".join)))
def test_any_text_is_a_base_or_is_refused_with_its_line(text: str) -> None:
    found = _base_or_problem(text)
    if isinstance(found, str):
        assert "line " in found
    else:
        assert found.views
        assert all(each.line > 0 for each in _said(found))


def _base_or_problem(text: str) -> Base | str:
    try:
        return read_base(text)
    except ToolError as error:
        return error.problem

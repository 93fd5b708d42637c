"""Results are written as JSON, with forms of their own for what JSON lacks."""

from __future__ import annotations

import json
from typing import Any

import pytest

from pageful.tool.errors import ToolError
from pageful.vault.dataview.answers import DEEPEST, query_json
from pageful.vault.values.budget import Budget
from pageful.vault.values.failures import OutOfBudget
from querying import answer, link, run, value

EXTERNAL = {"$widget": "dataview:external-link", "url": "https://x", "display": "X"}
NOTE = {"a.md": "---\nn: {b: [1, 2.5]}\n---\n- [ ] t [x:: 1]\n- l"}


@pytest.mark.parametrize(
    ("expression", "written"),
    [
        ("null", None),
        ("true", True),
        ('"text"', "text"),
        ("3", 3),
        ("2.5", 2.5),
        ("1/0", {"$num": "Infinity"}),
        ("0/0", {"$num": "NaN"}),
        ("date(2022-01-02T03:04)", {"$date": "2022-01-02T03:04:00.000Z"}),
        ("date(2022-01-02T03:04:05+02:00)", {"$date": "2022-01-02T03:04:05.000+02:00"}),
        ("dur(1 day 3 hours)", {"$dur": {"days": 1, "hours": 3}}),
        ("[[a|A]]", link("a", display="A")),
        ("[[a#H]]", link("a", subpath="H", type="header")),
        ('embed(link("x.png"))', link("x.png", embed=True)),
        ('elink("https://x", "X")', EXTERNAL),
        ("(x) => x", {"$fn": 1}),
        ("this.n", {"b": [1, 2.5]}),
        ("this", {"$page": "a.md"}),
        ("list(this, [[a]])", [{"$page": "a.md"}, link("a")]),
    ],
)
def test_a_value_has_its_form(expression: str, written: Any) -> None:
    assert value(NOTE, expression) == written


def test_an_item_is_written_as_a_task_is() -> None:
    assert value(NOTE, "this.file.lists") == [
        {
            "path": "a.md",
            "line": 3,
            "status": " ",
            "text": "t [x:: 1]",
            "completed": False,
            "fullyCompleted": False,
            "children": [],
        },
        {
            "path": "a.md",
            "line": 4,
            "status": None,
            "text": "l",
            "completed": None,
            "fullyCompleted": None,
            "children": [],
        },
    ]


def test_the_file_is_written_whole() -> None:
    written = value(NOTE, "this.file")
    assert written["name"] == "a"
    assert written["link"] == link("a.md")
    assert len(written["tasks"]) == 1


def test_a_row_that_is_flattened_still_is_its_page() -> None:
    assert answer(NOTE, "LIST WITHOUT ID rows FLATTEN 1 AS one GROUP BY one")["values"] == [
        [{"$page": "a.md"}]
    ]


def test_the_row_of_a_task_is_its_item() -> None:
    found = answer(NOTE, "TASK FLATTEN text AS x GROUP BY row")
    assert found["values"][0]["key"] is None


def test_what_nests_too_deep_is_refused() -> None:
    query = 'LIST a FLATTEN "x" AS a' + " FLATTEN list(list(a)) AS a" * (DEEPEST + 1)
    with pytest.raises(ToolError, match="nests deeper"):
        answer({"a.md": ""}, query)


def test_what_nests_less_deep_can_be_written() -> None:
    query = 'LIST a FLATTEN "x" AS a' + " FLATTEN list(list(a)) AS a" * (DEEPEST - 1)
    assert json.dumps(answer({"a.md": ""}, query))


def test_what_becomes_too_large_is_stopped() -> None:
    query = 'LIST a FLATTEN "x" AS a' + " FLATTEN list(list(a, a)) AS a" * 40
    found = run({"a.md": ""}, query)
    with pytest.raises(OutOfBudget):
        query_json(found, Budget(size=10_000))

"""Queries and notes of strangers end, one way or another."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pageful.tool.context import Caller
from pageful.tool.errors import Cancelled, ToolError
from pageful.vault.dataview.answers import query_json
from pageful.vault.values.budget import Budget
from pageful.vault.values.failures import OutOfBudget
from querying import answer, run
from thoroughness import size

MANY = "list(1, 2, 3, 4, 5, 6, 7, 8, 9, 10)"


def test_rows_that_multiply_are_stopped() -> None:
    with pytest.raises(OutOfBudget):
        run({"a.md": ""}, "LIST" + f" FLATTEN {MANY} AS a" * 9, budget=Budget(size=1_000_000))


def test_a_query_over_many_rows_takes_a_step_for_each() -> None:
    with pytest.raises(OutOfBudget, match="too many steps"):
        run({"a.md": "- a\n" * 9000}, "LIST FLATTEN file.lists AS L", budget=Budget(steps=1000))


def test_a_caller_who_gives_up_ends_the_query() -> None:
    caller = Caller()
    caller.cancel()
    budget = Budget(checkpoint=caller.checkpoint)
    with pytest.raises(Cancelled):
        run({"a.md": "- a\n" * 9000}, "LIST FLATTEN file.lists AS L", budget=budget)


def test_sorting_lists_that_share_all_their_parts_is_stopped() -> None:
    doubled = " FLATTEN list(list(a, a)) AS a" * 60
    with pytest.raises(ToolError):
        run(
            {"a.md": "", "b.md": ""},
            f'LIST FROM "" FLATTEN "x" AS a{doubled} SORT a',
            budget=Budget(steps=50_000),
        )


@pytest.mark.parametrize(
    "note",
    [
        "- " + "[" * size(100_000),
        "- " + "[a::" * size(50_000),
        "- " + "::" * size(100_000),
        "- " + "📅 " * size(50_000),
        "- " + "#a" * size(50_000),
        "> " * 5000 + "- [ ] x",
        "x:: " + "[[" * size(10_000),
        "x:: " + "1," * size(10_000),
        "---\nx: " + "[" * 5000 + "\n---",
        "- [ ] \0\ud800 x:: \0",
    ],
)
def test_a_note_of_any_kind_is_read(note: str) -> None:
    assert answer({"a.md": note}, "TABLE x, file.lists, file.tasks, file.etags")["total"] == 1
    assert answer({"a.md": note}, "TASK")["total"] <= 1


def test_operators_in_a_chain_are_worked_off() -> None:
    assert answer({"a.md": ""}, "LIST WITHOUT ID " + "1 + " * 5000 + "1")["values"] == [5001]


@settings(deadline=None)
@given(st.text(alphabet="- [x]():ab\n\t>#^1.`%", max_size=120))
def test_any_text_is_a_page(text: str) -> None:
    query = "TABLE a, file.lists, file.tasks.children, file.outlinks, file.tags FLATTEN file.lists"
    query_json(run({"a.md": text}, query))
    query_json(run({"a.md": text}, "TASK GROUP BY line"))

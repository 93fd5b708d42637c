"""The documentation of the language: each example finds something, and has the value it says."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from pageful.tool.context import Caller
from pageful.vault.dataview.engine import Engine
from pageful.vault.dataview.functions import FUNCTIONS
from pageful.vault.graph.adjacency import LatestGraph
from pageful.vault.queries.queries import Queries
from pageful.vault.snapshot.vault import Vault
from pageful.vault.values.calendar_days import DAY, day_number
from pageful.vault.values.clock import Clock
from pageful.vault.values.zones import fixed_zone
from pageful.vault.views.dataview_values import Words

_ROOT = Path(__file__).parents[2]
_TEXT = (_ROOT / "docs" / "dataview.md").read_text(encoding="utf-8")
_CODE = [each.replace("\\|", "|") for each in re.findall(r"`([^`\n]+)`", _TEXT)]
_QUERIES = [
    each
    for each in [*_CODE, *re.findall(r"vault query '([^']+)'", _TEXT)]
    if re.match(r"(?:TABLE|LIST|TASK|CALENDAR) (?!WITHOUT ID$)", each)
]
_TABLES = re.findall(r"^\| expression \| value \|\n\|---.*\n((?:\|.*\n)+)", _TEXT, re.MULTILINE)
_VALUES = [
    (expression.replace("\\|", "|"), value.replace("\\|", "|"))
    for table in _TABLES
    for expression, value in re.findall(r"^\| `(.+)` \| `(.*)` \|$", table, re.MULTILINE)
]
_NOTE = "Recipes/Rye sourdough.md"


@pytest.fixture(scope="module")
def queries(tmp_path_factory: pytest.TempPathFactory) -> Queries:
    vault = Vault(_ROOT / "examples" / "vault", cache=tmp_path_factory.mktemp("cache"))
    snapshot = vault.scan(Caller())
    clock = Clock(day_number(2026, 11, 21) * DAY, fixed_zone(0))
    graph = LatestGraph().of(snapshot, Caller())
    return Queries(Engine(vault.paths), snapshot, graph, Caller(), clock)


def test_the_documentation_has_examples_of_everything() -> None:
    assert len(_QUERIES) > 20
    used = {name for expression, _ in _VALUES for name in re.findall(r"(\w+)\(", expression)}
    assert set(FUNCTIONS) <= used


@pytest.mark.parametrize("query", _QUERIES)
def test_an_example_query_finds_something(queries: Queries, query: str) -> None:
    (block,) = queries.run(query).blocks
    assert block.result
    assert block.result.total > 0
    assert not block.remarks


@pytest.mark.parametrize(("expression", "value"), _VALUES)
def test_an_example_expression_has_the_value_it_says(
    queries: Queries, expression: str, value: str
) -> None:
    assert Words().of(queries.evaluate(expression, _NOTE).value) == value


def test_the_queries_of_the_example_note_find_something(queries: Queries) -> None:
    blocks = queries.run(None, "Ledger").blocks
    assert len(blocks) == 3
    assert all(block.result and block.result.total for block in blocks)

"""The documentation of bases: each example runs, and has the value or the page that it shows."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from pageful import present
from pageful.tool.context import Caller
from pageful.vault.base_views.runner import BaseViews
from pageful.vault.bases.columns import column
from pageful.vault.bases.evaluation import evaluate
from pageful.vault.bases.functions import FIELDS, FUNCTIONS, GLOBAL_FUNCTIONS
from pageful.vault.bases.limits import view_budget
from pageful.vault.bases.parsing import parse_expression
from pageful.vault.bases.rows import Context, Row
from pageful.vault.bases.summaries import SUMMARIES
from pageful.vault.bases.vault_files import VaultFiles
from pageful.vault.graph.adjacency import LatestGraph
from pageful.vault.snapshot.vault import Vault
from pageful.vault.values.calendar_days import DAY, day_number
from pageful.vault.values.clock import Clock
from pageful.vault.values.zones import fixed_zone
from pageful.vault.views import base_page
from pageful.vault.views.base_values import BaseWords

_ROOT = Path(__file__).parents[2]
_TEXT = (_ROOT / "docs" / "bases.md").read_text(encoding="utf-8")
_TABLES = re.findall(r"^\| expression \| value \|\n\|---.*\n((?:\|.*\n)+)", _TEXT, re.MULTILINE)
_VALUES = [
    (expression.replace("\\|", "|"), value.replace("\\|", "|"))
    for table in _TABLES
    for expression, value in re.findall(r"^\| `(.+)` \| `(.*)` \|$", table, re.MULTILINE)
]
_BASES = re.findall(r"`((?:filters|formulas|properties|summaries|views): [^`]+)`", _TEXT)
_CLOCK = Clock(day_number(2026, 11, 21) * DAY, fixed_zone(0))


@pytest.fixture(scope="module")
def views(tmp_path_factory: pytest.TempPathFactory) -> BaseViews:
    vault = Vault(_ROOT / "examples" / "vault", cache=tmp_path_factory.mktemp("cache"))
    snapshot = vault.scan(Caller())
    graph = LatestGraph().of(snapshot, Caller())
    return BaseViews(vault.paths, snapshot, graph, Caller(), _CLOCK)


def test_the_documentation_has_examples_of_everything() -> None:
    text = " ".join(expression for expression, _ in _VALUES)
    called, read = set(re.findall(r"(\w+)\(", text)), set(re.findall(r"\.(\w+)", text))
    assert set(GLOBAL_FUNCTIONS) <= called
    assert {name for functions in FUNCTIONS.values() for name in functions} <= called
    assert {name for fields in FIELDS.values() for name in fields} <= read
    assert all(f"`{name}`" in _TEXT for name in SUMMARIES)
    assert len(_BASES) > 12


@pytest.mark.parametrize(("expression", "value"), _VALUES)
def test_an_example_expression_has_the_value_it_says(
    views: BaseViews, expression: str, value: str
) -> None:
    files = VaultFiles(views.snapshot, views.graph, _CLOCK.zone, {})
    context = Context(files, {}, "Ledger.md", _CLOCK, view_budget())
    row = Row("Recipes/Rye sourdough.md", context)
    words = BaseWords(_CLOCK, views.snapshot.resolve)
    assert words.of(evaluate(parse_expression(expression), row)) == value


@pytest.mark.parametrize("base", _BASES)
def test_an_example_of_a_base_shows_rows_without_a_remark(views: BaseViews, base: str) -> None:
    (shown,) = views.run(base=base).shown
    assert shown.result
    assert shown.result.paths
    assert not shown.remarks


def test_the_page_is_the_one_that_is_shown(views: BaseViews) -> None:
    page = present(views.run("Recipes", "Vegan or not"), base_page).text
    assert f"\n````markdown\n{page}\n````\n" in _TEXT


@pytest.mark.parametrize(
    ("path", "view", "this"),
    [
        ("Recipes", "By rating", None),
        ("Recipes.base", "Made with", "Starter"),
        ("Recipes/Overview.md", None, None),
        ("Ledger.md", None, None),
        ("Sales", "By weather", None),
        ("Sales", "Best days", None),
    ],
)
def test_every_view_of_the_example_vault_has_rows_and_no_remark(
    views: BaseViews, path: str, view: str | None, this: str | None
) -> None:
    for shown in views.run(path, view, this=this).shown:
        assert shown.size
        assert not shown.remarks


def test_an_id_in_json_has_its_owner() -> None:
    assert column("rating", {}).key == "note.rating"
    assert column("file.name", {}).key == "file.name"

"""Expressions come to what Obsidian itself answered where that was recorded.

The recordings are no part of this repository: `PAGEFUL_BASES_CONFORMANCE` names their directory,
with the expressions, what their notes were, and a vault that has them.
"""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeAlias

import pytest

from pageful.tool.context import Caller
from pageful.vault.bases.dates import parse_date
from pageful.vault.bases.errors import ExpressionError
from pageful.vault.bases.evaluation import evaluate
from pageful.vault.bases.parsing import parse_expression
from pageful.vault.bases.rows import Context, Row
from pageful.vault.bases.texts import text_of
from pageful.vault.bases.values import ErrorValue, LinkValue, Value, is_number
from pageful.vault.bases.vault_files import VaultFiles
from pageful.vault.graph.adjacency import build_graph
from pageful.vault.snapshot.vault import Vault
from pageful.vault.values.budget import Budget
from pageful.vault.values.clock import Clock
from pageful.vault.values.zones import named_zone

VARIABLE = "PAGEFUL_BASES_CONFORMANCE"
RECORDED = Path(os.environ.get(VARIABLE) or Path(__file__).parents[4] / "shared/conformance/bases")

_ZONE = named_zone("Australia/Melbourne")
assert _ZONE is not None
_NOW = parse_date("2026-06-10T07:17:08.070Z", _ZONE)
assert _NOW is not None
_CLOCK = Clock(_NOW.date.millis, _ZONE)

Answer: TypeAlias = Callable[[str], Any]
REFUSED = "refused"


def cases(name: str) -> list[Any]:
    file = RECORDED / name
    if not file.exists():
        return []
    found = [json.loads(line) for line in file.read_text("utf-8").splitlines()]
    return [pytest.param(case, id=case["name"]) for case in found]


@pytest.fixture(scope="module")
def answer(tmp_path_factory: pytest.TempPathFactory) -> Answer:
    """Evaluate an expression for the recorded row, through the index of a vault on disk."""
    root = tmp_path_factory.mktemp("conformance") / "vault"
    shutil.copytree(RECORDED / "vault", root, copy_function=shutil.copyfile)
    recorded = json.loads((RECORDED / "context.json").read_text("utf-8"))["context"]
    snapshot = Vault(root, cache=root.parent / "cache").scan(Caller())
    vault = VaultFiles(snapshot, build_graph(snapshot, Caller()), _CLOCK.zone)
    formulas = {name: parse_expression(text) for name, text in recorded["formulas"].items()}
    path = recorded["file"]["path"]

    def evaluated(expression: str) -> Any:
        context = Context(vault, formulas, path, _CLOCK, Budget())
        try:
            return recorded_form(evaluate(parse_expression(expression), Row(path, context)))
        except ExpressionError:
            return REFUSED

    return evaluated


def recorded_form(value: Value) -> Any:
    """Return a value as the recordings have it: a link as its target, others as their text."""
    match value:
        case None | bool() | str():
            return value
        case tuple():
            return [recorded_form(each) for each in value]
        case LinkValue(target):
            return target
        case ErrorValue(message):
            return {"error": message}
        case _ if is_number(value):
            return value
        case _:
            return text_of(value, _CLOCK, Budget())


@pytest.mark.parametrize("case", cases("expressions.jsonl"))
def test_an_expression_comes_to_what_was_recorded(case: dict[str, Any], answer: Answer) -> None:
    found = answer(case["expression"])
    if found == REFUSED:
        # What the app refuses is recorded as null, some of it as another engine's difference.
        assert case["expected"] is None
    else:
        assert found == case["expected"]


@pytest.mark.parametrize("case", cases("diagnostics.jsonl"))
def test_a_refusal_is_one_where_it_was_recorded(case: dict[str, Any], answer: Answer) -> None:
    found, native = answer(case["expression"]), case["native"]
    assert (found == REFUSED) == bool(native["parse"]["parseError"])
    if found != REFUSED:
        assert found == native["value"]

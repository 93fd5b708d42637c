"""Rules by which a page says a thing once: without any of them it says the same, and is longer."""

from __future__ import annotations

from itertools import combinations

import pytest

from gateway_made_results import made_results
from pageful.anything import restore
from pageful.anything.writing import parts_of
from pageful.shapes.rules import RULES, Rule
from pageful.shapes.values import Json

_SETS = [frozenset(each) for count in range(4) for each in combinations(sorted(RULES), count)]


def _write(data: Json, rules: frozenset[Rule]) -> str:
    parts = parts_of(data, rules)
    assert parts
    return parts.write()


@pytest.mark.parametrize("rules", _SETS, ids=lambda rules: " ".join(sorted(rules)) or "none")
@pytest.mark.parametrize(("name", "data"), [*made_results()])
def test_a_page_by_some_rules_says_the_same(name: str, data: Json, rules: frozenset[Rule]) -> None:
    assert restore(_write(data, rules)) == data


@pytest.mark.parametrize("rule", sorted(RULES))
def test_a_rule_that_is_left_out_is_not_used(rule: Rule) -> None:
    _, issues = next(made_results())
    rows = [{**each, "kind": "issue"} for each in issues]
    said = {"legends": "@user, by", "constants": "kind: issue", "templates": "html_url = "}
    assert said[rule] in _write(rows, RULES)
    assert said[rule] not in _write(rows, RULES - {rule}).replace("@user.html_url", "")

"""Formulas use formulas, and say what is wrong with them."""

from __future__ import annotations

import pytest

from base_expressions import result, row, value
from pageful.vault.bases.evaluation import DEEPEST_FORMULAS, formula_value, is_kept
from pageful.vault.bases.parsing import parse_expression
from pageful.vault.bases.values import ErrorValue

LOAF = "---\nflour: 500\nwater: 350\nprice: 4\n---\n"


def test_formulas_use_formulas() -> None:
    formulas = {
        "hydration": "water / flour",
        "percent": "(formula.hydration * 100).round()",
        "shown": 'formula["percent"].toString() + " %"',
    }
    assert value("formula.shown", LOAF, formulas=formulas) == "70 %"


def test_a_formula_is_evaluated_once_for_a_row() -> None:
    here = row(LOAF, formulas={"price twice": "price * 2"})
    assert formula_value("price twice", here) == 8
    assert here.results == {"price twice": 8}
    assert formula_value("price twice", here) == 8


@pytest.mark.parametrize(
    ("formulas", "name", "circle"),
    [
        ({"a": "formula.a + 1"}, "a", "a → a"),
        ({"a": "formula.b", "b": "formula.c", "c": "formula.a"}, "a", "a → b → c → a"),
        ({"a": "formula.b", "b": "formula.c", "c": "formula.a"}, "c", "a → b → c → a"),
        ({"x": "formula.b + 1", "b": "formula.c", "c": "formula.b"}, "x", "b → c → b"),
        ({"a": "[1].map(formula[\"a\"])"}, "a", "a → a"),
    ],
)  # fmt: skip
def test_a_circle_is_named_the_same_wherever_it_is_entered(
    formulas: dict[str, str], name: str, circle: str
) -> None:
    message = f"The formulas use one another in a circle: {circle}."
    assert result(f"formula.{name}", formulas=formulas) == ErrorValue(message)


def test_a_circle_that_is_not_entered_is_none() -> None:
    formulas = {"a": "if(price > 3, price, formula.b)", "b": "formula.a"}
    assert value("formula.b", LOAF, formulas=formulas) == 4


def test_a_chain_of_formulas_has_an_end() -> None:
    formulas = {f"f{at}": f"formula.f{at + 1} + 1" for at in range(60)} | {"f60": "0"}
    assert value(f"formula.f{60 - DEEPEST_FORMULAS + 1}", formulas=formulas) == 47
    assert result("formula.f0", formulas=formulas) == ErrorValue(
        f"More than {DEEPEST_FORMULAS} formulas use one another in a chain."
    )


def test_nested_chains_of_formulas_end_in_a_value_or_an_error() -> None:
    deep = "(" * 40 + "formula.f{}" + " + 1)" * 40
    formulas = {f"f{at}": deep.format(at + 1) for at in range(45)} | {"f45": "0"}
    assert result("formula.f0", formulas=formulas) in (1800, ErrorValue(
        "A value nests too deep to be worked with."
    ))  # fmt: skip


def test_a_formula_that_cannot_be_read_is_an_error_of_its_cells() -> None:
    found = result("formula.half", formulas={"half": "price /"})
    message = "The formula half can't be read. The expression ends where a value should come."
    assert found == ErrorValue(message)


def test_an_error_of_a_formula_is_that_of_those_who_use_it() -> None:
    formulas = {"bad": 'number("x")', "worse": "formula.bad + 1"}
    message = 'Unable to parse "x" as a number.'
    assert result("formula.worse", formulas=formulas) == ErrorValue(message)


def test_a_formula_needs_its_name() -> None:
    assert result("formula", formulas={"a": "1", "b": "2"}) == ErrorValue(
        "A formula needs its name: formula.name", "There are a, b."
    )


def test_a_filter_keeps_a_row_or_says_why_it_cannot() -> None:
    here = row(LOAF)
    assert is_kept(parse_expression("price > 3"), here) is True
    assert is_kept(parse_expression("missing"), here) is False
    assert is_kept(parse_expression("file.hasTga('x')"), here) == ErrorValue(
        'Cannot find function "hasTga" on type File', "Did you mean hasTag?"
    )

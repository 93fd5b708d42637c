"""Expressions of any shape come to a value that can be shown, or to an error that says why."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from base_expressions import CLOCK, row
from pageful.vault.bases.equality import is_equal
from pageful.vault.bases.evaluation import evaluate
from pageful.vault.bases.functions import FIELDS, FUNCTIONS, GLOBAL_FUNCTIONS
from pageful.vault.bases.ordering import sort_key
from pageful.vault.bases.parsing import parse_expression
from pageful.vault.bases.texts import text_of
from pageful.vault.bases.truth import is_empty, is_true
from pageful.vault.bases.values import ErrorValue
from pageful.vault.values.budget import Budget
from pageful.vault.values.failures import OutOfBudget

_FLOURS = "[rye, '[[Wheat]]', {a: 1}]"
NOTES = {
    "Breads/Rye.md": f"---\nrating: 5\nbaked: 2026-03-05\nflours: {_FLOURS}\n---\n#b/c",
    "Breads/Wheat.md": "[[Rye]]",
}
FORMULAS = {"double": "rating * 2", "circle": "formula.circle", "broken": "rating +"}

_ATOMS = st.sampled_from(
    [
        "1", "0", "(-2.5)", "1e300", '"rye"', '""', '"2026-03-05"', '"1d"', "true", "null", "[]",
        "[3, 1, 2]", '["b", [null]]', "/r(y)?/g", "rating", "baked", "flours", "missing", "file",
        "note", "this", "today()", "now()", 'duration("2h")', 'link("Wheat")', 'html("<i>")',
        'icon("x")', 'image("y.png")', "formula.double", "formula.circle", "formula.broken",
        "value", "acc", "index", "values", "file.links", "file.tags", "file.mtime.relative()",
    ]
)  # fmt: skip
_METHODS = sorted({name for functions in FUNCTIONS.values() for name in functions})
_FIELDS = sorted({name for fields in FIELDS.values() for name in fields})
_OPERATORS = ["+", "-", "*", "/", "%", "==", "!=", "<", ">", "<=", ">=", "&&", "||"]


def _compound(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    arguments = st.lists(inner, max_size=3).map(", ".join)
    return st.one_of(
        st.tuples(inner, st.sampled_from(_OPERATORS), inner).map(lambda p: f"({' '.join(p)})"),
        st.tuples(st.sampled_from("!-"), inner).map(lambda p: f"{p[0]}({p[1]})"),
        st.tuples(inner, st.sampled_from(_FIELDS)).map(lambda p: f"({p[0]}).{p[1]}"),
        st.tuples(inner, inner).map(lambda p: f"({p[0]})[{p[1]}]"),
        st.tuples(inner, st.sampled_from(_METHODS), arguments).map(
            lambda p: f"({p[0]}).{p[1]}({p[2]})"
        ),
        st.tuples(st.sampled_from(sorted(GLOBAL_FUNCTIONS)), arguments).map(
            lambda p: f"{p[0]}({p[1]})"
        ),
        arguments.map(lambda given: f"[{given}]"),
    )


@given(st.recursive(_ATOMS, _compound, max_leaves=12))
def test_any_expression_comes_to_a_value_or_an_error(text: str) -> None:
    budget = Budget(steps=200_000, size=200_000)
    here = row(NOTES, formulas=FORMULAS, this="Breads/Wheat.md", budget=budget)
    try:
        found = evaluate(parse_expression(text), here)
        again = evaluate(parse_expression(text), here)
        assert is_equal(found, found, here) or "NaN" in text_of(found, CLOCK, budget)
        assert text_of(found, CLOCK, budget) == text_of(again, CLOCK, budget)
        sort_key(found, here)
    except OutOfBudget:
        return
    assert isinstance(is_true(found) or is_empty(found), bool)
    if isinstance(found, ErrorValue):
        assert found.message

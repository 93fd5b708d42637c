"""No expression runs, grows or nests without bound."""

from __future__ import annotations

import pytest

from base_expressions import result, row
from pageful.vault.bases.evaluation import evaluate
from pageful.vault.bases.parsing import parse_expression
from pageful.vault.bases.values import ErrorValue, Value
from pageful.vault.values.budget import Budget
from pageful.vault.values.failures import OutOfBudget

TENFOLD = "[1,2,3,4,5,6,7,8,9,10]"


@pytest.mark.parametrize(
    "expression",
    [
        '"ab".repeat(1e9)',
        '"ab".repeat(1e300)',
        f'{TENFOLD}.reduce(acc + acc + acc + acc, "0123456789").repeat(1000)',
        f"{TENFOLD}.reduce(acc + acc + acc + acc + acc + acc, [1])",
        f"{TENFOLD}.map(" * 8 + "0" + ")" * 8,
        f'{TENFOLD}.map({TENFOLD}.map({TENFOLD}.map("x".repeat(1e5).lower())))',
        f"{TENFOLD}.reduce({TENFOLD}.reduce(acc + [acc], acc), []).join()",
        '"a".repeat(1e6).replace("", "b".repeat(1000))',
        '"a".repeat(1e6).replace(/a/g, "b".repeat(1000))',
        'now().format("LLLL".repeat(1e7))',
    ],
)
def test_what_grows_without_bound_ends_with_an_error(expression: str) -> None:
    with pytest.raises(OutOfBudget):
        _ended(expression)


def _ended(expression: str) -> Value:
    """Evaluate an expression with a twentieth of the usual budget."""
    budget = Budget(steps=1_000_000, size=1_000_000)
    found = result(expression, budget=budget)
    if isinstance(found, ErrorValue):
        raise OutOfBudget(found.message)
    return found


@pytest.mark.parametrize(
    "expression", ['/a+b/.matches("aab")', '"aab".replace(/a+b/g, "")', '"aab".split(/a+b/)']
)
def test_regular_expressions_take_of_the_time(
    expression: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    spent = list[str]()
    record = lambda _budget, pattern, _seconds: spent.append(pattern)  # noqa: E731
    monkeypatch.setattr(Budget, "add_regex_time", record)
    result(expression)
    assert spent == ["a+b"]
    with pytest.raises(OutOfBudget, match="stopped after 0 seconds"):
        result(expression, budget=Budget(seconds=0))


def test_values_that_nest_too_deep_are_errors() -> None:
    nested = "[0].map(" * 2 + f"{TENFOLD}.reduce({TENFOLD}.reduce(list([acc]), acc), 0)" + ")" * 2
    deeper = f"{TENFOLD}.reduce({TENFOLD}.reduce({TENFOLD}.reduce([acc], acc), acc), 0)"
    assert isinstance(result(nested), tuple)
    assert result(deeper) == ErrorValue("A value nests too deep to be worked with.")


def test_a_list_that_holds_itself_many_times_is_measured_quickly() -> None:
    doubled = f"{TENFOLD}.reduce({TENFOLD}.reduce([acc, acc], acc), 0)"
    assert isinstance(result(doubled), tuple)


def test_writing_such_a_list_ends_with_an_error() -> None:
    doubled = f"{TENFOLD}.reduce({TENFOLD}.reduce([acc, acc], acc), 0).toString()"
    with pytest.raises(OutOfBudget):
        result(doubled, budget=Budget(steps=100_000, size=100_000))


def test_comparing_such_lists_ends_with_an_error() -> None:
    doubled = f"{TENFOLD}.reduce({TENFOLD}.reduce([acc, acc], acc), 0)"
    with pytest.raises(OutOfBudget):
        result(f"{doubled} == {doubled}", budget=Budget(steps=100_000))


def test_what_cells_take_adds_up() -> None:
    here = row(budget=Budget(steps=60))
    expression = parse_expression("[1, 2, 3].map(value * 2).sum()")
    assert evaluate(expression, here) == 12
    here.context.budget.steps -= 60
    here.context.budget._next_look = 0
    with pytest.raises(OutOfBudget, match="too many steps"):
        evaluate(expression, here)


def test_a_caller_that_gives_up_ends_it() -> None:
    class GaveUp(Exception):
        pass

    def give_up() -> None:
        raise GaveUp

    with pytest.raises(GaveUp):
        result(f"{TENFOLD}.map({TENFOLD}.map({TENFOLD}.map({TENFOLD}.map(value * 2))))",
               budget=Budget(checkpoint=give_up))  # fmt: skip

"""No expression takes more steps, memory or time than its budget has."""

from __future__ import annotations

import pytest

from expressions import CLOCK, context, fails
from pageful.tool.errors import Cancelled
from pageful.vault.dataview.evaluation import evaluate
from pageful.vault.dataview.grammar import parse_expression
from pageful.vault.values.budget import Budget
from pageful.vault.values.failures import OutOfBudget
from thoroughness import size

MANY = 'split(padleft("", 1000, "x"), "")'
DOUBLED = 'reduce(split(padleft("", 60, "x"), ""), (a, b) => [a, a])'


def stopped(text: str, why: str, **budget: float) -> None:
    limits = {"steps": 300_000, "size": 300_000, "seconds": 60.0} | budget
    run = Budget(int(limits["steps"]), int(limits["size"]), limits["seconds"])
    with pytest.raises(OutOfBudget, match=why) as error:
        evaluate(parse_expression(text, CLOCK), context(budget=run))
    assert error.value.remedy


@pytest.mark.parametrize(
    "text",
    [
        '"x" * 1000000000',
        '"x" * 1000000 * 1000000',
        'padleft("x", 1000000000)',
        'padright("x", 1/0)',
        'reduce(split("xxxxxxxxxxxxxxxxxxxxxxxx", ""), (a, b) => a + a)',
        'replace(padleft("", 10000, "x"), "x", padleft("", 10000, "y"))',
        f'join({MANY}, padleft("", 10000, "x"))',
        'regexreplace(padleft("", 1000, "x"), "x", padleft("", 100000, "y"))',
        f"flat(map({MANY}, (a) => {MANY}))",
        'dateformat(date(today), padleft("", 100000, "FFFF "))',
    ],
)
def test_a_text_or_list_that_grows_too_large_is_refused(text: str) -> None:
    stopped(text, "too large")


@pytest.mark.parametrize(
    "text",
    [
        f"map({MANY}, (a) => map(x, (b) => map(x, (c) => 1)))".replace("x,", f"{MANY},"),
        f"{DOUBLED} = {DOUBLED}",
        f"string({DOUBLED})",
        f'contains({DOUBLED}, "y")',
        f"map({MANY}, (a) => sort({MANY}))",
        f"unique([{DOUBLED}, {DOUBLED}])",
    ],
)
def test_work_that_multiplies_is_stopped(text: str) -> None:
    stopped(text, "too many steps", steps=size(300_000), size=10**9)


def test_time_ends() -> None:
    stopped(f"map({MANY}, (a) => map({MANY}, (b) => 1))", "seconds", steps=10**9, seconds=0)


def test_a_pattern_that_goes_back_without_end_stops_the_query() -> None:
    stopped('regextest("^(a|a)*(b|b)*(a|a|b)*$", padleft("c", 40, "ab"))', ".", seconds=0)


def test_the_regular_expression_that_took_the_time_is_named() -> None:
    run = Budget(seconds=0.0)
    run.add_regex_time("r.e", 1.0)
    run.add_regex_time("(a+)+[bc]", 3.0)
    with pytest.raises(
        OutOfBudget, match=r"most of them in the regular expression /\(a\+\)\+\[bc\]/"
    ):
        run.check_time()


@pytest.mark.parametrize(
    "text", ['regextest("r.e", "rye")', 'regexreplace("rye", "r.e", "")', 'split("rye", "r.e")']
)
def test_the_time_of_every_regular_expression_counts(
    text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    spent: list[str] = []
    monkeypatch.setattr(
        Budget, "add_regex_time", lambda _budget, pattern, _seconds: spent.append(pattern)
    )
    evaluate(parse_expression(text, CLOCK), context())
    assert spent == ["r.e"]


def test_time_that_went_elsewhere_is_no_fault_of_an_expression() -> None:
    run = Budget(seconds=0.0)
    run.add_regex_time("r.e", 0.0)
    with pytest.raises(OutOfBudget, match=r"0 seconds\.\n"):
        run.check_time()


def test_a_caller_who_gives_up_ends_it() -> None:
    def give_up() -> None:
        raise Cancelled

    run = Budget(checkpoint=give_up)
    with pytest.raises(Cancelled):
        evaluate(parse_expression(f"map({MANY}, (a) => {MANY})", CLOCK), context(budget=run))


def test_a_value_that_nests_too_deep_is_an_error_of_its_row() -> None:
    deep = f"reduce({MANY}, (a, b) => [a])".replace("1000", "5000")
    fails(f"string({deep})", "deep")
    fails(f"{deep} < {deep}", "deep")

"""Tests that several reports have, counted."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from pageful.builds.junit.tally import Tally
from pageful.builds.junit.test_case import Case, ThrownException

PASSED = Case("a.B", "c")
FAILED = replace(PASSED, thrown=ThrownException("x.Y", "m", "t"))
OTHERWISE = replace(PASSED, thrown=ThrownException("x.Y", "n", "t"))
SKIPPED = replace(PASSED, skipped=True)
FLAKY = replace(PASSED, flaky=True)
HERE, THERE = Path("surefire-reports"), Path("failsafe-reports")


def counted(*cases: Case, there: bool = False) -> tuple[Case, ...]:
    tally = Tally()
    for number, case in enumerate(cases):
        tally.take([case], THERE if there and number else HERE, number)
    return tally.cases


@pytest.mark.parametrize(
    ("first", "last", "result"),
    [
        (PASSED, PASSED, PASSED),
        (FAILED, PASSED, FLAKY),
        (FAILED, FLAKY, FLAKY),
        (PASSED, FAILED, FAILED),
        (FAILED, OTHERWISE, FAILED),
        (SKIPPED, PASSED, PASSED),
        (FAILED, SKIPPED, FAILED),
        (SKIPPED, SKIPPED, SKIPPED),
    ],
)
def test_a_test_that_one_execution_reports_twice_was_run_again(
    first: Case, last: Case, result: Case
) -> None:
    assert counted(first, last) == (result,)


def test_which_run_came_first_is_a_matter_of_when_it_was_written() -> None:
    tally = Tally()
    tally.take([PASSED], HERE, 2)
    tally.take([FAILED], HERE, 1)
    assert tally.cases == (FLAKY,)


@pytest.mark.parametrize(
    ("first", "last", "results"),
    [
        (PASSED, PASSED, (PASSED,)),
        (FAILED, PASSED, (FAILED,)),
        (PASSED, FAILED, (FAILED,)),
        (FAILED, FAILED, (FAILED,)),
        (FAILED, OTHERWISE, (FAILED, OTHERWISE)),
        (SKIPPED, PASSED, (PASSED,)),
        (FLAKY, PASSED, (FLAKY,)),
        (PASSED, SKIPPED, (PASSED,)),
    ],
)
def test_a_test_that_two_executions_report_counts_once_or_for_each_of_its_failures(
    first: Case, last: Case, results: tuple[Case, ...]
) -> None:
    assert counted(first, last, there=True) == results


def test_tests_of_two_modules_are_two() -> None:
    assert len(counted(PASSED, replace(PASSED, module="core"), there=True)) == 2


def test_tests_of_one_name_in_a_report_are_met_one_by_one_in_the_next() -> None:
    tally = Tally()
    tally.take([FAILED, PASSED, FAILED], HERE, 1)
    tally.take([PASSED, PASSED], HERE, 2)
    assert tally.cases == (FLAKY, PASSED, FAILED)

"""Summaries of a column, built in and of one's own."""

from __future__ import annotations

import pytest

from base_expressions import CLOCK, plain, row, value
from pageful.vault.bases.dates import parse_date
from pageful.vault.bases.summaries import SUMMARIES
from pageful.vault.bases.values import Value

_DAYS = tuple(parse_date(text, CLOCK.zone) for text in ("2026-03-05", "2026-03-02", "2026-03-09"))


@pytest.mark.parametrize(
    ("name", "values", "expected"),
    [
        ("Average", (4.0, 1.0, None, "x", 1.0), 2),
        ("Min", (4.0, None, -1.0), -1),
        ("Max", (4.0, None, 9.0), 9),
        ("Sum", (4.0, None, 9.0, True), 13),
        ("Range", (4.0, 1.0, 9.0), 8),
        ("Median", (4.0, 1.0, 9.0, 5.0), 4.5),
        ("Stddev", (2.0, 4.0, None), 1),
        ("Earliest", (*_DAYS, None, "2020-01-01"), "2026-03-02"),
        ("Latest", _DAYS, "2026-03-09"),
        ("Range", _DAYS, "7 days"),
        ("Checked", (True, False, None, True, "true"), 2),
        ("Unchecked", (True, False, None, 0.0), 1),
        ("Empty", (None, "", (), 0.0, False), 3),
        ("Filled", (None, "", (), 0.0, False), 2),
        ("Unique", ("a", "b", "a", 1.0, "1"), 4),
        ("Average", (None, "x"), None),
        ("Sum", (), None),
        ("Range", (None,), None),
        ("Latest", (), None),
        ("Unique", (), 0),
    ],
)
def test_a_summary_is_made_of_the_values_of_its_type(
    name: str, values: tuple[Value, ...], expected: object
) -> None:
    assert plain(SUMMARIES[name](values, row())) == expected


def test_the_summaries_are_those_that_are_documented() -> None:
    assert list(SUMMARIES) == [
        "Average", "Min", "Max", "Sum", "Range", "Median", "Stddev", "Earliest", "Latest",
        "Checked", "Unchecked", "Empty", "Filled", "Unique",
    ]  # fmt: skip


def test_a_summary_of_ones_own_sees_all_values() -> None:
    values = (1.0, 2.0, *[None] * 10)
    assert value("values.mean()", values=values) == 0.25
    assert value("values.length", values=values) == 12
    assert value("values.filter(value != null).mean().toFixed(2)", values=values) == "1.50"
    assert value("values.map(value * 2).sum()", values=(1.0, 3.0)) == 8

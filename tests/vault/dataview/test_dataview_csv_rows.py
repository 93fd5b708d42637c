"""CSV files are read as Papa Parse reads them."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pageful.vault.dataview.answers import value_json
from pageful.vault.dataview.csv_rows import csv_rows
from pageful.vault.values.budget import Budget
from pageful.vault.values.failures import OutOfBudget
from querying import CLOCK


def _rows(text: str) -> list[Any]:
    return [value_json(row) for row in csv_rows(text, CLOCK, Budget())]


def _cells(text: str) -> list[list[Any]]:
    return [list(row.values()) for row in _rows(text)]


@pytest.mark.parametrize("delimiter", [",", ";", "\t", "|"])
def test_the_delimiter_is_found_out(delimiter: str) -> None:
    text = "a,b\n1,2\n3,4\n".replace(",", delimiter)
    assert _rows(text) == [{"a": 1, "b": 2}, {"a": 3, "b": 4}]


def test_quotes_hold_delimiters_ends_of_lines_and_doubled_quotes() -> None:
    assert _rows('a,b\n"x, y","one\ntwo ""3"""\n') == [{"a": "x, y", "b": 'one\ntwo "3"'}]


def test_quotes_within_a_cell_are_text() -> None:
    assert _rows('a,b\nx "y" z,1\n') == [{"a": 'x "y" z', "b": 1}]


def test_a_quote_that_is_never_closed_goes_to_the_end() -> None:
    assert _rows('a,b\n1,"x\ny,z') == [{"a": 1, "b": "x\ny,z"}]


def test_empty_lines_and_comments_are_left_out() -> None:
    assert _rows("# c\na,b\r\n\r\n1,2\r#x,y\r\n3,4") == [{"a": 1, "b": 2}, {"a": 3, "b": 4}]


def test_missing_cells_are_not_there_and_others_are_extra() -> None:
    assert _rows("a,b\n1\n1,2,3,4\n") == [{"a": 1}, {"a": 1, "b": 2, "__parsed_extra": [3, 4]}]


@pytest.mark.parametrize(
    ("cell", "typed"),
    [
        ("true", True),
        ("FALSE", False),
        ("True", "True"),
        ("", None),
        ("-1.5e3", -1500),
        (" 7 ", 7),
        ("9007199254740993", "9007199254740993"),
        ("2022-01-02", {"$date": "2022-01-02T00:00:00.000Z"}),
        ("2022-01-02T10:00Z", {"$date": "2022-01-02T10:00:00.000Z"}),
        ("2022-01-02T10:00:00.5+01:00", {"$date": "2022-01-02T09:00:00.500Z"}),
        ("2 days", {"$dur": {"days": 2}}),
        ("text", "text"),
    ],
)
def test_cells_are_typed(cell: str, typed: Any) -> None:
    assert _rows(f"a,b\n{cell},x\n") == [{"a": typed, "b": "x"}]


def test_columns_go_by_their_names_and_canonical_forms() -> None:
    assert _rows("First Name\nAda") == [{"First Name": "Ada", "first-name": "Ada"}]


@pytest.mark.parametrize("text", ["", "\ufeff", "\n\n", "a,b", "#"])
def test_a_file_without_rows_has_none(text: str) -> None:
    assert _rows(text) == []


def test_a_byte_order_mark_is_no_part_of_the_first_name() -> None:
    assert _rows("\ufeffa,b\n1,2") == [{"a": 1, "b": 2}]


def test_many_cells_are_stopped() -> None:
    with pytest.raises(OutOfBudget):
        list(csv_rows("a,b\n" + "1,2\n" * 1000, CLOCK, Budget(size=100)))


@given(st.text(alphabet='a,;"\n\r# \t|1', max_size=80))
def test_any_text_is_read(text: str) -> None:
    for row in _cells(text):
        assert row


def test_many_open_quotes_take_no_longer_than_their_number() -> None:
    assert len(_rows("a,b\n" + '"x,' * 300_000)) == 1

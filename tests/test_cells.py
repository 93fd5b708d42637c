"""Cells and lines of any text, which stay cells and lines and read back as the text."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pageful.page.cells import (
    escape_cell,
    escape_cells,
    escape_line,
    join_row,
    join_rows,
    split_row,
    split_rows,
    unescape,
    unescape_cells,
)

_TEXTS = st.text(
    st.sampled_from("ab|\\\n\r\t n\x1e\x1f\u200b\u200d\u2028\U000e0001\x07é"), max_size=8
)


@pytest.mark.parametrize(
    ("text", "cell"),
    [
        ("a|b", "a\\|b"),
        ("C:\\n", "C:\\\\n"),
        ("a\nb\r\t", "a\\nb\\r\\t"),
        ("\x07\u200b", "\\u0007\\u200b"),
        ("\U000e0001", "\\U000e0001"),
    ],
)
def test_what_would_end_a_cell_or_is_not_seen_is_written_as_an_escape(text: str, cell: str) -> None:
    assert escape_cell(text) == cell
    assert unescape(cell) == text
    assert escape_line("a|b") == "a|b"


@given(_TEXTS)
def test_a_joiner_stands_or_is_escaped_and_is_never_lost(text: str) -> None:
    for each in (text, f"{text}\u200d", "\u200da"):
        assert unescape(escape_line(each)) == each


@given(st.lists(_TEXTS, min_size=1, max_size=4))
def test_a_row_is_read_back_as_its_cells(texts: list[str]) -> None:
    row = join_row(escape_cells(texts))
    assert "\n" not in row
    assert [unescape(cell) for cell in split_row(row)] == texts


@given(st.lists(_TEXTS, min_size=1, max_size=6))
def test_cells_that_somebody_else_wrote_are_read_as_each_of_them_alone(cells: list[str]) -> None:
    for each in (cells, ["a\x1e\\n", *cells], ["a\x1f\\\\n", *cells]):
        assert unescape_cells(each) == [unescape(cell) for cell in each]


@given(st.lists(_TEXTS, min_size=1, max_size=6))
def test_many_cells_are_written_and_read_as_each_of_them_alone(texts: list[str]) -> None:
    cells = escape_cells(texts)
    assert list(cells) == [escape_cell(text) for text in texts]
    assert unescape_cells(cells) == texts


@given(st.lists(st.text(st.sampled_from("a\\nru0|\x1e\x1f"), max_size=8), min_size=1, max_size=4))
def test_many_cells_that_nobody_escaped_are_read_as_each_of_them_alone(cells: list[str]) -> None:
    assert unescape_cells(cells) == [unescape(cell) for cell in cells]


@given(st.integers(1, 3).flatmap(lambda n: st.lists(st.tuples(*[_TEXTS] * n), min_size=1)))
def test_the_columns_of_a_table_are_read_back(rows: list[tuple[str, ...]]) -> None:
    columns = [escape_cells(column) for column in zip(*rows, strict=True)]
    written = join_rows(columns)
    assert written == [join_row(row) for row in zip(*columns, strict=True)]
    assert list(map(list, split_rows(written, len(columns)))) == list(map(list, columns))


@pytest.mark.parametrize(
    "rows", [["|a|b|", "|c|"], ["|a|b|", "|c|d|e|", "|f|"], ["|a\\|b|", "|c|d|"]]
)
def test_rows_of_other_lengths_are_no_table(rows: list[str]) -> None:
    with pytest.raises(ValueError, match="argument"):
        split_rows(rows, 2)


def test_a_row_with_the_characters_that_stand_for_escapes_is_read_all_the_same() -> None:
    assert list(split_rows(["|a\x1e\\||b|"], 2)) == [("a\x1e\\|",), ("b",)]

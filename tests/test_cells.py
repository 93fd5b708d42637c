"""Cells and lines of any text, which stay cells and lines and read back as the text."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pageful.page.cells import escape_cell, escape_cells, escape_line, join_row, split_row, unescape

_TEXTS = st.text(st.sampled_from("ab|\\\n\r\t n\u200b\u200d\u2028\U000e0001\x07é"), max_size=8)


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

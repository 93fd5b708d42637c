"""Tool calls as they are printed."""

import json
from pathlib import PurePosixPath

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pageful import Call


@pytest.mark.parametrize(
    ("call", "printed"),
    [
        (Call("vault_list"), "vault_list()"),
        (Call("search", {"query": "a b", "limit": 5}), 'search(query="a b", limit=5)'),
        (
            Call("t", {"all": True, "none": None, "of": ["x", 1]}),
            't(all=true, none=null, of=["x", 1])',
        ),
        (Call("t", {"q": "café"}), 't(q="café")'),
    ],
)
def test_a_call_is_printed_with_its_values_as_json(call: Call, printed: str) -> None:
    assert str(call) == printed


@pytest.mark.parametrize("value", ["a\nb", "\x9b", "\ud800", "\u2028", "\u202e"])
def test_a_value_that_a_page_would_change_is_printed_as_escapes(value: str) -> None:
    printed = str(Call("t", {"q": value}))
    assert printed.isascii()
    assert json.loads(printed.removeprefix("t(q=").removesuffix(")")) == value


@given(st.text(st.characters()))
def test_a_printed_value_reads_back_as_it_was(value: str) -> None:
    printed = str(Call("t", {"q": value}))
    assert json.loads(printed[4:-1]) == value


def test_a_path_is_printed_as_text() -> None:
    assert str(Call("index", {"path": PurePosixPath("/a b")})) == 'index(path="/a b")'

"""Names and texts on one line of a page."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pageful.text.printable import make_printable
from pageful.text.single_line import name


@pytest.mark.parametrize(
    ("given_name", "shown"),
    [
        ("Recipes/抹茶パン.md", "Recipes/抹茶パン.md"),
        ("نامه\u200cها.md", "نامه\u200cها.md"),
        ("a\nb.md", '"a\\nb.md"'),
        ("tpircs\u202e.md", '"tpircs\\u202e.md"'),
        ("no\u200bte.md", '"no\\u200bte.md"'),
    ],
)
def test_a_name_that_would_not_be_seen_as_it_is_is_a_json_string(
    given_name: str, shown: str
) -> None:
    assert name(given_name) == shown


@given(st.text())
def test_a_name_is_shown_whole_or_as_json_of_it(text: str) -> None:
    shown = name(text)
    assert make_printable(shown) == shown
    assert shown == text or json.loads(shown) == text

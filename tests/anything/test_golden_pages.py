"""Pages of any data, as they are read.

`PAGEFUL_APPROVE=1` writes the pages anew, to be read and committed.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from golden_data import GOLDEN
from pageful import data_page, page_of, present, restore
from pageful.anything.json_text import is_equal

_PAGES = Path(__file__).parent / "pages"


@pytest.mark.parametrize("name", GOLDEN)
def test_the_page_is_the_golden_one(name: str) -> None:
    page = page_of(GOLDEN[name])
    assert page.is_page
    path = _PAGES / f"{name}.md"
    if os.environ.get("PAGEFUL_APPROVE"):
        path.write_text(f"{page.text}\n", encoding="utf-8")
    assert f"{page.text}\n" == path.read_text(encoding="utf-8")


@pytest.mark.parametrize("name", GOLDEN)
def test_the_golden_page_gives_its_data_back(name: str) -> None:
    text = (_PAGES / f"{name}.md").read_text(encoding="utf-8").removesuffix("\n")
    assert is_equal(restore(text), GOLDEN[name])


@pytest.mark.parametrize("name", GOLDEN)
def test_the_view_shows_the_same_page(name: str) -> None:
    assert present(GOLDEN[name], data_page).text == page_of(GOLDEN[name]).text

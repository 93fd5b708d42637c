"""Values of bases as pages write them, and long lists of views and groups."""

from __future__ import annotations

import math
from pathlib import Path

import pytest

from base_runs import CLOCK, views_on
from pageful import present
from pageful.tool.errors import ToolError
from pageful.vault.bases.values import UrlValue, Value
from pageful.vault.views import base_page
from pageful.vault.views.base_values import DEEPEST, BaseWords


def _words() -> BaseWords:
    return BaseWords(CLOCK, lambda target, source: None)


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (UrlValue("https://example.org"), "https://example.org"),
        (UrlValue("https://example.org", "a page"), "[a page](https://example.org)"),
        (math.inf, "∞"),
        (-math.inf, "-∞"),
        (("a, b", "c"), "a, b; c"),
        (("a, b", "c; d"), "a, b • c; d"),
    ],
)
def test_a_value_is_written_as_people_read_it(value: Value, text: str) -> None:
    assert _words().of(value) == text


def test_a_list_within_lists_without_end_is_refused() -> None:
    value: Value = "x"
    for _ in range(DEEPEST + 1):
        value = (value,)
    with pytest.raises(ToolError, match="nests deeper"):
        _words().of(value)


def test_views_and_groups_are_listed_up_to_a_number_and_the_rest_is_counted(
    tmp_path: Path,
) -> None:
    files = {f"{number:03}.md": f"---\nword: w{number:03}\n---\n" for number in range(130)}
    more = "".join(f"  - {{type: table, name: v{number:02}}}\n" for number in range(23))
    base = f"views:\n  - {{type: table, name: all, groupBy: {{property: word}}}}\n{more}"
    text = present(views_on(tmp_path, files).run(base=base), base_page, budget=40_000).text
    assert "`v19`, 3 more" in text
    assert "word = w000: 1 row\n" in text
    assert "word = w099: 1 row, on other pages\n" in text
    assert "w100" not in text
    assert "… 30 groups more" in text

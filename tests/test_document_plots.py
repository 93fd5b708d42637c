"""Plots in the documents, which say what their tables say."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from document_plots import Bars, Lines, plots, read_table

_DOCS = Path(__file__).parent.parent / "docs"
_SVG = "{http://www.w3.org/2000/svg}"


@pytest.mark.parametrize("name", sorted(plots()))
def test_a_plot_is_drawn_of_the_table_as_it_is(name: str) -> None:
    assert (_DOCS / name).read_text(encoding="utf-8") == plots()[name]


def test_a_bar_is_as_long_as_its_value_and_absent_where_there_is_none() -> None:
    rows: list[tuple[str, list[float | None]]] = [("a", [10.0, 5.0]), ("b", [None, 2.5])]
    root = ET.fromstring(Bars("<Times>", ("one & two", "three"), rows, str).write())
    bars = [each for each in root.findall(f"{_SVG}rect") if each.get("rx") == "2"][2:]
    widths = [float(each.get("width", "")) for each in bars]
    assert [width / widths[0] for width in widths] == [1, 0.5, 0.25]
    assert root.findtext(f"{_SVG}title") == "<Times>"


def test_lines_go_from_the_least_to_the_most() -> None:
    svg = Lines(
        "Growth", "files", {"a": [(10, 1), (1000, 100)], "b": [(10, 10), (1000, 10)]}
    ).write()
    root = ET.fromstring(svg)
    first, second = [each.get("d", "") for each in root.findall(f"{_SVG}path")]
    assert first == "M90.0,390.0 L650.0,80.0"
    assert second == "M90.0,235.0 L650.0,235.0"


def test_a_table_is_read_below_its_heading() -> None:
    text = "# A\n| x | y |\n| --- | --- |\n| 1 | 2 |\n\n# B\n| x | y |\n| --- | --- |\n| 3 | 4 |\n"
    assert read_table(text, "x", "# B") == [{"x": "3", "y": "4"}]
    with pytest.raises(ValueError, match="no table"):
        read_table(text, "z")

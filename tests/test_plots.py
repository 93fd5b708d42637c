"""Plots of figures: SVG that every program reads."""

from __future__ import annotations

from defusedxml import ElementTree

from plots import Plot, Point


def test_a_plot_has_a_dot_for_each_point_and_says_what_it_is() -> None:
    points = {
        "lists": [Point(100, 60, "a < b"), Point(20_000, 40, "c")],
        "others": [Point(9, 130, "d")],
    }
    root = ElementTree.fromstring(Plot("Tokens", "size", "even", points).write())
    space = "{http://www.w3.org/2000/svg}"
    dots = [each for each in root.iter(f"{space}circle") if each.find(f"{space}title") is not None]
    assert [each.findtext(f"{space}title") for each in dots] == ["a < b", "c", "d"]
    heights = [float(each.get("cy", "")) for each in dots]
    assert heights[2] < heights[0] < heights[1]
    labels = {each.text for each in root.iter(f"{space}text")}
    assert {"lists (2)", "others (1)", "100 %", "140 %", "10", "100,000"} <= labels

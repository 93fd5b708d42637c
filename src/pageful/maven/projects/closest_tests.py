"""Existing tests whose names come closest to those that were asked for."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable
from itertools import chain
from pathlib import Path

from pageful.builds.junit.class_names import outer_class
from pageful.lazy import patterns
from pageful.maven.projects.filter_names import readings_of_names
from pageful.maven.projects.layout import Layout
from pageful.maven.projects.staleness import test_files

# > @Test void removesItem() {
# > fun `adds two prices`() {
_TEST_METHOD = patterns.compile(r"\b(?:void|fun)\s{1,100}(?:`([^`\n]+)`|(\w+))\s{0,100}\(")
_NEAREST = 5
"""Names that are suggested: more would be longer than looking them up."""


def closest_tests(layouts: Iterable[Layout], test_filter: str) -> tuple[str, ...]:
    """Return the names of existing tests that come closest to those of a filter."""
    classes = {path.stem: path for layout in layouts for path in sorted(test_files(layout))}
    found: dict[str, None] = {}
    for asked in chain.from_iterable(readings_of_names(test_filter)):
        class_name, _, method = asked.partition("#")
        *_, outer, simple = ["", *re.split(r"[./]", class_name.lstrip("!").replace("*", ""))]
        if outer in classes and not method:  # a dot where # belongs
            simple, method = outer, simple
        source = classes.get(outer_class(simple))
        if method and source:
            names = [f"{simple}#{name}" for name in test_methods(source)]
            found.update(dict.fromkeys(_closest(f"{simple}#{method}", names)))
        else:
            found.update(dict.fromkeys(_closest(simple, list(classes))))
    return tuple(found)[:_NEAREST]


def test_methods(source: Path) -> list[str]:
    """List the names of methods in a test source that may be tests; none if it can't be read."""
    try:
        text = source.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return []
    return [quoted or plain for quoted, plain in _TEST_METHOD.findall(text)]


def _closest(name: str, names: list[str]) -> list[str]:
    folded = {each.lower(): each for each in names}
    close = difflib.get_close_matches(name.lower(), folded, n=_NEAREST, cutoff=0.4)
    return [folded[each] for each in close] or names[:_NEAREST]

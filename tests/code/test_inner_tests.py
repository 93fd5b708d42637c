"""Tests within source files: their lines, whatever the text."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pageful.code.chunking.inner_tests import inner_tests

PIECES = ("#[cfg(test)]", "#[test]", "mod tests {", "fn a() {", "}", "// }", "/*", "#![cfg(test)]")


@pytest.mark.parametrize(
    ("attribute", "is_test"),
    [
        ("#[cfg(test)]", True),
        ("#[test]", True),
        ("#[tokio::test]", True),
        ("#[rstest]", True),
        ("#[test_case(1, 2)]", True),
        ("#[cfg(all(unix, test))]", True),
        ("#[cfg(not(test))]", False),
        ('#[cfg(any(test, feature = "mock"))]', False),
        ("#[cfg_attr(test, allow(unused))]", False),
        ("#[inline]", False),
    ],
)
def test_an_attribute_tells_whether_an_item_is_of_tests(attribute: str, is_test: bool) -> None:
    found = inner_tests(f"fn a() {{}}\n\n{attribute}\nfn b() {{\n}}\n", "rust")
    assert list(found) == ([range(3, 6)] if is_test else [])


def test_only_rust_has_tests_within_its_files() -> None:
    assert not inner_tests("#[cfg(test)]\nmod tests {}\n", "python")
    assert not inner_tests("#[cfg(test)]\nmod tests {}\n", None)


@settings(deadline=None)
@given(st.lists(st.sampled_from(PIECES) | st.text(max_size=8), max_size=12).map("\n".join))
def test_tests_are_lines_of_the_text_in_order(text: str) -> None:
    found = inner_tests(text, "rust")
    assert all(1 <= each.start < each.stop <= text.count("\n") + 2 for each in found)
    assert all(a.stop <= b.stop for a, b in pairwise(found))

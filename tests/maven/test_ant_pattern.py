"""Patterns of paths as POMs write them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pageful.maven.projects.ant_pattern import matches


@pytest.mark.parametrize(
    ("pattern", "path"),
    [
        ("a.txt", "a.txt"),
        ("*.txt", "a.txt"),
        ("a?.txt", "ab.txt"),
        ("**/*.txt", "a.txt"),
        ("**/*.txt", "x/y/a.txt"),
        ("x/**", "x/y/a.txt"),
        ("x/", "x/y/a.txt"),
        ("x/**/a.txt", "x/a.txt"),
        ("**/y/**", "x/y/z/a.txt"),
        ("x\\*.txt", "x/a.txt"),
        ("[a].txt", "[a].txt"),
        ("**", "x/a"),
    ],
)
def test_a_path_matches(pattern: str, path: str) -> None:
    assert matches(pattern, path.split("/"))


@pytest.mark.parametrize(
    ("pattern", "path"),
    [
        ("*.txt", "x/a.txt"),
        ("x/*", "x/y/a.txt"),
        ("[a].txt", "a.txt"),
        ("a", "a/b"),
        ("", "a"),
        ("x/**/y", "x/z"),
    ],
)
def test_a_path_does_not(pattern: str, path: str) -> None:
    assert not matches(pattern, path.split("/"))


@given(st.text("*?a/.[\\"), st.text("a/b*", min_size=1))
def test_any_pattern_matches_or_does_not(pattern: str, path: str) -> None:
    assert matches(pattern, path.split("/")) in (True, False)
    assert matches("**", path.split("/"))


def test_many_wildcards_take_no_long_time() -> None:
    assert not matches("*a" * 200 + "/**" * 200 + "/b", ["a" * 255] * 200)

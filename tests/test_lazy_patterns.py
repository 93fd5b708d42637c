"""Patterns that are compiled when they are used."""

import re

import pytest

from pageful.lazy.lazy_pattern import LazyPattern


def test_a_pattern_does_what_a_compiled_one_does() -> None:
    lazy, compiled = LazyPattern(r"(?P<word>\w+)", re.ASCII), re.compile(r"(?P<word>\w+)", re.ASCII)
    for _ in range(2):
        assert lazy.findall("a b") == compiled.findall("a b")
    assert lazy.sub("x", "a b") == "x x"
    assert (lazy.pattern, lazy.groups, lazy.flags) == (
        compiled.pattern,
        compiled.groups,
        compiled.flags,
    )


def test_a_wrong_pattern_is_refused_when_it_is_used() -> None:
    wrong = LazyPattern("(")
    with pytest.raises(re.error):
        wrong.search("x")
    with pytest.raises(AttributeError):
        LazyPattern("a").nothing  # noqa: B018
    assert not hasattr(LazyPattern("a"), "__len__")

"""Regular expressions that a caller gives."""

from __future__ import annotations

import contextlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pageful.builds.drilldown import patterns
from pageful.builds.drilldown.patterns import Pattern
from pageful.tool.errors import ToolError


@pytest.mark.parametrize(
    ("source", "text", "start"),
    [
        ("ERROR", "[ERROR] x", 1),
        ("error", "[ERROR] x", None),
        ("(?i)error", "[ERROR] x", 1),
        (r"id=\d+$", "at id=17", 3),
        (r"^\[INFO\]", "[INFO] x", 0),
        ("", "anything", 0),
        (r"(?<=\[)\w+", "[WARN]", 1),
    ],
)
def test_the_first_match_is_found(source: str, text: str, start: int | None) -> None:
    assert Pattern(source).find(text) == start


@pytest.mark.parametrize(
    ("source", "where"),
    [("(", "position 1"), ("a[", "position 2"), ("*a", "position 0"), ("\\", "position 1")],
)
def test_what_is_no_expression_is_refused_with_where_it_is_wrong(source: str, where: str) -> None:
    with pytest.raises(ToolError, match="no regular expression") as raised:
        Pattern(source)
    assert where in raised.value.problem
    assert raised.value.remedy


@pytest.mark.parametrize("source", ["(?R)", "(a|(?1))", "(?P<x>a(?&x))", "(?+1)(a)"])
def test_an_expression_that_calls_itself_is_refused(source: str) -> None:
    with pytest.raises(ToolError, match="calls itself"):
        Pattern(source)


def test_a_very_long_one_is_refused() -> None:
    with pytest.raises(ToolError, match="has 5000 characters"):
        Pattern("x" * 5000)


def test_one_that_runs_away_is_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(patterns, "_SECONDS", 0.05)
    with pytest.raises(ToolError, match="took more than") as raised:
        Pattern("(a|a)*(a|a)*b").find("a" * 5000 + "cb")
    assert "more specific" in raised.value.remedy


def test_the_limit_is_for_the_whole_search(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(patterns, "_SECONDS", 0.05)
    pattern = Pattern("(?:x+x+)+y")
    with pytest.raises(ToolError, match="took more than"):  # noqa: PT012
        for _ in range(1_000_000):
            pattern.find("x" * 16 + "zy")


def test_what_other_threads_take_is_not_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    """`regex` ends a search when all threads together have used its time."""
    pattern, too_early = Pattern("x"), [TimeoutError] * 3
    search = pattern._search

    def busy(text: str, **_: object) -> object:
        if too_early:
            raise too_early.pop()
        return search(text)

    monkeypatch.setattr(pattern, "_search", busy)
    assert pattern.find("ax") == 1


def test_want_of_memory_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    def exhausted(*_: object, **__: object) -> None:
        raise MemoryError

    pattern = Pattern("x")
    monkeypatch.setattr(pattern, "_search", exhausted)
    with pytest.raises(ToolError, match="all memory"):
        pattern.find("x")


_SIGNS = "()[]{}|*+?.^$\\ab1,-:=!<>PRi&#~\n\0é"


@given(source=st.text(_SIGNS, max_size=20), text=st.text("ab1\n é", max_size=30))
def test_any_text_is_an_expression_or_refused(source: str, text: str) -> None:
    with contextlib.suppress(ToolError):
        start = Pattern(source).find(text)
        assert start is None or 0 <= start <= len(text)

"""Pages within a budget: several large parts share it, and each cut has a call for the rest."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pageful.gateway.fitting import KeepingPlace, show_fitting, show_selected
from pageful.gateway.keeping import MemoryStore
from pageful.gateway.paths import From, parse_path, values_at, write_path
from pageful.gateway.recalling import read_request, recall
from pageful.gateway.views import ToolView

# A call as a page prints it.
# > recall(id="k3fa", path="users[20:]")
_CALL = re.compile(
    r'\brecall\((id="(?:[^"\\]|\\.)*"(?:, \w+=(?:"(?:[^"\\]|\\.)*"|\d+))*)\)', re.DOTALL
)
_ARGUMENT = re.compile(r'(\w+)=("(?:[^"\\]|\\.)*"|\d+)', re.DOTALL)


def _calls(text: str) -> list[dict[str, Any]]:
    """The calls in the last lines of a page."""
    return [
        {name: json.loads(value) for name, value in _ARGUMENT.findall(call)}
        for call in _CALL.findall(text)
    ]


def _rows(name: str, number: int) -> list[dict[str, Any]]:
    return [{"id": n, "title": f"{name} number {n}", "done": n % 3 == 0} for n in range(number)]


def test_two_large_lists_share_a_page_and_each_rest_has_its_call() -> None:
    store = MemoryStore()
    data = {"total": 1000, "users": _rows("user", 500), "issues": _rows("issue", 500), "note": "x"}
    page = show_fitting(data, KeepingPlace("t", 4_000, store, "recall")).text
    assert 2_500 < len(page) <= 4_000
    found = re.findall(r"\(`(\w+)`: rows 1–(\d+) of 500; more: recall", page)
    assert [name for name, _ in found] == ["users", "issues"]
    shown = [int(number) for _, number in found]
    assert min(shown) > 0.8 * max(shown)
    assert "1000" in page.replace(",", "")
    for call, name, number in zip(_calls(page), ("users", "issues"), shown, strict=True):
        assert call["path"] == f"{name}[{number}:]"
        rest = recall(read_request({**call, "format": "json"}), "recall", store, 60_000)
        assert json.loads(rest) == data[name][number:]  # type: ignore[index]


def test_a_row_that_is_larger_than_a_page_is_cut_and_named() -> None:
    store = MemoryStore()
    data = [{"id": n, "tags": list(range(3_000)), "people": list(range(3_000))} for n in range(3)]
    place = KeepingPlace("t", 2_000, store, "recall")
    first = show_fitting(data, place).text
    assert len(first) <= 2_000
    paths = [call.get("path") for call in _calls(first)]
    assert any(str(path).startswith("[0].tags[") for path in paths)
    assert any(str(path).startswith("[0].people[") for path in paths)
    assert "[1:]" in paths


_KEYS = st.text(max_size=12) | st.sampled_from(["a", "b", "$ref", "a.b", "x" * 400, "[0]", 'q"'])
_SCALARS = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(max_size=30)
    | st.builds(
        lambda text, times: text * times, st.text(min_size=1, max_size=9), st.integers(1, 900)
    )
)
_JSON = st.recursive(
    _SCALARS,
    lambda inner: (
        st.lists(inner, max_size=5)
        | st.dictionaries(_KEYS, inner, max_size=5)
        | st.builds(lambda one, times: [one] * times, inner, st.integers(1, 60))
    ),
    max_leaves=25,
)
_FEW = 12
"""Calls that are followed from one page on: each is one more page."""


@given(_JSON, st.integers(1_000, 3_000), st.booleans())
def test_no_page_is_above_its_budget_and_every_call_on_it_works(
    data: Any, budget: int, is_shared: bool
) -> None:
    store = MemoryStore(is_shared=is_shared)
    shown = show_fitting(data, KeepingPlace("t", budget, store, "recall"))
    page = shown.text
    if "credentials" in shown.reason:
        return
    left, seen = [page], 0
    while left and seen < _FEW:
        text = left.pop()
        assert len(text) <= budget, text[-600:]
        for call in _calls(text[-1_600:])[:2]:
            if call.get("path") != "…":
                seen += 1
                left.append(recall(read_request(call), "recall", store, budget))


@given(_JSON, st.integers(1_000, 3_000))
def test_what_a_view_leaves_is_within_the_budget_too(data: Any, budget: int) -> None:
    view = ToolView(drop=(("a",),), cut=((("b",), 40),))
    place = KeepingPlace("t", budget, MemoryStore(), "recall")
    assert len(show_selected({"a": 1, "b": data, "c": data}, view, place).text) <= budget


@given(st.lists(_KEYS | st.integers(-9, 9) | st.builds(From, st.integers(0, 99)), max_size=5))
def test_a_path_is_read_as_it_was_written(steps: list[str | int | From]) -> None:
    assert parse_path(write_path(tuple(steps))) == tuple(steps)


@pytest.mark.parametrize(
    ("value", "path", "expected"),
    [
        ([1, 2, 3], "[1:]", [2, 3]),
        ({"a": {"x": 1, "y": 2}}, "a[1:]", {"y": 2}),
        ({"a": "text"}, "a[2:]", "xt"),
        ({"a": [[1], [2]]}, "a[1:][0]", [2]),
    ],
)
def test_a_path_leads_to_what_follows(value: Any, path: str, expected: Any) -> None:
    assert list(values_at(value, parse_path(path))) == [expected]

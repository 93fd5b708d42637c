"""Whatever goes out for some data, reading it gives the data back, with its types."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pageful.anything import page_of, restore
from pageful.anything.json_text import (
    is_equal,
    read_compact,
    read_compact_lines,
    read_json,
    write_json,
)
from pageful.anything.presenting import is_record_in_vain, is_smaller
from pageful.anything.reading import read_page
from pageful.anything.writing import parts_of
from thoroughness import examples

_WORDS = ["", "5", "null", "true", " a ", "a|b", "a\nb", "\\n", '"', "{a}", "[1]", "[text 1]", "-"]
_KEYS = [
    "id",
    "name",
    "url",
    "a.b",
    "a|b",
    "a\nb",
    "",
    "é",
    "Each row",
    "text 1",
    "a: b",
    "@x, by #",
]
_TEXTS = st.sampled_from(_WORDS) | st.text(max_size=8)
_SCALARS = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.integers(-3, 3)
    | st.floats(allow_nan=False, allow_infinity=False)
    | _TEXTS
    | st.sampled_from(_WORDS).map(lambda text: f"{text}\nline" * 200)
    | st.characters(categories=["Cs"])
)
_NAMES = st.sampled_from(_KEYS) | st.text(max_size=4)


def _objects(values: st.SearchStrategy[Any], most: int = 5) -> st.SearchStrategy[Any]:
    return st.dictionaries(_NAMES, values, max_size=most)


def _lists(values: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    few = st.lists(values, min_size=1, max_size=3)
    repeated = few.flatmap(lambda some: st.lists(st.sampled_from(some), max_size=8))
    return st.lists(values, max_size=5) | repeated


_VALUES = st.recursive(_SCALARS, lambda inner: _objects(inner) | _lists(inner), max_leaves=20)
# Hypothesis takes far longer to make a row of large values than a page of it takes to be read.
_CELLS = st.recursive(_SCALARS, lambda inner: _objects(inner) | _lists(inner), max_leaves=6)


@st.composite
def _rows(draw: st.DrawFn) -> list[dict[str, Any]]:
    """Lists of objects with much in common, which is what pages make short."""
    keys = draw(st.lists(_NAMES, min_size=1, max_size=6, unique=True))
    pools = {key: draw(st.lists(_CELLS, min_size=1, max_size=3)) for key in keys}
    rows: list[dict[str, Any]] = []
    for n in range(draw(st.integers(1, 12))):
        row = {key: draw(st.sampled_from(pool)) for key, pool in pools.items()}
        row |= {"id": n, "url": f"https://example.com/{draw(_TEXTS)}/{n}"}
        row |= {"html": f"{row['url']}/{{id}}.html"} if draw(st.booleans()) else {}
        for key in draw(st.lists(st.sampled_from(keys), max_size=1)):
            row.pop(key, None)
        rows.append(row)
    return rows


_KINDS = {
    "values": _VALUES,
    "rows": _rows(),
    "objects of rows": _objects(_rows() | _VALUES),
    "objects of objects": _objects(_objects(_rows(), most=2), most=3),
}
_DATA = st.one_of(*_KINDS.values())


@pytest.mark.parametrize("kind", _KINDS)
@settings(
    max_examples=examples(2_000) // len(_KINDS),
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
@given(drawn=st.data())
def test_every_page_reads_back_as_its_data(kind: str, drawn: st.DataObject) -> None:
    data = drawn.draw(_KINDS[kind])
    parts = parts_of(data)
    if parts is not None:
        assert is_equal(read_page(parts.write()), data)
    page = page_of(data)
    assert is_equal(restore(page.text), data)
    assert len(page.text) <= len(write_json(data))
    page.text.encode()


@settings(max_examples=examples(300), deadline=None)
@given(_DATA)
def test_what_is_no_page_is_compact_json(data: Any) -> None:
    page = page_of(data)
    if not page.is_page:
        assert json.loads(page.text) == data


@settings(max_examples=examples(500), deadline=None)
@given(_DATA, st.sampled_from([",", ", "]), st.booleans())
def test_compact_json_is_read_as_any_other(data: Any, comma: str, escaped: bool) -> None:
    text = json.dumps(data, separators=(comma, ":"), ensure_ascii=escaped)
    if found := read_compact(text):
        assert is_equal(found[0], data)
        assert text == write_json(data)
    assert is_equal(read_json(text), data)


@pytest.mark.parametrize(
    "text",
    ['{"a":1,"a":2}', "[1.10]", "[-0]", "[1e2]", "[1e400]", "[NaN]", "[1", "[1]]", "", "[1] "],
)
def test_json_that_python_would_change_is_not_read_as_compact(text: str) -> None:
    assert read_compact(text) is None
    assert read_compact_lines([text, "{}"]) == []


def test_lines_are_whole_values_each() -> None:
    assert read_compact_lines(['{"a":1}', '{"a":2}']) == [{"a": 1}, {"a": 2}]
    assert read_compact_lines(['{"a":[{"x":1}', '{"y":2}]},{"z":3}']) == []


@settings(max_examples=examples(500), deadline=None)
@given(_DATA)
def test_data_are_equal_to_their_copies_and_to_nothing_else(data: Any) -> None:
    copy = read_json(json.dumps(data, sort_keys=True))
    assert is_equal(copy, data)
    assert not is_equal([copy], [[data]])


@pytest.mark.parametrize(
    ("one", "other"),
    [(1, 1.0), (1, True), (0.0, -0.0), (0, False), ("1", 1), (None, 0), ({"a": 1}, {"a": 1.0})],
)
def test_values_of_other_types_are_not_equal_at_any_depth(one: Any, other: Any) -> None:
    for wrap in (lambda v: v, lambda v: [v, 0.0], lambda v: [{"a": v, "b": 1}, {"b": 2, "a": v}]):
        assert is_equal(wrap(one), wrap(one))
        assert not is_equal(wrap(one), wrap(other))


def test_tuples_are_lists_and_depth_is_no_limit() -> None:
    assert is_equal((1, [2]), [1, (2,)])
    deep: list[Any] = []
    for _ in range(5_000):
        deep = [deep]
    assert is_equal(deep, [deep[0]])


@settings(max_examples=examples(500), deadline=None)
@given(st.dictionaries(_NAMES, _VALUES | _objects(_objects(_SCALARS)), max_size=8))
def test_no_record_that_is_given_up_early_would_have_been_smaller(data: dict[str, Any]) -> None:
    plain = write_json(data)
    if is_record_in_vain(data, plain) and (parts := parts_of(data)):
        assert not is_smaller(parts.write(), plain, parts)

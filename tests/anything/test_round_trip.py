"""Whatever goes out for some data, reading it gives the data back, with its types."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pageful.anything import page_of, restore
from pageful.anything.json_text import is_equal, write_json
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

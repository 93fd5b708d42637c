"""Values are put in order by what they are, the rows of a view without disturbing equals."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from base_expressions import plain, result, row, value
from pageful.vault.bases.ordering import sort_key, sort_values
from pageful.vault.bases.values import ErrorValue, FileValue, LinkValue, TagValue, UrlValue, Value


def in_order(values: list[Value], *, descending: bool = False) -> list[object]:
    here = row()
    found = sort_values(values, lambda each: (each, here), descending=descending)
    return [plain(each) for each in found]


def test_null_and_errors_come_last_in_either_direction() -> None:
    error = ErrorValue("no")
    assert in_order([2.0, None, 1.0, error, 3.0]) == [1, 2, 3, None, "error: no"]
    assert in_order([2.0, None, 1.0, error, 3.0], descending=True) == [3, 2, 1, None, "error: no"]
    assert in_order([float("nan"), 1.0])[0] == 1


def test_null_counts_as_false_among_true_and_false() -> None:
    assert in_order([True, None, False]) == [None, False, True]
    assert in_order([None, True, False], descending=True) == [True, None, False]
    assert in_order([None, True, 1.0]) == [True, 1, None]


def test_equals_keep_their_order() -> None:
    here = row()
    items = [("a", 1.0), ("b", 2.0), ("c", 1.0), ("d", None), ("e", 2.0)]
    up = sort_values(items, lambda item: (item[1], here))
    down = sort_values(items, lambda item: (item[1], here), descending=True)
    assert "".join(name for name, _ in up) == "acbed"
    assert "".join(name for name, _ in down) == "beacd"


def test_texts_are_in_the_order_of_a_reader() -> None:
    assert in_order(["b", "A", "ä", "B", "a"]) == ["a", "A", "ä", "b", "B"]
    assert in_order(["v1.10", "v1.9", "v1.09"]) == ["v1.9", "v1.09", "v1.10"]


def test_links_files_and_tags_are_ordered_by_what_they_show() -> None:
    values: list[Value] = [
        LinkValue("z", "Anna"),
        LinkValue("Berta"),
        FileValue("zzz/Cäsar.md"),
        TagValue("dora"),
        UrlValue("https://a.b", "Emil"),
    ]
    names = ["[[z|Anna]]", "[[Berta]]", "zzz/Cäsar.md", "dora", "https://a.b"]
    assert in_order(values[::-1]) == names


@pytest.mark.parametrize(
    ("expression", "expected"),
    [
        ("[today(), now() - '1d', now()].sort().map(value.toString())",
         ["2026-03-13T12:00:00", "2026-03-14", "2026-03-14T12:00:00"]),
        ("[duration('1h'), duration('59m'), duration('1M')].sort()",
         ["an hour", "an hour", "a month"]),
        ("[[2], [1, 5], [1], []].sort()", [[], [1], [1, 5], [2]]),
        ("[[null], [1]].sort()", [[1], [None]]),
        ("[[1], 'a', today(), 2, true, duration('1d')].sort()",
         [True, 2, "2026-03-14", "a day", "a", [1]]),
    ],
)  # fmt: skip
def test_other_values_have_an_order_too(expression: str, expected: object) -> None:
    assert value(expression) == expected


def test_objects_are_ordered_by_their_texts() -> None:
    note = "---\none: {a: 2}\ntwo: {a: 1, list: [1, {b: 2026-03-05}], link: '[[x]]'}\n---\n"
    assert value("[one, two, null].sort()[0] == two", note) is True
    assert value("two.toString()", note) == ('{"a":1,"list":[1,{"b":"2026-03-05"}],"link":"[[x]]"}')


_ANY = st.recursive(
    st.one_of(
        st.none(),
        st.booleans(),
        st.floats(),
        st.text(max_size=4),
        st.sampled_from(
            [result("today()"), result("duration('1d')"), LinkValue("x"), TagValue("t")]
        ),
    ),
    lambda inner: st.lists(inner, max_size=3).map(tuple),
    max_leaves=5,
)


@given(st.lists(_ANY, max_size=8))
def test_any_values_can_be_sorted_and_lose_nothing(values: list[Value]) -> None:
    here = row()
    found = sort_values(values, lambda each: (each, here))
    assert sorted(map(id, found)) == sorted(map(id, values))
    keys = [sort_key(each, here) for each in found if sort_key(each, here) != sort_key(None, here)]
    assert keys == sorted(keys)

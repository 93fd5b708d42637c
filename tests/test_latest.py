"""The value of the latest state is computed once, from the state before."""

from __future__ import annotations

import pytest

from pageful.files.latest import Latest


def test_a_value_is_computed_once_a_key_and_from_the_one_before() -> None:
    latest = Latest[str, list[object]]()
    first = latest.get("a", lambda last: [last])
    assert first == [None]
    assert latest.get("a", lambda last: [last]) is first
    assert latest.get("b", lambda last: [last]) == [("a", first)]


def test_a_computation_that_fails_leaves_what_there_was() -> None:
    latest = Latest[str, int]()
    latest.get("a", lambda _: 1)

    def failing(_: object) -> int:
        raise ValueError

    with pytest.raises(ValueError):  # noqa: PT011
        latest.get("b", failing)
    assert latest.get("a", lambda _: 2) == 1

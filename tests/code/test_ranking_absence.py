"""Names that stand nowhere: they are said, with the nearest that are defined."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pageful.code.chunking.chunk import Chunk
from pageful.code.ranking.absence import AbsentName
from pageful.code.ranking.ranking import rank
from pageful.code.store.memory import memory_corpus

_FILES = [
    ("errors.go", [Chunk(1, 9, "var ErrAborting, abort", (), ("ErrAborting", "abort"))]),
    ("state.go", [Chunk(1, 9, "type StateMgr struct", (), ("StateMgr", "LOCK_TIMEOUT_KEY"))]),
    ("other/use.go", [Chunk(1, 9, "use of lock.timeout and lock_owner", (), ("use",))]),
]


def absent(query: str, among: list[bool] | None = None) -> tuple[AbsentName, ...]:
    corpus = memory_corpus(_FILES)
    mask = None if among is None else np.array(among)
    return rank(query, corpus, among=mask, want=5).absent


def test_an_identifier_that_stands_nowhere_is_said_with_the_nearest() -> None:
    assert absent("ErrAborted") == (AbsentName("ErrAborted", ("ErrAborting", "abort")),)


@pytest.mark.parametrize(
    "query",
    [
        "ErrAborting",
        "err_aborting",
        "StateMgr",
        "errors",
        "abort",
        "state",
        "lock.timeout",
        "x y z",
    ],
)
def test_nothing_is_said_of_what_stands_somewhere(query: str) -> None:
    assert absent(query) == ()


def test_an_identifier_in_a_question_is_looked_up_too() -> None:
    assert absent("where is StateMgrs locked") == (AbsentName("StateMgrs", ("StateMgr",)),)


def test_a_key_that_stands_nowhere_is_said_whole() -> None:
    assert absent("lock.timeout.keys") == (AbsentName("lock.timeout.keys", ("LOCK_TIMEOUT_KEY",)),)


def test_a_name_that_is_like_no_other_has_no_nearest() -> None:
    assert absent("qqxyzzy") == (AbsentName("qqxyzzy", ()),)


def test_a_name_that_the_filters_left_out_is_said_to_be_elsewhere() -> None:
    (found,) = absent("StateMgr", [True, False, True])
    assert found.elsewhere
    assert not found.nearest


@given(st.text(max_size=60), st.lists(st.text(max_size=20), max_size=6))
def test_any_query_can_miss_any_names(query: str, names: list[str]) -> None:
    corpus = memory_corpus([("a.py", [Chunk(1, 9, " ".join(names), (), tuple(names))])])
    for each in rank(query, corpus, want=5).absent:
        assert each.name in query or each.name.isalnum() or "_" in each.name
        assert set(each.nearest) <= set(corpus.names())

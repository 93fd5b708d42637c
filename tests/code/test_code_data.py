"""The JSON forms: fields and their order, rounding, excerpts, and the fields that come and go."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pageful import to_json
from pageful.code.data import index_data, search_data
from pageful.code.results.indexing import Indexing, Status
from pageful.code.results.search import Hit, Search
from pageful.page.presentation import Detail

_HIT = Hit("id", "a.py", "x = 1", 1, 1, 2 / 3, "before\n", "after\n")
_SEARCH = Search("x", (_HIT,), 1, 1, "p", "cb_proj_p", 5)
_INDEXING = Indexing("id", "/r", 4, 9, 0, 4, 9, 1.26, "p", "cb_proj_p", Status.SUCCESS)

_fuzzed = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
_SEARCH_FIELDS = ["results", "total_count", "project_id", "latency_ms"]
_HIT_FIELDS = ["chunk_id", "file_path", "content", "start_line", "end_line", "similarity_score"]
_INDEX_FIELDS = [
    "repository_id",
    "files_indexed",
    "chunks_created",
    "duration_seconds",
    "project_id",
    "status",
]


def _search(search: Search, detail: Detail) -> dict[str, Any]:
    data: dict[str, Any] = json.loads(to_json(search_data(search, detail)))
    return data


def _indexing(indexing: Indexing, detail: Detail) -> dict[str, Any]:
    data: dict[str, Any] = json.loads(to_json(index_data(indexing, detail)))
    return data


def test_a_concise_search_has_the_specified_fields_in_their_order() -> None:
    data = _search(_SEARCH, "concise")
    assert list(data) == _SEARCH_FIELDS
    assert list(data["results"][0]) == _HIT_FIELDS


def test_a_detailed_search_has_the_specified_fields_in_their_order() -> None:
    data = _search(_SEARCH, "detailed")
    assert list(data) == [*_SEARCH_FIELDS[:3], "database_name", "latency_ms"]
    assert list(data["results"][0]) == [*_HIT_FIELDS, "context_before", "context_after"]


def test_an_indexing_run_has_the_specified_fields_in_their_order() -> None:
    assert list(_indexing(_INDEXING, "concise")) == _INDEX_FIELDS
    detailed = [*_INDEX_FIELDS[:5], "database_name", "status", "errors"]
    assert list(_indexing(_INDEXING, "detailed")) == detailed


def test_scores_and_durations_are_rounded_only_where_concise() -> None:
    assert _search(_SEARCH, "concise")["results"][0]["similarity_score"] == 0.67
    assert _search(_SEARCH, "detailed")["results"][0]["similarity_score"] == 2 / 3
    assert _indexing(_INDEXING, "concise")["duration_seconds"] == 1.3
    assert _indexing(_INDEXING, "detailed")["duration_seconds"] == 1.26


def test_errors_are_counted_where_concise_and_only_if_there_are_any() -> None:
    failed = replace(_INDEXING, errors=("a", "b"))
    assert "error_count" not in _indexing(_INDEXING, "concise")
    assert _indexing(failed, "concise")["error_count"] == 2
    assert "errors" not in _indexing(failed, "concise")
    assert _indexing(failed, "detailed")["errors"] == ["a", "b"]
    assert _indexing(_INDEXING, "detailed")["errors"] == []


def test_further_fields_come_after_the_specified_ones_where_they_say_something() -> None:
    hit = replace(_HIT, symbol=("class A", "method b"), repository="/r")
    search = replace(_SEARCH, results=(hit,), total_count=3, first=2, pending_files=1, notes=("n",))
    data = _search(search, "detailed")
    assert list(data)[5:] == ["next_page", "pending_files", "notes"]
    assert list(data["results"][0])[8:] == ["symbol", "repository"]
    assert list(_search(search, "concise")["results"][0])[6:] == ["repository"]


@_fuzzed
@given(st.integers(1, 50), st.integers(1, 20), st.integers(0, 1000))
def test_the_next_page_is_named_while_there_is_one(limit: int, page: int, total: int) -> None:
    first = (page - 1) * limit + 1
    shown = max(0, min(limit, total - first + 1))
    data = _search(
        replace(_SEARCH, results=(_HIT,) * shown, first=first, total_count=total), "concise"
    )
    assert data.get("next_page") == (page + 1 if 0 < page * limit < total else None)


@_fuzzed
@given(st.text(st.sampled_from("ab_ \n.é"), max_size=400))
def test_an_excerpt_is_a_start_of_the_text_and_short(content: str) -> None:
    search = replace(_SEARCH, results=(replace(_HIT, content=content),))
    excerpt = _search(search, "concise")["results"][0]["content"]
    assert len(excerpt) <= 200
    assert excerpt == content or (
        excerpt.endswith("...") and content.startswith(excerpt.removesuffix("..."))
    )
    assert (excerpt == content) == (len(content) <= 200)

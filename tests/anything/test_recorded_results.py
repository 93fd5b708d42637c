"""Recorded results of other servers, where there are any: never larger than JSON, nothing lost."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from gateway_results import data_of, recorded
from pageful.anything import page_of, restore
from pageful.anything.json_text import is_equal, write_json
from pageful.anything.presenting import is_smaller
from pageful.anything.writing import parts_of

_BESIDE = Path(__file__).parents[3] / "shared" / "corpus" / "gateway"
_RECORDED = Path(os.environ.get("PAGEFUL_RECORDED_RESULTS", _BESIDE))
needs_results = pytest.mark.skipif(
    not _RECORDED.is_dir(), reason=f"no recorded results in {_RECORDED}"
)
_MOST_TOKENS = 4
_MOST_SHARE = 1.03


def _counters() -> list[Callable[[str], int]]:
    splintr = pytest.importorskip("splintr")
    encodings = map(splintr.Tokenizer.from_pretrained, ("o200k_base", "cl100k_base"))
    return [partial(_count, each) for each in encodings]


def _count(tokenizer: Any, text: str) -> int:
    return len(tokenizer.encode(text))


@needs_results
def test_every_recorded_result_is_read_back_and_never_larger() -> None:
    counters = _counters()
    for name, data in recorded(_RECORDED):
        page = page_of(data)
        assert is_equal(restore(page.text), data), name
        for tokens in counters:
            compact, shown = tokens(write_json(data)), tokens(page.text)
            assert shown <= max(compact + _MOST_TOKENS, compact * _MOST_SHARE), name


@needs_results
def test_no_page_of_a_recorded_result_is_given_up_for_what_it_does_not_say() -> None:
    for name, data in recorded(_RECORDED):
        parts = parts_of(data)
        if parts and is_smaller(parts.write(), write_json(data), parts):
            assert page_of(data).is_page, name


@pytest.mark.parametrize(
    ("content", "data"),
    [
        ('{"a": 1}', {"a": 1}),
        ('[{"a": 1}, {"a": 2}]', [{"a": 1}, {"a": 2}]),
        ('{"a": 1}\n{"a": 2}\n', [{"a": 1}, {"a": 2}]),
        ("[{'a': None}]", [{"a": None}]),
        ("words", None),
    ],
)
def test_the_data_of_a_result_are_found_in_its_text(content: str, data: Any) -> None:
    result = {"content": [{"type": "text", "text": content}]}
    assert data_of(result) == data
    assert data_of(json.loads(json.dumps(result))) == data

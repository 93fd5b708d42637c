"""A result as compact JSON."""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import UTC, date, datetime, time
from enum import Enum
from pathlib import PurePosixPath

import pytest

from pageful import to_json
from pageful.tool.compact_json import to_object


class Colour(Enum):
    RED = "red"


@dataclass(frozen=True)
class Inner:
    name: str
    note: str | None = None


@dataclass(frozen=True)
class Outer:
    items: tuple[Inner, ...]
    colour: Colour = Colour.RED
    path: PurePosixPath | None = None


def test_a_result_is_written_without_spaces() -> None:
    text = to_json(Outer((Inner("x"), Inner("y", "z")), path=PurePosixPath("a/b")))
    assert text == '{"items":[{"name":"x"},{"name":"y","note":"z"}],"colour":"red","path":"a/b"}'


def test_absent_fields_are_left_out_and_empty_ones_are_not() -> None:
    assert to_json([Inner(""), {"x": None}]) == '[{"name":""},{"x":null}]'


def test_keys_of_mappings_become_strings() -> None:
    assert to_json({1: 2.5, "b": "é"}) == '{"1":2.5,"b":"é"}'


@pytest.mark.parametrize("text", ["\ud800", "a\udfffb", "\U0001f600", '"\\\n\0'])
def test_every_text_survives(text: str) -> None:
    written = to_json([text])
    assert json.loads(written.encode()) == [text]


@pytest.mark.parametrize("number", [float("nan"), float("inf")])
def test_numbers_without_a_json_form_are_refused(number: float) -> None:
    with pytest.raises(ValueError, match="JSON"):
        to_json(number)


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (datetime(2025, 1, 2, 3, 4, 5, tzinfo=UTC), '"2025-01-02T03:04:05+00:00"'),
        (datetime(2025, 1, 2, 3, 4), '"2025-01-02T03:04:00"'),
        (date(2025, 1, 2), '"2025-01-02"'),
        (time(3, 4), '"03:04:00"'),
        ({3, 1, 2}, "[1,2,3]"),
        (frozenset({"b", "a"}), '["a","b"]'),
        ({"b", 2, 10}, '["b",10,2]'),
        ({(2, "b"), (1, "a")}, '[[1,"a"],[2,"b"]]'),
        (set(), "[]"),
        (b"\x00\xff", '"AP8="'),
        (bytearray(b"abc"), '"YWJj"'),
    ],
)
def test_dates_sets_and_bytes_have_one_form_each(value: object, text: str) -> None:
    assert to_json(value) == text
    assert to_json({"x": [value]}) == f'{{"x":[{text}]}}'


def test_values_without_a_json_form_are_refused() -> None:
    with pytest.raises(TypeError, match="not JSON serializable"):
        to_json({"x": object()})


@pytest.mark.parametrize(
    "result", [{}, {"a": [1, None, "\\ud800 \\\\ud800 é \U0001f600"]}, {"a": {"b": 0.5}}]
)
def test_an_object_reads_back_as_it_was_written(result: dict[str, object]) -> None:
    assert to_object(to_json(result)) == result


@pytest.mark.parametrize("result", [[], 5, None, "{}", {"a": "\ud800"}, {"\udcff": "\\"}])
def test_what_is_no_object_or_no_encoder_takes_is_left_to_its_text(result: object) -> None:
    assert to_object(to_json(result)) is None

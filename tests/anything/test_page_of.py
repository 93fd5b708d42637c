"""What goes out for data of every kind, and what does not come back."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pytest

from pageful import Detail, Fields, Table, data_page, page_of, present, restore, to_markdown
from pageful.anything import UnreadableJsonError, UnreadablePageError, read_json
from pageful.anything.json_text import is_equal, write_json
from pageful.shapes.values import ExactNumber


def _rows(number: int) -> list[dict[str, Any]]:
    return [{"id": n, "name": f"row {n}", "state": "open"} for n in range(number)]


def test_an_object_that_a_page_says_no_shorter_is_compact_json() -> None:
    page = page_of({"ids": [1, 2, 3, 4, 5]})
    assert (page.text, page.is_page, page.hidden) == ('{"ids":[1,2,3,4,5]}', False, 0)


@pytest.mark.parametrize("data", [None, True, 5, "text", "", [], {}, [1, "2"], [{}], [{}, {}]])
def test_scalars_and_empty_things_are_json(data: Any) -> None:
    page = page_of(data)
    assert not page.is_page
    assert is_equal(restore(page.text), data)


def test_a_list_in_a_list_of_ten_thousand_is_written_and_read() -> None:
    data: Any = 5
    for n in range(10_000):
        data = {"in": data} if n % 2 else [data, 1e22]
    page = page_of(data)
    assert not page.is_page
    assert write_json(restore(page.text)) == page.text
    rows = [{"id": n, "deep": data} for n in range(3)]
    assert is_equal(restore(page_of(rows).text), rows)


@pytest.mark.parametrize(
    "text",
    ["1e400", "-1E+400", "1e-9999", "0.1234567890123456789", "9" * 400, "9" * 5_000, "-0", "1.0"],
)
def test_numbers_are_what_they_were(text: str) -> None:
    rows = read_json(
        f'[{{"number":{text},"n":1}},{{"number":1,"n":2}},{{"number":"{text}","n":3}}]'
    )
    page = page_of(rows)
    assert is_equal(restore(page.text), rows)
    assert write_json(restore(page.text)) == write_json(rows)


def test_a_number_that_floats_can_not_hold_keeps_its_digits() -> None:
    assert read_json("[1e400]") == [ExactNumber("1e400")]
    assert write_json(read_json("[1e400,1.50]")) == "[1e400,1.5]"


@pytest.mark.parametrize("text", ["NaN", "[Infinity]", '{"a":-Infinity}', '{"a":1,"a":1}', "{", ""])
def test_json_that_could_not_be_read_whole_is_refused(text: str) -> None:
    with pytest.raises(UnreadableJsonError):
        read_json(text)


def test_a_key_that_is_there_twice_is_refused_at_any_depth() -> None:
    with pytest.raises(UnreadableJsonError, match="twice"):
        read_json('{"a":' * 10_000 + '{"b":1,"b":2}' + "}" * 10_000)


@pytest.mark.parametrize("end", ["", "]]", "}", " x", ",", '"', ":1"])
def test_deep_json_with_a_mistake_is_refused(end: str) -> None:
    with pytest.raises(UnreadableJsonError):
        read_json("[" * 10_000 + "1" + "]" * 9_999 + end)


def test_a_number_that_json_does_not_have_is_refused() -> None:
    with pytest.raises(ValueError, match="JSON"):
        page_of([{"a": float("nan")}, {"a": 1.0}])


def test_an_object_with_keys_that_are_no_texts_is_json_at_most() -> None:
    assert page_of([{1: "a"}, {1: "b"}]).text == '[{"1":"a"},{"1":"b"}]'


def test_lone_surrogates_are_escapes_that_any_encoder_takes() -> None:
    rows = [{"id": n, "text": f"\ud83d {n} \u202e", "key\udc00": n} for n in range(5)]
    page = page_of(rows)
    assert page.is_page
    assert page.text.encode()
    assert restore(page.text) == rows


@pytest.mark.parametrize(
    "text", ["a", "# x", "a: 1\na: 2", "|a|\n|-|\n|1|2|", "a:", "|a@b|\n|-|\n|c|"]
)
def test_what_is_no_page_is_refused(text: str) -> None:
    with pytest.raises(UnreadablePageError, match="no whole page"):
        restore(text)


def test_a_cut_page_counts_its_rows_and_does_not_pretend_to_be_whole() -> None:
    rows = _rows(100)
    page = page_of(rows, budget=500)
    shown = page.text.count("\n|") - 2
    assert len(page.text) <= 500
    assert (page.hidden, page.unit) == (100 - shown, "row")
    assert page.text.endswith(f"\n\n… {100 - shown} more rows")
    with pytest.raises(UnreadablePageError):
        restore(page.text)


def test_a_budget_that_is_enough_cuts_nothing() -> None:
    whole = page_of(_rows(20))
    assert page_of(_rows(20), budget=10_000) == whole


def test_json_is_cut_by_characters() -> None:
    page = page_of(["x" * 10_000], budget=600)
    assert len(page.text) <= 600
    assert page.text.endswith(f"… {page.hidden} more characters")
    assert page.hidden + page.text.partition("\n")[0].count("x") + 2 == 10_004


def test_a_budget_for_two_tables_shows_the_second_ones_header_too() -> None:
    data = {"first": _rows(300), "second": [{"key": n, "value": n * n} for n in range(300)]}
    page = page_of(data, budget=1_000)
    assert len(page.text) <= 1_000
    assert "first:" in page.text
    assert "|key|value|" in page.text
    assert page.hidden > 300


def test_a_budget_below_the_smallest_is_refused() -> None:
    with pytest.raises(ValueError, match="500"):
        page_of([], budget=10)


def test_any_result_can_be_shown_without_a_view() -> None:
    @dataclass(frozen=True)
    class Found:
        total: int
        rows: tuple[tuple[str, int], ...]
        note: str | None = None

    detail: Detail = "concise"
    found = Found(1, (("a", 1),))
    assert present(found, data_page, detail=detail).text == '{"total":1,"rows":[["a",1]]}'


def test_a_tight_table_and_plain_fields_are_read_back_to_the_letter() -> None:
    page = to_markdown(
        [
            Fields((("path", "C:\\temp\nnext"), ("- x", "5")), plain=True),
            Table(("a|b", "c"), (("x|y", "two\nlines"), ("\u202e", "z\\")), tight=True),
        ]
    )
    assert page == (
        "path: C:\\\\temp\\nnext\n\\- x: 5\n\n"
        "|a\\|b|c|\n|-|-|\n|x\\|y|two\\nlines|\n|\\u202e|z\\\\|"
    )

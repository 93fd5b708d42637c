"""Reading: what of a result is data, in whatever notation and however doubled."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pageful.anything.json_text import is_equal
from pageful.gateway.json_text import NotJson, by_key, items, members, without_spaces
from pageful.gateway.notations import read_data
from pageful.gateway.reading import Append, Keep, Replace, read_result

ROWS = [{"id": 1, "name": "a"}, {"id": 2, "name": "b"}]
TEXT = json.dumps(ROWS, indent=2)


def _text(text: str) -> dict[str, Any]:
    return {"type": "text", "text": text}


def _steps(*blocks: Any, **more: Any) -> list[Any]:
    return list(read_result({"content": list(blocks), **more}).steps)


@pytest.mark.parametrize(
    ("text", "notation"),
    [
        (TEXT, "JSON"),
        ('{"id": 1, "name": "a"}\n\n{"id": 2, "name": "b"}\n', "JSON lines"),
        ("- id: 1\n  name: a\n- id: 2\n  name: b\n", "YAML"),
        ("[{'id': 1, 'name': 'a'}, {'id': 2, 'name': 'b'}]", "Python"),
    ],
)
def test_data_are_read_in_four_notations(text: str, notation: str) -> None:
    (found,) = read_data(text)
    assert (found.value, found.notation, found.is_pure) == (ROWS, notation, True)


def test_data_in_prose_are_read_with_the_prose_around_them() -> None:
    (fenced,) = read_data(f"Found 2:\n```json\n{TEXT}\n```\nThat is all.")
    assert (fenced.value, fenced.before, fenced.after) == (ROWS, "Found 2:\n", "\nThat is all.")
    (last,) = read_data(f"Found 2:\n{TEXT}")
    assert (last.value, last.before) == (ROWS, "Found 2:\n")
    one, two = read_data(f"```\n{TEXT}\n```\nand\n```json\n[1]\n```")
    assert (one.value, two.value, two.before) == (ROWS, [1], "\nand\n")


def test_a_fence_of_something_else_stays() -> None:
    assert read_data("```python\nprint(1)\n```") == ()
    (found,) = read_data("```sh\nls\n```\n```json\n[1]\n```")
    assert found.before == "```sh\nls\n```\n"


@pytest.mark.parametrize(
    "text",
    [
        '{"a": 1, "a": 2}',
        "[NaN]",
        '{"a": 1',
        "[1] and more",
        "Just words: with a colon.",
        "key: value\nother: value",
        "- just\n- words",
        "- &x a: 1\n- b: *x",
        "[{'a': b'bytes'}]",
        "[{'a': datetime.date(2026, 1, 1)}]",
        "{'a', 'b'}",
        '"a string"',
        "5",
        "",
    ],
)
def test_what_can_not_be_read_without_a_loss_is_no_data(text: str) -> None:
    assert read_data(text) == ()


def test_yaml_reads_no_word_as_another_thing() -> None:
    (found,) = read_data("- on: yes\n  v: 1.10\n  d: 2026-01-02\n  n: null\n  s: '5'\n- on: 0x1F")
    first = {"on": "yes", "v": "1.10", "d": "2026-01-02", "n": None, "s": "5"}
    assert found.value == [first, {"on": "0x1F"}]


def test_python_is_not_read_of_a_tool_that_sends_json() -> None:
    assert read_data("[{'a': 1}, {'a': 2}]", allow_python=False) == ()


def test_depth_is_no_reason_to_fail() -> None:
    (found,) = read_data("[" * 5000 + "]" * 5000)
    assert found.is_pure
    assert read_data("[" * 5000) == ()


@pytest.mark.parametrize(
    "structured",
    [
        ROWS,
        {"result": ROWS},
        {"result": TEXT},
        {"entities": ROWS},
        {"content": json.dumps(ROWS)},
        {"content": [{"type": "text", "text": TEXT}]},
    ],
)
def test_structured_content_that_says_the_same_adds_nothing(structured: Any) -> None:
    (step,) = _steps(_text(TEXT), structuredContent=structured)
    assert isinstance(step, Replace)


def test_types_are_told_apart_where_copies_are_looked_for() -> None:
    steps = _steps(_text('[{"a": 1}]'), structuredContent={"result": [{"a": "1"}]})
    assert isinstance(steps[-1], Append)


def test_words_and_structured_content_that_says_more_are_both_shown() -> None:
    steps = _steps(_text("Found 2 rows."), structuredContent={"rows": ROWS, "total": 2})
    assert steps == [Keep(0), Append({"rows": ROWS, "total": 2})]


def test_data_in_structured_content_alone_are_shown() -> None:
    assert _steps(structuredContent={"rows": ROWS}) == [Append({"rows": ROWS})]


def test_a_text_that_is_a_member_of_structured_content_is_not_shown_twice() -> None:
    structured = {"message": "Deleted.", "count": 2}
    assert _steps(_text("Deleted."), structuredContent=structured) == [Append(structured)]


def test_an_image_that_structured_content_repeats_is_not_shown_as_text() -> None:
    image = {"type": "image", "data": "aGk=", "mimeType": "image/png"}
    assert _steps(image, structuredContent={"content": image}) == [Keep(0)]
    assert _steps(image, structuredContent={"content": [image]}) == [Keep(0)]


def test_blocks_of_one_object_each_are_one_list() -> None:
    (step,) = _steps(*(_text(json.dumps(row)) for row in ROWS))
    assert isinstance(step, Replace)
    assert step.pieces[0].value == ROWS


def test_words_and_images_between_objects_keep_them_apart() -> None:
    steps = _steps(_text(json.dumps(ROWS[0])), _text("and"), _text(json.dumps(ROWS[1])))
    assert [type(step) for step in steps] == [Replace, Keep, Replace]


_JSON = st.recursive(
    st.one_of(
        st.none(),
        st.booleans(),
        st.integers(),
        st.floats(allow_nan=False, allow_infinity=False),
        st.text(),
    ),
    lambda inner: st.one_of(st.lists(inner), st.dictionaries(st.text(), inner)),
)


@given(st.dictionaries(st.text(), _JSON), st.booleans())
def test_members_are_where_they_are_said_to_be(value: dict[str, Any], pretty: bool) -> None:
    text = f" {json.dumps(value, indent=2 if pretty else None)}\n"
    found = members(text)
    assert {each.key: json.loads(text[each.value_start : each.end]) for each in found} == value
    for each in found:
        assert text[each.start] == '"'


@given(st.lists(_JSON), st.booleans())
def test_items_are_where_they_are_said_to_be(value: list[Any], pretty: bool) -> None:
    text = json.dumps(value, indent=2 if pretty else None)
    assert [json.loads(text[each.start : each.end]) for each in items(text, 0)] == value


@given(st.lists(_JSON, max_size=12), st.booleans())
def test_what_is_opened_on_a_path_is_where_it_is_said_to_be(value: list[Any], pretty: bool) -> None:
    whole = {"id": 1, "result": {"content": value, "other": value}}
    text = json.dumps(whole, indent=2 if pretty else None)
    result = by_key(members(text, open_path=("result", "content")))["result"]
    assert result.value == whole["result"]
    assert json.loads(text[result.value_start : result.end]) == whole["result"]
    content = by_key(result.members)["content"]
    assert [json.loads(text[each.start : each.end]) for each in content.items] == value
    for item in content.items:
        inside = {m.key: json.loads(text[m.value_start : m.end]) for m in item.members}
        assert not inside or inside == item.value


@pytest.mark.parametrize("content", ["7", "{}", "null"])
def test_what_is_no_list_is_not_opened(content: str) -> None:
    text = f'{{"result":{{"content":{content}}}}}'
    result = by_key(members(text, open_path=("result", "content")))["result"]
    assert by_key(result.members)["content"].items == ()


@given(_JSON)
def test_without_spaces_json_says_the_same(value: Any) -> None:
    text = json.dumps(value, indent=3, ensure_ascii=False)
    compact = without_spaces(text)
    assert is_equal(json.loads(compact), value)
    assert compact == json.dumps(value, separators=(",", ":"), ensure_ascii=False)


@pytest.mark.parametrize(
    "text", ["", "[]", "{", '{"a"}', '{"a":}', '{"a":1,}', '{"a":1,"a":2}', "x"]
)
def test_what_is_no_object_has_no_members(text: str) -> None:
    with pytest.raises(NotJson):
        by_key(members(text))


@given(st.text())
def test_any_text_is_read_or_left_alone(text: str) -> None:
    for found in read_data(text):
        assert found.notation


@given(_JSON.filter(lambda value: isinstance(value, list | dict)), st.text(max_size=20))
def test_json_after_any_prose_is_read_back_or_the_text_stays(value: Any, prose: str) -> None:
    text = f"{prose}\n{json.dumps(value)}"
    for found in read_data(text):
        assert found.before in text

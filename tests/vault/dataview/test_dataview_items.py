"""List items and tasks have fields: implicit ones, annotations, and dates."""

from __future__ import annotations

from typing import Any

import pytest

from querying import date, link, value


def _items(text: str, of_each: str) -> Any:
    return value({"a.md": text}, f"this.file.lists.{of_each}")


def test_an_item_has_a_symbol_a_line_from_0_and_a_number_of_lines() -> None:
    text = "x\n\n* one\n  more\n\n2) two"
    assert _items(text, "symbol") == ["*", "2)"]
    assert _items(text, "line") == [2, 5]
    assert _items(text, "lineCount") == [2, 1]


def test_the_text_is_without_mark_and_box_each_line_stripped() -> None:
    assert _items("- [ ] one\n      two  \n- three", "text") == ["one\ntwo", "three"]


def test_the_text_of_an_item_in_a_quote_is_without_its_marks() -> None:
    assert _items("> - [x] one", "text") == ["one"]


def test_a_list_is_known_by_its_first_line_and_in_a_quote_by_none() -> None:
    assert _items("- a\n- b\n\ntext\n\n- c", "list") == [0, 0, 5]
    assert _items("> - a", "list") == [-1]


def test_an_item_is_in_the_section_of_the_heading_above() -> None:
    text = "- a\n# One: two\n- b ^id"
    header = link("a.md", subpath="One two", type="header")
    assert _items(text, "section") == [link("a.md"), header]
    assert _items(text, "header") == [link("a.md"), header]
    assert _items(text, "link") == [link("a.md"), link("a.md", subpath="id", type="block")]
    assert value({"a.md": text}, "this.file.lists[1].blockId") == "id"


def test_items_are_children_of_those_they_are_nested_in() -> None:
    text = "- a\n    - b\n        - c\n    - d"
    assert _items(text, "parent") == [None, 0, 1, 0]
    assert value({"a.md": text}, "this.file.lists[0].children.text") == ["b", "d"]
    assert value({"a.md": text}, "this.file.lists[0].subtasks[0].children.text") == ["c"]


def test_an_item_has_the_tags_of_its_text_each_once() -> None:
    assert _items("- #a/b, #c #a/b #x!y `#d`", "tags") == [["#a/b", "#c", "#x", "#d"]]


def test_the_links_of_an_item_stay_as_they_are_written() -> None:
    texts = {"a.md": "- [[b]] ![[c]]\n  [[d]]", "Deep/b.md": ""}
    assert value(texts, "this.file.lists[0].outlinks") == [
        link("b", display="b"),
        link("c", display="c", embed=True),
        link("d", display="d"),
    ]


def test_only_tasks_have_a_status() -> None:
    text = "- a\n- [ ] b\n- [x] c\n- [X] d\n- [-] e"
    assert _items(text, "task") == [False, True, True, True, True]
    assert _items(text, "real") == [False, True, True, True, True]
    assert _items(text, "status") == [None, " ", "x", "X", "-"]
    assert _items(text, "checked") == [None, False, True, True, True]
    assert _items(text, "completed") == [None, False, True, True, False]
    assert value({"a.md": text}, "this.file.tasks.text") == ["b", "c", "d", "e"]


def test_a_task_is_fully_completed_if_all_tasks_below_are() -> None:
    text = "- [x] a\n    - b\n        - [ ] c\n- [x] d\n    - [x] e\n- f"
    assert _items(text, "fullyCompleted") == [False, None, False, True, True, None]


def test_fields_in_brackets_are_annotations_of_their_item() -> None:
    text = "- [ ] pay [due:: 2022-01-02] (who:: [[Me]])\n- plain"
    assert _items(text, "annotated") == [True, False]
    assert _items(text, "due") == [date("2022-01-02"), None]
    assert _items(text, "who") == [link("Me"), None]


def test_a_whole_item_can_be_a_field_but_a_task_can_not() -> None:
    assert _items("- x:: 1\n- [ ] x:: 2", "x") == [1, None]


def test_a_field_may_go_on_over_the_lines_of_an_item() -> None:
    assert _items("- a [x:: one\n  two]", "x") == ["one two"]


def test_the_same_key_again_makes_a_list() -> None:
    assert _items("- [x:: 1] [x:: 2]", "x") == [[1, 2]]


def test_keys_of_items_have_no_canonical_form() -> None:
    text = "- [Due Date:: 1]"
    assert _items(text, "due-date") == [None]
    assert value({"a.md": text}, 'this.file.lists[0]["Due Date"]') == 1


def test_an_annotation_does_not_hide_what_every_item_has() -> None:
    assert _items("- [ ] a [text:: x] [completed:: 2022-01-02]", "text") == [
        "a [text:: x] [completed:: 2022-01-02]"
    ]
    assert _items("- [ ] a [completed:: 2022-01-02]", "completed") == [False]


@pytest.mark.parametrize(
    ("written", "name"),
    [
        ("[created:: 2022-01-02]", "created"),
        ("[ctime:: 2022-01-02]", "created"),
        ("[cday:: 2022-01-02]", "created"),
        ("➕ 2022-01-02", "created"),
        ("[duetime:: 2022-01-02]", "due"),
        ("[dueday:: 2022-01-02]", "due"),
        ("📅 2022-01-02", "due"),
        ("[completed:: 2022-01-02]", "completion"),
        ("[comptime:: 2022-01-02]", "completion"),
        ("✅ 2022-01-02", "completion"),
        ("[start:: 2022-01-02]", "start"),
        ("🛫 2022-01-02", "start"),
        ("⏳ 2022-01-02", "scheduled"),
    ],
)
def test_a_task_has_dates_by_several_keys_and_emoji(written: str, name: str) -> None:
    assert _items(f"- [ ] a {written}", name) == [date("2022-01-02")]


def test_a_date_of_a_task_is_the_first_of_several() -> None:
    assert _items("- [ ] a [due:: 2022-01-02] 📅 2022-01-03", "due") == [date("2022-01-02")]


def test_two_items_on_one_line_are_the_inner_one() -> None:
    assert _items("- - a", "text") == ["- a"]
    assert _items("- - a", "parent") == [None]


def test_an_item_lists_its_fields_by_name() -> None:
    text = "- [ ] a [x:: 1] ^id\n"
    assert value({"a.md": text}, 'contains(this.file.lists[0], list("x", "status", "line"))')

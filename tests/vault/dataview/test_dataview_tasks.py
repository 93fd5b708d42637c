"""TASK finds tasks with the fields of their notes, and shows each once."""

from __future__ import annotations

from typing import Any

import pytest

from pageful.tool.errors import ToolError
from pageful.vault.dataview.results import Task, TaskResult
from pageful.vault.dataview.tasks import DEEPEST
from querying import answer, run

TREE = "- [ ] a\n    - [x] b\n        - [ ] c\n    - d\n        - [ ] e\n- [x] f"


def _texts(task: Any) -> Any:
    below = [_texts(child) for child in task["children"]]
    return (task["text"], below) if below else task["text"]


def _tree(texts: dict[str, str], query: str) -> list[Any]:
    return [_texts(task) for task in answer(texts, query)["values"]]


def _bare(text: str, line: int, **parts: Any) -> dict[str, Any]:
    plain = {"path": "n.md", "line": line, "status": " ", "text": text, "completed": False}
    return plain | {"fullyCompleted": False, "children": []} | parts


def test_tasks_are_nested_and_what_is_nested_is_not_repeated() -> None:
    assert _tree({"n.md": TREE}, "TASK") == [("a", [("b", ["c"]), ("d", ["e"])]), "f"]


def test_all_tasks_that_were_found_are_counted() -> None:
    assert answer({"n.md": TREE}, "TASK")["total"] == 5


def test_a_task_says_where_it_stands_and_how_it_is_done() -> None:
    done = {"status": "x", "completed": True, "fullyCompleted": True}
    assert answer({"n.md": "# H\n- [ ] a\n- [x] b"}, "TASK")["values"] == [
        _bare("a", 1),
        _bare("b", 2, **done),
    ]


def test_an_item_below_a_task_that_is_none_has_no_status() -> None:
    (task,) = answer({"n.md": "- [ ] a\n    - b"}, "TASK")["values"]
    none = {"status": None, "completed": None, "fullyCompleted": None}
    assert task["children"] == [_bare("b", 1, **none)]


def test_a_task_is_shown_by_itself_where_the_one_above_is_not_found() -> None:
    assert _tree({"n.md": TREE}, "TASK WHERE completed") == [("b", ["c"]), "f"]
    assert _tree({"n.md": TREE}, 'TASK WHERE text = "c"') == ["c"]


def test_a_task_comes_with_all_that_is_nested_in_it_found_or_not() -> None:
    assert _tree({"n.md": TREE}, 'TASK WHERE text = "a"') == [("a", [("b", ["c"]), ("d", ["e"])])]


def test_a_task_below_an_item_stands_alone_where_only_the_item_is_above() -> None:
    assert _tree({"n.md": "- a\n    - [ ] b"}, "TASK") == ["b"]


def test_tasks_keep_the_order_of_the_query() -> None:
    text = "- [ ] a\n- [ ] b\n- [ ] c"
    assert _tree({"n.md": text}, "TASK SORT text DESC") == ["c", "b", "a"]


def test_the_fields_of_its_note_stand_behind_those_of_a_task() -> None:
    texts = {"n.md": "due:: 1\n\nx:: 2\n\n- [ ] a [due:: 3]\n- [ ] b", "m.md": "- [ ] c"}
    assert _tree(texts, "TASK WHERE due = 3 AND x = 2") == ["a [due:: 3]"]
    assert _tree(texts, "TASK WHERE due = 1") == ["b"]
    assert _tree(texts, 'TASK WHERE file.name = "m"') == ["c"]


def test_a_source_chooses_notes_whose_every_task_counts() -> None:
    texts = {"n.md": "- [ ] a #x\n- [ ] b", "m.md": "- [ ] c"}
    assert _tree(texts, "TASK FROM #x") == ["a #x", "b"]


def test_tasks_are_grouped_and_nested_within_each_group() -> None:
    texts = {"n.md": "- [ ] a\n    - [x] b", "m.md": "- [x] c"}
    found = answer(texts, "TASK GROUP BY completed")
    assert found["total"] == 3
    assert [
        (group["key"], [_texts(row) for row in group["rows"]]) for group in found["values"]
    ] == [
        (False, [("a", ["b"])]),
        (True, ["c", "b"]),
    ]


def test_groups_of_groups_stay_groups() -> None:
    texts = {"n.md": "- [ ] a\n- [x] b", "m.md": "- [x] c"}
    found = answer(texts, "TASK GROUP BY file.name AS note GROUP BY length(rows) AS n")
    assert found["total"] == 3
    assert [group["key"] for group in found["values"]] == [1, 2]
    assert [group["key"] for group in found["values"][0]["rows"]] == ["m"]
    assert [_texts(row) for row in found["values"][1]["rows"][0]["rows"]] == ["a", "b"]


def test_a_group_that_is_flattened_shows_no_groups() -> None:
    found = answer({"n.md": "- [ ] a"}, "TASK GROUP BY text AS t FLATTEN rows FLATTEN t")
    assert found["total"] == 1


def test_a_query_can_show_another_text() -> None:
    (task,) = answer({"n.md": "- [ ] a"}, 'TASK FLATTEN text + "!" AS visual')["values"]
    assert (task["text"], task["visual"]) == ("a", "a!")


def test_results_count_lines_from_1() -> None:
    found = run({"n.md": "\n- [/] a"}, "TASK")
    assert found == TaskResult((Task("n.md", 2, "/", "a"),), 1)


def test_tasks_that_are_nested_too_deep_stand_on_the_last_level() -> None:
    deep = "".join("\t" * level + f"- [ ] {level}\n" for level in range(3 * DEEPEST))
    (task,) = answer({"n.md": deep}, "TASK")["values"]
    levels, below = 1, task["children"]
    while len(below) == 1:
        levels, below = levels + 1, below[0]["children"]
    assert levels == DEEPEST
    assert [each["text"] for each in below] == [str(n) for n in range(DEEPEST, 3 * DEEPEST)]


def test_too_many_groups_of_groups_are_refused() -> None:
    with pytest.raises(ToolError, match="grouped more than"):
        answer({"n.md": "- [ ] a"}, "TASK " + "GROUP BY 1 AS a " * (DEEPEST + 1))

"""Operators: names and paths, tags, lines, blocks, sections and tasks."""

from __future__ import annotations

import pytest

from matching import finds, matcher, named
from pageful.vault.parsing.canvas import parse_canvas
from pageful.vault.search.query_parsing import parse_search
from snapshots import MemorySnapshot

FILES = {
    "Daily/2022-07-01.md": "img",
    "Daily/Draft.md": "2022",
    "img/Photo.jpg": "",
    "board.canvas": "",
}


def test_file_looks_at_the_name_of_any_file() -> None:
    assert named(FILES, "file:2022") == ["Daily/2022-07-01.md"]
    assert named(FILES, "file:.JPG") == ["img/Photo.jpg"]
    assert named(FILES, "file:daily") == []
    assert named(FILES, "file:draft.md") == ["Daily/Draft.md"]


def test_path_looks_at_the_whole_path_of_any_file() -> None:
    assert named(FILES, 'path:"Daily/2022-07"') == ["Daily/2022-07-01.md"]
    assert named(FILES, "path:img") == ["img/Photo.jpg"]
    assert named(FILES, r"path:/\d{4}-\d{2}-\d{2}/") == ["Daily/2022-07-01.md"]
    assert named(FILES, "match-case:path:daily") == []


def test_names_are_sought_without_case_and_accents() -> None:
    assert named({"Été.md": ""}, "file:ete") == ["Été.md"]


def test_a_query_within_file_is_about_the_name() -> None:
    files = {"to be.md": "", "2B.md": "", "or.md": ""}
    assert named(files, 'file:("to be" OR -"2B")') == ["or.md", "to be.md"]


def test_only_what_path_or_file_want_brings_attachments() -> None:
    assert named(FILES, "-path:Daily") == ["board.canvas"]
    assert named(FILES, "-path:x -img -board") == ["Daily/Draft.md"]
    assert named(FILES, "path:(-daily)") == ["board.canvas"]
    assert named(FILES, "path:img OR img") == ["Daily/2022-07-01.md", "img/Photo.jpg"]


def test_content_looks_at_the_text_alone() -> None:
    assert named({"cat.md": "dog", "b.md": "cat"}, "content:cat") == ["b.md"]


# Tags


@pytest.mark.parametrize(
    "query", ["tag:#work", "tag:work", "tag:#WORK", 'tag:"#work"', "tag: work"]
)
def test_a_tag_is_found_in_any_case_with_or_without_its_mark(query: str) -> None:
    assert finds("a #Work b", query)


def test_a_tag_is_found_by_those_below_it_and_not_by_a_part() -> None:
    assert finds("#work/now", "tag:#work")
    assert not finds("#myjob/work", "tag:#work")
    assert not finds("#workshop", "tag:#work")
    assert not finds("#work", "tag:#work/now")


def test_a_tag_of_a_property_is_found() -> None:
    assert finds("---\ntags: [work]\n---\n", "tag:#work")


def test_a_tag_in_code_is_none() -> None:
    assert not finds("`#work`", "tag:#work")


def test_tags_are_combined() -> None:
    assert finds("#a #b", "tag:(a b)")
    assert not finds("#a", "tag:(a b)")
    assert finds("#a", "tag:(a OR b)")
    assert finds("#a", "-tag:b")
    assert finds("#project/x", "tag:/^#proj/")
    assert finds("#a one\n#b two", "line:(tag:b two)")
    assert not finds("#a one\n#b two", "line:(tag:a two)")


# Lines


def test_all_within_line_stands_in_one_line() -> None:
    assert finds("x\nmix the flour\ny", "line:(mix flour)")
    assert not finds("mix\nflour", "line:(mix flour)")


def test_a_negated_line_is_in_no_line() -> None:
    assert not finds("mix flour", "-line:(mix flour)")
    assert finds("mix\nflour", "-line:(mix flour)")


def test_a_line_without_a_word_is_found() -> None:
    assert finds("cat\ndog", "line:(dog -cat)")
    assert not finds("cat dog", "line:(dog -cat)")


def test_a_line_is_not_the_path() -> None:
    assert not finds("x", "line:n")


def test_a_pattern_is_held_against_each_line() -> None:
    assert finds("a\nb c", "line:/^b c$/")
    assert not finds("a\nb", r"line:/a\nb/")


def test_what_is_asked_of_the_file_within_line_is_asked_of_the_file() -> None:
    assert finds("a\nb", "line:(a file:n)")
    assert not finds("a\nb", "line:(a file:x)")
    assert finds("---\np: 1\n---\na", "line:(a [p])")


# Blocks

LIST = """\
Intro cat
goes on dog

- one cat
  more
    - nested dog
- two dog

| a | b |
| - | - |
| cat | x |
| y | dog |
"""


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("intro dog", True),
        ("one more", True),
        ("one nested", False),
        ("one two", False),
        ("x dog", True),
        ("intro one", False),
        ("-cat dog", True),
    ],
)
def test_a_block_is_a_paragraph_a_table_or_one_item_of_a_list(words: str, expected: bool) -> None:
    assert finds(LIST, f"block:({words})") is expected


def test_a_line_within_a_block() -> None:
    assert finds("a b\nc", "block:(c line:(a b))")
    assert not finds("a\nb c", "block:(c line:(a b))")


# Sections

TREE = """\
before

# One
apple
## Sub
pear
### Deep
fig
# Two
plum
"""


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("section:(one apple)", True),
        ("section:(one pear)", False),
        ("section:(apple plum)", False),
        ("section:(before -apple)", True),
        ("section:(sub pear)", True),
        ("section:(one section:pear)", True),
        ("section:(one section:fig)", True),
        ("section:(one section:one)", False),
        ("section:(two section:pear)", False),
        ("section:(before section:apple)", False),
        ("section:(sub block:pear)", True),
    ],
)
def test_a_section_goes_from_a_heading_to_the_next_and_holds_those_below(
    query: str, expected: bool
) -> None:
    assert finds(TREE, query) is expected


def test_a_note_without_headings_is_one_section() -> None:
    assert finds("a\n\nb", "section:(a b)")


# Tasks

TASKS = """\
- [ ] call Ann
    - detail
- [x] mail Bob
- [/] half Cid
- plain call
1. [ ] write
"""


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("task:call", True),
        ("task:mail", True),
        ("task:plain", False),
        ("task:detail", False),
        ("task:(call OR mail)", True),
        ("task:(call mail)", False),
        ("task-todo:call", True),
        ("task-todo:mail", False),
        ("task-todo:write", True),
        ("task-done:mail", True),
        ("task-done:half", True),
        ("task-done:call", False),
        ("task:x", False),
        ('task:""', True),
        ("task:/^call/", True),
        ("match-case:task:ann", False),
    ],
)
def test_tasks_are_items_with_a_status_and_done_with_any_but_a_space(
    query: str, expected: bool
) -> None:
    assert finds(TASKS, query) is expected


def test_any_task_is_none_without_tasks() -> None:
    assert not finds("- a\n- [] b", 'task:""')


# Canvases


def test_the_cards_of_a_canvas_are_searched_and_each_is_a_block() -> None:
    note, text = parse_canvas(
        '{"nodes": [{"type": "text", "text": "cat #t"}, {"type": "text", "text": "dog\\nfox"}]}'
    )
    snapshot = MemorySnapshot({"b.canvas": note}, texts={"b.canvas": text})
    for query, expected in {
        "cat dog": True,
        "block:(dog fox)": True,
        "block:(cat dog)": False,
        "tag:t": True,
        "line:(dog fox)": False,
        "canvas": False,
    }.items():
        assert bool(matcher(snapshot).paths(parse_search(query))) is expected, query

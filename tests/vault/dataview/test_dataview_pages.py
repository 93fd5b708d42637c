"""A note is a page: its implicit fields, and what is written in it."""

from __future__ import annotations

from typing import Any

import pytest

from pageful.tool.context import Caller
from pageful.vault.dataview.pages import LatestPages
from pageful.vault.graph.adjacency import build_graph
from pageful.vault.values.clock import Clock
from pageful.vault.values.zones import fixed_zone
from querying import CLOCK, date, field, link, pages, value
from snapshots import MemorySnapshot, parsed


def _file(name: str, text: str = "", path: str = "Folder/Note.md", **others: str) -> Any:
    return value({path: text, **others}, f"this.file.{name}", path)


def test_a_file_has_path_folder_name_and_extension() -> None:
    assert _file("path") == "Folder/Note.md"
    assert _file("folder") == "Folder"
    assert _file("name") == "Note"
    assert _file("ext") == "md"
    assert _file("link") == link("Folder/Note.md")


def test_a_file_has_times_and_their_days() -> None:
    assert _file("ctime") == date("1970-01-01")
    assert _file("mday") == date("1970-01-01")
    assert _file("size") == 100


def test_a_file_has_fields_in_their_order() -> None:
    page = pages({"a.md": ""}).page("a.md")
    assert page is not None
    assert list(page["file"]) == [  # type: ignore[arg-type]
        "path", "folder", "name", "link", "outlinks", "inlinks", "etags", "tags", "aliases",
        "lists", "tasks", "ctime", "cday", "mtime", "mday", "size", "starred", "frontmatter", "ext",
    ]  # fmt: skip


def test_outlinks_are_properties_then_links_then_embeds_as_often_as_they_stand() -> None:
    text = '---\nup: "[[p]]"\n---\n![[e]] [[b|B]] [[b]]'
    others = {"p.md": "", "b.md": "", "e.md": ""}
    assert _file("outlinks", text, **others) == [
        link("p.md", display="p"),
        link("b.md", display="B"),
        link("b.md", display="b"),
        link("e.md", display="e", embed=True),
    ]


def test_an_outlink_shows_its_heading_behind_an_angle() -> None:
    (found,) = _file("outlinks", "[[Other#One, two!#Three]]")
    assert found == link(
        "Other", display="Other > One, two! > Three", subpath="One two", type="header"
    )


def test_inlinks_come_from_the_notes_that_link_here_each_once() -> None:
    texts = {"a.md": "", "b.md": "[[a]] [[a#x]]", "c.md": "[[a]]", "d.md": "[[b]]"}
    assert value(texts, "this.file.inlinks") == [link("b.md"), link("c.md")]


def test_a_link_to_a_heading_of_its_own_is_a_link_to_itself() -> None:
    assert value({"a.md": "[[#x]]"}, "this.file.inlinks") == [link("a.md")]


def test_etags_are_as_written_and_tags_have_their_parents() -> None:
    text = "---\ntags: [one, Two/x]\n---\n#three/a/b #one"
    assert _file("etags", text) == ["#three/a/b", "#one", "#Two/x"]
    assert _file("tags", text) == ["#three/a/b", "#three/a", "#three", "#one", "#Two/x", "#Two"]


@pytest.mark.parametrize(
    ("yaml", "tags"),
    [
        ("tags: a, b c", ["#a", "#b", "#c"]),
        ("tag: a", ["#a"]),
        ("TAGS: '#a'", ["#a"]),
        ("tags: [a b, 2022, null, [c]]", ["#a", "#b", "#2022", "#c"]),
        ("tags:", []),
        ("tags: {a: 1}", ["#[object", "#Object]"]),
    ],
)
def test_tags_of_the_frontmatter_are_split(yaml: str, tags: list[str]) -> None:
    assert _file("etags", f"---\n{yaml}\n---") == tags


@pytest.mark.parametrize(
    ("yaml", "aliases"),
    [
        ("aliases: [One, Two three]", ["One", "Two three"]),
        ("alias: One, Two", ["One", "Two"]),
        ("Aliases: 7", ["7"]),
        ("aliases: [1, true, null]", ["1", "true", "null"]),
        ("aliases: ''", []),
        ("aliases: [[p, null, 2], {}]", ["p,,2", "[object Object]"]),
    ],
)
def test_a_text_of_aliases_is_split_at_commas_and_a_list_is_not(
    yaml: str, aliases: list[str]
) -> None:
    assert _file("aliases", f"---\n{yaml}\n---") == aliases


def test_frontmatter_is_there_as_it_is_written() -> None:
    text = "---\nday: 2022-01-01\nposition: 3\nn: {b: 1, 2: x}\n---"
    assert _file("frontmatter", text) == {"day": "2022-01-01", "n": {"2": "x", "b": 1}}


def test_a_field_named_position_is_not_there() -> None:
    assert field("---\nposition: 3\n---", "position") is None


def test_a_field_named_file_does_not_hide_the_file() -> None:
    assert value({"a.md": "file:: 1"}, "this.file.name") == "a"


@pytest.mark.parametrize(
    ("path", "day"),
    [
        ("2022-02-17.md", "2022-02-17"),
        ("Log 20220217 x.md", "2022-02-17"),
        ("20211111 then 2022-02-17.md", "2022-02-17"),
        ("2022-02-17/a.md", None),
        ("2022-13-45.md", None),
        ("note.md", None),
    ],
)
def test_a_day_in_the_name_is_the_day_of_the_file(path: str, day: str | None) -> None:
    assert _file("day", path=path) == (None if day is None else date(day))


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("---\ndate: 2021-01-02\n---", "2021-01-02"),
        ("Day:: 2021-01-02", "2021-01-02"),
        ("date:: soon\n\nday:: 2021-01-02", "2021-01-02"),
        ("date:: 2021-01-02\n\ndate:: 2021-01-03", "2021-01-02"),
        ("---\ndate: [2021-01-02]\n---", "2022-02-17"),
        ("date:: [[2021-01-02]]", "2022-02-17"),
    ],
)
def test_a_field_date_or_day_goes_before_the_name_unless_it_is_no_date(text: str, day: str) -> None:
    assert _file("day", text, path="2022-02-17.md") == date(day)


def test_fields_stand_on_lines_in_brackets_and_in_parentheses() -> None:
    text = "one:: 1\nSome [two:: 2] words (three:: 3)."
    assert [field(text, name) for name in ("one", "two", "three")] == [1, 2, 3]


def test_a_line_with_a_field_in_brackets_is_no_field_itself() -> None:
    assert field("one:: a [two:: 2]", "one") is None


@pytest.mark.parametrize(
    "text", ["```\nx:: 1\n```", "| [x:: 1] |\n|---|", "> x:: 1", "$$\nx:: 1\n$$", "%%\nx:: 1\n%%"]
)
def test_fields_count_in_code_and_everywhere_else(text: str) -> None:
    assert field(text, "x") == 1


def test_a_line_of_the_frontmatter_can_be_a_field_as_well() -> None:
    assert field("---\nurl: 'a [x:: 1]'\n---", "x") == 1


def test_a_line_that_is_too_long_has_no_fields() -> None:
    assert field(f"x:: {'y' * 32_768}", "x") is None


def test_a_key_goes_by_its_text_and_by_its_canonical_form() -> None:
    assert field("**Due Date**:: 1", "Due Date") == 1
    assert field("**Due Date**:: 1", "due-date") == 1
    assert field("[Due  Date!:: 1]", "due-date") == 1
    assert field("[Due  Date!:: 1]", "Due  Date!") == 1


def test_the_same_key_again_makes_a_list_with_the_frontmatter_first() -> None:
    text = "---\nx: 1\n---\nx:: 2\n\n- x:: 3"
    assert field(text, "x") == [1, 3, 2]


def test_keys_of_one_canonical_form_are_together_there_and_apart_as_written() -> None:
    text = "Due Date:: 1\n\nDUE DATE:: 2"
    assert field(text, "due-date") == [1, 2]
    assert field(text, "Due Date") == 1


def test_a_key_that_is_canonical_itself_is_not_joined_by_others() -> None:
    assert field("due:: 1\n\nDue:: 2", "due") == 1


def test_fields_of_list_items_are_the_page_s_and_those_of_tasks_are_not() -> None:
    text = "- [a:: 1]\n- [ ] [b:: 2]\n    - c:: 3"
    assert [field(text, name) for name in ("a", "b", "c")] == [1, None, 3]


def test_emoji_of_list_items_are_fields_of_the_page_too() -> None:
    assert field("- pay 📅 2022-01-02", "due") == date("2022-01-02")


def test_an_empty_field_is_null_and_there() -> None:
    assert value({"a.md": "x::"}, 'length(extract(this, "x"))') == 1
    assert field("x::", "x") is None


def test_links_in_fields_lead_to_full_paths() -> None:
    texts = {"a.md": "---\nl: ['[[b|B]]']\n---\nm:: [[b#h]]", "Deep/b.md": ""}
    assert value(texts, "this.l") == [link("Deep/b.md", display="B")]
    assert value(texts, "this.m") == link("Deep/b.md", subpath="h", type="header")


def test_a_canvas_is_no_page() -> None:
    snapshot = MemorySnapshot({"a.canvas": parsed({"x.md": ""}).notes["x.md"]})
    assert (
        LatestPages().of(snapshot, build_graph(snapshot, Caller()), CLOCK).page("a.canvas") is None
    )


def test_what_is_known_of_a_note_is_kept_while_the_note_is_the_same() -> None:
    over_time, first = LatestPages(), parsed({"a.md": "x:: [[b]]", "b.md": ""})
    before = over_time.of(first, build_graph(first, Caller()), CLOCK)
    kept = before.page("a.md")
    second = MemorySnapshot(
        {**first.notes, "Deep/b.md": None, "b.md": None}, texts={"a.md": "x:: [[b]]"}
    )
    after = over_time.of(second, build_graph(second, Caller()), CLOCK)
    now = after.page("a.md")
    assert kept is not None
    assert now is not None
    assert now is not kept
    assert now.metadata is kept.metadata


def test_nothing_is_kept_for_another_time_zone() -> None:
    over_time, snapshot = LatestPages(), parsed({"2022-01-01.md": ""})
    graph = build_graph(snapshot, Caller())
    one = over_time.of(snapshot, graph, CLOCK)
    assert over_time.of(snapshot, graph, CLOCK) is one
    assert over_time.of(snapshot, graph, Clock(0, fixed_zone(60))) is not one

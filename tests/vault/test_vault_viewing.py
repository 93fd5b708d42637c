"""A view shows a window of a file's lines around what was asked for."""

from __future__ import annotations

import json
import re
import tempfile
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pageful.tool.errors import ToolError
from pageful.vault.parsing.lines import split_lines
from pageful.vault.parsing.parsed_note import Heading, ListItem, Note, Section
from pageful.vault.paths.paths import VaultPaths
from pageful.vault.reading.outline import headings_meant, headings_over, outline
from pageful.vault.reading.viewing import view_lines
from pageful.vault.results.reading import FileView
from pageful.vault.search.query import Phrase
from pageful.vault.search.query_parsing import parse_search
from snapshots import MemorySnapshot

HEADINGS = (
    Heading("Bread", 1, 3),
    Heading("Baking", 2, 10),
    Heading("Steam", 3, 20),
    Heading("Notes", 2, 30),
    Heading("C# and F#", 1, 60),
    Heading("Baking", 2, 70),
    Heading("Café: **the** plan", 2, 80),
)
NOTE = Note(
    lines=100,
    headings=HEADINGS,
    sections=(Section("paragraph", 40, 42, "Flour"), Section("paragraph", 50, 50)),
    items=(ListItem(90, 90, 0, "-", None, "salt", "salt-1"),),
)
NUMBERED = "".join(f"line {n}\n" for n in range(1, 101))
Views = Callable[..., FileView]


def viewing_in(directory: Path) -> Views:
    def views(content: str = NUMBERED, note: Note = NOTE, **wanted: object) -> FileView:
        (directory / "a.md").write_bytes(content.encode())
        paths = VaultPaths(directory, follow_outside=False)
        return view_lines(MemorySnapshot({"a.md": note}), paths, "a.md", **wanted)  # type: ignore[arg-type]

    return views


@pytest.fixture
def views(tmp_path: Path) -> Views:
    return viewing_in(tmp_path)


def lines_of(view: FileView) -> tuple[int, int]:
    return view.first_line, view.last_line


def test_without_a_place_the_top_is_shown(views: Views) -> None:
    view = views()
    assert lines_of(view) == (1, 20)
    assert view.content == tuple(f"line {n}" for n in range(1, 21))
    assert (view.lines, view.centre, view.headings, view.also) == (100, 0, (), ())


def test_the_top_lies_under_a_heading_on_the_first_line(views: Views) -> None:
    assert views("# Bread\n", Note(1, headings=(Heading("Bread", 1, 1),))).headings == ("Bread",)


def test_a_line_is_in_the_middle(views: Views) -> None:
    view = views(line=50, window=21)
    assert lines_of(view) == (40, 60)
    assert view.centre == 50
    assert lines_of(views(line=50, window=1)) == (50, 50)
    assert lines_of(views(line=50, window=2)) == (50, 51)


@pytest.mark.parametrize(("line", "shown"), [(1, (1, 20)), (5, (1, 20)), (98, (81, 100))])
def test_at_the_ends_the_window_is_moved_and_not_cut(
    views: Views, line: int, shown: tuple[int, int]
) -> None:
    assert lines_of(views(line=line)) == shown


def test_a_file_shorter_than_the_window_is_shown_whole(views: Views) -> None:
    assert lines_of(views("one\r\ntwo\rthree", line=2)) == (1, 3)
    assert views("one\r\ntwo\rthree", line=2).content == ("one", "two", "three")


def test_a_window_has_at_most_500_lines(views: Views) -> None:
    assert lines_of(views("x\n" * 2000, window=900)) == (1, 500)


def test_an_empty_file_has_a_view_without_lines(views: Views) -> None:
    view = views("", Note(0))
    assert (lines_of(view), view.lines, view.content) == ((0, 0), 0, ())


@given(st.integers(0, 40), st.integers(1, 60), st.integers(1, 45))
def test_a_view_has_the_line_and_as_many_around_it_as_there_are(
    lines: int, line: int, window: int
) -> None:
    with tempfile.TemporaryDirectory() as directory:
        views = viewing_in(Path(directory))
        try:
            view = views("x\n" * lines, Note(lines), line=line, window=window)
        except ToolError:
            assert not lines
            return
    assert view.first_line <= min(line, lines) <= view.last_line
    assert view.last_line - view.first_line + 1 == len(view.content) == min(window, lines)


def test_a_line_beyond_the_end_shows_the_last_ones_and_says_so(views: Views) -> None:
    view = views(line=101, window=10)

    assert (lines_of(view), view.centre) == ((91, 100), 0)
    assert view.notes == ("There is no line 101: the last is 100.",)


def test_an_empty_file_has_no_line_to_look_at(views: Views) -> None:
    with pytest.raises(ToolError) as caught:
        views("", Note(0), line=3)
    assert caught.value.problem == "`a.md` has 0 lines; there is no line 3."
    assert caught.value.remedy == 'To see the file: view_file(path="a.md").'


def test_only_one_thing_says_where(views: Views) -> None:
    with pytest.raises(ToolError, match=r"^`line`, `text` are given, and each says where to look"):
        views(line=3, text="x")


def test_an_empty_text_says_nothing(views: Views) -> None:
    assert views(line=50, heading="", block="", text=" ").centre == 50
    assert views(heading="", text="").centre == 0


def test_a_heading_begins_the_window(views: Views) -> None:
    view = views(heading="Notes")
    assert lines_of(view) == (30, 49)
    assert (view.centre, view.headings) == (30, ("Bread", "Notes"))


def test_the_headings_are_those_of_the_line_in_the_middle(views: Views) -> None:
    assert views(line=25).headings == ("Bread", "Baking", "Steam")
    assert views(line=2).headings == ()
    assert views(line=65).headings == ("C# and F#",)


@pytest.mark.parametrize(
    ("wanted", "line"),
    [
        ("steam", 20),
        ("# Steam", 20),
        ("### Steam", 20),
        ("Baking#Steam", 20),
        ("#Bread#Steam", 20),
        ("Bread > Baking > Steam", 20),
        ("## Baking > ### Steam", 20),
        ("C# and F#", 60),
        ("c and f", 60),
        ("C# and F# > Baking", 70),
        ("Cafe the plan", 80),
        ("## Café: **the** plan", 80),
    ],
)
def test_a_heading_is_named_as_in_a_link_or_as_in_the_note(
    views: Views, wanted: str, line: int
) -> None:
    assert views(heading=wanted).centre == line


def test_of_headings_of_one_name_the_first_is_shown_and_the_others_are_named(views: Views) -> None:
    view = views(heading="Baking")
    assert (view.centre, view.also) == (10, (70,))
    assert views(heading="Bread#Baking").also == ()


def test_an_unknown_heading_names_those_that_are_near(views: Views) -> None:
    with pytest.raises(ToolError) as caught:
        views(heading="Baiking")
    assert caught.value.problem == "`a.md` has no heading “Baiking”."
    assert caught.value.remedy == (
        'Near are: “Baking”. For the first: view_file(path="a.md", heading="Baking").'
    )
    with pytest.raises(ToolError, match="It begins with: “Bread”, “Baking”, “Steam”"):
        views(heading="xyz")
    with pytest.raises(ToolError, match=r"`a\.md` has no headings"):
        views(heading="Plan", note=Note(100))


def test_a_heading_that_was_since_removed_is_not_there(views: Views) -> None:
    with pytest.raises(ToolError):
        views("short\n", heading="Notes")


@pytest.mark.parametrize("wanted", ["flour", "^Flour", "#^FLOUR"])
def test_a_block_is_shown_with_a_quarter_of_the_window_above(views: Views, wanted: str) -> None:
    view = views(block=wanted)
    assert (view.centre, lines_of(view)) == (40, (36, 55))
    assert view.headings == ("Bread", "Notes")


def test_the_block_of_a_list_item_is_found(views: Views) -> None:
    assert views(block="salt-1").centre == 90


def test_an_unknown_block_names_those_that_are_near(views: Views) -> None:
    with pytest.raises(ToolError) as caught:
        views(block="salt")
    assert caught.value.remedy == (
        'Near are: “salt-1”. For the first: view_file(path="a.md", block="salt-1").'
    )
    with pytest.raises(ToolError, match=r"`a\.md` has no blocks"):
        views(block="x", note=Note(100))


def test_a_text_is_found_in_any_case_and_without_accents(views: Views) -> None:
    content = "one\nCrème pâtissière\nthree\ncreme patissiere\nCRÈME PÂTISSIÈRE\n"
    view = views(content, text="creme Pâtissiere", window=1)
    assert (view.centre, view.also) == (2, (4, 5))
    assert view.content == ("Crème pâtissière",)


def test_a_text_of_several_lines_is_found(views: Views) -> None:
    assert views("a\r\nb\r\nc\r\nb\r\nd\r\n", text="B\nD").centre == 4


def test_only_so_many_further_lines_are_named(views: Views) -> None:
    view = views("salt salt\n" * 50, text="salt")
    assert (view.centre, view.also) == (1, tuple(range(2, 22)))
    assert view.notes == ("The text is on 50 lines; the first 21 are named.",)


def test_a_text_that_is_not_there_names_the_line_that_comes_nearest(views: Views) -> None:
    with pytest.raises(ToolError) as caught:
        views("one\nsalt of the sea\n", text="the sea has salt")
    assert caught.value.problem == "No line of `a.md` has the text “the sea has salt”."
    assert caught.value.remedy == ('Line 2 has most of its words: view_file(path="a.md", line=2).')


@pytest.mark.parametrize("text", ['so "called"', "back\\", "x OR -y", "/a/", '"', "tag:#b"])
def test_a_text_that_is_nowhere_near_can_be_looked_for_in_every_note(
    views: Views, text: str
) -> None:
    with pytest.raises(ToolError) as caught:
        views(text=text)
    call = re.fullmatch(
        r"To look for it in every note: vault_search\(query=(.*)\)\.", caught.value.remedy
    )
    assert call
    assert parse_search(json.loads(call[1])) == Phrase(text)


def test_a_long_line_is_shortened_around_the_text(views: Views) -> None:
    content = "short\n" + "é" * 5000 + "Straße" + "x" * 5000 + "\n"
    view = views(content, text="strasse", window=2)
    assert len(view.content[1]) == 1002
    assert view.content[1][0] == view.content[1][-1] == "…"
    assert view.content[1].index("Straße") == 501
    assert view.notes == (
        'Line 2 is longer than 1,000 characters and cut at …; whole: vault_read(path="a.md").',
    )


def test_a_long_line_without_a_text_is_shown_from_its_start(views: Views) -> None:
    view = views("a" * 1000 + "\n" + "b" * 1001 + "\n" + "c" * 2000)
    assert view.content == ("a" * 1000, "b" * 1000 + "…", "c" * 1000 + "…")
    assert view.notes[0].startswith("2 lines are longer")


def test_a_file_that_is_no_note_can_be_viewed(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text("hours,ph\n0,5.6\n")
    paths = VaultPaths(tmp_path, follow_outside=False)
    snapshot = MemorySnapshot({"a.csv": None})
    assert view_lines(snapshot, paths, "a.csv", line=2).content == ("hours,ph", "0,5.6")
    with pytest.raises(ToolError, match="has no headings"):
        view_lines(snapshot, paths, "a.csv", heading="hours")


def test_a_byte_order_mark_is_no_part_of_the_first_line(views: Views) -> None:
    assert views("\ufeffone\n").content == ("one",)


def test_a_skipped_level_of_headings_nests() -> None:
    nested = outline((Heading("A", 1, 1), Heading("B", 4, 2), Heading("C", 3, 3)))
    assert headings_over(nested, 2) == ("A", "B")
    assert headings_over(nested, 3) == ("A", "C")
    assert headings_over([], 3) == ()


def test_headings_of_a_canvas_have_no_line_and_are_not_found() -> None:
    assert outline((Heading("A", 1, 0),)) == []


@given(
    st.lists(st.tuples(st.text(max_size=8), st.integers(1, 6))),
    st.text(st.characters(exclude_categories=["Cs"]), max_size=12),
)
def test_any_text_means_headings_that_are_there_or_none(
    parts: list[tuple[str, int]], wanted: str
) -> None:
    nested = outline(Heading(text, level, n) for n, (text, level) in enumerate(parts, 1))
    assert {heading.line for heading in headings_meant(nested, wanted)} <= set(
        range(1, len(parts) + 1)
    )


@given(st.text(st.sampled_from("aAßéİ \r\n…"), max_size=60), st.text(max_size=5))
def test_any_text_is_found_on_its_lines_or_not_at_all(content: str, wanted: str) -> None:
    with tempfile.TemporaryDirectory() as directory:
        views = viewing_in(Path(directory))
        try:
            view = views(content, Note(0), text=wanted)
        except ToolError:
            return
    assert view.lines == len(split_lines(content))

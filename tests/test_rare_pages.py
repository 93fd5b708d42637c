"""Pages in their rarest cases: what modules that make pages say where little else tests it."""

from __future__ import annotations

from io import StringIO

import pytest
from rich.console import Console

from pageful import Heading, Line, Section, Sections, Table, Verbatim, present
from pageful.builds.drilldown.log_excerpt import LogPage, Passage
from pageful.builds.drilldown.module_page import ModulePage
from pageful.builds.results import Failure
from pageful.builds.views.failing_tests import failure_sections
from pageful.builds.views.log import log_page
from pageful.builds.views.modules import modules_page
from pageful.code.results.find import ClassCount, Find
from pageful.code.results.lines import Excerpt, FileClass, FoundFile, FoundLine, FoundPlace, Use
from pageful.code.results.show import Member, MissingPlace, Show, ShownPlace
from pageful.code.views import find_page, show_page
from pageful.code.views.found_files import file_rows
from pageful.page.blocks import Hatch, Rule
from pageful.page.budget import _cut_parts, _Part, fit
from pageful.page.cells import escape_cell
from pageful.page.keys import first_item, item_path
from pageful.page.markdown import to_markdown
from pageful.page.pagination import choose_page
from pageful.page.terminal import print_document
from pageful.vault.finding.results import Place, PlacesReading
from pageful.vault.queries.outline import Cells
from pageful.vault.results.tags import TagCount, TaggedNote, TagSearch
from pageful.vault.views import read_page, tags_page
from pageful.vault.views.dataview_results import _line
from pageful.vault.views.dataview_values import Words
from pageful.vault.views.finding import _text


def test_tests_that_follow_from_a_failed_initialiser_are_counted_where_they_are_many() -> None:
    many = tuple(f"com.example.CartTest#adds{n}" for n in range(40))
    failures = (
        Failure(many, "boom"),
        Failure(many, "no class", follows="com.example.Cart"),
        Failure(("com.example.ShopTest#sells",), "no class", follows="com.example.Cart"),
    )
    text = to_markdown(failure_sections(failures))
    assert "follows from the failed initialiser of com.example.Cart: 40 tests: " in text
    assert "follows from the failed initialiser of com.example.Cart: com.example.ShopTest" in text
    assert "CartTest" in to_markdown(fit(tuple(failure_sections(failures)), 600).document)


def test_a_log_that_is_shown_whole_has_so_many_lines() -> None:
    page = LogPage("b1", (Passage(1, ("[INFO] a", "[INFO] b")),), 2, 1, 1)
    assert "2 lines" in to_markdown(log_page(page, "concise", "maven_build"))


def test_a_page_behind_the_last_module_has_no_table() -> None:
    page = ModulePage("b1", (), first=41, total=40, page=3, pages=2)
    (line,) = modules_page(page, "concise", "maven_build")
    assert isinstance(line, Line)


_RUN = FoundLine(3, "    run()", Use.CALL)
_FOUND = Find(
    ("run",),
    (ClassCount(FileClass.CODE, 1, 1),),
    (FileClass.CODE,),
    (FoundFile("a.py", FileClass.CODE, (FoundPlace(None, (_RUN,), (Excerpt(2, ("x", "y")),)),)),),
    searched=9,
    page=2,
    pages=3,
    binary=2,
)


def test_lines_of_later_pages_and_of_binary_files_are_counted() -> None:
    text = present(_FOUND, find_page).text
    assert "2 binary files" in text
    assert "(page 2 of 3)" in text


def test_places_that_are_not_just_lines_say_what_they_are() -> None:
    lines = Excerpt(5, ("def a():", "    pass"))
    show = Show(
        (
            ShownPlace(
                "a.js:1:3", "a.js", 1, 1, 1, excerpt=Excerpt(1, ("cd",)), column=3, characters=9
            ),
            ShownPlace("a.py::a", "a.py", 5, 6, 20, "a", above=True),
            ShownPlace("a.py::b", "a.py", 5, 9, 20, "b", lines),
            ShownPlace("a.py", "a.py", 1, 20, 20, "", None, (Member(5, 6, "def a():"),), 4),
        ),
        (MissingPlace("c", "several are", ("c.py", "d.py"), 7), MissingPlace("d", "none is")),
        uses=(Find(("a",), (), (), (), searched=3), _FOUND),
    )
    text = present(show, show_page).text
    for said in (
        "characters 3-4 of 9",
        "a.py 5-6 a: above",
        "… to line 9",
        "5-6 def a():",
        "… 4 symbols more",
        "`c` is not shown: several are; meant: `c.py`, `d.py` and 7 more.",
        "`d` is not shown: none is.",
        "Uses of `a`: none in 3 files.",
        "Uses of `run`:",
    ):
        assert said in text


def test_a_section_whose_words_have_no_room_is_only_named() -> None:
    first = Section((Line("x" * 150),), name="first")
    second = Section((Heading("h" * 60, 2), Line("y" * 300)), name="second")
    text = to_markdown(fit((Sections((first, second)),), 500).document)
    assert "x" * 150 in text
    assert "second" in text
    assert "yyy" not in text


def test_a_place_without_any_line_left_is_its_head_alone() -> None:
    place = Place("Rye", "Rye.md", 1, 3, 3, left_out=3)
    text = present(PlacesReading((place,), exact=False, room=5000), read_page).text
    assert text.startswith("# ")
    assert "```" not in text
    assert "(-3 lines: " in text


def test_a_joiner_that_is_made_visible_elsewhere_is_so_in_a_cell() -> None:
    assert escape_cell("a\u200db") in ("a\u200db", r"a\u200db")
    assert "\u200e" not in escape_cell("\u200e" * 3)


def test_a_rule_and_a_hatch_without_room_are_left_out() -> None:
    blocks = (Line("x" * 300), Rule(), Table(("a",), (("y" * 400,),) * 9), Hatch(("b" * 300,)))
    for budget in range(500, 900, 20):
        assert len(to_markdown(fit(blocks, budget).document)) <= budget


def test_items_without_keys_are_named_by_their_position() -> None:
    assert item_path((), 2, 5) == (2,)
    assert item_path((), 5, 5) == ()
    assert first_item((Sections(()), Line("a"))) == ()
    assert first_item((Sections((Section((), key="k"),)),)) == ("k",)


@pytest.mark.parametrize(("position", "most"), [(0, 10), (7, 5), (3, 1), (40, 20)])
def test_a_page_is_chosen_that_has_the_item_on_it(position: int, most: int) -> None:
    size, number = choose_page(position, most)
    assert (number - 1) * size <= position < number * size
    assert 1 <= size <= most


def test_a_terminal_shows_the_fences_of_a_text() -> None:
    text = StringIO()
    print_document((Verbatim("a ``` b", fenced=True),), Console(file=text, width=80))
    assert text.getvalue().count("````") == 2


def test_a_row_of_cells_in_a_list_is_its_values() -> None:
    assert _line(Cells(("a", "b")), Words()) == "a, b"


def test_rows_of_text_that_begin_a_page_have_a_fence_without_a_head() -> None:
    assert [*_text("… 3 more", [])] == [Line("… 3 more")]
    assert [*_text("head", [])] == [Line("head")]


def test_remarks_and_further_subtags_stand_on_the_page_of_a_tag() -> None:
    tags = (TagCount("bread", 3, 1), TagCount("bread/rye", 2, 2))
    notes = (TaggedNote("a.md", ("bread",), (1,)),)
    for subtags, more in ((1, False), (5, True)):
        search = TagSearch("bread", 1, 1, 1, 3, tags, notes, subtags=subtags, remarks=("Old.",))
        text = present(search, tags_page).text
        assert ("more subtag" in text) is more
        assert "Old." in text


def test_parts_that_all_have_room_are_whole() -> None:
    parts = [_Part((Line(text),), text, n) for n, text in enumerate(("one", "two"))]
    assert to_markdown(_cut_parts(parts, "section", 2000).document) == "one\n\ntwo"


def test_a_file_of_whose_lines_none_is_shown_is_a_row_of_their_numbers() -> None:
    file = FoundFile("src/cart.py", FileClass.CODE, numbers=(3, 9))
    assert list(file_rows(file)) == ["src/cart.py 3 9"]


def test_lines_that_have_no_room_are_numbers_below_those_that_have() -> None:
    place = FoundPlace(None, (FoundLine(3, "total = 0", Use.OTHER),))
    file = FoundFile("src/cart.py", FileClass.CODE, places=(place,), numbers=(9, 12))
    assert list(file_rows(file))[-1] == "… 2 more: 9 12"

"""Parts of a recorded log: its end, what comes before, the lines around matches."""

from __future__ import annotations

import tracemalloc
from collections.abc import Iterator, Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pageful.builds.drilldown.log_excerpt import (
    LogPage,
    Passage,
    clip_line,
    end_of_log,
    matches_in_log,
    text_of,
)
from pageful.builds.drilldown.patterns import Pattern
from pageful.tool.errors import ToolError

LOG = [b"[INFO] line %d" % number for number in range(1, 101)]
ROOM = 400


def end_pages(log: Sequence[bytes], room: int = ROOM) -> list[LogPage]:
    first = end_of_log("b1", lambda: log, 1, room)
    return [
        first, *(end_of_log("b1", lambda: log, n, room) for n in range(2, first.pages + 1))
    ]  # fmt: skip


def match_pages(log: Sequence[bytes], pattern: str, room: int = ROOM) -> list[LogPage]:
    first = matches_in_log("b1", log, Pattern(pattern), 1, room)
    others = range(2, first.pages + 1)
    return [first, *(matches_in_log("b1", log, Pattern(pattern), n, room) for n in others)]


class TestEnd:
    def test_the_first_page_is_the_end(self) -> None:
        page = end_pages(LOG)[0]
        (passage,) = page.passages
        assert passage.lines[-1] == "[INFO] line 100"
        assert passage.first == 101 - len(passage.lines)
        assert (page.lines, page.pattern, page.matches) == (100, None, 0)

    def test_the_pages_backwards_are_the_whole_log(self) -> None:
        pages = end_pages(LOG)
        assert len(pages) > 3
        lines = [line for page in reversed(pages) for line in page.passages[0].lines]
        assert lines == [line.decode() for line in LOG]

    def test_a_page_has_no_more_than_its_room(self) -> None:
        for page in end_pages(LOG):
            assert sum(len(line) + 5 for line in page.passages[0].lines) <= ROOM

    def test_all_pages_but_the_last_are_well_filled(self) -> None:
        for page in end_pages(LOG)[:-1]:
            assert sum(len(line) + 10 for line in page.passages[0].lines) >= ROOM * 3 / 4

    def test_an_empty_log_is_one_empty_page(self) -> None:
        assert end_pages([]) == [LogPage("b1", (), 0, 1, 1)]

    @pytest.mark.parametrize("page", [0, 99])
    def test_a_page_past_its_beginning_is_refused(self, page: int) -> None:
        with pytest.raises(ToolError, match=f"There is no page {page}: there are"):
            end_of_log("b1", lambda: LOG, page, ROOM)

    @given(log=st.lists(st.binary(max_size=60), max_size=60), room=st.integers(1, 500))
    def test_any_bytes_are_shown_line_by_line(self, log: list[bytes], room: int) -> None:
        pages = end_pages(log, room)
        lines = [line for page in reversed(pages) for each in page.passages for line in each.lines]
        assert lines == [text_of(raw) for raw in log]


class TestMatches:
    def test_a_match_has_two_lines_around_it(self) -> None:
        (page,) = match_pages(LOG, "line 50$")
        lines = tuple(f"[INFO] line {number}" for number in range(48, 53))
        assert page.passages == (Passage(48, lines, (50,)),)
        assert (page.lines, page.matches, page.pattern) == (100, 1, "line 50$")

    def test_contexts_that_touch_are_joined(self) -> None:
        (page,) = match_pages(LOG, "line (20|25|31)$")
        assert [(each.first, len(each.lines), each.matches) for each in page.passages] == [
            (18, 10, (20, 25)),
            (29, 5, (31,)),
        ]

    def test_at_the_ends_of_the_log_there_is_less_context(self) -> None:
        (page,) = match_pages(LOG, "line (1|100)$")
        assert [(each.first, len(each.lines)) for each in page.passages] == [(1, 3), (98, 3)]

    def test_where_everything_matches_every_line_is_on_some_page_once(self) -> None:
        pages = match_pages(LOG, "line")
        shown = [line for page in pages for each in page.passages for line in each.lines]
        assert shown == [line.decode() for line in LOG]
        assert {page.matches for page in pages} == {100}

    def test_no_match_is_an_empty_page(self) -> None:
        assert match_pages(LOG, "nothing") == [LogPage("b1", (), 100, 1, 1, "nothing", 0)]

    def test_case_counts_unless_the_pattern_says_otherwise(self) -> None:
        assert match_pages(LOG, "info")[0].matches == 0
        assert match_pages(LOG, "(?i)info")[0].matches == 100

    def test_colours_do_not_hide_a_match(self) -> None:
        (page,) = match_pages([b"[\x1b[1;31mERROR\x1b[m] no"], r"\[ERROR\] no")
        assert page.passages == (Passage(1, ("[ERROR] no",), (1,)),)

    @given(
        matching=st.lists(st.booleans(), max_size=60),
        room=st.integers(20, 300),
    )
    def test_every_match_is_shown_once_with_its_context(
        self, matching: list[bool], room: int
    ) -> None:
        log = [b"x" if each else b"." for each in matching]
        hits = [number for number, each in enumerate(matching, 1) if each]
        near = {n for hit in hits for n in range(hit - 2, hit + 3) if 1 <= n <= len(log)}
        pages = match_pages(log, "x", room)
        passages = [each for page in pages for each in page.passages]
        numbers = [n for each in passages for n in range(each.first, each.first + len(each.lines))]
        assert numbers == sorted(near)
        assert [number for each in passages for number in each.matches] == hits
        assert {page.matches for page in pages} == {len(hits)}


class TestLongLines:
    def test_a_long_line_is_clipped_and_says_so(self) -> None:
        assert clip_line("x" * 5000) == "x" * 2000 + " … 3000 more characters"

    def test_of_a_long_line_that_matches_the_match_is_shown(self) -> None:
        line = b"a" * 9000 + b"needle" + b"b" * 9000
        (page,) = match_pages([line], "needle", 4000)
        (shown,) = page.passages[0].lines
        assert shown.startswith("… 8800 more characters … aaa")
        assert "aneedleb" in shown
        assert shown.endswith("bbb … 7206 more characters")

    @given(
        line=st.tuples(st.text(max_size=20), st.integers(0, 300)).map(
            lambda part: part[0] * part[1]
        ),
        start=st.integers(0, 6000),
    )
    def test_what_is_left_out_is_counted(self, line: str, start: int) -> None:
        shown = clip_line(line, min(start, len(line)))
        assert shown == line or len(shown) < 2100


@pytest.mark.slow
def test_a_large_log_takes_no_memory() -> None:
    def log() -> Iterator[bytes]:
        for number in range(40_000):
            yield b"[INFO] %d %s" % (number, b"x" * 300)

    tracemalloc.start()
    try:
        end_of_log("b1", log, 5, 40_000)
        matches_in_log("b1", log(), Pattern("x"), 7, 40_000)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < 2_000_000

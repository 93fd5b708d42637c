"""Long output, cut in its middle."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from pageful.builds.junit.clipped_output import clip_middle, is_cut


def test_a_short_text_is_whole() -> None:
    assert clip_middle("\none\n\ntwo\n\n", 8) == ("one", "", "two")


def test_no_room_is_no_text() -> None:
    assert clip_middle("one", 0) == ()
    assert clip_middle("\n\n", 100) == ()


def test_a_long_text_loses_lines_in_its_middle() -> None:
    text = "\n".join(f"line {number}" for number in range(100))
    assert clip_middle(text, 32) == ("line 0", "… 96 more lines", "line 97", "line 98", "line 99")


def test_of_a_long_last_line_the_end_is_kept() -> None:
    assert clip_middle("start\nmiddle\n" + "x" * 50 + "end", 24) == (
        "start",
        "… 1 more line",
        "… 35 more characters … " + "x" * 15 + "end",
    )


@given(st.text(st.sampled_from("ab \n"), max_size=200), st.integers(-1, 100))
def test_what_is_shown_and_what_is_said_to_be_left_out_are_the_whole(
    text: str, characters: int
) -> None:
    lines = clip_middle(text, characters)
    assert is_cut(text, characters) == (characters > 0 and "\n".join(lines) != text.strip("\n"))
    shown = [line for line in lines if not line.startswith("… ")]
    assert sum(len(line) + 1 for line in shown) <= max(0, characters) + 1
    hidden = sum(
        int(line.split()[1]) for line in lines if line.endswith(("more line", "more lines"))
    )
    partial = sum(" more character" in line for line in lines)
    if lines:
        assert len(shown) + hidden + partial == len(text.strip("\n").split("\n"))


def test_a_megabyte_without_a_newline_is_cut() -> None:
    assert len("".join(clip_middle("x" * 1_000_000, 2000))) < 2100

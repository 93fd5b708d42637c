"""Text made fit for a page."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pageful.text.printable import printable, without_ansi


@pytest.mark.parametrize(
    ("raw", "clean"),
    [
        ("a\r\nb\rc\nd", "a\nb\nc\nd"),
        ("\0\x1b[31m\x7f", "␀␛[31m␡"),
        ("\x85\x9b", "\ufffd\ufffd"),
        ("\ud800x", "\ufffdx"),
        ("tab\tstays", "tab\tstays"),
        ("שלום \u200f 中文 …", "שלום \u200f 中文 …"),
    ],
)
def test_what_cannot_be_shown_is_made_visible(raw: str, clean: str) -> None:
    assert printable(raw) == clean


@given(st.text(st.characters()))
def test_printable_text_has_no_controls_but_newlines_and_tabs(raw: str) -> None:
    categories = {
        unicodedata.category(character) for character in printable(raw) if character not in "\n\t"
    }
    assert not categories & {"Cc", "Cs"}


@given(st.text(st.characters()))
def test_printable_text_stays_as_it_is(raw: str) -> None:
    assert printable(printable(raw)) == printable(raw)


@pytest.mark.parametrize(
    ("raw", "clean"),
    [
        ("\x1b[1;31mERROR\x1b[m", "ERROR"),
        ("\x1b]0;title\x07x", "x"),
        ("\x1b]8;;http://x\x1b\\link\x1b]8;;\x1b\\", "link"),
        ("\x1bMup", "up"),
        ("plain [31m", "plain [31m"),
    ],
)
def test_terminal_escape_sequences_are_removed(raw: str, clean: str) -> None:
    assert without_ansi(raw) == clean

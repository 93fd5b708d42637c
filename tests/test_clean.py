"""Text made fit for a page."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pageful.text.printable import make_printable, strip_ansi


@pytest.mark.parametrize(
    ("raw", "clean"),
    [
        ("a\r\nb\rc\nd", "a\nb\nc\nd"),
        ("\0\x1b[31m\x7f", "␀␛[31m␡"),
        ("\x85\x9b", "\ufffd\ufffd"),
        ("\ud800x", "\ufffdx"),
        ("tab\tstays", "tab\tstays"),
        ("cod\u202egpj.exe", "cod<U+202E>gpj.exe"),
        ("a\u2066b\u2069", "a<U+2066>b<U+2069>"),
        ("pass\u200bword", "pass<U+200B>word"),
        ("\ufeffname", "<U+FEFF>name"),
        ("left\u200e right\u200f", "left<U+200E> right<U+200F>"),
        ("join\u200der, non\u200cjoiner", "join<U+200D>er, non<U+200C>joiner"),
        ("note\U000e0068\U000e0069", "note<U+E0068><U+E0069>"),
        ("שלום \u202e", "שלום <U+202E>"),
        ("\x1b\u202e\r\n", "␛<U+202E>\n"),
    ],
)
def test_what_cannot_be_shown_is_made_visible(raw: str, clean: str) -> None:
    assert make_printable(raw) == clean


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("שלום \u200f 中文 …", id="a mark beside Hebrew"),
        pytest.param("می\u200cخواهم کار\u200cها", id="Persian"),
        pytest.param("क्\u200dष र्\u200dय हिन्दी श्\u200cर", id="Hindi"),
        pytest.param("ക്\u200d ശ്രീ", id="Malayalam"),
        pytest.param("ක්\u200dෂ", id="Sinhala"),
        pytest.param("👩\u200d👩\u200d👧\u200d👦", id="a family"),
        pytest.param("👩🏽\u200d🚀 ❤️\u200d🔥 🏳️\u200d🌈", id="emoji of several"),
        pytest.param("🏴\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f", id="a flag"),
        pytest.param("e\u0301 ☃ 知 ½ naïve", id="accents and symbols"),
    ],
)
def test_writing_keeps_the_joiners_and_marks_that_it_needs(text: str) -> None:
    assert make_printable(text) == text


@given(st.text(st.characters()))
def test_printable_text_has_no_controls_but_newlines_and_tabs(raw: str) -> None:
    categories = {
        unicodedata.category(character)
        for character in make_printable(raw)
        if character not in "\n\t"
    }
    assert not categories & {"Cc", "Cs"}


@given(st.text(st.characters()))
def test_printable_text_stays_as_it_is(raw: str) -> None:
    assert make_printable(make_printable(raw)) == make_printable(raw)


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
    assert strip_ansi(raw) == clean

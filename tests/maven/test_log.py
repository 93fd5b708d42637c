"""Lines of Maven's log."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from laconic.maven.log import LogKeeper, LogLine, parse_log


@pytest.mark.parametrize(
    "raw",
    [
        "[ERROR] it broke",
        "[ERROR] it broke  \r\n",
        "[\x1b[1;31mERROR\x1b[m] it \x1b[1mbroke\x1b[m",
        "15:46:06 [ERROR] it broke",
        "15:46:06,123 [ERROR] it broke",
        "2026-02-16 15:46:06.123 [ERROR] it broke",
        "2026-02-16T15:46:06.1234567Z [ERROR] it broke",
        "2026-02-16T15:46:06.123+0100 [ERROR] it broke",
        "[shop-api] [ERROR] it broke",
        "[BuilderThread 0] [ERROR] it broke",
    ],
)
def test_level_and_text_come_without_colours_time_stamps_and_speakers(raw: str) -> None:
    assert LogLine.parse(raw) == LogLine("ERROR", "it broke")


def test_a_level_in_the_text_is_text() -> None:
    assert LogLine.parse("[INFO] [ERROR] quoted") == LogLine("INFO", "[ERROR] quoted")


def test_what_a_program_prints_has_no_level() -> None:
    assert LogLine.parse("ERROR in my program") == LogLine("", "ERROR in my program")
    assert LogLine.parse("[DONE] all") == LogLine("", "[DONE] all")


def test_an_indentation_is_kept_and_an_empty_text_is_empty() -> None:
    assert LogLine.parse("[ERROR]   symbol: x") == LogLine("ERROR", "  symbol: x")
    assert LogLine.parse("[INFO] ") == LogLine("INFO", "")


def test_both_words_for_a_warning_are_one_level() -> None:
    assert {line.level for line in parse_log(["[WARN] x", "[WARNING] x"])} == {"WARNING"}


def test_fatal_lines_are_errors() -> None:
    assert LogLine.parse("[FATAL] Non-parseable POM").is_error
    assert not LogLine.parse("[WARNING] mind").is_error


@given(st.text())
def test_any_text_is_a_line(raw: str) -> None:
    line = LogLine.parse(raw)
    assert line.text == line.text.rstrip()
    assert LogLine.parse(str(line)).text in (line.text, str(line))


@given(st.integers(1, 5), st.integers(0, 30))
def test_of_an_endless_log_the_first_and_the_last_lines_are_kept(kept: int, number: int) -> None:
    keeper = LogKeeper(kept)
    for n in range(number):
        keeper.append(LogLine("", str(n)))
    texts = [line.text for line in keeper.lines]
    left = max(0, number - 2 * kept)
    assert [text for text in texts if text.isdigit()] == [
        str(n) for n in range(number) if n < kept or n >= number - kept
    ]
    assert sum("more line" in text for text in texts) == (left > 0)

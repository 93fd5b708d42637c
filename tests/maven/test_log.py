"""Lines of Maven's log."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pageful.maven.logs.build_log import BuildLog
from pageful.maven.logs.log import LogLine, parse_log


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
        "[mvn-builder-shop-api] [ERROR] it broke",
        "[15:46:06] [ERROR] it broke",
        "15:46 [ERROR] it broke",
        "15:46:06  [ERROR] it broke",
        "[15:46]  [ERROR] it broke",
        "[2026-02-16T15:46:06.123Z]  [ERROR] it broke",
        "[2026-02-16T15:46:06Z] [shop-api] [ERROR] it broke",
        "15:46:06,123 [shop-api] [main] [ERROR] it broke",
        "[shop-api] 15:46:06,123 [ERROR] it broke",
        "1385 [main] [ERROR] it broke",
        "[ERROR] org.apache.maven.cli.MavenCli - it broke",
        "1385 [ERROR] org.jetbrains.kotlin.maven.K2JVMCompileMojo - it broke",
        "[ERROR] ExecutionEventLogger - it broke",
        "\x1b[1m[\x1b[1;31mshop-api\x1b[m] [\x1b[1;31mERROR\x1b[m]\x1b[0m it broke",
    ],
)
def test_level_and_text_come_without_colours_time_stamps_and_speakers(raw: str) -> None:
    assert LogLine.parse(raw) == LogLine("ERROR", "it broke")


@pytest.mark.parametrize(
    ("raw", "thread"),
    [
        ("[ERROR] it broke", ""),
        ("[shop-api] [ERROR] it broke", "shop-api"),
        ("[mvn-builder-shop-api] [ERROR] it broke", "shop-api"),
        ("[BuilderThread 0] [ERROR] it broke", "BuilderThread 0"),
        ("[15:46:06] [shop-api] [main] [ERROR] it broke", "shop-api"),
        ("[shop-api] it broke", ""),
    ],
)
def test_a_line_tells_who_speaks(raw: str, thread: str) -> None:
    assert LogLine.parse(raw).thread == thread


@pytest.mark.parametrize(
    "raw",
    [
        "[INFO] [stdout] printed",
        "[WARNING] [stderr] printed",
        "[shop-api] [INFO] [stdout] printed",
        "2026-02-16T15:46:06Z [INFO] stdout - [stdout] printed",
    ],
)
def test_what_a_program_printed_has_no_level_where_maven_4_gives_it_one(raw: str) -> None:
    assert LogLine.parse(raw) == LogLine("", "printed")


@pytest.mark.parametrize(
    "raw",
    [
        "2026-02-16 15:46:06.123  INFO 4711 --- [main] c.e.App : [ERROR] printed",
        "[ERROR]printed",
        "INFO: printed",
        "17 [bottles]",
        "[main] INFO com.example.App - printed",
        "[]",
        "[",
        "7",
    ],
)
def test_other_forms_are_those_of_programs(raw: str) -> None:
    assert LogLine.parse(raw) == LogLine("", raw)


def test_what_reads_like_a_logger_in_a_message_stays() -> None:
    text = "com.example.FooTest.bar - in com.example.FooTest"
    assert LogLine.parse(f"[ERROR] {text}").text == text


@pytest.mark.parametrize(
    "unit", ["[", "[a] ", "1 ", "15:46:06 ", "a.", "A", "\x1b[", "\x1b]", "- "]
)
def test_the_longest_line_is_taken_apart_in_a_breath(unit: str) -> None:
    for start in ("", "[", "1", "[INFO] ", "[INFO] org.apache.maven.", "[INFO] A", "15:46:06 [a] "):
        LogLine.parse(start + unit * 200_000)


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


def test_lines_that_say_the_same_are_equal_whoever_says_it() -> None:
    assert LogLine("INFO", "BUILD FAILURE", "main") == LogLine("INFO", "BUILD FAILURE")
    assert len({LogLine("INFO", "x", "a"), LogLine("INFO", "x", "b")}) == 1


def test_fatal_lines_are_errors() -> None:
    assert LogLine.parse("[FATAL] Non-parseable POM").is_error
    assert not LogLine.parse("[WARNING] mind").is_error


@given(st.text())
def test_any_text_is_a_line(raw: str) -> None:
    line = LogLine.parse(raw)
    assert line.text == line.text.rstrip()
    assert LogLine.parse(str(line)).text in (line.text, str(line))


TESTS = "[INFO]  T E S T S"
LISTED = ("[INFO] Results:", "[ERROR]   ATest.a:1 differs:", "e: A.kt:1:2 no error at all")
TOTALS = "[ERROR] Tests run: 1, Failures: 1, Errors: 0, Skipped: 0"
NESTED = ("[INFO] Scanning for projects...", "[INFO] --- a:1:b (c) @ d ---", "[INFO] BUILD FAILURE")


def outside(*raw: str) -> list[str]:
    return [str(line) for line in BuildLog.read(parse_log(raw)).outside_tests]


class TestWhatTestsPrint:
    def test_so_is_what_surefire_tells_of_their_failures(self) -> None:
        assert outside(TESTS, "printed", *LISTED, TOTALS, "[ERROR] told") == ["[ERROR] told"]

    def test_so_is_the_build_that_a_test_runs(self) -> None:
        assert outside(*NESTED[:2], TESTS, *NESTED, "printed", "[INFO] BUILD SUCCESS") == [
            *NESTED[:2],
            "[INFO] BUILD SUCCESS",
        ]

    def test_so_is_a_builds_end_in_what_a_test_says_that_failed(self) -> None:
        end = "[INFO] BUILD SUCCESS"
        assert outside(TESTS, end, "printed", *LISTED, end, "printed", TOTALS, end) == [end]

    def test_a_build_that_a_test_began_and_never_ended_hides_nothing(self) -> None:
        goal = "[INFO] --- e:1:f (g) @ h ---"
        printed = (TESTS, NESTED[0], "printed", goal)
        assert outside(*printed, "[INFO] BUILD SUCCESS") == [goal, "[INFO] BUILD SUCCESS"]


@given(st.lists(st.sampled_from((TESTS, *LISTED, TOTALS, *NESTED, "[INFO] BUILD SUCCESS", "a"))))
def test_how_the_last_build_ended_is_never_a_tests_word(raw: list[str]) -> None:
    end = "[INFO] BUILD FAILURE"
    assert outside(*raw, end)[-1] == end

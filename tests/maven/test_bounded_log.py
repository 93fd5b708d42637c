"""What is kept of an endless log, and what is left out of it."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import evidence
from evidence import NAMES, captured_build, judged_capture
from pageful import present
from pageful.builds.results import Build
from pageful.maven.logs.bounded_log import BoundedLog, cut_problems
from pageful.maven.logs.log import LogLine
from pageful.maven.views import build_page

INFO, DEBUG = LogLine("INFO", "something is done"), LogLine("DEBUG", "  (f) verbose = true")
HEADING = LogLine("INFO", " T E S T S")
PRINTED = LogLine("", "a test prints this")


def kept(lines: Sequence[LogLine], most: int = 5) -> list[LogLine]:
    keeper = BoundedLog(most)
    for line in lines:
        keeper.append(line)
    return list(keeper.lines)


def numbered(level: str, number: int) -> list[LogLine]:
    return [LogLine(level, f"line {n}") for n in range(number)]


def test_a_log_of_modest_length_is_kept_whole() -> None:
    lines = [*numbered("INFO", 500), HEADING, *numbered("", 1000), *numbered("DEBUG", 1000)]
    assert kept(lines, most=2000) == lines


def test_of_a_flood_of_debug_lines_the_first_and_the_last_are_kept() -> None:
    lines = kept(numbered("DEBUG", 30))
    cut = LogLine("INFO", "… 20 more lines")
    assert lines == [*numbered("DEBUG", 5), cut, *numbered("DEBUG", 30)[-5:]]


def test_what_programs_print_outside_tests_is_kept_up_to_a_bound() -> None:
    """Some compilers print their errors themselves."""
    assert len(kept([DEBUG, *[PRINTED] * 300])) == 301
    assert len(kept([DEBUG, *[PRINTED] * 30_000])) < 11_000


def test_why_no_jvm_starts_is_kept() -> None:
    said = LogLine("", "Unrecognized VM option 'NoSuchOption'")
    rule = LogLine("INFO", "-" * 55)
    assert said in kept([*[DEBUG] * 10, HEADING, rule, said, *[DEBUG] * 10])


@pytest.mark.parametrize("level", ["ERROR", "WARNING", "FATAL"])
@pytest.mark.parametrize("flood", [DEBUG, PRINTED, INFO], ids=["debug", "test", "info"])
def test_a_problem_is_found_again_wherever_it_stands(level: str, flood: LogLine) -> None:
    problem = [LogLine(level, "A.java:[1,2] cannot find symbol"), LogLine("", "  symbol: b")]
    heading = [HEADING] if flood is PRINTED else []
    results = [LogLine("INFO", "Results:")] if flood is PRINTED else []
    before = [INFO, *heading, *[flood] * 6000, *results]
    lines = kept([*before, *problem, *before])
    at = lines.index(problem[0])
    assert lines[at : at + 2] == problem


def test_what_surefire_tells_is_kept_between_what_tests_print() -> None:
    told = [
        LogLine("INFO", "Running com.example.FooTest"),
        LogLine("ERROR", "Tests run: 2, Failures: 1 <<< FAILURE! -- in com.example.FooTest"),
        LogLine("ERROR", "com.example.FooTest.bar -- Time elapsed: 0.1 s <<< FAILURE!"),
        LogLine("", "java.lang.OutOfMemoryError: Java heap space"),
    ]
    noise = [PRINTED] * 6000
    lines = kept([HEADING, *(each for line in told for each in (*noise, line)), *noise])
    assert [line for line in lines if line in told] == told
    assert len(lines) < 100


def test_what_surefire_without_levels_tells_is_kept_too() -> None:
    said = ["Results :", "", "Failed tests: ", "  FooTest.bar:12 boom", "Tests run: 2, Failures: 1"]
    heading, told = LogLine("", " T E S T S"), [LogLine("", text) for text in said]
    noise = [PRINTED] * 6000
    lines = kept([heading, LogLine("", "Running a.B"), *noise, *told, *noise])
    at = lines.index(told[0])
    assert lines[at : at + len(told)] == told
    assert len(lines) < 100


def test_errors_that_tests_print_take_no_room_of_others() -> None:
    printed = [LogLine("ERROR", "a test's own error", "pool-1")] * 60_000
    error = LogLine("ERROR", "COMPILATION ERROR : ")
    lines = kept([HEADING, *printed, LogLine("INFO", "Results:"), error, *[DEBUG] * 10])
    assert error in lines
    assert len(lines) < 2000


def test_of_tests_that_run_beside_it_nothing_comes_into_an_error() -> None:
    clock, stock = "shop-clock", "shop-stock"
    begun = [
        LogLine("INFO", "Building clock 1.0 [1/2]", clock),
        LogLine("INFO", "--- g:p:1:compile (default) @ clock ---", clock),
        LogLine("INFO", " T E S T S", stock),
    ]
    printed = LogLine("INFO", "printed by a test", "ThreadedStreamConsumer")
    error = LogLine("ERROR", "A.java:[1,2] cannot find symbol", clock)
    lines = kept([*begun, *[printed] * 6000, error, *[printed] * 6000])
    assert error in lines
    assert lines.count(printed) < 2000


def test_ten_thousand_problems_are_kept_and_more_are_counted() -> None:
    few = [*numbered("ERROR", 10_000), *numbered("WARNING", 10_000), *[DEBUG] * 10]
    assert sum(line.level in ("ERROR", "WARNING") for line in kept(few)) == 20_000
    assert not list(cut_problems(kept(few)))
    lines = kept([*numbered("WARNING", 100_000), *numbered("ERROR", 10_000)])
    assert sum(line.level == "ERROR" for line in lines) == 10_000
    assert list(cut_problems(lines)) == [
        "The log has 79990 more lines of errors and warnings than were read."
    ]


def test_memory_stays_flat_whatever_comes() -> None:
    """The longest lines of every kind, in the widest characters."""
    text = "\N{GRINNING FACE}" * 10_000
    kinds = [LogLine(level, text) for level in ("ERROR", "WARNING", "INFO", "DEBUG", "")]
    lines = kept([*kinds * 500, HEADING, *kinds * 500], most=2000)
    assert sum(sys.getsizeof(line.text) for line in set(lines)) < 1_000_000
    assert sum(sys.getsizeof(line.text) for line in lines) < 60_000_000


@given(
    st.lists(
        st.builds(
            LogLine,
            st.sampled_from(["", "DEBUG", "INFO", "WARNING", "ERROR"]),
            st.sampled_from(
                [" T E S T S", "Results:", "Results :", "Running a.B", "Tests run: 1", "--- a (b)"]
            )
            | st.text(max_size=5),
            st.sampled_from(["", "main", "core", "pool-1"]),
        ),
        max_size=60,
    ),
    st.integers(1, 5),
)
def test_any_log_keeps_its_order_and_counts_what_is_left_out(
    lines: list[LogLine], most: int
) -> None:
    found = kept(lines, most)
    cuts = [line for line in found if line.text.startswith("… ") and "more line" in line.text]
    whole = [line for line in found if line not in cuts]
    remaining = iter(lines)
    assert all(line in remaining for line in whole)
    left = sum(int(cut.text.split()[1]) for cut in cuts)
    assert left == len(lines) - len(whole)
    assert found[-most:] == lines[-most:]


def flooded(log: Sequence[LogLine]) -> Iterator[LogLine]:
    """A log with many lines more of tests and of debugging, that say nothing."""
    for line in log:
        yield line
        if line.text.startswith("Running "):
            yield from [LogLine("", "printed")] * 300
        if line.text.startswith("--- ") and "compile" in line.text:
            yield from [LogLine("DEBUG", "debugged")] * 300


@pytest.mark.parametrize("name", [name for name in NAMES if "hanging" not in name])
def test_a_flood_changes_no_page(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    dry = captured_build(name)
    log = evidence.captured_log(name)
    monkeypatch.setattr(evidence, "captured_log", lambda _: tuple(kept([*flooded(log)], most=50)))
    flooded_build = judged_capture(name, tmp_path)
    assert present(_unprinted(flooded_build), build_page) == present(_unprinted(dry), build_page)


def _unprinted(build: Build) -> Build:
    """A build without what the tests of a dead JVM printed, which is what the flood is."""
    failures = (replace(each, output=()) if each.crashed else each for each in build.failures)
    return replace(build, failures=tuple(failures))

"""Lines of a parallel build, ascribed to its modules."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evidence import NAMES, captured_log
from pageful.maven.logs.build_log import BuildLog
from pageful.maven.logs.log import LogLine, parse_log
from pageful.maven.logs.threads import group_by_module
from thoroughness import size

THREADS = "[main] [INFO] Using the MultiThreadedBuilder implementation with a thread count of 2"
DAEMON = "[INFO] Using the SmartBuilder implementation with a thread count of 2"
SIDE_BY_SIDE = ("threads_side_by_side", "maven4_side_by_side", "mvnd_side_by_side")


def regrouped(*raw: str) -> list[str]:
    return [line.text for line in group_by_module(tuple(parse_log(raw)))]


def test_the_lines_of_a_module_stand_in_a_row_between_what_maven_says() -> None:
    assert regrouped(
        "[INFO] Scanning",
        DAEMON,
        "[a] [INFO] Building a 1.0",
        "[b] [INFO] Building b 1.0",
        "[a] [ERROR] A.java:[1,2] cannot find symbol",
        "  symbol: x",
        "[b] [INFO] --- p:1:g (default) @ b ---",
        "[a] [INFO] 1 error",
        "[INFO] Reactor Summary",
        "[ERROR] Failed to execute goal",
        "  more",
    ) == [
        "Scanning",
        DAEMON.removeprefix("[INFO] "),
        "Building a 1.0",
        "A.java:[1,2] cannot find symbol",
        "  symbol: x",
        "1 error",
        "Building b 1.0",
        "--- p:1:g (default) @ b ---",
        "Reactor Summary",
        "Failed to execute goal",
        "  more",
    ]


def test_what_maven_says_while_modules_are_built_stands_before_them() -> None:
    assert regrouped(
        THREADS,
        "[mvn-builder-a] [INFO] Building a 1.0",
        "[main] [WARNING] mind",
        "[mvn-builder-a] [INFO] done",
    ) == [THREADS.removeprefix("[main] [INFO] "), "mind", "Building a 1.0", "done"]


def test_what_tests_print_in_other_threads_goes_to_the_module_that_is_tested() -> None:
    assert regrouped(
        THREADS,
        "[mvn-builder-a] [INFO] Building a 1.0",
        "[mvn-builder-b] [INFO] Building b 1.0",
        "[mvn-builder-a] [INFO]  T E S T S",
        "[ThreadedStreamConsumer] [INFO] Running a.ATest",
        "[mvn-builder-b] [ERROR] B.java:[1,2] cannot find symbol",
        "  symbol: x",
        "printed by a test",
        "[mvn-builder-b] [INFO] 1 error",
        "[ThreadedStreamConsumer] [INFO] Tests run: 1",
        "[mvn-builder-a] [INFO] Results:",
    )[1:] == [
        "Building a 1.0",
        " T E S T S",
        "Running a.ATest",
        "printed by a test",
        "Tests run: 1",
        "Results:",
        "Building b 1.0",
        "B.java:[1,2] cannot find symbol",
        "  symbol: x",
        "1 error",
    ]


@pytest.mark.parametrize("name", SIDE_BY_SIDE)
def test_of_a_module_between_others_that_test_no_line_is_taken_for_a_tests(name: str) -> None:
    log = group_by_module(captured_log(name))
    outside = [line.text for line in BuildLog.read(log).outside_tests]
    start = outside.index("COMPILATION ERROR :")
    assert [text.rpartition("] ")[2] for text in outside[start + 2 : start + 9]] == [
        "cannot find symbol",
        "  symbol:   method minutes()",
        "  location: class com.example.shop.clock.Clock",
        "cannot find symbol",
        "  symbol:   method hour()",
        "  location: variable time of type java.time.LocalTime",
        "2 errors",
    ]
    assert not [text for text in outside if "has counted" in text]


@pytest.mark.parametrize("name", [name for name in NAMES if name not in SIDE_BY_SIDE])
def test_a_log_without_marks_is_given_back_as_it_is(name: str) -> None:
    log = captured_log(name)
    marked = any(line.thread for line in log)
    assert group_by_module(log) is log or marked


def test_marks_of_what_programs_print_are_none_in_a_build_that_is_not_parallel() -> None:
    log = tuple(parse_log(["[INFO] Building a 1.0", "[pool-1] [ERROR] x", "[INFO] BUILD SUCCESS"]))
    assert group_by_module(log) is log


SPOKEN = st.builds(
    LogLine,
    st.sampled_from(["", "INFO", "ERROR"]),
    st.sampled_from(
        ["Building a 1.0", "--- p:1:g (d) @ a ---", " T E S T S", "Results:", "x", "  symbol: y"]
    ),
    st.sampled_from(["", "main", "a", "b", "ThreadedStreamConsumer"]),
)


@given(st.sampled_from([THREADS, DAEMON]), st.lists(SPOKEN))
def test_no_line_is_lost_and_none_comes_twice(parallel: str, lines: Sequence[LogLine]) -> None:
    begun = (LogLine("INFO", f"Building {module} 1.0", module) for module in "ab")
    marked = (LogLine.parse(parallel), *begun, *lines)
    found = group_by_module(marked)
    assert sorted(map(id, found)) == sorted(map(id, marked))
    for thread in ("a", "b"):
        spoken = [line for line in marked if line.thread == thread]
        assert [line for line in found if line.thread == thread] == spoken


def test_regrouping_takes_time_in_proportion() -> None:
    lines = [LogLine("INFO", f"Building m{n} 1.0", f"m{n}") for n in range(size(50_000))]
    log = (LogLine.parse(DAEMON), *lines, *lines)
    assert len(group_by_module(log)) == len(log)

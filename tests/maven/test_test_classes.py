"""Which test classes run as a log goes on, and what they printed."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pageful.maven.logs.log import LogLine, parse_log
from pageful.maven.logs.test_classes import ClassOutput, TestClasses

HEADING = "[INFO]  T E S T S\n"
OLD_HEADING = " T E S T S\n"
DONE = (
    "[INFO] Tests run: 1, Failures: 0, Errors: 0, Skipped: 0, Time elapsed: 0.1 s -- in a.ATest\n"
)


def read(log: str) -> TestClasses:
    return TestClasses.read(parse_log(log.split("\n")))


def output(log: str, name: str = "a.ATest") -> ClassOutput:
    return read(log).output_of(name)


def test_a_class_printed_what_stands_between_its_beginning_and_its_end() -> None:
    log = f"{HEADING}before\n[INFO] Running a.ATest\n\none\n\n[WARN] two\n\n{DONE}after"
    assert output(log) == ClassOutput(("one", "", "two"))


def test_a_class_that_never_ended_is_unfinished_and_printed_the_rest() -> None:
    log = f"{HEADING}[INFO] Running a.ATest\n{DONE}[INFO] Running a.BTest\none\n[INFO] Results:\nx"
    assert read(log).unfinished == ("a.BTest",)
    assert output(log, "a.BTest") == ClassOutput(("one",))


def test_what_several_classes_side_by_side_printed_is_nobodys() -> None:
    log = f"{HEADING}[INFO] Running a.ATest\none\n[INFO] Running a.BTest\ntwo\n{DONE}three"
    assert output(log) == ClassOutput(("one",), whole=False)
    assert output(log, "a.BTest") == ClassOutput((), whole=False)


def test_a_nested_class_prints_for_the_class_it_is_in() -> None:
    log = f"{HEADING}[INFO] Running a.ATest\none\n[INFO] Running a.ATest$Inner\ntwo"
    assert output(log, "a.ATest$Inner") == ClassOutput(("one", "two"))


def test_the_trace_of_a_failed_test_is_not_what_a_class_printed() -> None:
    failed = DONE.replace(" -- in", " <<< FAILURE! -- in").replace("[INFO]", "[ERROR]")
    log = (
        f"{HEADING}[INFO] Running a.ATest\none\n{failed}"
        "[ERROR] a.ATest.b -- Time elapsed: 0.1 s <<< ERROR!\njava.lang.Error\n\n\tat a.B.c(D:1)\n"
    )
    assert [line.text for line in read(log).printed] == ["one"]


def test_an_old_surefire_is_heard_without_levels() -> None:
    ran = "Tests run: 1, Failures: 0, Errors: 0, Skipped: 0, Time elapsed: 0.1 sec\n"
    log = f"{OLD_HEADING}Running a.ATest\none\n{ran}Running a.BTest\ntwo\nResults :\n"
    assert output(log) == ClassOutput(("one",))
    assert read(log).unfinished == ("a.BTest",)


@pytest.mark.parametrize("printed", ["Results:", "Running b.CTest", "Tests run: 9, ok - in b.C"])
def test_what_a_test_prints_is_not_taken_for_surefires_words(printed: str) -> None:
    log = f"{HEADING}[INFO] Running a.ATest\n{printed}\none"
    assert output(log) == ClassOutput((printed, "one"))


GAP = "[INFO] … 900 more lines, 3 of them errors or warnings\n"


def test_where_the_log_has_a_gap_only_what_follows_it_is_told() -> None:
    log = f"{HEADING}[INFO] Running a.ATest\none\n{GAP}two"
    lines = ("… what was printed before that is in the log alone", "two")
    assert output(log) == ClassOutput(lines, whole=False)
    assert output(f"{log.removesuffix('two')}{DONE}") == ClassOutput((), whole=False)


def test_a_class_that_began_behind_a_gap_is_whole() -> None:
    log = f"{HEADING}[INFO] Running a.ATest\n{DONE}{GAP}[INFO] Running a.BTest\ntwo"
    assert output(log, "a.BTest") == ClassOutput(("two",))


LINES = st.builds(
    LogLine,
    st.sampled_from(["", "INFO", "ERROR"]),
    st.sampled_from(
        [
            " T E S T S",
            "Results:",
            "Running a.ATest",
            "Running a.ATest$Inner",
            "Running a.BTest",
            DONE[7:-1],
            "Tests run: 1, Time elapsed: 1 s <<< FAILURE! - in a.BTest",
            "a.b <<< ERROR!",
            GAP[7:-1],
        ]
    )
    | st.text(max_size=5),
)


@given(st.lists(LINES, max_size=40))
def test_any_log_is_heard_and_nothing_is_told_that_it_has_not(log: list[LogLine]) -> None:
    found = TestClasses.read(log)
    texts = {line.text for line in log}
    assert {line.text for line in found.printed} <= texts
    assert found.begun >= {*found.unfinished}
    for name in found.begun:
        told = found.output_of(name)
        assert {*told.lines[not told.whole :]} <= texts

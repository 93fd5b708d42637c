"""Stack traces in what tests print."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from pageful.jvm.printed_traces import without_frameworks, without_trace
from pageful.jvm.stack_trace import Application

FRAMES = "".join(f"\tat java.util.A.m{number}(A.java:{number})\n" for number in range(5))
TRACE = f"a.B: no\nreason\n{FRAMES}Caused by: a.C: why\n\tat a.C.d(C.java:1)\n"
OURS = Application(("a",))


def test_the_failures_own_trace_is_not_repeated() -> None:
    printed = TRACE.replace("(A.java:2)\n", "(A.java:2)\n\tat org.x.Y.z(Y.java:1)\n")
    assert without_trace(f"one\n{printed}\t... 9 more\ntwo", TRACE) == (
        "one\n… 11 more lines: the trace of this failure\ntwo"
    )


def test_the_trace_of_another_exception_stays() -> None:
    output = f"one\na.D: else\n{FRAMES}Caused by: a.D: other\n{FRAMES}"
    assert without_trace(output, TRACE) == output


def test_one_line_that_is_also_in_the_trace_stays() -> None:
    assert without_trace("one\na.B: no\ntwo", TRACE) == "one\na.B: no\ntwo"


def test_many_frames_of_frameworks_are_counted() -> None:
    output = f"a.D: else\n{FRAMES}\tat a.C.d(C.java:1)\n\tat java.B.c(B.java:1)\nend"
    assert without_frameworks(output, OURS) == (
        "a.D: else\n\t… 5 more lines\n\tat a.C.d(C.java:1)\n\tat java.B.c(B.java:1)\nend"
    )


@given(st.lists(st.sampled_from([*TRACE.split("\n"), "one", "\tat a.b", ""])).map("\n".join))
def test_every_line_that_is_left_out_is_counted(output: str) -> None:
    for shown in (without_trace(output, TRACE), without_frameworks(output, OURS)):
        lines = shown.split("\n")
        cuts = [int(line.split()[1]) for line in lines if line.strip().startswith("… ")]
        assert len(lines) - len(cuts) + sum(cuts) == len(output.split("\n"))

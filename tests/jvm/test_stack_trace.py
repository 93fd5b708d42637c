"""Java stack traces, taken apart and reduced."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pageful.jvm.stack_trace import (
    Application,
    TracedException,
    describe_exception,
    is_assertion,
    parse_trace,
    reduce_trace,
    root_cause,
    top_frame,
)
from thoroughness import size

OURS = Application(("com.example",))
TRACE = """\
java.lang.IllegalStateException: outer
\tat org.junit.jupiter.api.Assertions.fail(Assertions.java:1)
\tat app//com.example.shop.Cart.total(Cart.java:18)
\tat java.base/java.util.ArrayList.forEach(ArrayList.java:1511)
\tSuppressed: java.io.IOException: closing
\t\tat com.example.shop.Cart.close(Cart.java:30)
\tCaused by: java.io.IOException: of the suppressed one
\t\tat com.example.shop.Cart.flush(Cart.java:31)
Caused by: java.io.UncheckedIOException: middle
\tat com.example.net.Net.send(Net.java:5)
\t... 3 more
Caused by: java.net.BindException: Address already in use
\tat java.base/sun.nio.ch.Net.bind0(Native Method)
\tat com.example.net.Net.bind(Net.java:9)
\tat com.example.net.Net.open(Net.java:8)
\t... 5 more
"""
END = ("Caused by: BindException: Address already in use", "at net.Net.bind(Net.java:9)")


def lines(text: str, application: Application = OURS, limit: int = 0) -> tuple[str, ...]:
    return reduce_trace(parse_trace(text), application, limit)


def frames(*calls: str) -> str:
    return "x.Y: z\n" + "".join(f"\tat {call}\n" for call in calls)


def test_a_trace_is_exceptions_with_their_frames() -> None:
    trace = parse_trace(TRACE)
    assert [(each.relation, each.nested) for each in trace] == [
        ("", False),
        ("Suppressed", True),
        ("Caused by", True),
        ("Caused by", False),
        ("Caused by", False),
    ]
    assert trace[0].header == "java.lang.IllegalStateException: outer"
    assert trace[0].frames[1] == "com.example.shop.Cart.total(Cart.java:18)"


def test_the_applications_frames_stay_without_its_package() -> None:
    assert lines(TRACE) == (
        "at shop.Cart.total(Cart.java:18)",
        "Suppressed: IOException: closing",
        "at shop.Cart.close(Cart.java:30)",
        "Caused by: IOException: of the suppressed one",
        "at shop.Cart.flush(Cart.java:31)",
        "Caused by: UncheckedIOException: middle",
        "at net.Net.send(Net.java:5)",
        *END,
        "at net.Net.open(Net.java:8)",
    )


def test_the_first_few_frames_stay_where_none_is_the_applications() -> None:
    trace = frames(*(f"java.util.Foo.m{number}(Foo.java:1)" for number in range(9)))
    assert lines(trace) == tuple(f"at java.util.Foo.m{number}(Foo.java:1)" for number in range(3))


def test_without_a_package_all_but_frameworks_are_the_application() -> None:
    trace = frames("org.junit.Assert.fail(Assert.java:1)", "acme.Cart.total(Cart.java:2)")
    assert lines(trace, Application()) == ("at acme.Cart.total(Cart.java:2)",)


def test_the_tests_own_package_is_the_applications_too() -> None:
    trace = frames("java.util.A.b(A.java:1)", "it.FooIT.runs(FooIT.java:2)")
    assert lines(trace, Application(("com.example",), "it")) == ("at it.FooIT.runs(FooIT.java:2)",)


def test_the_longest_package_is_dropped() -> None:
    application = Application(("com.example", "com.example.shop"))
    assert application.short("com.example.shop.Cart.total(C.java:1)") == "Cart.total(C.java:1)"
    assert application.short("com.examples.Cart.total(C.java:1)").startswith("com.examples")


@pytest.mark.parametrize(
    ("printed", "call"),
    [
        ("app//com.example.Foo.bar(Foo.java:1)", "com.example.Foo.bar(Foo.java:1)"),
        ("java.base@17.0.1/java.util.A.b(A.java)", "java.util.A.b(A.java)"),
        ("app/shop@1.0/com.example.Foo.bar(Foo.java:1)", "com.example.Foo.bar(Foo.java:1)"),
        ("a.Foo.adds two numbers(Foo.kt:3)", "a.Foo.adds two numbers(Foo.kt:3)"),
        ("a.Foo.add(1, 2) is 3(Foo.kt:3)", "a.Foo.add(1, 2) is 3(Foo.kt:3)"),
        ("a.Foo.<init>(Foo.java:3)", "a.Foo.<init>(Foo.java:3)"),
        ("a.Foo$Bar.lambda$x$0(Foo.java:3)", "a.Foo$Bar.lambda$x$0(Foo.java:3)"),
        ("a.Größe.zählt(Größe.java:3)", "a.Größe.zählt(Größe.java:3)"),
        ("a.Foo.bar(Native Method)", "a.Foo.bar(Native Method)"),
        ("a.Foo.bar(java.base@17/Native Method)", "a.Foo.bar(java.base@17/Native Method)"),
        ("a.Foo.bar(Unknown Source)", "a.Foo.bar(Unknown Source)"),
    ],
)
def test_frames_of_any_kind_are_read_without_loader_and_module(printed: str, call: str) -> None:
    assert parse_trace(frames(printed))[0].frames == (call,)


@pytest.mark.parametrize("line", ["at index 3 (of 5)", "at 10:00 (noon)", "at Foo.bar", "at ()"])
def test_a_line_of_a_message_is_no_frame(line: str) -> None:
    trace = parse_trace(f"x.Y: z\n{line}\n\tat a.B.c(B.java:1)")
    assert trace[0].header == f"x.Y: z\n{line}"
    assert trace[0].frames == ("a.B.c(B.java:1)",)


def test_generated_frames_go_but_not_a_message_that_names_one() -> None:
    trace = parse_trace(
        "x.Y: z\n\tat a.Foo$$Lambda$3/0x0001.run(Unknown Source)\n"
        "\tat a.Foo$$SpringCGLIB$$0.total(<generated>)\n\tat a.Foo.total(Foo.java:3)\n"
        "Caused by: x.Z: a.Foo$$Lambda$3@1f failed\n\tat a.Foo.run(Foo.java:5)"
    )
    assert trace[0].frames == ("a.Foo.total(Foo.java:3)",)
    assert trace[1].header == "x.Z: a.Foo$$Lambda$3@1f failed"
    assert trace[1].frames == ("a.Foo.run(Foo.java:5)",)


def test_a_message_of_several_lines_is_whole_in_a_cause_too() -> None:
    text = "x.Y: z\nCaused by: java.io.IOException: one\n  two\n\tat com.example.A.b(A.java:1)"
    assert lines(text) == ("Caused by: IOException: one", "  two", "at A.b(A.java:1)")


@pytest.mark.parametrize("limit", range(1, 11))
def test_the_innermost_cause_survives_every_limit(limit: int) -> None:
    shown = lines(TRACE, limit=limit)
    start = shown.index(END[0])
    assert shown[start : start + 2] == END
    assert len([line for line in shown if not line.startswith("… ")]) == max(limit, 2)


@pytest.mark.parametrize("message", ["one\n\tat a.B.c(B.java:9)\n two", "one", "  one  "])
def test_a_message_that_is_known_is_no_part_of_the_frames(message: str) -> None:
    trace = parse_trace(f"x.Y: {message}\n\tat a.B.c(B.java:1)\n", message)
    assert trace == (TracedException("", f"x.Y: {message}".strip(), ("a.B.c(B.java:1)",)),)


def test_a_message_that_is_none_of_the_trace_does_no_harm() -> None:
    text = "x.Y: other\n\tat a.B.c(B.java:1)\n\tat a.message.c(B.java:1)"
    assert parse_trace(text, "message") == parse_trace(text)


def test_a_circular_cause_is_not_the_innermost() -> None:
    text = (
        "a.A: all fell\nCaused by: a.B: second fell\nCaused by: a.C: first fell\n"
        "\tat com.example.A.b(A.java:9)\nCaused by: [CIRCULAR REFERENCE: a.B: second fell]"
    )
    assert root_cause(parse_trace(text)).header == "a.C: first fell"
    assert lines(text, limit=1) == (
        "… 1 more line",
        "Caused by: C: first fell",
        "at A.b(A.java:9)",
        "… 1 more line",
    )


@pytest.mark.parametrize(
    ("header", "shown"),
    [
        ("a.B: no bean 'x': no port is set", "B: no bean 'x':"),
        ("a.B: a.C: no port is set", "B"),
        ("a.B: no bean; nested exception is a.C: no port is set", "B: no bean"),
        ("a.B: not because no port is set", "B: not because no port is set"),
    ],
)
def test_what_a_cause_says_is_left_to_it(header: str, shown: str) -> None:
    text = f"x.Y: z\n\tat a.b(A.java:1)\nCaused by: {header}\nCaused by: a.C: no port is set"
    assert lines(text)[1:] == (f"Caused by: {shown}", "Caused by: C: no port is set")


def test_a_cause_that_is_its_wrapper_once_more_is_left_out() -> None:
    frame = "\tat com.example.A.b(A.java:9)\n"
    text = (
        f"a.B: bent\n{frame}Caused by: a.B: bent\n\tat io.x.Y.z(Y.java:1)\n{frame}Caused by: a.C: x"
    )
    assert lines(text) == ("at A.b(A.java:9)", "Caused by: C: x")


def test_wrappers_without_frames_of_the_application_have_none() -> None:
    text = "a.B: m\n\tat java.A.b(A.java:1)\nCaused by: a.C: n\n\tat java.A.c(A.java:1)\n"
    assert lines(text) == ("Caused by: C: n", "at java.A.c(A.java:1)")


def test_a_step_of_a_feature_file_is_the_applications() -> None:
    trace = frames("org.x.Y.z(Y.java:1)", "✽.1.5 are left(classpath:a/b.feature:9)")
    assert lines(trace) == ("at ✽.1.5 are left(classpath:a/b.feature:9)",)


def test_what_a_compiler_makes_of_coroutines_goes() -> None:
    trace = frames(
        "com.example.Oven.bake(Oven.kt:3)",
        "com.example.Oven$bake$1.invokeSuspend(Oven.kt)",
        "com.example.Oven$1$2.invoke(Oven.kt)",
        "_COROUTINE._BOUNDARY._(CoroutineDebugging.kt:46)",
        "com.example.OvenTest$x$1.invokeSuspend(OvenTest.kt:9)",
    )
    assert lines(trace) == (
        "at Oven.bake(Oven.kt:3)",
        "at OvenTest$x$1.invokeSuspend(OvenTest.kt:9)",
    )


def test_a_cut_is_said_where_it_is() -> None:
    assert lines(TRACE, limit=4)[2:] == ("… 5 more lines", *END, "… 1 more line")


NAMES = st.sampled_from(
    ["com.example.A.b(A.java:1)", "com.example.c.D.e(D.java:2)", "java.util.A.b(A.java:3)"]
)
CAUSES = st.builds(
    TracedException,
    st.sampled_from(["Caused by", "Suppressed"]),
    st.sampled_from(["java.io.IOException: x", "a.B: 1\n2\n3", "odd", ""]),
    st.lists(NAMES, max_size=8).map(tuple),
    st.booleans(),
)
TRACES = st.builds(
    lambda first, rest: (TracedException("", "a.B: c", tuple(first)), *rest),
    st.lists(NAMES, max_size=8),
    st.lists(CAUSES, max_size=5),
)


@given(TRACES, st.integers(0, 20), st.sampled_from([OURS, Application(), Application(("org.x",))]))
def test_every_cut_is_counted_and_never_takes_the_innermost_cause(
    trace: tuple[TracedException, ...], limit: int, application: Application
) -> None:
    whole, shown = reduce_trace(trace, application, 0), reduce_trace(trace, application, limit)
    cuts = [int(line.split()[1]) for line in shown if line.startswith("… ") and "more line" in line]
    assert len(shown) - len(cuts) + sum(cuts) == len(whole)
    chain = [each for each in trace if each.relation == "Caused by" and not each.nested]
    if chain:
        assert root_cause(trace) is chain[-1]
        header = reduce_trace((replace(chain[-1], frames=()),), application, 0)
        assert set(header) <= set(shown)
        own = next((call for call in chain[-1].frames if application.owns(call)), None)
        assert own is None or f"at {application.short(own)}" in shown


@given(st.text(), st.integers(0, 5))
def test_any_text_is_a_trace(text: str, limit: int) -> None:
    trace = parse_trace(text)
    assert trace[0].relation == ""
    reduce_trace(trace, OURS, limit)
    top_frame(trace, OURS)


@pytest.mark.parametrize(
    "name",
    [
        "java.lang.AssertionError",
        "org.opentest4j.AssertionFailedError",
        "org.junit.ComparisonFailure",
        "org.opentest4j.MultipleFailuresError",
        "org.assertj.core.error.AssertJMultipleFailuresError",
        "org.spockframework.runtime.ConditionNotSatisfiedError",
    ],
)
def test_an_assertion_stands_for_itself(name: str) -> None:
    assert is_assertion(name)
    assert describe_exception(name, "expected 5") == "expected 5"


def test_what_is_no_name_of_a_class_is_no_type() -> None:
    assert describe_exception("Condition not satisfied", "Condition not satisfied:\n\na") == (
        "Condition not satisfied:\n\na"
    )
    assert describe_exception("Condition not satisfied", "") == "Condition not satisfied"


def test_another_exception_says_its_type() -> None:
    assert describe_exception("java.lang.NullPointerException", "x is null") == (
        "NullPointerException: x is null"
    )
    assert describe_exception("com.example.Cart$EmptyException", "") == "EmptyException"
    assert describe_exception("java.lang.AssertionError", " ") == "AssertionError"


def test_the_top_frame_is_the_applications_first() -> None:
    assert top_frame(parse_trace(TRACE), OURS) == "com.example.shop.Cart.total(Cart.java:18)"
    assert top_frame(parse_trace("x.Y: z"), OURS) == ""


def test_classes_without_a_package_are_the_applications() -> None:
    assert OURS.owns("FooTest.adds(FooTest.java:3)")
    assert not OURS.owns("$Proxy12.adds(Unknown Source)")


@pytest.mark.parametrize(
    "unit", ["a", "a.", "a/", "at ", "(", "at a.b(", "\t", "Caused by: ", "$$"]
)
def test_the_longest_line_is_read_to_its_end(unit: str) -> None:
    for start in ("", "\tat ", "Caused by: "):
        for end in ("", ")", "(A.java:1)"):
            lines(start + unit * (size(1_000_000) // len(unit)) + end)


def test_the_captured_traces_keep_their_innermost_causes() -> None:
    report = Path(__file__).parents[1] / "maven/captured/failing_tests/reports"
    text = (report / "TEST-com.example.net.ServerTest.xml").read_text(encoding="utf-8")
    trace = next(part for part in text.split("<![CDATA[") if "BindException" in part)
    assert "Caused by: BindException: Address already in use: 8080" in lines(trace, limit=1)


def test_a_message_that_begins_with_its_type_says_it_once() -> None:
    assert describe_exception("expected", "expected: 3\nbut was : 4") == "expected: 3\nbut was : 4"

"""Forked JVMs that died, as Surefire and Failsafe tell of them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pageful.maven.logs.crash import Crash, crashes, is_crash
from pageful.maven.logs.log import parse_log

DIED = "The forked VM terminated without properly saying goodbye. VM crash or System.exit called?"
OLD = "The forked VM terminated without saying properly goodbye. VM crash or System.exit called ?"


def found(said: str, log: str = "") -> tuple[Crash, ...]:
    return crashes(said.split("\n"), tuple(parse_log(log.split("\n"))))


def block(code: int, *classes: str, died: str = DIED) -> str:
    named = "\nCrashed tests:\n" + "\n".join(classes) if classes else ""
    return (
        f"{died}\nCommand was /bin/sh -c java -Xmx9m\n"
        f"Error occurred in starting fork, check output in log\nProcess Exit Code: {code}{named}"
    )


def test_a_dead_fork_names_its_classes_and_last_words() -> None:
    last = "Terminating due to java.lang.OutOfMemoryError: Java heap space"
    one = block(3, "a.ATest", "a.BTest")
    said = f"goal failed\n{one}\norg.Booter: {one}"
    assert found(said, f"more\n{last}\n[ERROR] Command was java -XX:+ExitOnOutOfMemoryError") == (
        Crash(("a.ATest", "a.BTest"), (DIED, "Process Exit Code: 3", last)),
    )


def test_several_forks_that_die_at_once_are_apart() -> None:
    one, two = block(137, "a.ATest"), block(3, "a.BTest")
    said = f"x\nExecutionException {one}\nExecutionException {two}\norg.Booter: {one}\n{two}"
    first, second = found(f"{said}\n\tat org.Starter.run(S.java:1)\nCaused by: org.Booter: {two}")
    assert (first.classes, second.classes) == (("a.ATest",), ("a.BTest",))
    assert first.said == (DIED, "Process Exit Code: 137 (it was killed, mostly for lack of memory)")
    assert second.said == (DIED, "Process Exit Code: 3")


def test_an_old_surefire_names_no_classes_but_the_log_knows_who_was_running() -> None:
    log = (
        "Running a.FirstTest\nTests run: 1, Failures: 0, Errors: 0 - in a.FirstTest\n"
        "[INFO] Running a.SecondTest"
    )
    said = f"ExecutionException: java.lang.RuntimeException: {OLD}"
    assert found(said, log) == (Crash(("a.SecondTest",), (OLD,)),)


@pytest.mark.parametrize(
    "words", ["There was a timeout in the fork", "There was a timeout or other error in the fork"]
)
def test_a_fork_that_ran_out_of_time_says_by_which_setting(words: str) -> None:
    (crash,) = found(f"Failed to execute goal a:b:1:test (x) on project p: {words} -> [Help 1]")
    assert crash == Crash((), (f"{words} (forkedProcessTimeoutInSeconds)",))


def test_a_jvm_that_never_started_says_why() -> None:
    why = "Unrecognized VM option 'NoSuchOption'"
    (crash,) = found(block(1), f"{why}\nError: Could not create the Java Virtual Machine.")
    assert crash.said[2:] == (why, "Error: Could not create the Java Virtual Machine.")


OVERFLOW = """\
[INFO]  T E S T S
[INFO] Running a.AOverTest
[ERROR] Tests run: 1, Failures: 0, Errors: 1, Time elapsed: 0.1 s <<< FAILURE! -- in a.AOverTest
[ERROR] a.AOverTest.over -- Time elapsed: 0.1 s <<< ERROR!
java.lang.StackOverflowError
\tat a.Part.depth(Part.java:5)

[INFO] Running a.ZExitTest
"""


def test_an_error_of_a_test_that_failed_before_is_no_last_word() -> None:
    (crash,) = found(block(7, "a.ZExitTest"), f"{OVERFLOW}going down\n[INFO] \n[INFO] Results:")
    assert crash == Crash(("a.ZExitTest",), (DIED, "Process Exit Code: 7"), ("going down",))


@pytest.mark.parametrize(
    "words", ["java.lang.OutOfMemoryError: Java heap space", "# A fatal error has been detected"]
)
def test_what_the_dead_jvm_itself_said_is(words: str) -> None:
    (crash,) = found(block(7, "a.ZExitTest"), f"{OVERFLOW}{words}\n[INFO] Results:")
    assert crash.said[2:] == (words,)


SIDE_BY_SIDE = "[INFO] Running a.ATest\n[INFO] Running a.BTest\n"


def test_an_error_that_another_class_may_have_printed_is_no_last_word() -> None:
    (crash,) = found(block(7, "a.ATest"), f"{SIDE_BY_SIDE}java.lang.OutOfMemoryError: x\nhello")
    assert (crash.said[2:], crash.output) == ((), ())


def test_only_a_jvm_that_dies_says_that_it_terminates_whoever_runs_beside_it() -> None:
    words = "Terminating due to java.lang.OutOfMemoryError: Java heap space"
    (crash,) = found(block(3, "a.ATest"), f"{SIDE_BY_SIDE}{words}")
    assert crash.said[2:] == (words,)
    two = found(f"{block(3, 'a.ATest')}\nx {block(3, 'a.BTest')}", f"{SIDE_BY_SIDE}{words}")
    assert [crash.said[2:] for crash in two] == [(), ()]


def test_a_fork_that_ran_out_of_memory_is_a_crash_of_the_class_that_ran() -> None:
    error = "There was an error in the forked process\nJava heap space"
    log = f"{OVERFLOW}filling up\n[ERROR] Java heap space\n[INFO] Results:"
    said = f"goal failed\n{error}\norg.apache.SurefireBooterForkException: {error}\n\tat a.B(C)"
    assert found(said, log) == (
        Crash(
            ("a.ZExitTest",),
            ("There was an error in the forked process", "Java heap space"),
            ("filling up",),
        ),
    )


def test_two_deaths_without_a_class_are_both_told() -> None:
    error = "There was an error in the forked process"
    (crash,) = found(f"ExecutionException {error}\none\nExecutionException {error}\ntwo")
    assert crash.said == (error, "one", "two")


def test_a_death_without_a_class_stays_beside_one_that_names_its_class() -> None:
    error = "There was an error in the forked process\nJava heap space"
    named, nameless = found(f"{block(3, 'a.ATest')}\nExecutionException {error}", SIDE_BY_SIDE)
    assert (named.classes, nameless.classes) == (("a.ATest",), ("a.BTest",))


def test_a_death_without_a_class_is_none_of_a_class_that_another_goal_names() -> None:
    error = "There was an error in the forked process\nJava heap space"
    log = tuple(parse_log(SIDE_BY_SIDE.split("\n")))
    (crash,) = crashes(error.split("\n"), log, frozenset({"a.BTest"}))
    assert crash.classes == ("a.ATest",)


def test_last_words_are_few() -> None:
    log = "\n".join(f"java.lang.OutOfMemoryError {number}" for number in range(100))
    (crash,) = found(block(1, "a.ATest"), log)
    assert len(crash.said) == 2 + 8


def test_other_failures_are_none() -> None:
    assert found("There are test failures.") == ()
    assert not is_crash("There was a timeout")


PIECES = st.sampled_from(
    [DIED, "\n", "Crashed tests:\n", "a.B\n", "Process Exit Code: 9\n", "\tat a"]
)


@given(st.lists(st.one_of(PIECES, st.text(max_size=5)), max_size=30).map("".join))
def test_any_words_are_read(text: str) -> None:
    for crash in found(text, text):
        assert crash.said

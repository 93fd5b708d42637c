"""What Maven says of a failed build."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from laconic.maven.build_errors import (
    Crash,
    failed_goals,
    listed_failures,
    says_failure,
    useful_tail,
)
from laconic.maven.log import LogLine, parse_log
from laconic.maven.reactor import Reactor, reactor

BOILERPLATE = """\
[ERROR] -> [Help 1]
[ERROR]
[ERROR] To see the full stack trace of the errors, re-run Maven with the -e switch.
[ERROR] Re-run Maven using the -X switch to enable full debug logging.
[ERROR]
[ERROR] For more information about the errors and possible solutions, please read the following:
[ERROR] [Help 1] http://example.com/MojoFailureException
[ERROR]
[ERROR] After correcting the problems, you can resume the build with the command
[ERROR]   mvn <args> -rf :shop-api"""
ENDED = "[INFO] BUILD FAILURE\n[INFO] ---\n"
GOAL = "[ERROR] Failed to execute goal org.apache:{}-plugin:1:run (default) on project p: "


def log(text: str) -> tuple[LogLine, ...]:
    return tuple(parse_log(text.split("\n")))


class TestUsefulTail:
    def test_it_is_without_boilerplate(self) -> None:
        text = f"[ERROR] earlier\n{ENDED}{GOAL.format('a')}It broke. -> [Help 1]\n{BOILERPLATE}"
        assert useful_tail(log(text)) == (GOAL.format("a") + "It broke.",)

    def test_the_words_of_maven_4_are_boilerplate_too(self) -> None:
        said = (
            "[ERROR] To see the full stack trace of the errors, re-run Maven with the '-e' switch\n"
            "[ERROR] After correcting the problems, you can resume the build with the command\n"
            "[ERROR]   mvn [args] -rf :api"
        )
        assert useful_tail(log(f"{ENDED}[ERROR] real\n{said}")) == ("[ERROR] real",)

    def test_each_error_is_said_once_and_the_first_alone_says_that_it_is_one(self) -> None:
        assert useful_tail(log("[ERROR] a\n[ERROR] a\n[ERROR] b")) == ("[ERROR] a", "b")

    def test_frames_of_maven_go(self) -> None:
        text = "[ERROR] a\n[ERROR] \tat org.apache.Foo.bar(Foo.java:1)"
        assert useful_tail(log(text)) == ("[ERROR] a",)

    def test_without_errors_it_is_the_last_lines(self) -> None:
        text = "\n".join(f"line {number}" for number in range(20))
        assert useful_tail(log(text)) == (
            "… 5 earlier lines",
            *(f"line {number}" for number in range(5, 20)),
        )

    def test_many_errors_are_cut_and_counted(self) -> None:
        tail = useful_tail(log("\n".join(f"[ERROR] {number}" for number in range(50))))
        assert tail[:2] == ("… 10 earlier lines", "[ERROR] 10")

    def test_what_a_program_prints_twice_stays_twice(self) -> None:
        assert useful_tail(log("}\n}")) == ("}", "}")

    def test_the_usage_after_a_wrong_option_goes(self) -> None:
        text = "Unable to parse command line options: no -x\n\nusage: mvn [options]\n -B batch"
        assert useful_tail(log(text)) == ("Unable to parse command line options: no -x",)

    def test_no_log_has_no_tail(self) -> None:
        assert useful_tail(()) == ()


class TestFailedGoals:
    def test_each_has_what_is_said_under_it(self) -> None:
        text = f"{ENDED}{GOAL.format('a')}one\n[ERROR] more\n{GOAL.format('b')}two\n{BOILERPLATE}"
        assert [goal.told for goal in failed_goals(log(text))] == [
            (GOAL.format("a") + "one", "more"),
            (GOAL.format("b") + "two",),
        ]

    def test_what_a_test_prints_of_another_build_is_none(self) -> None:
        text = f"{ENDED}{GOAL.format('inner')}x\n{ENDED}{GOAL.format('outer')}y"
        (goal,) = failed_goals(log(text))
        assert "outer" in goal.told[0]

    def test_it_tells_failing_tests_and_compilers_apart(self) -> None:
        text = (
            f"{ENDED}{GOAL.format('surefire')}There are test failures.\n"
            f"{GOAL.format('compiler')}Compilation failure\n{GOAL.format('other')}x"
        )
        goals = failed_goals(log(text))
        assert [goal.is_test_failure for goal in goals] == [True, False, False]
        assert [goal.is_compilation for goal in goals] == [False, True, False]


class TestCrashes:
    DIED = (
        "The forked VM terminated without properly saying goodbye. VM crash or System.exit called?"
    )

    def test_a_dead_fork_names_its_classes_and_last_words(self) -> None:
        text = (
            "Terminating due to java.lang.OutOfMemoryError: Java heap space\n"
            f"{ENDED}{GOAL.format('surefire')}\n[ERROR] \n[ERROR] {self.DIED}\n"
            "[ERROR] Command was /bin/sh -c java\n[ERROR] Process Exit Code: 3\n"
            "[ERROR] Crashed tests:\n[ERROR] com.example.ATest\n[ERROR] com.example.BTest\n"
            "[ERROR] org.apache.Foo: The forked VM terminated"
        )
        lines = log(text)
        assert failed_goals(lines)[0].crash(lines) == Crash(
            ("com.example.ATest", "com.example.BTest"),
            (
                self.DIED,
                "Process Exit Code: 3",
                "Terminating due to java.lang.OutOfMemoryError: Java heap space",
            ),
        )

    def test_an_old_surefire_names_no_classes(self) -> None:
        lines = log(
            f"{GOAL.format('s')}x: The forked VM terminated without saying properly goodbye."
        )
        crash = failed_goals(lines)[0].crash(lines)
        assert crash
        assert crash.classes == ()

    def test_other_goals_have_no_crash(self) -> None:
        lines = log(f"{GOAL.format('s')}x")
        assert failed_goals(lines)[0].crash(lines) is None


class TestReactors:
    ROWS = (
        "[INFO] Reactor Summary for shop 1.0:\n[INFO] \n[INFO] shop ...... SUCCESS [  0.1 s]\n"
        "[INFO] Shop :: API 1.0 ... FAILURE [ 01:02 min]\n[INFO] web ...... SKIPPED\n"
    )

    @pytest.mark.parametrize(
        ("hint", "resume"),
        [
            ("  mvn <args> -rf :shop-api", ("-rf", ":shop-api")),
            ("  mvn [args] -rf :shop-api", ("-rf", ":shop-api")),
            ("  mvn [args] -r", ("-r",)),
        ],
    )
    def test_a_summary_has_modules_and_how_to_resume(
        self, hint: str, resume: tuple[str, ...]
    ) -> None:
        found = reactor(log(f"{self.ROWS}[ERROR] {hint}"))
        assert found == Reactor(("Shop :: API 1.0",), ("web",), resume)

    def test_one_module_has_none(self) -> None:
        assert reactor(log(ENDED)) == Reactor()


class TestEnds:
    def test_the_last_word_counts(self) -> None:
        assert says_failure(log(f"{ENDED}[INFO] Build failures were ignored."))
        assert not says_failure(log(f"{ENDED}[INFO] BUILD SUCCESS"))
        assert not says_failure(log("BUILD FAILURE"))
        assert not says_failure(())


class TestResults:
    def test_surefires_list_of_failing_tests(self) -> None:
        text = (
            "[INFO] Results:\n[INFO] \n[ERROR] Failures: \n[ERROR]   FooTest.adds:3 expected 5\n"
            "[INFO] \n[ERROR] Tests run: 2, Failures: 1, Errors: 0, Skipped: 0"
        )
        assert "[ERROR]   FooTest.adds:3 expected 5" in listed_failures(log(text))

    def test_the_list_of_old_surefire(self) -> None:
        text = (
            "Results :\n\nTests in error: \n  FooTest.adds:3 » NullPointer\n\n"
            "Tests run: 1, Failures: 0, Errors: 1, Skipped: 0"
        )
        assert "  FooTest.adds:3 » NullPointer" in listed_failures(log(text))

    def test_green_tests_have_none(self) -> None:
        text = "[INFO] Results:\n[INFO] Tests run: 2, Failures: 0, Errors: 0, Skipped: 0"
        assert listed_failures(log(text)) == ()


PIECES = st.sampled_from(
    [
        "[ERROR] ",
        "[INFO] BUILD FAILURE\n",
        "\n",
        "Failed to execute goal ",
        "The forked VM terminated",
        "\n[ERROR] Crashed tests:\n[ERROR] a.B\n",
        "-> [Help 1]",
        "[INFO] Results:\n",
        "Tests run: 1, Failures: 1\n",
        "[INFO] Reactor Summary\n",
        "[INFO] a ... FAILURE\n",
        "usage: mvn\n",
    ]
)


@given(st.lists(st.one_of(PIECES, st.text(max_size=5)), max_size=30).map("".join))
def test_any_log_is_read(text: str) -> None:
    lines = log(text)
    told = useful_tail(lines)
    assert all(line.strip() and not line.endswith(" -> [Help 1]") for line in told)
    assert len(told) <= 41
    for goal in failed_goals(lines):
        assert goal.lines[0].text.startswith("Failed to execute goal ")
        goal.crash(lines)
    reactor(lines)
    listed_failures(lines)


@pytest.mark.parametrize("unit", ["a", " ", ".", "-", "- ", " .", "a.", "\tat a("])
def test_the_longest_line_is_read_to_its_end(unit: str) -> None:
    long = unit * (1_000_000 // len(unit)) + "!"
    lines = [LogLine("INFO", "Reactor Summary"), LogLine("INFO", long), LogLine("ERROR", long)]
    useful_tail(lines)
    failed_goals([LogLine("ERROR", "Failed to execute goal "), *lines])
    reactor(lines)

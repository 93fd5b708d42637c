"""What Maven says of a failed build."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pageful.maven.logs.build_errors import (
    last_output,
    listed_failures,
    names_error,
    other_reasons,
    useful_tail,
)
from pageful.maven.logs.build_log import BuildLog
from pageful.maven.logs.failed_goal import failed_goals
from pageful.maven.logs.log import LogLine, parse_log
from thoroughness import size

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


def log(text: str) -> BuildLog:
    return BuildLog.read(parse_log(text.split("\n")))


class TestUsefulTail:
    def test_what_jvms_say_of_their_options_is_left_out(self) -> None:
        told = 'Picked up JAVA_TOOL_OPTIONS: -Dx="a b"\nPicked up _JAVA_OPTIONS: -Xmx1g\n'
        assert useful_tail(log(f"{told}Error: no JVM at /opt")) == ("Error: no JVM at /opt",)

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

    def test_what_comes_after_the_usage_stays(self) -> None:
        text = "\nusage: mvn [options]\n\nOptions:\n -B batch\n   mode\n\nUnrecognized option: -x"
        assert useful_tail(log(text)) == ("Unrecognized option: -x",)

    def test_what_maven_says_of_every_build_goes(self) -> None:
        text = (
            "[INFO] Scanning for projects...\n[INFO] ---< a:b >---\n[INFO] Building b 1\n"
            "[INFO] BUILD FAILURE\n[INFO] Total time:  1 s\nKilled"
        )
        assert useful_tail(log(text)) == ("Killed",)

    def test_no_log_has_no_tail(self) -> None:
        assert useful_tail(BuildLog.read(())) == ()


class TestFailedGoals:
    def test_each_has_what_is_said_under_it(self) -> None:
        text = f"{ENDED}{GOAL.format('a')}one\n[ERROR] more\n{GOAL.format('b')}two\n{BOILERPLATE}"
        assert [goal.messages for goal in failed_goals(log(text))] == [
            (GOAL.format("a") + "one", "more"),
            (GOAL.format("b") + "two",),
        ]

    def test_what_a_test_prints_of_another_build_is_none(self) -> None:
        text = f"{ENDED}{GOAL.format('inner')}x\n{ENDED}{GOAL.format('outer')}y"
        (goal,) = failed_goals(log(text))
        assert "outer" in goal.messages[0]

    def test_it_tells_failing_tests_and_compilers_apart(self) -> None:
        text = (
            f"{ENDED}{GOAL.format('surefire')}There are test failures.\n"
            f"{GOAL.format('compiler')}Compilation failure\n{GOAL.format('other')}x"
        )
        goals = failed_goals(log(text))
        assert [goal.is_test_failure for goal in goals] == [True, False, False]
        assert [goal.is_compilation for goal in goals] == [False, True, False]


class TestNames:
    HEAD = (
        "[ERROR] Failed to execute goal org.apache.maven.plugins:maven-enforcer-plugin:3.5.0"
        ":enforce (rules) on project shop-api: "
    )

    def test_a_failed_goal_has_its_module_and_its_own_words(self) -> None:
        tree = "[ERROR] +-a:b:jar:1\n[ERROR]   +-c:d:jar:1\n[ERROR] and\n[ERROR] +-a:b:jar:1\n"
        (goal,) = failed_goals(log(f"{ENDED}{self.HEAD}\n[ERROR] Rule 0\n{tree}{BOILERPLATE}"))
        assert str(goal.goal) == "enforcer:enforce"
        assert goal.module == "shop-api"
        assert goal.body == "Rule 0\n+-a:b:jar:1\n  +-c:d:jar:1\nand\n+-a:b:jar:1"

    def test_a_tree_stays_whole_though_its_root_comes_twice(self) -> None:
        tree = "\n[ERROR] +-a:b:jar:1\n[ERROR] and\n[ERROR] +-a:b:jar:1"
        (goal,) = failed_goals(log(f"{ENDED}{self.HEAD}{tree}"))
        assert goal.messages[1:] == ("+-a:b:jar:1", "and", "+-a:b:jar:1")

    def test_what_failed_before_any_goal_has_a_module_alone(self) -> None:
        head = "[ERROR] Failed to execute goal on project api: Could not resolve -> [Help 1]"
        (goal,) = failed_goals(log(f"{ENDED}{head}"))
        assert (goal.module, goal.body) == ("api", "Could not resolve")


class TestOtherReasons:
    def test_each_is_said_once_and_without_the_echo_of_its_level(self) -> None:
        said = "Could not find the selected project in the reactor: nope"
        text = f"[ERROR] [ERROR] {said} @ \n[ERROR] {said} -> [Help 1]\n{BOILERPLATE}"
        assert other_reasons(log(text)) == (said,)

    def test_a_failed_goal_is_none_of_them(self) -> None:
        text = f"{ENDED}{GOAL.format('a')}x -> [Help 1]\n[ERROR] Java heap space -> [Help 1]"
        assert other_reasons(log(text)) == ("Java heap space",)

    def test_lines_that_belong_together_stay_together(self) -> None:
        text = f"{ENDED}[ERROR] Plugin a:b:1 is bad:\n[ERROR] \tit is old\n[ERROR] -> [Help 1]"
        assert other_reasons(log(text)) == ("Plugin a:b:1 is bad:\n\tit is old",)

    def test_poms_that_can_not_be_read_are_told_by_file(self) -> None:
        text = (
            "[ERROR] The build could not read 1 project -> [Help 1]\n[ERROR]   \n"
            "[ERROR]   The project (/p/pom.xml) has 1 error\n[ERROR]     no way -> [Help 2]"
        )
        assert other_reasons(log(text)) == ()

    def test_errors_that_end_nothing_are_none(self) -> None:
        assert other_reasons(log(f"[ERROR] a style check complains\n{ENDED}[ERROR] x")) == ()


class TestWhatWasSaidBefore:
    HEADER = "[INFO] --- {} (bundle) @ shop ---\n"
    FAILED = (
        "[ERROR] Failed to execute goal org.codehaus.mojo:exec-maven-plugin:3.5.0:exec (bundle)"
        " on project shop: Command execution failed. -> [Help 1]"
    )

    @pytest.mark.parametrize("name", ["exec-maven-plugin:3.5.0:exec", "exec:3.5.0:exec"])
    def test_the_last_lines_of_a_program_are_kept_without_frames(self, name: str) -> None:
        text = (
            f"no part of it\n{self.HEADER.format(name)}ERROR in till.js\n"
            "[ERROR] Command execution failed.\norg.apache.ExecuteException: x\n"
            "    at org.apache.Executor.run (Executor.java:3)\n"
            f"{ENDED}{self.FAILED}"
        )
        goals = failed_goals(log(text))
        assert list(last_output(goals, log(text)).values()) == [("ERROR in till.js",)]

    def test_the_goal_that_failed_counts_and_no_other(self) -> None:
        text = (
            f"{self.HEADER.format('exec:3.5.0:exec')}mine\n"
            f"{self.HEADER.format('jar:3.5.0:jar')}not mine\n{ENDED}{self.FAILED}"
        )
        assert list(last_output(failed_goals(log(text)), log(text)).values()) == [("mine",)]

    @pytest.mark.parametrize(
        ("plugin", "kept"), [("frontend", ("a", "b", "c")), ("enforcer", ("b", "c"))]
    )
    def test_information_counts_where_a_plugin_runs_programs(
        self, plugin: str, kept: tuple[str, ...]
    ) -> None:
        text = (
            f"{self.HEADER.format(plugin + ':1:go')}[INFO] a\n[ERROR] b\nc\n{ENDED}"
            f"[ERROR] Failed to execute goal x:{plugin}-maven-plugin:1:go (bundle) on project shop:"
            " No. -> [Help 1]"
        )
        assert list(last_output(failed_goals(log(text)), log(text)).values()) == [kept]

    def test_what_is_said_many_times_in_a_row_is_counted(self) -> None:
        lines = "[ERROR] boom\n" * 9
        text = f"{self.HEADER.format('exec:3.5.0:exec')}a\na\n{lines}b\n{ENDED}{self.FAILED}"
        assert list(last_output(failed_goals(log(text)), log(text)).values()) == [
            ("a", "… 1 more such line", "boom", "… 8 more such lines", "b"),
        ]

    def test_what_is_said_for_debugging_goes(self) -> None:
        before = (
            f"{self.HEADER.format('exec:3.5.0:exec')}[DEBUG] env PATH\nmine\n[DEBUG] x\n{ENDED}"
        )
        found = last_output(failed_goals(log(self.FAILED)), log(f"{before}{self.FAILED}"))
        assert list(found.values()) == [("mine",)]

    def test_what_the_goal_says_again_goes(self) -> None:
        before = f"{self.HEADER.format('enforcer:1:go')}[ERROR] Rule 0:\nNo.\n[WARNING] hm\n{ENDED}"
        head = "Failed to execute goal x:enforcer-maven-plugin:1:go (bundle) on project shop: "
        text = f"{before}[ERROR] {head}\n[ERROR] Rule 0:\n[ERROR] No.\n[ERROR] -> [Help 1]"
        assert list(last_output(failed_goals(log(text)), log(text)).values()) == [("hm",)]

    def test_only_the_last_twenty_lines_are_kept(self) -> None:
        lines = "".join(f"line {number}\n" for number in range(30))
        text = f"{self.HEADER.format('exec:3.5.0:exec')}{lines}{ENDED}{self.FAILED}"
        (said,) = last_output(failed_goals(log(text)), log(text)).values()
        assert said == tuple(f"line {number}" for number in range(10, 30))


class TestNamingErrors:
    @pytest.mark.parametrize(
        "line",
        [
            "[ERROR] x",
            "[FATAL] x",
            "Error: Could not create the Java Virtual Machine.",
            "Unable to parse command line options: no -x",
            "wget: Failed to fetch it",
            'Exception in thread "main" java.lang.Error',
        ],
    )
    def test_a_line_that_calls_itself_an_error(self, line: str) -> None:
        assert names_error(["first", line])

    def test_other_lines_are_just_the_last_ones(self) -> None:
        assert not names_error(["[INFO] Scanning", "ERREUR fatale", "waiting for the queue"])


class TestEnds:
    def test_the_last_word_counts(self) -> None:
        assert log(f"{ENDED}[INFO] Build failures were ignored.").says_failure
        assert not log(f"{ENDED}[INFO] BUILD SUCCESS").says_failure
        assert not log("BUILD FAILURE").says_failure
        assert not BuildLog.read(()).says_failure


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
        "[INFO] --- a:1:b (c) @ d ---\n",
        " (c) on project d: ",
        "a:1:b",
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
        goal.crashes(lines.lines)
        assert all(len(said) <= 20 for said in last_output([goal], lines).values())
    assert all(other_reasons(lines))
    listed_failures(lines)


@pytest.mark.parametrize("unit", ["a", " ", ".", "-", "- ", " .", "a.", "\tat a(", "a:", "(a) "])
def test_the_longest_line_is_read_to_its_end(unit: str) -> None:
    long = unit * (size(1_000_000) // len(unit)) + "!"
    head = LogLine("ERROR", f"Failed to execute goal a:b:1:c (d) on project e: {long}")
    lines = BuildLog.read([LogLine("INFO", "--- b:1:c (d) @ e ---"), LogLine("", long), head])
    useful_tail(lines)
    names_error([long])
    other_reasons(BuildLog.read([LogLine("ERROR", f"{long} -> [Help 1]")]))
    for goal in failed_goals(lines):
        assert goal.messages
        assert goal.body
        last_output([goal], lines)

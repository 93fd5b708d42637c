"""What the evidence of a build say together."""

from __future__ import annotations

from dataclasses import replace

from pageful.builds.junit.reports import Reports
from pageful.builds.junit.test_case import Case, ThrownException
from pageful.builds.results import Activity, Build, Counts, Problem, Status
from pageful.maven.logs.log import parse_log
from pageful.maven.outcome import Evidence, build_outcome
from pageful.maven.process_run import ProcessRun

GREEN = Case("a.FooTest", "adds")
RED = Case("a.FooTest", "divides", ThrownException("java.lang.AssertionError", "m", ""))
ENDED = "[INFO] BUILD FAILURE\n"
COMPILE_ERROR = "[ERROR] /p/A.java:[1,2] m\n"
GOAL = "[ERROR] Failed to execute goal x:y-plugin:1:z on project p: "
UNTESTED = f"{GOAL}There are test failures.\n"
UNCOMPILED = f"{GOAL}Compilation failure\n"
UNCOVERED = f"{GOAL}/p/a is bad"


def build(
    *cases: Case,
    exit_code: int | None = 0,
    log: str = "",
    operation: str = "Test",
    unreadable: tuple[str, ...] = (),
    activity: Activity | None = None,
) -> Build:
    run = ProcessRun(exit_code, tuple(parse_log(log.split("\n") if log else [])), 1000, activity)
    return build_outcome(Evidence(operation, run, Reports(cases, unreadable), "/p", ("a",)))


class TestStatus:
    def test_success_needs_every_witness(self) -> None:
        assert build(GREEN, log="[INFO] BUILD SUCCESS").status is Status.SUCCESS

    def test_an_exit_code_is_a_witness(self) -> None:
        assert build(GREEN, exit_code=1).status is Status.FAILURE
        assert build(GREEN, exit_code=-9).status is Status.FAILURE

    def test_a_report_is_a_witness(self) -> None:
        assert build(GREEN, RED, log="[INFO] BUILD SUCCESS").status is Status.FAILURE

    def test_the_log_is_a_witness(self) -> None:
        assert build(log=f"{COMPILE_ERROR}{ENDED}[INFO] ignored").status is Status.FAILURE

    def test_a_compiler_that_failed_is_heard_though_the_build_went_on(self) -> None:
        log = f"[ERROR] COMPILATION ERROR :\n{COMPILE_ERROR}[INFO] BUILD SUCCESS"
        tolerated = build(log=log)
        assert tolerated.status is Status.FAILURE
        assert tolerated.errors == (Problem("m", "A.java", 1, 2),)

    def test_no_exit_code_is_a_time_out(self) -> None:
        found = build(GREEN, exit_code=None, activity=Activity("m"))
        assert (found.status, found.activity) == (Status.TIMEOUT, Activity("m"))

    def test_a_time_out_has_the_counts_so_far_and_what_the_hanging_class_printed(self) -> None:
        hangs = Activity("m", "surefire:test", "a.FooTest")
        log = "[INFO]  T E S T S\n[INFO] Running a.FooTest\nwaiting\n"
        found = build(exit_code=None, activity=hangs, log=log)
        assert found.tests == Counts(0, 0, 0)
        assert found.activity == replace(hangs, output=("waiting",))

    def test_a_time_out_says_where_more_was_printed_than_is_shown(self) -> None:
        hangs = Activity("m", "surefire:test", "a.FooTest")
        log = "[INFO] Running a.FooTest\n" + "waiting\n" * 1000
        found = build(exit_code=None, activity=hangs, log=log).activity
        assert found
        assert found.cut
        assert len("\n".join(found.output)) < 2100

    def test_paths_in_a_warning_are_relative_to_the_project(self) -> None:
        found = build(log="[WARNING] /p/A.java:[1,2] hides /p/lib/x.jar\n[INFO] BUILD SUCCESS")
        assert found.warnings == (Problem("hides lib/x.jar", "A.java", 1, 2),)

    def test_an_error_that_a_plugin_tolerates_is_a_warning(self) -> None:
        found = build(log=f"{COMPILE_ERROR}[INFO] BUILD SUCCESS", operation="Compile")
        assert found.status is Status.SUCCESS
        assert found.errors == ()
        assert found.warnings == (Problem("m", "A.java", 1, 2),)


class TestCounts:
    def test_failures_and_errors_are_failed_and_flaky_tests_passed(self) -> None:
        flaky = Case("a.FooTest", "waits", flaky=True)
        skipped = Case("a.FooTest", "later", skipped=True, skip_reason="no printer")
        found = build(GREEN, RED, flaky, skipped)
        assert found.tests == Counts(run=4, failed=1, skipped=1)
        assert found.notes == ("Flaky, passed on a rerun: FooTest#waits.",)
        assert found.skipped == ("FooTest#later: no printer",)

    def test_a_successful_test_run_without_tests_counts_none(self) -> None:
        found = build(log="[INFO] No tests to run.")
        assert found.tests == Counts(0, 0, 0)
        assert found.notes == ("Maven says: No tests to run.",)

    def test_a_failed_build_does_not_tell_of_modules_without_tests(self) -> None:
        found = build(exit_code=1, log=f"[INFO] No tests to run.\n{COMPILE_ERROR}{ENDED}")
        assert found.notes == ()

    def test_other_builds_have_no_counts(self) -> None:
        assert build(operation="Compile").tests is None
        assert build(exit_code=1, log=COMPILE_ERROR).tests is None


class TestOutput:
    def test_failing_tests_explain_their_goal(self) -> None:
        assert build(RED, exit_code=1, log=ENDED + UNTESTED).output == ()

    def test_compile_errors_explain_theirs(self) -> None:
        assert build(exit_code=1, log=COMPILE_ERROR + ENDED + UNCOMPILED).output == ()

    def test_failing_tests_do_not_explain_a_compiler(self) -> None:
        found = build(RED, exit_code=1, log=ENDED + UNTESTED + UNCOMPILED)
        assert [line.rpartition(": ")[2] for line in found.output] == ["Compilation failure"]

    def test_green_tests_in_a_failed_build_come_with_the_reason(self) -> None:
        (line,) = build(GREEN, exit_code=1, log=ENDED + UNCOVERED).output
        assert line.endswith(": a is bad")

    def test_without_reports_surefires_own_list_is_shown(self) -> None:
        log = (
            "[ERROR] Failures: \n[INFO] Results:\n[ERROR]   FooTest.adds:3 m\n"
            "[ERROR] Tests run: 1, Failures: 1, Errors: 0, Skipped: 0\n"
        )
        output = build(exit_code=1, log=log + ENDED + UNTESTED).output
        assert output[0] == "[ERROR]   FooTest.adds:3 m"

    def test_a_build_that_says_nothing_says_its_exit_code(self) -> None:
        assert build(exit_code=137).output == ("Maven ended with 137, saying nothing.",)

    def test_a_success_has_none(self) -> None:
        assert build(log="[ERROR] a test printed this").output == ()


class TestCrashes:
    LOG = (
        f"{ENDED}[ERROR] Failed to execute goal x:surefire:1:test on project p:\n"
        "[ERROR] The forked VM terminated without saying goodbye.\n"
    )

    def test_a_dead_fork_is_a_failure_of_its_classes(self) -> None:
        found = build(
            GREEN, exit_code=1, log=f"{self.LOG}[ERROR] Crashed tests:\n[ERROR] a.BadTest"
        )
        (failure,) = found.failures
        assert (failure.tests, failure.crashed) == (("BadTest",), True)
        assert found.output == ()

    def test_without_a_class_it_is_the_forks(self) -> None:
        (failure,) = build(exit_code=1, log=self.LOG).failures
        assert failure.tests == ("forked JVM",)


class TestNotes:
    def test_unreadable_reports_are_named(self) -> None:
        (note,) = build(GREEN, unreadable=("target/x.xml", "target/y.xml")).notes
        assert note == "Unreadable reports, their tests not counted: target/x.xml, target/y.xml."

    def test_what_maven_was_asked_for_and_did_not_do_is_said(self) -> None:
        said = 'The requested profile "x" could not be activated because it does not exist.'
        assert build(GREEN, log=f"[WARNING] {said}\n[WARNING] {said}").notes == (said,)

    def test_modules_that_failed_or_were_skipped_and_how_to_resume(self) -> None:
        log = (
            "[INFO] Reactor Summary for x:\n[INFO] api ... FAILURE [ 1 s]\n"
            f"[INFO] web ... SKIPPED\n{ENDED}[ERROR]   mvn <args> -rf :api"
        )
        assert build(exit_code=1, log=log).notes[-2:] == (
            "Module failed: api. Skipped because of it: web.",
            'To resume once it is mended: args=["-rf", ":api"].',
        )

    def test_a_maven_that_was_killed_says_by_what(self) -> None:
        killed = "Maven was ended by SIGKILL, as the system does where memory is short."
        assert build(exit_code=137).notes[-1] == killed
        assert build(exit_code=-9).notes[-1] == killed
        assert build(exit_code=-15).notes[-1] == "Maven was ended by SIGTERM."
        assert not build(GREEN, exit_code=1, log=ENDED).notes


class TestWithoutReports:
    """The log is a witness too: reports may be somewhere else, or switched off."""

    TOTALS = "[INFO] Results:\n[INFO]\n[INFO] Tests run: 3, Failures: 1, Errors: 1, Skipped: 1\n"

    def test_the_counts_are_the_logs_and_it_is_said(self) -> None:
        green = build(log=self.TOTALS.replace("1,", "0,"))
        assert (green.status, green.tests) == (Status.SUCCESS, Counts(3, 0, 1))
        assert green.notes[0].startswith("There are no XML reports in target/surefire-reports")

    def test_totals_that_a_test_prints_are_none(self) -> None:
        printed = self.TOTALS.replace("[INFO]", "")
        printed = "\n".join(line.strip() for line in printed.split("\n"))
        green = self.TOTALS.replace("1,", "0,")
        assert build(log=f"[INFO]  T E S T S\n{printed}{green}").tests == Counts(3, 0, 1)
        assert build(log=f" T E S T S\n{printed}").tests == Counts(3, 2, 1)

    def test_failures_that_maven_ignores_are_failures(self) -> None:
        ignored = build(log=f"{self.TOTALS}[INFO] BUILD SUCCESS")
        assert (ignored.status, ignored.tests) == (Status.FAILURE, Counts(3, 2, 1))

    def test_failures_that_maven_ignores_are_named(self) -> None:
        listed = "[ERROR] Failures:\n[ERROR]   ATest.a:1 no\n"
        totals = self.TOTALS.replace("[INFO]\n", f"[INFO]\n{listed}")
        ignored = build(log=f"{totals}[INFO] --- a:1:b (c) @ d ---\n[INFO] BUILD SUCCESS")
        assert ignored.output[:2] == ("[ERROR] Failures:", "[ERROR]   ATest.a:1 no")
        assert not any("names no error" in note for note in ignored.notes)


class TestWhatTestsPrint:
    """A test may print whatever a compiler would."""

    PRINTED = f"[INFO]  T E S T S\n[ERROR] COMPILATION ERROR :\n{COMPILE_ERROR}[INFO] Results:\n"

    def test_it_is_no_error_of_the_build(self) -> None:
        green = build(GREEN, log=f"{self.PRINTED}[INFO] BUILD SUCCESS")
        assert (green.status, green.errors, green.warnings) == (Status.SUCCESS, (), ())

    def test_errors_after_the_tests_are(self) -> None:
        log = f"{self.PRINTED}{TestWithoutReports.TOTALS}{COMPILE_ERROR}"
        red = build(GREEN, exit_code=1, log=log)
        assert red.errors == (Problem("m", "A.java", 1, 2),)


def test_errors_alone_explain_the_goal_that_surefire_says_no_word_of() -> None:
    goal = "org.apache.maven.plugins:maven-surefire-plugin:3.2.5:test (default-test)"
    log = (
        f"{ENDED}[ERROR] Failed to execute goal {goal} on project p: \n[ERROR]\n"
        "[ERROR] Please refer to /p/target/surefire-reports for the individual test results.\n"
    )
    assert build(RED, exit_code=1, log=log).output == ()
    assert build(exit_code=1, log=log).output == (
        f"[ERROR] Failed to execute goal {goal} on project p:",
    )


def test_without_an_info_line_a_compilers_block_ends_at_the_failed_goal() -> None:
    log = f"[ERROR] COMPILATION ERROR :\n{COMPILE_ERROR}{UNCOMPILED}[ERROR] -> [Help 1]\n"
    assert build(exit_code=1, log=log).errors == (Problem("m", "A.java", 1, 2),)

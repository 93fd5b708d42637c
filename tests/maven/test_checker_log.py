"""What checkers say, by goals that failed of it and by goals that went on."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evidence import captured_log
from pageful.builds.results import Problem
from pageful.maven.logs.build_log import BuildLog
from pageful.maven.logs.checkers.checker_log import CheckerLog, read_checker_log
from pageful.maven.logs.failed_goal import failed_goals
from pageful.maven.logs.log import parse_log
from pageful.maven.projects.source_files import SourceFiles
from thoroughness import size

MODULES = {"shop": ".", "shop-api": "api", "shop-core": "core"}
TILL = "src/main/java/a/Till.java"


def read(text: str, *, several: bool = False) -> CheckerLog:
    lines = tuple(parse_log(text.split("\n")))
    sources = SourceFiles("/p", MODULES)
    return read_checker_log(lines, failed_goals(BuildLog.read(lines)), sources, several=several)


def header(goal: str, module: str = "shop", *, execution: str = "x") -> str:
    return f"[INFO] --- {goal} ({execution}) @ {module} ---\n"


def failed(goal: str, words: str, module: str = "shop", *, execution: str = "x") -> str:
    head = f"Failed to execute goal a.b:{goal} ({execution}) on project {module}: {words}"
    return f"[INFO] BUILD FAILURE\n[ERROR] {head} -> [Help 1]\n"


STYLE, PMD, BUGS = "checkstyle:3:check", "pmd:3:check", "spotbugs:4:check"


class TestStyle:
    VIOLATED = failed(STYLE, "You have 1 Checkstyle violation.")

    @pytest.mark.parametrize(
        "line",
        [
            f"[ERROR] /p/{TILL}:12:5: Missing a brace. [NeedBraces]",
            f"[ERROR] {TILL}:[12,5] (blocks) NeedBraces: Missing a brace.",
            f"[ERROR] {TILL}[12:5] (blocks) NeedBraces: Missing a brace.",
        ],
    )
    def test_every_form_is_one_problem(self, line: str) -> None:
        found = read(f"{header(STYLE)}{line}\n{self.VIOLATED}")
        assert found.errors == (Problem("Missing a brace. [NeedBraces]", TILL, 12, 5),)
        assert found.notes == ("Failed: checkstyle:check.",)
        assert len(found.explained) == 1

    def test_a_line_without_a_column(self) -> None:
        line = f"[ERROR] {TILL}:[1] (javadoc) JavadocPackage: Missing package-info.java file."
        (error,) = read(f"{header(STYLE)}{line}\n{self.VIOLATED}").errors
        assert (error.line, error.column) == (1, None)

    def test_what_is_printed_twice_is_said_once(self) -> None:
        found = read(
            f"{header(STYLE)}[ERROR] /p/{TILL}:12:5: No. [NeedBraces]\n"
            f"[ERROR] {TILL}:[12,5] (blocks) NeedBraces: No.\n{self.VIOLATED}"
        )
        assert len(found.errors) == 1

    def test_a_relative_path_starts_in_its_module(self) -> None:
        words = "You have 1 Checkstyle violation."
        found = read(
            f"{header(STYLE, 'shop-api')}[ERROR] {TILL}:[1] (a) B: c\n"
            f"{failed(STYLE, words, 'shop-api')}",
            several=True,
        )
        assert found.errors[0].file == f"api/{TILL}"
        assert found.notes == ("Failed: checkstyle:check @ shop-api.",)

    def test_warnings_beside_errors_stay_warnings(self) -> None:
        found = read(
            f"{header(STYLE)}[ERROR] {TILL}:[1] (a) B: c\n[WARNING] {TILL}:[2] (a) D: e\n"
            f"{self.VIOLATED}"
        )
        assert [error.line for error in found.errors] == [1]
        assert [warning.line for warning in found.warnings] == [2]

    def test_warnings_that_the_goal_counts_are_errors(self) -> None:
        found = read(
            f"{header(STYLE)}[ERROR] {TILL}:[1] (a) B: c\n[WARN] {TILL}:[2] (a) D: e\n"
            f"{failed(STYLE, 'You have 2 Checkstyle violations.')}"
        )
        assert [error.line for error in found.errors] == [1, 2]

    def test_a_goal_that_counts_more_than_it_printed_is_not_explained(self) -> None:
        words = "You have 3 Checkstyle violations."
        found = read(f"{header(STYLE)}[ERROR] {TILL}:[1] (a) B: c\n{failed(STYLE, words)}")
        assert len(found.errors) == 1
        assert not found.explained
        assert not found.notes

    def test_a_goal_that_went_on_only_warns(self) -> None:
        found = read(
            f"{header(STYLE)}[ERROR] {TILL}:[1] (a) B: c\n"
            f"{header('jacoco:1:check')}{failed('jacoco:1:check', 'No.')}"
        )
        assert not found.errors
        assert len(found.warnings) == 1

    def test_what_one_execution_tolerates_is_not_why_another_failed(self) -> None:
        text = (
            f"{header(STYLE, execution='soft')}[ERROR] {TILL}:[1] (a) B: c\n"
            f"{header(STYLE)}[ERROR] {TILL}:[2] (a) B: c\n{self.VIOLATED}"
        )
        assert [error.line for error in read(text).errors] == [2]

    def test_several_threads_without_marks_leave_the_module_open(self) -> None:
        found = read(
            "[INFO] Using the MultiThreadedBuilder implementation with a thread count of 2\n"
            f"{header(STYLE, 'shop-api')}{header(PMD, 'shop-core')}"
            f"[ERROR] {TILL}:[1] (a) B: c\n"
            f"{failed(STYLE, 'You have 1 Checkstyle violation.', 'shop-api')}"
        )
        assert found.errors == (Problem("c [B]", TILL, 1),)


class TestPmd:
    def test_a_violation_is_put_down_to_the_source_of_its_class(self) -> None:
        said = "PMD Failure: a.Till:13 Rule:UnusedPrivateMethod Priority:3 Avoid 'open()'.."
        found = read(
            f"{header(PMD, 'shop-api')}[WARNING] {said}\n"
            f"{failed(PMD, 'PMD 7.7.0 has found 1 violation. For more details see: x', 'shop-api')}"
        )
        problem = Problem("Avoid 'open()'. [UnusedPrivateMethod]", f"api/{TILL}", 13)
        assert found.errors == (problem,)
        assert found.explained

    def test_what_it_only_warns_of_is_a_warning(self) -> None:
        said = "PMD Warning: a.Till:13 Rule:R Priority:4 Hm."
        found = read(f"{header(PMD)}[INFO] {said}\n{failed(PMD, 'PMD 6 has found 2 violations.')}")
        assert [warning.message for warning in found.warnings] == ["Hm. [R]"]
        assert not found.explained

    def test_a_file_that_holds_no_class_is_named_itself(self) -> None:
        said = "PMD Failure: src/main/webapp/cart.jsp:3 Rule:R Priority:1 No."
        found = read(f"{header(PMD)}[WARNING] {said}\n{failed(PMD, 'x')}")
        assert found.errors[0].file == "src/main/webapp/cart.jsp"

    def test_copies_name_all_their_places(self) -> None:
        said = (
            "[WARNING] CPD Failure: Found 10 lines of duplicated code at locations:\n"
            "[WARNING]     /p/src/A.java line 5\n[WARNING]     /p/src/B.java line 7\n"
            "[WARNING]     /p/src/C.java line 9\n"
        )
        found = read(f"{header('pmd:3:cpd-check')}{said}{failed('pmd:3:cpd-check', 'x')}")
        also = "also in src/B.java:7, src/C.java:9"
        assert found.errors == (Problem(f"10 duplicated lines, {also} [CPD]", "src/A.java", 5),)


class TestBugs:
    @pytest.mark.parametrize(
        ("said", "problem"),
        [
            (
                "High: Null data in a.Till.open() [a.Till] At Till.java:[line 12] NP_ALWAYS_NULL",
                Problem("Null data in Till.open() [NP_ALWAYS_NULL]", TILL, 12),
            ),
            (
                "Should be static [a.Till$Entry] At Till.java:[lines 17-21] SIC_INNER",
                Problem("Should be static [SIC_INNER]", TILL, 17),
            ),
            (
                "Medium: x [a.Till] Dereferenced at Till.java:[line 3] NP",
                Problem("x [NP]", TILL, 3),
            ),
            (
                "Low: never used [a.Till] In Till.java UUF_UNUSED_FIELD",
                Problem("never used [UUF_UNUSED_FIELD]", TILL),
            ),
            (
                (
                    "Medium: y, data.x [a.Till] At Till.java:[line 3] Another occurrence at"
                    " Till.java:[line 9] DLS"
                ),
                Problem("y, data.x [DLS]", TILL, 3),
            ),
        ],
    )
    def test_a_bug_has_its_type_and_its_file(self, said: str, problem: Problem) -> None:
        words = "failed with 1 bugs and 0 errors "
        found = read(f"{header(BUGS)}[ERROR] {said}\n{failed(BUGS, words)}")
        assert found.errors == (problem,)
        assert found.notes == ("Failed: spotbugs:check.",)


class TestDetekt:
    LINE = "/p/src/main/kotlin/Till.kt:12:5: The function open is too long (70). [LongMethod]"
    PROBLEM = Problem(
        "The function open is too long (70). [LongMethod]", "src/main/kotlin/Till.kt", 12, 5
    )
    GOAL = "detekt:1.23.8:check"
    FAILED = failed(
        GOAL, f"Execution x of goal a.b:{GOAL} failed: Analysis failed with 2 weighted issues."
    )

    @pytest.mark.parametrize("mark", ["", "[INFO]    [java] ", "[WARNING] ", "[ERROR] "])
    def test_what_a_goal_failed_of_is_an_error_at_any_level(self, mark: str) -> None:
        found = read(f"{header(self.GOAL)}{mark}{self.LINE}\n{self.FAILED}")
        assert (found.errors, found.warnings) == ((self.PROBLEM,), ())
        assert found.notes == ("Failed: detekt:check.",)

    @pytest.mark.parametrize("goal", ["antrun:3:run", "exec:3:exec"])
    def test_so_it_is_where_another_plugin_runs_it(self, goal: str) -> None:
        found = read(f"{header(goal)}{self.LINE}\n{failed(goal, 'Java returned: 2')}")
        assert found.errors == (self.PROBLEM,)

    def test_what_is_below_the_threshold_is_a_warning(self) -> None:
        found = read(f"{header(self.GOAL)}{self.LINE}\n[INFO] BUILD SUCCESS")
        assert found.warnings == (self.PROBLEM,)

    def test_of_goals_at_the_same_time_each_has_its_own(self) -> None:
        found = read(
            "[INFO] Using the MultiThreadedBuilder implementation with a thread count of 2\n"
            f"{header(self.GOAL)}{header(STYLE, 'shop-api')}{self.LINE}\n{self.FAILED}"
        )
        assert found.errors == (self.PROBLEM,)

    def test_what_checkstyle_finds_in_kotlin_is_checkstyles(self) -> None:
        words = "You have 1 Checkstyle violation."
        found = read(f"{header(STYLE)}[WARN] {self.LINE}\n{failed(STYLE, words)}")
        assert found.errors == (self.PROBLEM,)

    def test_elsewhere_such_a_line_is_a_programs(self) -> None:
        assert not read(f"{header(PMD)}{self.LINE}\n{self.FAILED}").errors


class TestOthers:
    @pytest.mark.parametrize("place", ["Till.java:5", "Till.java, field declaration of 'x'"])
    def test_a_forbidden_api(self, place: str) -> None:
        goal = "forbiddenapis:3:check"
        said = (
            f"[ERROR] Forbidden method invocation: a.B#c() [why]\n[ERROR]   in a.Till ({place})\n"
        )
        words = "Check for forbidden API calls failed, see log."
        found = read(f"{header(goal)}{said}{failed(goal, words)}")
        line = 5 if ":" in place else None
        problem = Problem("Forbidden method invocation: a.B#c() [why]", TILL, line)
        assert found.errors == (problem,)
        assert found.notes == ("Failed: forbiddenapis:check.",)

    @pytest.mark.parametrize(
        ("element", "file", "start"),
        [
            ("bundle shop", None, "bundle shop: "),
            ("package a", None, "package a: "),
            ("class a.Till", TILL, ""),
        ],
    )
    def test_coverage(self, element: str, file: str | None, start: str) -> None:
        goal = "jacoco:1:check"
        ratio = "lines covered ratio is 0.57, but expected minimum is 0.90"
        words = "Coverage checks have not been met. See log for details."
        said = f"[WARNING] Rule violated for {element}: {ratio}\n"
        found = read(f"{header(goal)}{said}{failed(goal, words)}")
        assert found.errors == (Problem(f"{start}{ratio}", file),)

    def test_coverage_that_stops_nothing_is_a_warning(self) -> None:
        said = "[WARNING] Rule violated for bundle a: x is 1, but expected minimum is 2\n"
        found = read(f"{header('jacoco:1:check')}{said}[INFO] BUILD SUCCESS")
        assert len(found.warnings) == 1

    def test_a_header_that_is_missing_comes_with_how_to_add_it(self) -> None:
        goal, words = "license:4:check", "Some files have no header. Run license:format."
        found = read(f"{header(goal)}[WARNING] Missing header in: /p/{TILL}\n{failed(goal, words)}")
        assert found.errors == (Problem("its licence header is missing", TILL),)
        assert found.notes == (f"Failed: license:check: {words}",)

    def test_formatting_has_the_first_changed_line_of_each_hunk(self) -> None:
        goal = "spotless:2:check"
        words = (
            "The following files had format violations:\n"
            f"[ERROR]     {TILL}\n[ERROR]         @@ -3,6 +3,6 @@\n[ERROR]          import x;\n"
            "[ERROR]         -  a\n[ERROR]         +a\n[ERROR]         @@ -20 +20 @@\n"
            "[ERROR]         +b\n[ERROR] Violations also present in:\n[ERROR]     src/B.java\n"
            "[ERROR] Run 'mvn spotless:apply' to fix these violations."
        )
        found = read(f"{header(goal)}{failed(goal, words)}")
        message = "not formatted as the rules want it"
        assert found.errors == (
            Problem(message, TILL, 4),
            Problem(message, TILL, 20),
            Problem(message, "src/B.java"),
        )
        (note,) = found.notes
        assert note == ("Failed: spotless:check: Run 'mvn spotless:apply' to fix these violations.")

    def test_files_that_a_formatter_lists_have_sections_of_their_own(self) -> None:
        goal = "spring-javaformat:0.0.43:validate"
        words = (
            "Formatting violations found in the following files:\n"
            f"[ERROR]  * /p/{TILL}\n[ERROR]  * src/B.java\n[ERROR] \n"
            "[ERROR] Run `spring-javaformat:apply` to fix."
        )
        found = read(f"{header(goal)}{failed(goal, words)}")
        message = "not formatted as the rules want it"
        assert found.errors == (Problem(message, TILL), Problem(message, "src/B.java"))
        assert found.notes == (
            "Failed: spring-javaformat:validate: Run `spring-javaformat:apply` to fix.",
        )


class TestLinesOfOthers:
    @pytest.mark.parametrize(
        "line",
        [
            f"[ERROR] /p/{TILL}:[1,2] cannot find symbol",
            f"[ERROR] /p/{TILL}:[1,2] (x) is not a class",
            f"[WARNING] {TILL}:[12] [UnusedVariable] unused",
            "[ERROR] file:///p/A.kt:12:5 unresolved reference: x",
            "[ERROR] /p/A.kt: (214, 35) unresolved [x]",
            "[ERROR] Tests run: 1, Failures: 1, Errors: 0, Skipped: 0 [x]",
        ],
    )
    def test_they_are_left_to_compilers(self, line: str) -> None:
        found = read(line)
        assert [str(each) for each in found.others] == [line]
        assert (found.errors, found.warnings) == ((), ())

    def test_those_of_checkers_are_not(self) -> None:
        found = read(f"{header(STYLE)}[ERROR] {TILL}:[1] (a) B: c\n{header(PMD)}")
        assert len(found.others) == 3
        assert not any("(a) B" in line.text for line in found.others)

    def test_a_compiler_and_a_checker_in_one_log_are_apart(self) -> None:
        log = captured_log("compile_errors")
        found = read_checker_log(log, failed_goals(BuildLog.read(log)), SourceFiles("/project"))
        assert found.others == log


PIECES = st.sampled_from(
    [
        "[ERROR] ",
        "[WARNING] ",
        "\n",
        header(STYLE),
        header(PMD),
        failed(STYLE, "You have 2 Checkstyle violations."),
        f"[ERROR] {TILL}:[1] (a) B: c\n",
        "PMD Failure: a.B:1 Rule:R Priority:1 ",
        "CPD Failure: Found 1 lines of duplicated code",
        "     /p/A.java line 1",
        " [a.B] At B.java:[line 1] TYPE",
        "Forbidden method invocation: a",
        "  in a.B (B.java:5)",
        "Rule violated for bundle x: a but expected b",
        "The following files had format violations:",
        "    a/B.java",
        "        @@ -1 +1 @@",
    ]
)


@given(st.lists(st.one_of(PIECES, st.text(max_size=5)), max_size=30).map("".join))
def test_any_log_is_read(text: str) -> None:
    found = read(text)
    for problem in (*found.errors, *found.warnings):
        assert problem.message
        assert problem.file != ""


@pytest.mark.parametrize(
    "unit",
    [
        "a",
        ".a",
        "a:1: ",
        "a.b:1: ",
        " [a",
        " [a.B] At ",
        "A ",
        "_A",
        "(a) ",
        "    ",
        "PMD Failure: ",
        " but expected ",
    ],
)
def test_the_longest_lines_are_read_to_their_ends(unit: str) -> None:
    long = unit * (9_000 // len(unit))
    starts = (
        "",
        "A.java:1: ",
        "PMD Failure: a:1 ",
        "x [a.B] At B.java ",
        "Rule violated for a b: ",
    )
    read("\n".join(f"[ERROR] {start}{long}{end}" for start in starts for end in ("", "]", " A")))
    read(f"[ERROR] A.java:1: {unit * size(1_000_000)}]")

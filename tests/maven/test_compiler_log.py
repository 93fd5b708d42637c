"""Errors and warnings of compilers and of POMs."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pageful.builds.results import Problem
from pageful.maven.logs.compiler_log import CompilerLog, read_compiler_log, relative
from pageful.maven.logs.log import LogLine, parse_log
from thoroughness import size

FILE = "src/main/java/com/example/Foo.java"
AT = f"[ERROR] /p/{FILE}:[42,15]"
BLOCK = "[INFO] ----\n[ERROR] COMPILATION ERROR : \n[INFO] ----\n"


def read(log: str, root: str = "/p") -> CompilerLog:
    return read_compiler_log(parse_log(log.split("\n")), root)


def messages(log: str) -> list[str]:
    return [error.message for error in read(log).errors]


def one(log: str) -> Problem:
    (error,) = read(log).errors
    return error


def test_an_error_that_maven_prints_twice_is_one() -> None:
    log = (
        f"{BLOCK}{AT} cannot find symbol\n  symbol:   variable bar\n"
        "  location: class com.example.Foo\n[INFO] 1 error\n[INFO] BUILD FAILURE\n"
        "[ERROR] Failed to execute goal x:y:1:compile on project p: Compilation failure\n"
        f"{AT} cannot find symbol\n[ERROR]   symbol:   variable bar\n"
        "[ERROR]   location: class com.example.Foo\n[ERROR] \n[ERROR] -> [Help 1]"
    )
    assert one(log) == Problem("cannot find symbol: variable bar", FILE, 42, 15)


def test_an_echo_without_details_adds_nothing() -> None:
    assert messages(f"{AT} m;\n  reason: r\n[INFO] x\n{AT} m") == ["m (reason: r)"]


@pytest.mark.parametrize(
    ("location", "said"),
    [
        ("class com.example.Foo", ""),
        ("class com.example.Foo<T>", ""),
        ("class com.example.Foo<java.util.List<T>>", ""),
        ("interface Foo", ""),
        ("class com.example.Foo<T>.Inner", " in class Foo<T>.Inner"),
        ("class com.example.Bar", " in class Bar"),
        ("package com.example", " in package com.example"),
        ("variable shape of type com.example.Shape", " in variable shape of type Shape"),
    ],
)
def test_a_location_is_said_unless_it_is_the_files_own_class(location: str, said: str) -> None:
    log = f"{AT} cannot find symbol\n  symbol:   method area()\n  location: {location}"
    assert messages(log) == [f"cannot find symbol: method area(){said}"]


def test_required_found_and_reason_stand_in_parentheses() -> None:
    log = (
        f"{AT} method m in class com.example.A cannot be applied to given types;\n"
        "  required: int\n  found:    no arguments\n"
        "  reason: actual and formal argument lists differ in length"
    )
    message = (
        "method m in class A cannot be applied to given types (required: int; "
        "found: no arguments; reason: actual and formal argument lists differ in length)"
    )
    assert messages(log) == [message]


def test_what_explains_a_reason_stays_with_it() -> None:
    log = f"{AT} method b cannot be applied;\n  reason: cannot infer U\n    (lists differ)"
    assert messages(log) == ["method b cannot be applied (reason: cannot infer U (lists differ))"]


def test_unlabelled_lines_follow_the_message() -> None:
    log = (
        f"{AT} no suitable method found for add(int)\n"
        "    method java.util.List.add() is not applicable\n      (argument mismatch)"
    )
    assert one(log).message == (
        "no suitable method found for add(int); method List.add() is not applicable "
        "(argument mismatch)"
    )


@pytest.mark.parametrize(
    "message",
    [
        "package com.example.Outer does not exist",
        "cannot access com.dep.Base; class file for com.dep.Base not found",
        "duplicate class: com.example.Foo",
        "incompatible types: a.Date cannot be converted to b.Date",
    ],
)
def test_packages_stay_where_they_matter(message: str) -> None:
    assert messages(f"{AT} {message}") == [message]


def test_types_lose_their_packages_elsewhere() -> None:
    log = f"{AT} incompatible types: java.util.Map.Entry<java.lang.String> cannot be converted"
    assert messages(log) == ["incompatible types: Map.Entry<String> cannot be converted"]


@pytest.mark.parametrize(
    ("line", "place"),
    [
        (r"[ERROR] C:\work\B.java:[1,8] m", ("C:/work/B.java", 1, 8)),
        ("[ERROR] /C:/work/B.java:[1,8] m", ("C:/work/B.java", 1, 8)),
        ("[ERROR] /p/F.kt: (214, 35) m", ("F.kt", 214, 35)),
        ("[ERROR] file:///p/F.kt:12:5 m", ("F.kt", 12, 5)),
        ("[ERROR] file:///C:/p/F.kt:12:5 m", ("C:/p/F.kt", 12, 5)),
        ("[ERROR] F.java:[12] [Check] m", ("F.java", 12, None)),
        ("[ERROR] /p/src/a b/[c]/F.java:[1,2] m", ("src/a b/[c]/F.java", 1, 2)),
        ("[ERROR] /p/F.java: m", ("F.java", None, None)),
        ("[ERROR] /p/a b/F.java: m", ("a b/F.java", None, None)),
        ("15:46:06 [ERROR] /p/F.java:[1,2] m\r", ("F.java", 1, 2)),
        ("[\x1b[1;31mERROR\x1b[m] /p/F.java:[1,2] m", ("F.java", 1, 2)),
        ("[shop-api] [ERROR] /p/F.java:[1,2] error: m", ("F.java", 1, 2)),
    ],
)
def test_compilers_name_places_in_many_ways(
    line: str, place: tuple[str, int | None, int | None]
) -> None:
    error = one(line)
    assert (error.file, error.line, error.column) == place
    assert error.message.endswith("m")
    assert "error: " not in error.message


@pytest.mark.parametrize(
    "line",
    [
        "[ERROR]   FooTest.adds:10 expected: <5> but was: <4>",
        "[ERROR] seen in the file Foo.java: nothing",
        "[INFO] /p/F.java:[1,2] m",
        "/p/F.java:[1,2] m",
        "[ERROR] Failed to execute goal a:b:1:run on project p: see F.java:[1,2]",
        "[ERROR] /p/F.java:3:17: style",
    ],
)
def test_other_lines_are_no_problems_of_a_compiler(line: str) -> None:
    assert read(line) == CompilerLog((), ())


def test_warnings_are_kept_apart() -> None:
    log = read(f"[WARNING] /p/{FILE}:[12] [Check] mind\n    (see the manual)")
    assert log == CompilerLog((), (Problem("[Check] mind (see the manual)", FILE, 12),))


def test_werror_comes_with_the_warnings_that_caused_it() -> None:
    log = read(
        f"[INFO] ---\n[WARNING] COMPILATION WARNING : \n[INFO] ---\n[WARNING] /p/{FILE}:[1,2] old\n"
        f"[INFO] 1 warning\n{BLOCK}[ERROR] /p/{FILE}: warnings found and -Werror specified"
    )
    assert log.errors == (Problem("warnings found and -Werror specified", FILE),)
    assert log.warnings == (Problem("old", FILE, 1, 2),)


def test_an_error_of_no_file_is_the_builds() -> None:
    assert one(f"{BLOCK}[ERROR] An unknown compilation problem occurred\n[INFO] 1 error") == (
        Problem("An unknown compilation problem occurred")
    )
    assert one("[ERROR] error: warnings found and -Werror specified").file is None


def test_the_block_ends_with_its_count() -> None:
    assert messages(f"{BLOCK}{AT} m\n[INFO] 1 error\n[ERROR] another plugin failed") == ["m"]


class TestPoms:
    MISSING = "'dependencies.dependency.version' for junit:junit:jar is missing."

    def test_a_pom_that_is_no_xml(self) -> None:
        said = (
            "Non-parseable POM /p/pom.xml: end tag </a> must match <b> "
            "(position: START_TAG seen ...</a>... @18:16)  @ line 18, column 16"
        )
        log = f"[FATAL] {said}\n[ERROR]     {said} -> [Help 2]"
        assert one(log) == Problem(
            "Non-parseable POM: end tag </a> must match <b>", "pom.xml", 18, 16
        )

    def test_an_error_of_one_pom_is_under_it(self) -> None:
        log = f"[ERROR] {self.MISSING} @ line 20, column 17\n @ "
        assert one(log) == Problem(self.MISSING, "pom.xml", 20, 17)

    def test_the_list_of_a_pom_may_add_what_caused_an_error(self) -> None:
        error = "Non-resolvable import POM: no a:b:pom:1 @ line 3, column 5"
        log = (
            "[ERROR] [ERROR] Some problems were encountered while processing the POMs:\n"
            f"[ERROR] {error}\n @ \n[ERROR] The build could not read 1 project -> [Help 1]\n"
            "[ERROR]   \n[ERROR]   The project g:a:1 (/p/pom.xml) has 1 error\n"
            f"[ERROR]     {error}: Unknown host r.example.com -> [Help 2]"
        )
        problem = one(log)
        assert problem.message.endswith(": no a:b:pom:1: Unknown host r.example.com")

    def test_maven_4_says_the_place_of_broken_xml_on_a_line_of_its_own(self) -> None:
        said = (
            "Non-parseable POM /p/pom.xml: Unable to read model: Unexpected close tag </a>\n"
            '[ERROR]      at [row,col,system-id]: [18,14,"file:///p/pom.xml"]\n'
        )
        log = (
            "[ERROR] Some problems were encountered while processing the POMs\n"
            "[ERROR] The build could not read 1 project -> [Help 1]\n[ERROR]   \n"
            f"[ERROR]   The project (/p/pom.xml) has 2 errors\n[ERROR]     {said}"
            "[ERROR]     Failed to load project /p/pom.xml: 1 problem was \n"
            f"[ERROR]         - [FATAL] {said}[ERROR] "
        )
        message = "Non-parseable POM: Unable to read model: Unexpected close tag </a>"
        assert one(log) == Problem(message, "pom.xml", 18, 14)

    def test_in_a_reactor_each_error_is_under_its_own_pom(self) -> None:
        log = f"[ERROR] {self.MISSING} @ line 2, column 27\n" * 2 + "".join(
            f"[ERROR]   The project com.example:{name}:1 (/p/{name}/pom.xml) has 1 error\n"
            f"[ERROR]     {self.MISSING} @ line 2, column 27\n"
            for name in ("api", "core")
        )
        assert [error.file for error in read(log).errors] == ["api/pom.xml", "core/pom.xml"]

    @pytest.mark.parametrize("model", ["", "com.example:api:[unknown-version], "])
    @pytest.mark.parametrize("file", ["/p/api/pom.xml", "/p/workspace@2/api, old/pom.xml"])
    def test_a_position_may_name_the_model_and_the_file(self, model: str, file: str) -> None:
        error = one(f"[ERROR] 'version' is missing. @ {model}{file}, line 12, column 17")
        assert error == Problem("'version' is missing.", file.removeprefix("/p/"), 12, 17)


def test_paths_are_relative_with_forward_slashes() -> None:
    assert relative(r"C:\p\src\A.java", "C:\\p") == "src/A.java"
    assert relative("/p/A.java", "/p/") == "A.java"
    assert relative("/project/A.java", "/p") == "/project/A.java"


HEAD = (
    "[ERROR] Failed to execute goal org.x:{plugin}-maven-plugin:1:compile (c) on project {module}: "
)
REACTOR = "[INFO] Reactor Build Order:\n"
HEADER = "[INFO] --- compiler:3.13.0:compile (default-compile) @ {} ---\n"


class TestModules:
    def test_in_a_reactor_what_names_no_file_is_its_modules(self) -> None:
        log = f"{REACTOR}{HEADER.format('api')}{BLOCK}[ERROR] rules can't be read:\n  empty"
        assert one(log) == Problem("rules can't be read: empty", module="api")

    def test_the_failed_goal_knows_the_module_better(self) -> None:
        log = (
            f"{REACTOR}{HEADER.format('api')}{HEADER.format('web')}{BLOCK}[ERROR] no rules\n"
            f"[INFO] 1 error\n{HEAD.format(plugin='x', module='api')}Compilation failure\n"
            "[ERROR] no rules\n[ERROR] -> [Help 1]"
        )
        assert one(log) == Problem("no rules", module="api")

    def test_of_one_module_it_is_the_builds(self) -> None:
        assert one(f"{HEADER.format('api')}{BLOCK}[ERROR] no rules") == Problem("no rules")

    def test_a_path_from_the_module_on_is_made_one_from_the_root_on(self) -> None:
        lines = f"{REACTOR}{HEADER.format('api')}{BLOCK}[ERROR] src/F.java:[1,2] m\n"
        log = read_compiler_log(parse_log(lines.split("\n")), "/p", {"api": "parts/api"})
        assert log.errors == (Problem("m", "parts/api/src/F.java", 1, 2),)


GROOVY = (
    "x: startup failed:\n[ERROR] /p/F.groovy: 1: m @ line 1, column 2.\n"
    "[ERROR]    x y\n[ERROR]      ^\n[ERROR] \n[ERROR] 1 error\n[ERROR] -> [Help 1]"
)


class TestExplainedGoals:
    def explained(self, log: str) -> bool:
        return bool(read(log).explained)

    @pytest.mark.parametrize(
        "said",
        [
            f"Compilation failure\n{AT} m\n[ERROR]   symbol: x\n[ERROR] -> [Help 1]",
            f"Compilation failure: Compilation failure: \n{AT} m\n[ERROR] n\n[ERROR] -> [Help 1]",
            "Compilation failure\n[ERROR] no rules\n[ERROR] -> [Help 1]",
            "Fatal error compiling: error: release version 99 not supported -> [Help 1]",
            GROOVY,
        ],
    )
    def test_one_that_errors_tell_all_of_needs_no_words(self, said: str) -> None:
        assert self.explained(f"{HEAD.format(plugin='x', module='p')}{said}")

    @pytest.mark.parametrize(
        "said",
        [
            "No such compiler 'eclipse'. -> [Help 1]",
            "Compilation failure -> [Help 1]",
            f"You have 3 violations\n{AT} m\n[ERROR] -> [Help 1]",
            "x: startup failed:\n[ERROR] out of memory\n[ERROR] -> [Help 1]",
        ],
    )
    def test_one_that_says_more_is_not_explained(self, said: str) -> None:
        assert not self.explained(f"{HEAD.format(plugin='x', module='p')}{said}")

    def test_one_without_words_is_explained_by_what_stands_above(self) -> None:
        head = f"{HEAD.format(plugin='scala', module='p')}scala compilation failed -> [Help 1]"
        assert self.explained(f"{HEADER.format('p')}[ERROR] /p/F.scala:3: m\n[INFO] x\n{head}")
        assert not self.explained(head)


def test_a_fatal_error_is_one_of_the_build() -> None:
    head = HEAD.format(plugin="x", module="p")
    assert one(f"{head}Fatal error compiling: error: release version 99 not supported") == (
        Problem("release version 99 not supported")
    )
    assert one(f"{head}Fatal error compiling: java.lang.IllegalStateException: m -> [Help 1]") == (
        Problem("Fatal error compiling: IllegalStateException: m")
    )


def test_a_crash_of_the_compiler_is_said_instead_of_what_maven_makes_of_it() -> None:
    log = (
        "An exception has occurred in the compiler (17.0.15). Please file a bug at once.\n"
        "java.lang.StackOverflowError\n\tat jdk.compiler/com.sun.tools.javac.A.b(A.java:1)\n"
        f"{BLOCK}[ERROR] An unknown compilation problem occurred\n[INFO] 1 error"
    )
    assert one(log) == Problem(
        "An exception has occurred in the compiler (17.0.15): StackOverflowError at A.b(A.java:1)"
    )


def test_lines_below_kotlins_messages_belong_to_them() -> None:
    log = (
        "[ERROR] file:///p/F.kt:3:1 lacks a member:\nfun a(): String\n"
        "[ERROR] file:///p/F.kt:4:1 m\n[INFO] x\n"
        f"{HEAD.format(plugin='kotlin', module='p')}Compilation failure: Compilation failure: \n"
        "[ERROR] file:///p/F.kt:3:1 lacks a member:\n[ERROR] fun a(): String\n"
        "[ERROR] file:///p/F.kt:4:1 m\n[ERROR] -> [Help 1]"
    )
    assert read(log).errors == (
        Problem("lacks a member: fun a(): String", "F.kt", 3, 1),
        Problem("m", "F.kt", 4, 1),
    )


def test_what_is_printed_later_belongs_to_no_problem() -> None:
    assert messages("[ERROR] file:///p/F.kt:4:1 m\n\nprogram output") == ["m"]


@pytest.mark.parametrize("level", ["", "[ERROR] "])
def test_blocks_of_eclipses_compiler_are_read(level: str) -> None:
    lines = (
        *("----------", "1. ERROR in /p/F.java (at line 3)", "\timport foo;", "\t       ^^^"),
        *("The import foo cannot be resolved", "----------"),
        *("2. WARNING in /p/F.java (at line 4)", "\tint a;", "\t    ^", "a is not used"),
        *("----------", "2 problems (1 error, 1 warning)"),
    )
    head = f"{HEAD.format(plugin='tycho', module='p')}Compilation failure\n" if level else ""
    found = read(head + "\n".join(level + line for line in lines))
    assert found.errors == (Problem("The import foo cannot be resolved", "F.java", 3),)
    assert found.warnings == (Problem("a is not used", "F.java", 4),)


def test_carets_below_a_line_of_the_source_tell_the_column() -> None:
    log = "[ERROR] /p/F.java:3: error: m\n[ERROR]   int a = b;\n[ERROR]           ^\n[ERROR] n"
    assert one(log) == Problem("m", "F.java", 3, 11)


def test_a_style_checkers_next_line_is_not_taken_for_an_excerpt() -> None:
    assert messages("[ERROR] /p/F.java:3: error: m\n[ERROR] another plugin's line") == ["m"]


def test_a_place_below_the_message_is_found() -> None:
    log = "[ERROR] cannot find symbol\n  symbol: variable a\n    at api/F.java[9,25]\n[INFO] x"
    assert one(log) == Problem("cannot find symbol: variable a", "api/F.java", 9, 25)


def test_a_message_whose_place_never_comes_is_none_of_a_compiler() -> None:
    lines = [LogLine("WARNING", "take care"), *[LogLine("", "  output")] * 500]
    assert read_compiler_log([*lines, LogLine("", "    at F.java[9,25]")], "/p").warnings == ()


def test_a_warning_under_a_failed_goal_is_a_warning() -> None:
    found = read(
        f"{HEAD.format(plugin='javadoc', module='p')}MavenReportException: Error while generating "
        "Javadoc: \n[ERROR] Exit code: 1\n[ERROR] /p/F.java:3: warning: no comment\n"
        "[ERROR] class F {\n[ERROR] ^\n[ERROR] 1 warning\n[ERROR] -> [Help 1]"
    )
    assert (found.errors, found.warnings) == ((), (Problem("no comment", "F.java", 3, 1),))


def test_very_long_messages_are_cut_and_say_so() -> None:
    lines = [LogLine("ERROR", "/p/F.java:[1,2] m"), *[LogLine("", "  more")] * 5000]
    (error,) = read_compiler_log(lines, "/p").errors
    assert error.message.endswith(" … 3000 more lines")


def test_the_root_is_left_out_of_messages() -> None:
    assert messages(f"{AT} see /p/src/A.java") == ["see src/A.java"]


PIECES = st.sampled_from(
    [
        *(
            "/p/Foo.java",
            ":[1,2] ",
            "F.kt: (3, 4) ",
            "\n",
            "  symbol: ",
            "location: class Foo",
            "<",
            ">",
        ),
        *("COMPILATION ERROR :", " @ ", "line 1, column 2", "Non-parseable POM ", " -> [Help 1]"),
        *("Failed to execute goal a:b:1:c (d) on project e: ", "Compilation failure", "\n   ^"),
        *("1. ERROR in ", " (at line 3)", "-- [E1] X Error: ", "    at ", "[1,2]", "\n[INFO] --- "),
        *("\n[ERROR] Some problems were encountered while processing the POMs", "\tat a.b(c)"),
        *("The project (x) has 1 error", "error: ", "  ", f":[{'9' * 5000},1]", "[WARNING] "),
    ]
)


@given(st.lists(st.one_of(PIECES, st.text(max_size=5), st.just("\n[ERROR] "))).map("".join))
def test_any_log_is_read_and_each_problem_is_there_once(log: str) -> None:
    found = read("[ERROR] " + log)
    assert len(set(found.errors)) == len(found.errors)
    assert all("\n" not in problem.message for problem in (*found.errors, *found.warnings))


UNITS = ("a", "a.", "F.java:", "a b ", ": ", "F.kt", " @ ", "com.", "<", "(", " ", "^", "1:1", "|")
STARTS = (
    "",
    AT + " ",
    "Non-parseable POM ",
    "The project ",
    HEAD,
    "-- [E1] X Error: /",
    "    at /",
)


@pytest.mark.parametrize("unit", UNITS)
@pytest.mark.parametrize("start", STARTS)
def test_the_longest_line_is_read_to_its_end(unit: str, start: str) -> None:
    text = start.removeprefix("[ERROR] ") + unit * (size(100_000) // len(unit)) + "!"
    read_compiler_log([LogLine("ERROR", text), LogLine("", text)], "/p")


def test_twenty_thousand_problems_at_one_place_are_read() -> None:
    log = (LogLine("ERROR", f"/p/F.java:[1,2] {number}x") for number in range(size(20_000)))
    assert len(read_compiler_log(log, "/p").errors) == size(20_000)

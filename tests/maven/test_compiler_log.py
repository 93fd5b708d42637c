"""Errors and warnings of compilers and of POMs."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from laconic.maven.logs.compiler_log import CompilerLog, read_compiler_log, relative
from laconic.maven.logs.log import LogLine, parse_log
from laconic.maven.results import Problem

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
        *("The project (x) has 1 error", "error: ", "  ", f":[{'9' * 5000},1]", "[WARNING] "),
    ]
)


@given(st.lists(st.one_of(PIECES, st.text(max_size=5), st.just("\n[ERROR] "))).map("".join))
def test_any_log_is_read_and_each_problem_is_there_once(log: str) -> None:
    found = read("[ERROR] " + log)
    assert len(set(found.errors)) == len(found.errors)
    assert all("\n" not in problem.message for problem in (*found.errors, *found.warnings))


@pytest.mark.parametrize(
    "unit", ["a", "a.", "F.java:", "a b ", ": ", "F.kt", " @ ", "com.", "<", "("]
)
@pytest.mark.parametrize("start", ["", AT + " ", "Non-parseable POM ", "The project "])
def test_the_longest_line_is_read_to_its_end(unit: str, start: str) -> None:
    text = start.removeprefix("[ERROR] ") + unit * (200_000 // len(unit)) + "!"
    read_compiler_log([LogLine("ERROR", text)], "/p")

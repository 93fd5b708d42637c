"""What the log alone says of a build."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from evidence import captured_log
from pageful.builds.results import Problem
from pageful.maven.logs.build_log import BuildLog
from pageful.maven.logs.diagnosis import Diagnosis, diagnose, unexplained_messages
from pageful.maven.logs.log import parse_log
from pageful.maven.projects.module import Module

ENDED = "[INFO] BUILD FAILURE\n"
MISSING = (
    "Could not resolve dependencies for project a:b:jar:1: Could not find artifact x:y:jar:2"
    " in central (https://repo.example.com/m)"
)
NOT_FOUND = "x:y:jar:2: not found in central (repo.example.com)"


def diagnosed(text: str, *members: Module) -> Diagnosis:
    return diagnose(BuildLog.read(parse_log(text.split("\n"))), "/p", members)


def left(text: str, *, tests_failed: bool = False) -> tuple[str, ...]:
    lines = BuildLog.read(parse_log(text.split("\n")))
    return tuple(unexplained_messages(diagnose(lines, "/p"), lines, tests_failed=tests_failed))


class TestModules:
    STYLE = (
        "[INFO] --- checkstyle:3:check (x) @ shop-api ---\n[ERROR] src/A.java:[1] (a) B: c\n"
        f"{ENDED}[ERROR] Failed to execute goal a:checkstyle:3:check (x) on project shop-api:"
        " You have 1 Checkstyle violation. -> [Help 1]"
    )

    def test_maven_says_where_they_are(self) -> None:
        head = "[INFO] ---< com.example:shop-api >---\n[INFO] Building API 1\n"
        place = "[INFO]   from server/api/pom.xml\n"
        (error,) = diagnosed(f"{head}{place}{self.STYLE}").errors
        assert error.file == "server/api/src/A.java"

    def test_their_poms_say_where_they_are(self) -> None:
        member = Module("com.example", "shop-api", "1", "API", "api")
        (error,) = diagnosed(self.STYLE, member).errors
        assert error.file == "api/src/A.java"

    def test_a_cause_is_put_down_to_its_module_where_there_are_several(self) -> None:
        text = f"{ENDED}[ERROR] Failed to execute goal on project api: {MISSING} -> [Help 1]"
        assert diagnosed(text).errors == (Problem(NOT_FOUND),)
        several = diagnosed(f"[INFO] Reactor Build Order:\n{text}")
        assert several.errors == (Problem(NOT_FOUND, module="api"),)


class TestCauses:
    def test_an_unknown_phase_needs_no_more_words(self) -> None:
        log = BuildLog.read(captured_log("unknown_phase"))
        found = diagnose(log, "/project")
        assert [error.message for error in found.errors] == [
            'Unknown lifecycle phase "tset": is it test?'
        ]
        assert not list(unexplained_messages(found, log, tests_failed=False))

    def test_what_is_short_is_an_error_as_it_is(self) -> None:
        text = "[ERROR] Could not find the selected project in the reactor: nope -> [Help 1]"
        assert diagnosed(text).errors == (
            Problem("Could not find the selected project in the reactor: nope"),
        )

    def test_what_is_long_is_told_in_mavens_words(self) -> None:
        text = f"{ENDED}[ERROR] Internal error: a\n[ERROR] and more\n[ERROR] -> [Help 1]"
        assert diagnosed(text).errors == ()
        assert left(text) == ("[ERROR] Internal error: a", "and more")

    def test_a_failed_goal_beside_failing_tests_is_not_lost(self) -> None:
        text = (
            f"{ENDED}[ERROR] Failed to execute goal a:b:1:c (d) on project e: No way. -> [Help 1]\n"
            "[ERROR] Plugin a:b:1 or one of its dependencies could not be resolved: Could not find"
            " artifact a:b:jar:1 in central (https://repo.example.com/m) -> [Help 1]"
        )
        assert left(text, tests_failed=True) == (
            "[ERROR] Failed to execute goal a:b:1:c (d) on project e: No way.",
        )
        assert diagnosed(text).errors == (
            Problem("plugin a:b:1: not found in central (repo.example.com)"),
        )

    def test_a_jdk_that_is_too_old_is_said_in_versions_of_java(self) -> None:
        text = (
            f"{ENDED}[ERROR] Failed to execute goal a:b:1:c (d) on project e: x/Mojo has been"
            " compiled by a more recent version of the Java Runtime (class file version 65.0), this"
            " version only recognizes class file versions up to 61.0 -> [Help 1]"
        )
        assert diagnosed(text).notes == ("It needs Java 21; this is Java 17.",)


@given(st.text())
def test_any_log_is_read(text: str) -> None:
    diagnosed(text)
    left(text)

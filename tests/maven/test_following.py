"""What a running build is doing, from its log."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from laconic.maven.following import Follower
from laconic.maven.log import LogLine
from laconic.maven.results import Activity

RUNNING = "[INFO] Running com.example.FooTest"
RAN = "Tests run: 2, Failures: 0, Errors: 0, Skipped: 0, Time elapsed: 0.1 s"


def followed(*lines: str) -> tuple[Follower, list[str]]:
    follower = Follower()
    return follower, [follower.follow(LogLine.parse(line)) for line in lines]


def said(line: str) -> str:
    return followed(line)[1][0]


def test_a_module_is_told_with_its_number() -> None:
    assert said("[INFO] Building Shop :: API 2.1.0              [3/4]") == "[3/4] Shop :: API"
    assert said("[INFO] Building calculator 1.0.0-SNAPSHOT") == "calculator"


@pytest.mark.parametrize("path", ["/p/target/x.jar", "/my p/target/x.jar", r"C:\p q\x.jar"])
def test_building_an_archive_is_no_module(path: str) -> None:
    assert said(f"[INFO] Building jar: {path}") == ""


@pytest.mark.parametrize(
    "plugin", ["maven-surefire-plugin:3.2.5", "surefire:3.2.5", "surefire:3.2.5-M1"]
)
def test_a_goal_is_told_in_the_words_of_every_maven(plugin: str) -> None:
    assert said(f"[INFO] --- {plugin}:test (default-test) @ shop ---") == "surefire:test @ shop"


def test_a_test_class_is_told_with_the_tests_so_far() -> None:
    _, told = followed(
        RUNNING,
        f"[INFO] {RAN} -- in com.example.FooTest",
        "[INFO] Running com.example.BarTest",
    )
    assert told == [
        "com.example.FooTest (0 tests so far)",
        "",
        "com.example.BarTest (2 tests so far)",
    ]


@pytest.mark.parametrize(
    "line",
    [
        f"[INFO] {RAN} -- in com.example.FooTest",
        f"[WARNING] {RAN} - in com.example.FooTest",
        f"[ERROR] {RAN} <<< FAILURE! -- in com.example.FooTest",
        f"[ERROR] {RAN} <<< ERROR! - in com.example.FooTest",
        f"{RAN}ec - in com.example.FooTest",
        f"{RAN}ec",
        f"{RAN}ec <<< FAILURE!",
    ],
)
def test_a_class_that_is_done_runs_no_longer(line: str) -> None:
    follower, _ = followed(RUNNING, line)
    assert (list(follower.running), follower.classes_done, follower.tests_done) == ([], 1, 2)


def test_the_aggregate_is_no_class() -> None:
    follower, _ = followed(RUNNING, "[INFO] Tests run: 9, Failures: 0, Errors: 0, Skipped: 0")
    assert follower.tests_done == 0


def test_old_surefire_prints_without_a_level() -> None:
    assert said("Running com.example.FooTest") == "com.example.FooTest (0 tests so far)"
    assert said("Running migrations") == ""


def test_activity_is_the_last_module_goal_and_class() -> None:
    goal = "[INFO] --- maven-surefire-plugin:3.2.5:test (default-test) @ jobs ---"
    follower, _ = followed("[INFO] Building Jobs 1.0", goal, RUNNING)
    assert follower.activity(("at a.B.c(B.java:1)",)) == Activity(
        "jobs", "surefire:test", "com.example.FooTest", ("at a.B.c(B.java:1)",)
    )


def test_before_the_first_module_there_is_no_activity() -> None:
    assert followed("[INFO] Scanning for projects...")[0].activity() is None


@given(st.lists(st.tuples(st.sampled_from(["", "INFO", "WARNING", "ERROR"]), st.text())))
def test_any_log_is_followed(lines: list[tuple[str, str]]) -> None:
    follower = Follower()
    for level, text in lines:
        follower.follow(LogLine(level, text))


@pytest.mark.parametrize(
    "unit", ["Building ", "a ", " ", "a:", "--- ", "Tests run: 1, ", "Time elapsed: ", " in a"]
)
def test_the_longest_line_is_read_to_its_end(unit: str) -> None:
    for start in ("Building ", "--- ", "Tests run: 1, "):
        Follower().follow(LogLine("INFO", start + unit * 200_000))
        Follower().follow(LogLine("INFO", start + unit * 60))

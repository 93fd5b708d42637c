"""What a running build is doing, from its log."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evidence import captured_log
from pageful.builds.results import Activity
from pageful.maven.logs.log import LogLine
from pageful.maven.running.progress import ProgressParser

RUNNING = "[INFO] Running com.example.FooTest"
RAN = "Tests run: 2, Failures: 0, Errors: 0, Skipped: 0, Time elapsed: 0.1 s"


def followed(*lines: str) -> tuple[ProgressParser, list[str]]:
    parser = ProgressParser()
    return parser, [parser.parse(LogLine.parse(line)) for line in lines]


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
    parser, _ = followed(RUNNING, line)
    assert (list(parser.running), parser.classes_done, parser.tests_done) == ([], 1, 2)


def test_the_aggregate_is_no_class() -> None:
    parser, _ = followed(RUNNING, "[INFO] Tests run: 9, Failures: 0, Errors: 0, Skipped: 0")
    assert parser.tests_done == 0


def test_old_surefire_prints_without_a_level() -> None:
    assert said("Running com.example.FooTest") == "com.example.FooTest (0 tests so far)"
    assert said("Running migrations") == ""


def test_activity_is_the_last_module_goal_and_class() -> None:
    goal = "[INFO] --- maven-surefire-plugin:3.2.5:test (default-test) @ jobs ---"
    parser, _ = followed("[INFO] Building Jobs 1.0", goal, RUNNING)
    assert parser.activity(("at a.B.c(B.java:1)",)) == Activity(
        "jobs", "surefire:test", "com.example.FooTest", ("at a.B.c(B.java:1)",)
    )


def test_before_the_first_module_there_is_no_activity() -> None:
    assert followed("[INFO] Scanning for projects...")[0].activity() is None


def test_a_nested_class_ends_with_the_class_that_is_reported() -> None:
    parser, _ = followed(
        "[INFO] Running com.example.FooTest",
        "[INFO] Running com.example.FooTest$Inner",
        f"[INFO] {RAN} -- in com.example.FooTest$Inner",
    )
    assert not parser.running


def test_a_class_that_runs_again_is_done_once() -> None:
    ran = f"[ERROR] {RAN} <<< FAILURE! -- in com.example.FooTest"
    parser, _ = followed(RUNNING, ran, RUNNING, ran)
    assert (parser.classes_done, parser.tests_done) == (1, 4)


TEST_GOAL = "--- surefire:3.2.5:test (default-test) @"


def test_modules_that_are_built_side_by_side_are_told_apart() -> None:
    parser, told = followed(
        "[api] [INFO] Building Shop API 1.0 [1/2]",
        "[web] [INFO] Building Shop Web 1.0 [2/2]",
        f"[api] [INFO] {TEST_GOAL} api ---",
        "[api] [INFO] Running com.example.ApiTest",
        "[web] [INFO] --- compiler:3.13.0:compile (default-compile) @ web ---",
    )
    assert told == [
        "[1/2] Shop API",
        "[2/2] Shop Web",
        "[1/2] surefire:test @ api",
        "[1/2] com.example.ApiTest (0 tests so far)",
        "[2/2] compiler:compile @ web",
    ]
    assert parser.activity() == Activity("api", "surefire:test", "com.example.ApiTest")


def test_of_threads_that_pass_tests_on_the_module_is_the_one_that_is_tested() -> None:
    started = (
        f"[mvn-builder-api] [INFO] {TEST_GOAL} api ---",
        "[mvn-builder-web] [INFO] --- jar:3.4.1:jar (default-jar) @ web ---",
    )
    running = "[ThreadedStreamConsumer] [INFO] Running com.example.ApiTest"
    parser, _ = followed(*started, running)
    assert parser.activity() == Activity("api", "surefire:test", "com.example.ApiTest")
    parser, _ = followed(*started, f"[mvn-builder-b] [INFO] {TEST_GOAL} b ---", running)
    assert parser.activity() == Activity(None, None, "com.example.ApiTest")
    over = [f"[mvn-builder-{module}] [INFO] Results:" for module in ("api", "b")]
    parser, _ = followed(*started, running, *over)
    assert not parser.running


@pytest.mark.parametrize("name", ["threads_side_by_side", "mvnd_side_by_side"])
def test_a_parallel_build_is_followed_to_its_end(name: str) -> None:
    parser = ProgressParser()
    told = [message for line in captured_log(name) if (message := parser.parse(line))]
    assert parser.classes_done == parser.tests_done == 3
    assert not parser.running
    assert any(message.endswith("compiler:compile @ shop-clock") for message in told)


def test_the_daemon_that_carries_a_build_out_is_known_by_its_id() -> None:
    assert followed("[INFO] Processing build on daemon 347f39e1")[0].daemon == "347f39e1"
    assert not followed("[INFO] Scanning for projects...")[0].daemon


def test_of_endless_speakers_only_so_many_are_kept() -> None:
    parser = ProgressParser()
    for n in range(5000):
        parser.parse(LogLine("INFO", f"Building m{n} 1.0", f"m{n}"))
    assert parser.activity() == Activity("m4999")


def test_of_endless_classes_only_so_many_are_kept() -> None:
    parser = ProgressParser()
    for n in range(20_000):
        parser.parse(LogLine("", f"Running a.b{n}"))
        parser.parse(LogLine("", RAN))
    assert len(parser.running) <= 1000
    for n in range(5000):
        parser.parse(LogLine("", f"Running a.c{n}"))
    assert len(parser.running) <= 1000
    assert parser.test_class == "a.c4999"


TEXTS = [
    "Building a 1.0 [1/2]",
    f"{TEST_GOAL} a ---",
    "Running a.B",
    "Running a.B$C",
    f"{RAN} - in a.B",
    RAN,
    "Results:",
]


@given(
    st.lists(
        st.builds(
            LogLine,
            st.sampled_from(["", "INFO", "WARNING", "ERROR"]),
            st.sampled_from(TEXTS) | st.text(),
            st.sampled_from(["", "main", "a", "b", "ThreadedStreamConsumer"]),
        )
    )
)
def test_any_log_is_followed(lines: list[LogLine]) -> None:
    parser = ProgressParser()
    for line in lines:
        parser.parse(line)
        parser.activity()


@pytest.mark.parametrize(
    "unit", ["Building ", "a ", " ", "a:", "--- ", "Tests run: 1, ", "Time elapsed: ", " in a"]
)
def test_the_longest_line_is_read_to_its_end(unit: str) -> None:
    for start in ("Building ", "--- ", "Tests run: 1, "):
        ProgressParser().parse(LogLine("INFO", start + unit * 200_000))
        ProgressParser().parse(LogLine("INFO", start + unit * 60))


def test_a_plugin_is_told_by_its_prefix_whichever_way_it_is_named() -> None:
    for plugin in ("spring-boot-maven-plugin", "spring-boot"):
        heading = f"[INFO] --- {plugin}:2.7.1:repackage (default) @ shop ---"
        assert said(heading) == "spring-boot:repackage @ shop"

"""What a log says of the modules of a reactor."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pageful.builds.results import Outcome
from pageful.maven.logs.log import parse_log
from pageful.maven.logs.reactor_log import ReactorLog, Row


def read(*lines: str) -> ReactorLog:
    return ReactorLog.read(parse_log(lines))


def row(text: str) -> Row:
    (found,) = read("[INFO] Reactor Summary for x 1.0:", "[INFO] ", f"[INFO] {text}").rows
    return found


@pytest.mark.parametrize(
    ("text", "milliseconds"),
    [
        ("[  0.961 s]", 961),
        ("[ 12.3 s]", 12_300),
        ("[1.234s]", 1_234),
        ("[01:02 min]", 62_000),
        ("[02:03 h]", 7_380_000),
        ("[1 d 02:03 h]", 93_780_000),
        ("[1:02.5s]", 62_500),
        ("[1.234 s] (Wall Clock)", 1_234),
        ("[soon]", None),
        ("", None),
    ],
)
def test_a_duration_has_several_forms(text: str, milliseconds: int | None) -> None:
    assert row(f"api ....... SUCCESS {text}".strip()).milliseconds == milliseconds


@pytest.mark.parametrize(
    "name",
    [
        "api",
        "Shop :: API 1.0-SNAPSHOT",
        "A name ... with dots",
        "A module whose long name leaves no room for any dots at all",
        "SUCCESS",
    ],
)
def test_a_name_may_be_any(name: str) -> None:
    for dots in ("......... ", "", " "):
        assert row(f"{name} {dots}FAILURE [  1.0 s]").name == name


def test_a_skipped_module_has_no_time() -> None:
    assert row("web ............ SKIPPED") == Row("web", Outcome.SKIPPED)


def test_the_last_summary_counts() -> None:
    read_ = read(
        "[INFO] Reactor Summary:",
        "[INFO] inner ... SUCCESS [ 1 s]",
        "[INFO] BUILD SUCCESS",
        "[INFO] nothing ... SUCCESS [ 1 s]",
        "[INFO] Reactor Summary for outer:",
        "[INFO] outer ... FAILURE [ 1 s]",
        "[INFO] BUILD FAILURE",
    )
    assert [each.name for each in read_.rows] == ["outer"]


def test_the_order_has_names_with_and_without_packaging() -> None:
    found = read(
        "[INFO] Reactor Build Order:",
        "[INFO] ",
        "[INFO] Shop API                                                           [jar]",
        "[INFO] Shop [old]",
        "[INFO] Shop Web",
        "[INFO] ",
        "[INFO] something else",
    )
    assert found.ordered == ["Shop API", "Shop", "Shop Web"]


def test_a_module_that_is_begun_has_its_coordinates() -> None:
    found = read(
        "[INFO] -----< com.example.shop:shop-api >-----",
        "[INFO] Building Shop API 1.0.0                              [4/6]",
        "[INFO] --- maven-jar-plugin:3.4.1:jar (default-jar) @ shop-api ---",
        "[INFO] Building jar: /p/api/target/shop-api-1.0.0.jar",
        "[INFO] --- install:3.1.2:install (default-install) @ shop-api ---",
        "[INFO] Building Shop Web 1.0.0                              [5/6]",
        "[INFO] --- source:3.3.1:jar-no-fork (default) @ shop-web ---",
        "[INFO] --- war:3.4.0:war (default-war) @ shop-web ---",
    )
    assert found.begun == {"Shop API 1.0.0": "com.example.shop:shop-api", "Shop Web 1.0.0": ""}
    assert (found.packaged, found.installed) == ({"shop-api", "shop-web"}, {"shop-api"})


@pytest.mark.parametrize(
    ("text", "resume", "packaged"),
    [
        ("  mvn <args> -rf :shop-api", ("-rf", ":shop-api"), False),
        ("  mvn [args] -rf :shop-api", ("-rf", ":shop-api"), True),
        ("  mvn [args] -r", ("-r",), True),
        ("  mvn test", (), False),
    ],
)
def test_the_hint_how_to_resume_is_taken(
    text: str, resume: tuple[str, ...], *, packaged: bool
) -> None:
    found = read(f"[ERROR] {text}")
    assert (found.resume, found.resumes_packaged) == (resume, packaged)


_WORDS = st.sampled_from(
    [
        *("[INFO] ", "[ERROR] ", "Reactor Summary", "Reactor Build Order:", "Building ", "a", " "),
        *("[1/2]", " SUCCESS", " [1 s]", "...", "---< g:a >---", "mvn <args> -rf :a", "\n"),
    ]
)


@given(st.lists(_WORDS | st.text()))
def test_any_log_can_be_read(words: list[str]) -> None:
    read(*"".join(words).split("\n"))


@pytest.mark.parametrize(
    "line", ["Building a" + " " * 900, "a" + " ." * 450, ". " * 450, "- " * 450, "[" * 900]
)
def test_hostile_lines_take_no_long_time(line: str) -> None:
    began = time.process_time()
    for start in ("Reactor Summary", "Reactor Build Order:", "BUILD X"):
        read(f"[INFO] {start}", *[f"[INFO] {line}"] * 1000)
    assert time.process_time() - began < 5

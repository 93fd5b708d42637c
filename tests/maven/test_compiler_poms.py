"""What Maven says of POMs."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pageful.builds.results import Problem
from pageful.maven.logs.compiler_log import CompilerLog, read_compiler_log
from pageful.maven.logs.log import parse_log
from pageful.maven.logs.pom_places import PomPlace, split_location

ERRORS = "[ERROR] [ERROR] Some problems were encountered while processing the POMs:\n"
WARNINGS = "[WARNING] Some problems were encountered while building the effective model for "
REACTOR = "[INFO] Reactor Build Order:\n"


def read(log: str, directories: dict[str, str] | None = None) -> CompilerLog:
    return read_compiler_log(parse_log(log.split("\n")), "/p", directories)


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("line 1, column 2", PomPlace(line=1, column=2)),
        ("g:a:1, /p/pom.xml, line 1, column 2", PomPlace("a", "/p/pom.xml", 1, 2)),
        ("g:a:[unknown-version], line 1, column 2", PomPlace("a", "", 1, 2)),
        ("g:a:1", PomPlace("a")),
        ("/p/a, b/pom.xml", PomPlace(None, "/p/a, b/pom.xml")),
        (r"C:\p\pom.xml, line 1, column 2", PomPlace(None, r"C:\p\pom.xml", 1, 2)),
        (
            "file:///p/pom.xml, line 1, column 2: failed",
            PomPlace(None, "/p/pom.xml", 1, 2, "failed"),
        ),
        ("/p/pom.xml: ParseError at [row,col]:[1,2]", PomPlace(None, "/p/pom.xml", 1, 2)),
        ("/p/pom.xml: 1 problem was", PomPlace(None, "/p/pom.xml", more="1 problem was")),
    ],
)
def test_a_place_has_as_many_parts_as_maven_says(text: str, place: PomPlace) -> None:
    assert split_location(f"m @ {text}") == ("m", place)


@pytest.mark.parametrize("text", ["m", "write to a @ b for it", "m @ some where"])
def test_what_is_no_place_belongs_to_the_message(text: str) -> None:
    assert split_location(text) == (text, PomPlace())


def test_an_error_may_have_no_line() -> None:
    log = read(
        f"{ERRORS}[ERROR] Child module /p/api of /p/pom.xml does not exist @ \n @ \n"
        "[ERROR] The build could not read 1 project -> [Help 1]\n[ERROR]   \n"
        "[ERROR]   The project com.example:shop:1.0.0 (/p/pom.xml) has 1 error\n"
        "[ERROR]     Child module /p/api of /p/pom.xml does not exist\n[ERROR] \n"
        "[ERROR] To see the full stack trace of the errors, re-run Maven with the -e switch."
    )
    assert log.errors == (Problem("Child module api of pom.xml does not exist", "pom.xml"),)


def test_what_an_xml_parser_repeats_is_said_once() -> None:
    log = read(
        "[ERROR]   The project g:web:1 (/p/web/pom.xml) has 1 error\n"
        "[ERROR]     Malformed POM /p/web/pom.xml: Unrecognised tag: 'x'"
        " @ /p/web/pom.xml: ParseError at [row,col]:[10,3]\n"
        "[ERROR]     Message: Unrecognised tag: 'x'\n[ERROR] "
    )
    assert log.errors == (Problem("Malformed POM: Unrecognised tag: 'x'", "web/pom.xml", 10, 3),)


class TestWarnings:
    TWICE = "'dependencies.dependency' must be unique: g:a:jar"

    def test_of_one_module_they_are_its_poms(self) -> None:
        log = read(f"{WARNINGS}g:shop:jar:1\n[WARNING] {self.TWICE} @ line 7, column 9\n[WARNING] ")
        assert log.warnings == (Problem(self.TWICE, "pom.xml", 7, 9),)

    def test_in_a_reactor_they_are_their_modules(self) -> None:
        said = f"{WARNINGS}g:api:jar:1\n[WARNING] {self.TWICE} @ line 7, column 9\n{REACTOR}"
        assert read(said).warnings == (Problem(self.TWICE, None, 7, 9, "api"),)

    def test_in_a_reactor_of_known_directories_they_are_under_the_modules_pom(self) -> None:
        said = f"{WARNINGS}g:api:jar:1\n[WARNING] {self.TWICE} @ line 7, column 9\n{REACTOR}"
        warnings = read(said, {"api": "parts/api", "shop": "."}).warnings
        assert warnings == (Problem(self.TWICE, "parts/api/pom.xml", 7, 9),)

    def test_an_inherited_pom_is_named_and_warned_of_once(self) -> None:
        log = read(
            f"{WARNINGS}g:api:jar:1\n[WARNING] m @ g:shop:1, /p/pom.xml, line 7, column 9\n"
            f"[WARNING] \n{WARNINGS}g:shop:pom:1\n[WARNING] m @ line 7, column 9\n"
            f"[WARNING] \n[WARNING] It is highly recommended to fix these problems\n{REACTOR}"
        )
        assert log.warnings == (Problem("m", "pom.xml", 7, 9),)

    def test_they_end_with_their_section(self) -> None:
        said = f"{WARNINGS}g:shop:jar:1\n[INFO] on we go\n[WARNING] something else"
        assert read(said).warnings == ()


@given(st.text(alphabet=":, @/\\[]19.gxml", max_size=60))
def test_any_line_is_taken_apart(text: str) -> None:
    said, place = split_location(text)
    assert text.startswith(said)
    assert place == PomPlace() or len(said) < len(text)

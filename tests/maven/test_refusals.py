"""What Maven refuses, in few words."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pageful.maven.logs.launch_errors import java_versions_note, launch_error

PHASES = (
    "You must specify a valid lifecycle phase or a goal. Available lifecycle phases are: {},"
    " verify, before:all, pre-clean, clean."
)
MAVEN_3 = PHASES.format("validate, compile, test-compile, test, package")
MAVEN_4 = PHASES.format("before:test, validate, compile, test-compile, test, after:test")


@pytest.mark.parametrize("phases", [MAVEN_3, MAVEN_4])
def test_an_unknown_phase_is_told_with_the_nearest_one(phases: str) -> None:
    text = f'Unknown lifecycle phase "tset". {phases}'
    assert launch_error(text) == 'Unknown lifecycle phase "tset": is it test?'


def test_a_phase_like_no_other_is_told_with_the_usual_ones() -> None:
    assert launch_error(f'Unknown lifecycle phase "deliver-it". {MAVEN_3}') == (
        'Unknown lifecycle phase "deliver-it": usual ones are clean, compile, test, package,'
        " verify, install, deploy."
    )


def test_no_goal() -> None:
    text = f"No goals have been specified for this build. {MAVEN_3}"
    assert str(launch_error(text)).startswith("No goal was given, and the POM has no default one.")


def test_an_unknown_prefix() -> None:
    text = (
        "No plugin found for prefix 'docker' in the current project and in the plugin groups"
        " [org.apache.maven.plugins, org.codehaus.mojo] available from the repositories [local (x)]"
    )
    assert launch_error(text) == (
        'No plugin has the prefix "docker" in the project and in org.apache.maven.plugins,'
        " org.codehaus.mojo: name it group:artifact:version:goal, or declare it in the POM."
    )


def test_a_circle_of_modules() -> None:
    edge = "Edge between 'Vertex{label='a:b:1'}' and 'Vertex{label='a:c:1'}' introduces to cycle"
    text = (
        f"The projects in the reactor contain a cyclic reference: {edge} in the graph"
        " a:b:1 --> a:c:1 --> a:b:1"
    )
    assert launch_error(text) == (
        "The modules need each other in a circle: a:b:1 --> a:c:1 --> a:b:1"
    )


@pytest.mark.parametrize("words", ["Java heap space", "java.lang.OutOfMemoryError: Metaspace"])
def test_a_maven_without_memory(words: str) -> None:
    assert str(launch_error(words)).startswith("Maven itself ran out of memory: ")


@pytest.mark.parametrize(
    "text",
    [
        "Could not find the selected project in the reactor: nope",
        "Could not find goal 'fly' in plugin a:b:1 among available goals compile, help",
    ],
)
def test_what_is_short_already_stays_as_it_is(text: str) -> None:
    assert launch_error(text) is None


@pytest.mark.parametrize(
    "text",
    [
        (
            "a/Mojo has been compiled by a more recent version of the Java Runtime (class file"
            " version 65.0), this version only recognizes class file versions up to 61.0"
        ),
        "bad class file: a.class\nclass file has wrong version 65.0, should be 61.0",
    ],
)
def test_versions_of_class_files_are_said_as_those_of_java(text: str) -> None:
    assert java_versions_note(text) == "It needs Java 21; this is Java 17."


def test_other_texts_name_no_java() -> None:
    assert java_versions_note("class file for a.B not found") == ""


PIECES = st.sampled_from(
    [
        "Unknown lifecycle phase ",
        '"tset"',
        "Available lifecycle phases are: ",
        "test, ",
        ".",
        "No plugin found for prefix 'a' in the current project",
        "The projects in the reactor contain a cyclic reference: ",
        " --> ",
        "class file version 61",
        "class file versions up to 55",
    ]
)


@given(st.lists(st.one_of(PIECES, st.text(max_size=5)), max_size=30).map("".join))
def test_any_text_is_read(text: str) -> None:
    launch_error(text)
    java_versions_note(text)


@pytest.mark.parametrize(
    "unit", ["a", "a, ", " --> a", "class file version 61 ", "Available lifecycle phases are: "]
)
def test_the_longest_text_is_read_to_its_end(unit: str) -> None:
    long = unit * (1_000_000 // len(unit))
    launch_error(f'Unknown lifecycle phase "tset". {PHASES.format(long)}')
    launch_error(f"The projects in the reactor contain a cyclic reference: {long}")
    java_versions_note(long)

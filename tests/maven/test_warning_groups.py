"""All warnings of a log, each once."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evidence import NAMES, captured_build, captured_log
from pageful.builds.results import Problem, WarningGroup
from pageful.maven.logs.log import LogLine, parse_log
from pageful.maven.logs.warning_groups import group_warnings


def groups(*lines: str, known: tuple[Problem, ...] = ()) -> tuple[WarningGroup, ...]:
    return group_warnings(parse_log(lines), known, "/project")


def test_the_same_words_about_several_places_are_one_group() -> None:
    assert groups(
        "[WARNING] /project/src/A.java:[3,5] x in Y has been deprecated",
        "[WARNING] /project/src/B.java:[7,1] unchecked cast",
        "[WARNING] /project/src/B.java:[9,1] x in Y has been deprecated",
    ) == (
        WarningGroup("x in Y has been deprecated", ("src/A.java:3", "src/B.java:9"), 2),
        WarningGroup("unchecked cast", ("src/B.java:7",), 1),
    )


def test_what_was_understood_already_is_not_said_again() -> None:
    known = Problem("unchecked cast (required: X; found: Y)", "src/B.java", 7, 1)
    found = groups(
        "[WARNING] /project/src/B.java:[7,1] unchecked cast",
        "  required: X",
        "  found:    Y",
        known=(known,),
    )
    assert found == (WarningGroup(known.message, ("src/B.java:7",), 1),)


def test_a_warning_that_maven_prints_twice_counts_once_where_it_has_a_place() -> None:
    line = "[WARNING] /project/src/B.java:[7,1] unchecked cast"
    assert groups(line, line) == (WarningGroup("unchecked cast", ("src/B.java:7",), 1),)


def test_a_plugins_own_warning_counts_as_often_as_it_is_there() -> None:
    line = "[WARNING] Using platform encoding to copy filtered resources"
    assert groups(line, "[INFO] x", line) == (WarningGroup(line[10:], (), 2),)


def test_a_warning_about_a_pom_that_was_understood_is_not_said_again() -> None:
    missing = "'build.plugins.plugin.version' for org.x:y is missing."
    model = "Some problems were encountered while building the effective model for"
    known = (Problem(missing, "pom.xml", 29, 15), Problem(missing, "api/pom.xml", 12, 3))
    assert groups(
        "[WARNING] ",
        f"[WARNING] {model} com.example:api:jar:1.0.0",
        f"[WARNING] {missing} @ com.example:shop:1.0.0, /project/pom.xml, line 29, column 15",
        f"[WARNING] {missing} @ line 12, column 3",
        "[WARNING] ",
        "[WARNING] It is highly recommended to fix these problems because they threaten the "
        "stability of your build.",
        known=known,
    ) == (WarningGroup(missing, ("pom.xml:29", "api/pom.xml:12"), 2),)


def test_a_file_may_be_named_from_its_module_on() -> None:
    known = (Problem("Line is too long.", "api/src/A.java", 3, 5),)
    line = "[WARNING] src/A.java:[3,5] (sizes) LineLength: Line is too long."
    assert groups(line, known=known) == (
        WarningGroup("Line is too long.", ("api/src/A.java:3",), 1),
    )


def test_a_warning_about_a_whole_module_names_it() -> None:
    known = (Problem("unused dependency", module="api"), Problem("unused dependency", module="web"))
    assert groups(known=known) == (
        WarningGroup("unused dependency", ("module api", "module web"), 2),
    )


def test_what_a_jvm_warns_of_counts() -> None:
    assert groups(
        "WARNING: An illegal reflective access operation has occurred",
        "OpenJDK 64-Bit Server VM warning: Sharing is only supported for boot loader classes",
    ) == (
        WarningGroup("An illegal reflective access operation has occurred", (), 1),
        WarningGroup("Sharing is only supported for boot loader classes", (), 1),
    )


def test_a_warning_has_the_lines_below_it() -> None:
    """As the enforcer prints those of rules that let the build go on."""
    rule = "Rule 0: org.apache.maven.enforcer.rules.dependency.DependencyConvergence failed with"
    assert groups(
        "[INFO] --- enforcer:3.5.0:enforce (default) @ shop ---",
        f"[WARNING] {rule} message:",
        "Failed while enforcing releasability.",
        "",
        "Dependency convergence error for org.slf4j:slf4j-api:jar:1.7.36 paths to dependency are:",
        "+-com.example:shop:jar:1.0.0",
        "  +-org.slf4j:slf4j-api:jar:1.7.36:compile",
        "[WARNING] ",
        "Dependency convergence error for a:b:1.0 paths to dependency are:",
        "+-com.example:shop:jar:1.0.0",
        "[WARNING] Rule 2: Require failed with message:",
        "[INFO] --- jar:3.4.1:jar (default-jar) @ shop ---",
        "what the jar plugin prints",
    ) == (
        WarningGroup(
            f"{rule} message:\nFailed while enforcing releasability.\n"
            "Dependency convergence error for org.slf4j:slf4j-api:jar:1.7.36 paths to dependency "
            "are:\n+-com.example:shop:jar:1.0.0\n  +-org.slf4j:slf4j-api:jar:1.7.36:compile",
            (),
            1,
        ),
        WarningGroup(
            "Dependency convergence error for a:b:1.0 paths to dependency are:\n"
            "+-com.example:shop:jar:1.0.0",
            (),
            1,
        ),
        WarningGroup("Rule 2: Require failed with message:", (), 1),
    )


def test_of_a_body_that_fills_pages_the_last_lines_are_counted() -> None:
    body = [f"+-com.example:shop:jar:{number:04}" for number in range(2000)]
    (group,) = groups("[WARNING] Rule 0 failed with message:", *body)
    head, first, *_, last = group.message.split("\n")
    assert (head, first) == ("Rule 0 failed with message:", "+-com.example:shop:jar:0000")
    shown = group.message.count("+-")
    assert last == f"… {2000 - shown} more lines"
    assert len(group.message) < 21_000


def test_what_a_program_prints_after_a_warning_is_not_of_it() -> None:
    warning = "[WARNING] Using platform encoding"
    assert groups(warning, "hello from ant") == (WarningGroup("Using platform encoding", (), 1),)


def test_paths_in_a_warning_are_relative_to_the_project() -> None:
    assert groups(
        "[WARNING] /project/gson/pom.xml [0:0]: Export com.x has 1 private reference"
    ) == (WarningGroup("gson/pom.xml [0:0]: Export com.x has 1 private reference", (), 1),)
    known = (Problem("bad cache in /project/target/x"),)
    assert groups(known=known) == (WarningGroup("bad cache in target/x", (), 1),)


def test_counts_of_tests_are_no_warnings() -> None:
    assert not groups(
        "[INFO] Results:",
        "[WARNING] Flakes: ",
        "[WARNING] com.example.FooTest.adds",
        "[WARNING] Tests run: 3, Failures: 0, Errors: 0, Skipped: 1",
    )


def test_what_tests_print_is_no_warning_of_the_build() -> None:
    assert not groups("[INFO]  T E S T S", "[WARNING] Retrying", "WARNING: x", "[INFO] Results:")


@pytest.mark.parametrize("name", NAMES)
def test_every_warning_of_a_real_build_is_in_some_group(name: str) -> None:
    known = captured_build(name).warnings
    found = group_warnings(captured_log(name), known, "/project")
    counted = {group.message: group.count for group in found}
    assert sum(counted.values()) >= len(known)
    assert {problem.message for problem in known} <= {*counted}
    assert all(message.strip() for message in counted)
    assert len(counted) == len(found)


@given(
    levels=st.lists(st.sampled_from(["WARNING", "INFO", "", "ERROR"]), max_size=12),
    text=st.text(max_size=40),
    parts=st.lists(
        st.sampled_from([" @ ", "line 3, column 4", "/project/A.java:[3,4] ", "a:b:c, ", "  ", ":"])
    ),
)
def test_any_log_has_its_groups(levels: list[str], text: str, parts: list[str]) -> None:
    lines = [LogLine(level, text[n % 5 :] + "".join(parts)) for n, level in enumerate(levels)]
    found = group_warnings(lines, (), "/project")
    assert sum(group.count for group in found) <= len(lines)

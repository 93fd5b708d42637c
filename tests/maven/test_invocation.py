"""Maven's arguments and environment."""

from __future__ import annotations

from pathlib import Path

import pytest

from laconic.errors import ToolError
from laconic.maven.invocation import Invocation, checked_args

FAST = ("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC")


def options(root: Path, **environment: str) -> list[str]:
    invocation = Invocation(("mvn",), root, ("test",))
    return invocation.environment(environment)["MAVEN_OPTS"].split()


def test_maven_is_called_in_batch_mode_and_never_quietly() -> None:
    invocation = Invocation(("sh", "mvnw"), Path("/p"), ("test",), ("-Dx=a b",))
    assert invocation.argv == [
        *("sh", "mvnw", "-B", "-ntp", "-Dstyle.color=never", "test", "-Dx=a b")
    ]


def test_its_jvm_starts_fast_and_speaks_english(tmp_path: Path) -> None:
    found = options(tmp_path)
    assert set(FAST) < set(found)
    assert "-Duser.language=en" in found


@pytest.mark.parametrize(
    "variable", ["MAVEN_OPTS", "JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS"]
)
def test_a_users_choice_is_kept(tmp_path: Path, variable: str) -> None:
    found = options(tmp_path, **{variable: "-XX:+UseG1GC -XX:-TieredCompilation"})
    assert not set(FAST) & set(found)
    assert ("-XX:+UseG1GC" in found) == (variable == "MAVEN_OPTS")


def test_a_projects_choice_is_kept(tmp_path: Path) -> None:
    (tmp_path / ".mvn").mkdir()
    (tmp_path / ".mvn/jvm.config").write_bytes(b"-XX:+UseParallelGC \xff")
    assert FAST[1] not in options(tmp_path)
    assert FAST[0] in options(tmp_path)


def test_the_rest_of_the_environment_is_passed_on(tmp_path: Path) -> None:
    environment = Invocation(("mvn",), tmp_path, ()).environment({"LC_ALL": "de_DE.UTF-8"})
    assert environment["LC_ALL"] == "de_DE.UTF-8"


ALLOWED = [
    *("-Dkey=value", "-Dx=-f", "-Pdev,-other", "-pl", ":api", "-am", "-amd", "-fae", "-ff", "-fn"),
    *("--fail-at-end", "-fail-fast", "-T", "4", "-T4", "-o", "-U", "-X", "-e", "-rf", ":api"),
    *("-gt", "toolchains.xml", "-llr", "-color", "always", "-nsu", "-cpu", "-V", "verify", "-emp"),
    *("--offline", "--batch-mode", "-eX", "$(touch x); `y`", "-Dm=1"),
]
OUTSIDE = [
    *("-f", "-f/etc/pom.xml", "-f=/etc/pom.xml", "-file", "--file", "--file=/x", "--fi"),
    *("-s", "-s/x", "--settings=/x", "--se", "-gs", "-gs/x", "--global-settings", "--global-s"),
    *("-is", "--install-settings=/x", "-ps", "--project-settings=/x"),
    "-Dmaven.multiModuleProjectDirectory=/x",
    *('"-f"', '"-f', '"--file=/x"', "-Xf/etc/pom.xml", "-eXs/x", "-fail/../../x", "-Bgs/x"),
]
SILENT = ["-q", "--quiet", "-quiet", "-l", "-l/x.log", "--log-file=/x", "-Xq", "-el/x", '"-q"']


def test_a_module_has_the_jvm_options_of_the_directory_above(tmp_path: Path) -> None:
    (tmp_path / ".mvn").mkdir()
    (tmp_path / ".mvn/jvm.config").write_text("-XX:+UseG1GC")
    module = Invocation(("mvn",), tmp_path / "core", ("test",))
    assert "-XX:+UseSerialGC" not in module.environment({})["MAVEN_OPTS"]


@pytest.mark.parametrize("arg", ["", "-v", "--version", "-h", "--help"])
def test_what_builds_nothing_is_refused(arg: str) -> None:
    with pytest.raises(ToolError):
        checked_args([arg], any_args=True)


def test_ordinary_arguments_are_passed_as_they_are() -> None:
    assert checked_args(ALLOWED, any_args=False) == tuple(ALLOWED)


@pytest.mark.parametrize("arg", OUTSIDE)
def test_what_leads_outside_the_project_is_refused_unless_allowed(arg: str) -> None:
    with pytest.raises(ToolError, match="lead outside the project"):
        checked_args(["-o", arg], any_args=False)
    assert checked_args([arg], any_args=True) == (arg,)


@pytest.mark.parametrize("arg", SILENT)
@pytest.mark.parametrize("any_args", [False, True])
def test_what_silences_maven_is_always_refused(arg: str, *, any_args: bool) -> None:
    with pytest.raises(ToolError, match="the page is made from what Maven prints"):
        checked_args([arg], any_args=any_args)


@pytest.mark.parametrize("arg", ["a\0b", "\ud800"])
def test_what_no_program_can_be_given_is_refused(arg: str) -> None:
    with pytest.raises(ToolError, match="can't be passed"):
        checked_args([arg], any_args=True)

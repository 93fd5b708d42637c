"""Arguments for Maven that are refused, and those that are not."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pageful.maven.request.arguments import check_args, check_goals, name_operation
from pageful.tool.errors import ToolError

ALLOWED = [
    *("-Dkey=value", "-Dx=-f", "-Pdev,-other", "-pl", ":api", "-am", "-amd", "-fae", "-ff", "-fn"),
    *("--fail-at-end", "-fail-fast", "-T", "4", "-T4", "-o", "-U", "-X", "-e", "-rf", ":api"),
    *("-llr", "-color", "always", "-nsu", "-cpu", "-V", "verify", "-threads", "4", "--threads=4"),
    *("-pl", "api,!web/old", "-pl", "g:api,+:web", "--projects=./api", "-rf", "api", "-amd"),
    *("-Dmaven.repo.local=/x", "-DaltDeploymentRepository=x::file:/x", "-Duser.name=x"),
    *("-DskipTests", "-Dmaven.test.skip", "-DargLine=-Duser.home=/x", "-color=always", "-B"),
    *("-D", "key=-f", "--define", "x=-q", "-Dorg.slf4j.simpleLogger.log.org.x=warn"),
    *("--offline", "--batch-mode", "-eX", "$(touch x); `y`", "-Dm=1"),
]
OUTSIDE = [
    *("-f", "-f/etc/pom.xml", "-f=/etc/pom.xml", "-file", "--file", "--file=/x", "--fi"),
    *("-s", "-s/x", "--settings=/x", "--se", "-gs", "-gs/x", "--global-settings", "--global-s"),
    *("-is", "--install-settings=/x", "-ps", "--project-settings=/x"),
    *("-t", "-t/x", "-t=/x", "--toolchains", "--toolchains=/x", "--toolch", "-toolchains", "-tool"),
    *("-gt", "-gt=/x", "--global-toolchains=/x", "--global-t", "-global-toolchains", "-it"),
    *('"-t"', '"-t', "-Xt/x", "-et/x", "--install-toolchains", "-install-toolchains=/x"),
    *("-Duser.home=/x", "-Duser.home", "-Duser.dir=/x", "-Dmaven.conf=/x", "-Dmaven.home=/x"),
    *("-Dmaven.ext.class.path=/x", "-Dmaven.user.toolchains=/x", "-Dmaven.user.conf=/x"),
    *("-Dmaven.installation.settings=/x", "-Dsettings.security=/x"),
    *('-D"user.home=/x"', '"-Duser.home=/x"', "-D user.home=/x", "-D=user.home=/x"),
    *("-Duser.home =/x", "-XDuser.home=/x", "-define=user.home=/x", '--define="user.home=/x"'),
    *("-pl=../other", "--projects=../other", "-projects=api,../other", "--resume-from=../other"),
    *("-pl=/x", "-pl=!../other", "-pl=api/../../x", "-pl=C:/x", "-pl=..", '"-pl=../x"'),
    "-Dmaven.multiModuleProjectDirectory=/x",
    *("--define=maven.multiModuleProjectDirectory=/x", "-Dmaven.settings=/x"),
    *(
        "-Dmvnd.propertiesPath=/x",
        "-Dmvnd.home=/x",
        "-Dmvnd.registry=/x",
        "-Dmvnd.daemonStorage=/x",
    ),
    *('"-f"', '"-f', '"--file=/x"', "-Xf/etc/pom.xml", "-eXs/x", "-fail/../../x", "-Bgs/x"),
]
QUIET = "-Dorg.slf4j.simpleLogger."
SILENT = [
    *(f"{QUIET}defaultLogLevel=error", f"{QUIET}logFile=/x", f"{QUIET}levelInBrackets=false"),
    *("-Dmaven.logger.defaultLogLevel=off", "--define=maven.logger.logFile=/x"),
]
SILENT += ["--qui", "-qu", "--log", "-log-file=/x"]
SILENT += ["-q", "--quiet", "-quiet", "-l", "-l/x.log", "--log-file=/x", "-Xq", "-el/x", '"-q"']


@pytest.mark.parametrize(
    "arg",
    [
        *("", "-v", "--version", "-h", "--help", "--stop", "--status", "--purge", "--diag"),
        *("-ep", "-ep=x", "-emp", "--encrypt-password", "--encrypt-master-password", "--enc=x"),
        *("-encrypt-password", "--vers", "-version", "-Xv", "-eh", '"-v"', '"-emp"'),
    ],
)
def test_what_builds_nothing_is_refused(arg: str) -> None:
    with pytest.raises(ToolError):
        check_args([arg], any_args=True)


def test_ordinary_arguments_are_passed() -> None:
    check_args(ALLOWED, any_args=False)


@pytest.mark.parametrize("arg", OUTSIDE)
def test_what_leads_outside_the_project_is_refused_unless_allowed(arg: str) -> None:
    with pytest.raises(ToolError, match="lead outside the project"):
        check_args(["-o", arg], any_args=False)
    check_args([arg], any_args=True)


@pytest.mark.parametrize("option", ["-pl", "--projects", "-projects", "-rf", '"-pl"'])
@pytest.mark.parametrize("value", ["../other", "api,../other", '"../other"', "!../other", "/x"])
def test_projects_in_an_argument_of_their_own_are_seen(option: str, value: str) -> None:
    with pytest.raises(ToolError, match="lead outside the project"):
        check_args([option, value], any_args=False)
    check_args([option, "api", value], any_args=False)


@pytest.mark.parametrize("option", ["-D", "--define", "--defi", "-define", '"-D"'])
@pytest.mark.parametrize(
    "value",
    [
        *("maven.multiModuleProjectDirectory=/x", "maven.logger.logFile=/x", "user.home=/x"),
        *('"user.home=/x"', " maven.conf=/x"),
    ],
)
def test_a_property_in_an_argument_of_its_own_is_seen(option: str, value: str) -> None:
    with pytest.raises(ToolError):
        check_args([option, value], any_args=False)


@pytest.mark.parametrize("arg", SILENT)
@pytest.mark.parametrize("any_args", [False, True])
def test_what_silences_maven_is_always_refused(arg: str, *, any_args: bool) -> None:
    with pytest.raises(ToolError, match="the page is made from what Maven prints"):
        check_args([arg], any_args=any_args)


@pytest.mark.parametrize("arg", ["a\0b", "\ud800"])
def test_what_no_program_can_be_given_is_refused(arg: str) -> None:
    with pytest.raises(ToolError, match="can't be passed"):
        check_args([arg], any_args=True)


OPTIONS = st.sampled_from(
    ["-t", "--toolchains", "-gt", "-s", "-f", "-D", "--define", "-pl", "-X", "-e", "-T", "-l", "--"]
)
PARTS = st.lists(
    OPTIONS | st.sampled_from(['"', "=", " ", "user.home", "/x", "../y", "-", ","]), max_size=5
)


@given(st.lists(PARTS.map("".join) | st.text(), max_size=4))
def test_any_arguments_are_passed_or_refused(args: list[str]) -> None:
    try:
        check_args(args, any_args=False)
    except ToolError:
        return
    assert "-t" not in args
    assert not any(arg.startswith("-Duser.home") for arg in args)


class TestGoals:
    @pytest.mark.parametrize(
        "goal",
        [
            "verify",
            "generate-test-sources",
            "versions:display-dependency-updates",
            "surefire:test@default-test",
            "org.codehaus.mojo:exec-maven-plugin:3.5.0:java@run-it",
            "my.prefix:goal",
        ],
    )
    def test_phases_and_goals_pass(self, goal: str) -> None:
        assert check_goals(["clean", goal]) == ("clean", goal)

    def test_none_is_refused(self) -> None:
        with pytest.raises(ToolError, match="`goals` is empty"):
            check_goals([])

    @pytest.mark.parametrize("goal", ["-DskipTests", "-f", "--file=/x"])
    def test_options_belong_in_args(self, goal: str) -> None:
        with pytest.raises(ToolError, match="is an option") as refused:
            check_goals(["verify", goal])
        assert refused.value.remedy == "Put it in `args`."

    @pytest.mark.parametrize("goal", ["clean verify", "clean,verify"])
    def test_several_in_one_are_told_apart(self, goal: str) -> None:
        with pytest.raises(ToolError) as refused:
            check_goals([goal])
        assert refused.value.remedy == "Give them one each: clean, verify."

    @pytest.mark.parametrize("goal", ["", " ", "a b c:", "$(ls)", "a:b:c:d:e", "@file", "a\nb;"])
    def test_what_is_no_goal_is_refused(self, goal: str) -> None:
        with pytest.raises(ToolError, match="no phase or goal"):
            check_goals([goal])

    @given(st.lists(st.text()))
    def test_any_texts_are_goals_or_refused(self, goals: list[str]) -> None:
        try:
            passed = check_goals(goals)
        except ToolError:
            return
        assert all(goal[0] not in "-@" and "\0" not in goal for goal in passed)


def test_an_operation_is_called_by_its_goals() -> None:
    assert name_operation(["clean", "verify"]) == "Run clean verify"
    assert len(name_operation(["versions:display-dependency-updates"] * 9)) == 80

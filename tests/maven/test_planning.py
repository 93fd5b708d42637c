"""What Maven is told."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from pageful.maven.projects.planning import Plan, plan_build
from pageful.maven.projects.project import Project
from pageful.maven.request.build_request import BuildRequest
from pageful.tool.errors import ToolError

LENIENT = ("-Dsurefire.failIfNoSpecifiedTests=false", "-DfailIfNoTests=false")
ALSO = ("-Dfailsafe.failIfNoSpecifiedTests=false", "-Dit.failIfNoSpecifiedTests=false")
FAILSAFE = "<plugin><artifactId>maven-failsafe-plugin</artifactId></plugin>"


def plan(root: Path, content: str = "", goal: str = "test", **more: Any) -> Plan:
    (root / "pom.xml").write_text(f"<project>{content}</project>")
    return plan_build(
        BuildRequest("Test", (goal,), more.pop("args", ()), 10, **more), Project(root)
    )


class TestFilters:
    def test_one_is_told_to_old_and_new_surefire(self, tmp_path: Path) -> None:
        found = plan(tmp_path, test_filter="CartTest#adds(int)[2]", args=("-o",))
        assert found == Plan(("test",), ("-Dtest=CartTest#adds", *LENIENT, "-o"))

    def test_with_integration_tests_each_plugin_gets_its_own(self, tmp_path: Path) -> None:
        build = f"<build><plugins>{FAILSAFE}</plugins></build>"
        found = plan(tmp_path, build, "verify", test_filter="CartTest,OrderIT")
        assert found.args == ("-Dtest=CartTest", "-Dit.test=OrderIT", *LENIENT, *ALSO)
        found = plan(tmp_path, build, "install", test_filter="OrderIT#adds")
        assert found.args[:2] == ("-Dtest=NoTestIsMeant", "-Dit.test=OrderIT#adds")

    def test_without_failsafe_in_the_pom_both_get_all(self, tmp_path: Path) -> None:
        found = plan(tmp_path, goal="verify", test_filter="OrderIT")
        assert found.args[:2] == ("-Dtest=OrderIT", "-Dit.test=OrderIT")

    def test_before_integration_tests_it_is_surefires_alone(self, tmp_path: Path) -> None:
        build = f"<build><plugins>{FAILSAFE}</plugins></build>"
        found = plan(tmp_path, build, "package", test_filter="OrderIT")
        assert found.args == ("-Dtest=OrderIT", *LENIENT)


class TestModules:
    @pytest.fixture
    def shop(self, tmp_path: Path) -> Path:
        (tmp_path / "api").mkdir()
        (tmp_path / "api/pom.xml").write_text(
            "<project><artifactId>shop-api</artifactId></project>"
        )
        return tmp_path

    LISTED = "<modules><module>api</module></modules>"

    def test_they_are_selected_with_what_they_need(self, shop: Path) -> None:
        found = plan(shop, self.LISTED, modules=("api",), test_filter="CartTest")
        assert found.args == ("-pl", ":shop-api", "-am", "-Dtest=CartTest", *LENIENT)

    def test_an_unknown_one_is_refused(self, shop: Path) -> None:
        with pytest.raises(ToolError, match="There is no module 'app'"):
            plan(shop, self.LISTED, modules=("app",))

    def test_so_is_any_where_there_are_none(self, tmp_path: Path) -> None:
        with pytest.raises(ToolError, match="this one has none"):
            plan(tmp_path, modules=("api",))

    def test_with_test_only_they_are_selected_too(self, shop: Path) -> None:
        found = plan(shop, self.LISTED, modules=("api",), test_only=True)
        assert found.goals == ("surefire:test@default-test",)
        assert found.args == ("-pl", ":shop-api", "-am")


def test_failing_tests_get_another_chance_from_both_plugins(tmp_path: Path) -> None:
    assert plan(tmp_path, args=("-o",), reruns=2).args == (
        "-o",
        "-Dsurefire.rerunFailingTestsCount=2",
        "-Dfailsafe.rerunFailingTestsCount=2",
    )
    assert plan(tmp_path, args=("-o",)).args == ("-o",)


MODULES = "<modules><module>api</module><module>-f</module></modules>"


@pytest.fixture
def reactor(tmp_path: Path) -> Path:
    """A reactor of two modules, one of them in a directory that looks like an option."""
    root = tmp_path / "shop"
    for name in ("shop/api", "shop/-f", "other"):
        (tmp_path / name).mkdir(parents=True)
        artifact = f"<groupId>g</groupId><artifactId>{name.rpartition('/')[2]}</artifactId>"
        (tmp_path / name / "pom.xml").write_text(f"<project>{artifact}</project>")
    return root


@pytest.mark.parametrize(
    "name",
    [
        *("../other", "../shop/../other", "api/../../other", "..", "/", "!../other", "other"),
        *(",", "api,", "api,,api", "!", ":", "", " ", "-pl", "--file", "-s/x", "api -f x", "*"),
        *("api\n-f", '"api"', "$(touch x)", "@x", ":api:x", "\0", "\ud800"),
    ],
)
def test_what_is_no_module_of_the_reactor_never_gets_to_maven(reactor: Path, name: str) -> None:
    with pytest.raises(ToolError, match="There is no module"):
        plan(reactor, MODULES, modules=(name,))
    with pytest.raises(ToolError, match="There is no module"):
        plan(reactor, MODULES, modules=("api", name))


@pytest.mark.parametrize(
    ("name", "selected"),
    [
        *(("api", ":api"), (":api", ":api"), ("g:api", ":api"), ("./x/../api", ":api")),
        *(("-f", ":-f"), ("!-f", "!:-f"), ("!api", "!:api")),
    ],
)
def test_modules_are_told_to_maven_by_names_that_are_no_options(
    reactor: Path, name: str, selected: str
) -> None:
    also = () if name.startswith("!") else ("-am",)
    assert plan(reactor, MODULES, modules=(name,)).args == ("-pl", selected, *also)

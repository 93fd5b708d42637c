"""How POMs set up Surefire and Failsafe."""

from __future__ import annotations

from pathlib import Path

import pytest

from pageful.maven.projects.pom import Pom, PomReader
from pageful.maven.projects.surefire_setup import integration_patterns, quick_run_obstacle


def pom(directory: Path, *plugins: str, more: str = "") -> Pom:
    text = f"<project>{more}<build><plugins>{''.join(plugins)}</plugins></build></project>"
    (directory / "pom.xml").write_text(text)
    found = PomReader().pom(directory / "pom.xml")
    assert found
    return found


def plugin(inner: str, artifact: str = "maven-surefire-plugin") -> str:
    return f"<plugin><artifactId>{artifact}</artifactId>{inner}</plugin>"


def execution(name: str, goal: str = "test", phase: str = "test") -> str:
    named = f"<id>{name}</id>" if name else ""
    return plugin(
        f"<executions><execution>{named}<phase>{phase}</phase><goals><goal>{goal}</goal></goals>"
        "</execution></executions>"
    )


def arguments(text: str) -> str:
    return plugin(f"<configuration><argLine>{text}</argLine></configuration>")


class TestObstacles:
    @pytest.mark.parametrize("name", ["slow", ""])
    def test_another_execution_is_one(self, tmp_path: Path, name: str) -> None:
        assert quick_run_obstacle(pom(tmp_path, execution(name))) == (
            f"Surefire has an execution {name or 'default'!r} besides default-test"
        )

    @pytest.mark.parametrize(
        "setup",
        ["", execution("default-test"), execution("x", "help"), execution("x", phase="none")],
    )
    def test_what_runs_no_other_tests_is_none(self, tmp_path: Path, setup: str) -> None:
        assert quick_run_obstacle(pom(tmp_path, setup)) is None

    @pytest.mark.parametrize(
        "text",
        [
            "@{argLine} -Xmx1g",
            "-javaagent:${org.mockito:mockito-core:jar}",
            "-Dport=${port}",
            "${late}",
        ],
    )
    def test_a_property_that_a_plugin_sets_is_one(self, tmp_path: Path, text: str) -> None:
        found = quick_run_obstacle(pom(tmp_path, arguments(text)))
        assert found
        assert "which an earlier phase may set" in found

    @pytest.mark.parametrize(
        "text",
        [
            "-Xmx${memory}",
            "@{memory}",
            "-Dx=${project.build.directory}/${surefire.forkNumber} ${basedir} ${env.HOME}",
        ],
    )
    def test_one_that_has_a_value_is_none(self, tmp_path: Path, text: str) -> None:
        more = "<properties><memory>1g</memory></properties>"
        assert quick_run_obstacle(pom(tmp_path, arguments(text), more=more)) is None

    def test_the_property_of_surefires_own_counts(self, tmp_path: Path) -> None:
        more = "<properties><argLine>-Xmx1g @{jacoco}</argLine></properties>"
        assert quick_run_obstacle(pom(tmp_path, more=more))
        assert quick_run_obstacle(pom(tmp_path, more=more.replace("@{jacoco}", ""))) is None

    def test_a_tool_chain_is_one(self, tmp_path: Path) -> None:
        assert quick_run_obstacle(pom(tmp_path, plugin("", "maven-toolchains-plugin")))

    def test_one_in_a_profile_or_of_a_parent_counts(self, tmp_path: Path) -> None:
        build = f"<build><plugins>{execution('slow')}</plugins></build>"
        profiles = f"<profiles><profile>{build}</profile></profiles>"
        pom(tmp_path, more=f"<artifactId>p</artifactId>{profiles}")
        (tmp_path / "a").mkdir()
        parent = "<parent><artifactId>p</artifactId></parent>"
        assert quick_run_obstacle(pom(tmp_path / "a", more=parent))


class TestIntegrationTests:
    def test_without_failsafe_there_are_none(self, tmp_path: Path) -> None:
        assert integration_patterns([pom(tmp_path)]) == ()

    def test_they_are_failsafes_own(self, tmp_path: Path) -> None:
        found = integration_patterns([pom(tmp_path, plugin("", "maven-failsafe-plugin"))])
        assert found == ("**/IT*.java", "**/*IT.java", "**/*ITCase.java")

    def test_or_what_the_pom_says(self, tmp_path: Path) -> None:
        inner = "<configuration><includes><include> **/*Check.java </include></includes>"
        failsafe = plugin(f"{inner}</configuration>", "maven-failsafe-plugin")
        assert integration_patterns([pom(tmp_path, failsafe)]) == ("**/*Check.java",)

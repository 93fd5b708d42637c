"""What builds packaged."""

from __future__ import annotations

from pathlib import Path

import pytest

from evidence import captured_build
from pageful.builds.results import Artifact
from pageful.maven.logs.build_log import BuildLog
from pageful.maven.logs.failed_goal import failed_goals
from pageful.maven.logs.log import parse_log
from pageful.maven.projects.artifacts import built_artifacts, makes_artifacts, stamps_of_artifacts
from pageful.maven.projects.project import Project

ELF = b"\x7fELF" + bytes(60)
JAR = "[INFO] --- maven-jar-plugin:3.4.1:jar (default-jar) @ cart ---"
_POM = "<project><artifactId>cart</artifactId><version>1</version>{}</project>"


def made(project: Path, *names: str, content: bytes = b"x" * 10) -> None:
    for name in names:
        file = project / "target" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content)


@pytest.fixture
def project(tmp_path: Path) -> Project:
    (tmp_path / "pom.xml").write_text(_POM.format(""))
    return Project(tmp_path)


def built(project: Project, *lines: str) -> list[str]:
    log = BuildLog.read(parse_log(lines))
    failed = {goal.module for goal in failed_goals(log)}
    return [each.path for each in built_artifacts(project, {}, log.reactor.packaged, failed)]


class TestCapturedBuilds:
    def test_a_jar_and_a_war_come_with_their_sizes(self) -> None:
        assert captured_build("jar_and_war").artifacts == (
            Artifact("core/target/shop-core-1.0.0.jar", 2565),
            Artifact("core/target/shop-core-1.0.0-sources.jar", 1983),
            Artifact("web/target/shop-web-1.0.0.war", 3016),
        )

    @pytest.mark.parametrize("name", ["integration_fork_crash", "failing_integration_test"])
    def test_a_module_that_failed_has_none(self, name: str) -> None:
        assert captured_build(name).artifacts == ()


def test_the_main_one_is_first_and_companions_are_last(project: Project) -> None:
    names = ("a.zip", "cart-1-javadoc.jar", "cart-1-sources.jar", "cart-1-exec.jar", "cart-1.jar")
    made(project.root, *names)
    assert built(project) == [
        "target/cart-1.jar",
        "target/a.zip",
        "target/cart-1-exec.jar",
        "target/cart-1-javadoc.jar",
        "target/cart-1-sources.jar",
    ]


def test_archives_installers_and_native_programs_are_some(project: Project) -> None:
    made(project.root, "cart-1-bin.tar.gz", "dist/cart_1.deb", "quarkus-app/quarkus-run.jar")
    made(project.root, "cart", "cart-1.0", content=ELF)
    for name in ("cart", "cart-1.0"):
        (project.root / "target" / name).chmod(0o755)
    assert len(built(project)) == 5


def test_what_was_only_needed_to_make_them_is_none(project: Project) -> None:
    made(project.root, "original-cart-1.jar", "cart-1.jar.original", "jacoco.exec", "x.lst")
    made(project.root, "classes/a.jar", "surefire/x.jar", "run.sh")
    made(project.root, "library", content=ELF)
    (project.root / "target/run.sh").chmod(0o755)
    assert built(project) == []


def test_a_build_within_a_test_takes_none_away(project: Project) -> None:
    made(project.root, "cart-1.jar")
    inner = "[ERROR] Failed to execute goal org.x:y-plugin:1:z (a) on project cart: no"
    assert built(project, inner, JAR, "[INFO] BUILD SUCCESS") == ["target/cart-1.jar"]


class TestUnchanged:
    def test_what_was_packaged_again_and_is_the_same_is_unchanged(self, project: Project) -> None:
        made(project.root, "cart-1.jar", "cart-1-sources.jar", "cart-0.9.jar")
        before = stamps_of_artifacts(project)
        assert built_artifacts(project, before, ("cart",), ()) == (
            Artifact("target/cart-1.jar", 10, unchanged=True),
            Artifact("target/cart-1-sources.jar", 10, unchanged=True),
        )

    def test_what_is_of_an_earlier_build_alone_is_not_there(self, project: Project) -> None:
        made(project.root, "cart-1.jar")
        assert built_artifacts(project, stamps_of_artifacts(project), (), ()) == ()

    def test_what_was_written_again_is_changed(self, project: Project) -> None:
        made(project.root, "cart-1.jar")
        before = stamps_of_artifacts(project)
        made(project.root, "cart-1.jar", content=b"other")
        assert built_artifacts(project, before, (), ()) == (Artifact("target/cart-1.jar", 5),)


def test_the_pom_says_where_they_are_and_what_they_are_called(tmp_path: Path) -> None:
    build = "<build><directory>out</directory><finalName>${project.artifactId}</finalName></build>"
    (tmp_path / "pom.xml").write_text(_POM.format(build))
    (tmp_path / "out").mkdir()
    for name in ("a.jar", "cart.jar"):
        (tmp_path / "out" / name).touch()
    assert built(Project(tmp_path)) == ["out/cart.jar", "out/a.jar"]


def test_those_of_a_failed_module_are_left_out(project: Project) -> None:
    made(project.root, "cart-1.war")
    failed = "[ERROR] Failed to execute goal a:b:1:war (default-war) on project cart: half of it"
    assert built(project, failed) == []


@pytest.mark.parametrize(
    ("goals", "makes"),
    [(("package",), True), (("clean", "verify"), True), (("jar:jar",), True), (("test",), False)],
)
def test_goals_from_package_on_make_them(goals: tuple[str, ...], *, makes: bool) -> None:
    assert makes_artifacts(goals) is makes

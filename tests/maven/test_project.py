"""Projects on disk, and the Maven that builds them."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pageful.maven.projects.maven_program import maven_program
from pageful.maven.projects.module import Module
from pageful.maven.projects.project import Project
from pageful.tool.errors import ToolError

XMLNS = 'xmlns="http://maven.apache.org/POM/4.0.0"'


def pom(directory: Path, content: str = "", attributes: str = XMLNS) -> Path:
    directory.mkdir(parents=True, exist_ok=True)
    (directory / "pom.xml").write_text(f"<project {attributes}>{content}</project>")
    return directory


def source(root: Path, path: str) -> None:
    file = root / path
    file.parent.mkdir(parents=True, exist_ok=True)
    file.touch()


def _listing(*names: str) -> str:
    return f"<modules>{''.join(f'<module>{name}</module>' for name in names)}</modules>"


def packages(root: Path) -> tuple[str, ...]:
    return Project.at(root).packages


class TestDirectories:
    def test_a_project_has_a_pom(self, tmp_path: Path) -> None:
        assert Project.at(pom(tmp_path)).root == tmp_path.resolve()

    @pytest.mark.parametrize("name", ["missing", "~no-such-user-here/x", "a\0b"])
    def test_no_directory_is_said(self, name: str) -> None:
        with pytest.raises(ToolError, match="There is no directory"):
            Project.at(Path(name))

    def test_no_pom_is_said_with_the_nearest(self, tmp_path: Path) -> None:
        pom(tmp_path / "shop")
        (tmp_path / "shop/src").mkdir()
        with pytest.raises(ToolError, match=f"The nearest is {tmp_path / 'shop'}"):
            Project.at(tmp_path / "shop/src")
        with pytest.raises(ToolError, match=f"The nearest is {tmp_path / 'shop'}"):
            Project.at(tmp_path)

    def test_a_pom_may_have_another_name(self, tmp_path: Path) -> None:
        (pom(tmp_path) / "pom.xml").rename(tmp_path / "other.xml")
        assert Project.at(tmp_path, "other.xml").poms
        assert Project.at(tmp_path, str(tmp_path / "other.xml")).poms
        with pytest.raises(ToolError, match="There is no pom"):
            Project.at(tmp_path)
        for name in ("missing.xml", "a\0b", "../other.xml"):
            with pytest.raises(ToolError, match="There is no pom"):
                Project.at(tmp_path, name)

    def test_a_pom_that_is_a_directory_is_said(self, tmp_path: Path) -> None:
        (tmp_path / "pom.xml").mkdir()
        with pytest.raises(ToolError, match="can't be read"):
            Project.at(tmp_path)


class TestModules:
    @pytest.mark.parametrize(
        "content",
        [
            "<modules><module>a</module></modules>",
            "<profiles><profile><modules><module>a</module></modules></profile></profiles>",
            "<subprojects><subproject>a</subproject></subprojects>",
        ],
    )
    @pytest.mark.parametrize(
        "attributes", [XMLNS, "", XMLNS.replace("4.0.0", "4.1.0")], ids=["4.0", "none", "4.1"]
    )
    def test_a_pom_with_modules_is_a_reactor(
        self, tmp_path: Path, content: str, attributes: str
    ) -> None:
        pom(tmp_path, content, attributes)
        pom(tmp_path / "a")
        project = Project.at(tmp_path)
        assert project.is_reactor
        assert [pom.directory for pom in project.poms] == [tmp_path, tmp_path / "a"]

    def test_they_come_after_the_aggregator_that_lists_them(self, tmp_path: Path) -> None:
        pom(tmp_path, _listing("services", "app"))
        pom(tmp_path / "services", _listing("billing", "../app"))
        for name in ("services/billing", "app"):
            pom(tmp_path / name)
        names = ["", "services", "services/billing", "app"]
        poms = Project.at(tmp_path).poms
        assert [pom.directory for pom in poms] == [tmp_path / name for name in names]

    def test_they_may_be_outside_the_root_or_poms_of_another_name(self, tmp_path: Path) -> None:
        root = pom(tmp_path / "root", _listing("../other", "it/tests.xml", "pom.xml"))
        pom(tmp_path / "other", "<artifactId>other</artifactId>")
        (root / "it").mkdir()
        (root / "it" / "tests.xml").write_text("<project><artifactId>it</artifactId></project>")
        found = Project.at(root).modules
        assert [(each.artifact, each.directory) for each in found[1:]] == [
            ("other", "../other"),
            ("it", "it"),
        ]

    def test_each_tells_of_itself(self, tmp_path: Path) -> None:
        pom(
            tmp_path,
            "<groupId>g</groupId><artifactId>shop</artifactId><packaging>pom</packaging>"
            "<version>1</version>" + _listing("core", "web"),
        )
        parent = "<parent><groupId>g</groupId><artifactId>shop</artifactId></parent>"
        tests = "<dependency><groupId>${project.groupId}</groupId><artifactId>core</artifactId>"
        kind = "<type>test-jar</type></dependency>"
        pom(tmp_path / "core", f"{parent}<artifactId>core</artifactId><version>2</version>")
        pom(
            tmp_path / "web",
            f"{parent}<artifactId>web</artifactId><name>Web</name><packaging>war</packaging>"
            f"<dependencies>{tests}{kind}</dependencies>",
        )
        root, core, web = Project.at(tmp_path).modules
        assert (root.directory, root.packaging, root.key) == (".", "pom", "g:shop")
        assert core == Module("g", "core", "2", "core", "core")
        assert web == Module(
            *("g", "web", "", "Web", "web", "war"),
            needs=frozenset({"g:core"}),
            needs_tests=frozenset({"g:core"}),
        )

    def test_those_of_profiles_say_so_and_what_they_list_too(self, tmp_path: Path) -> None:
        pom(tmp_path, f"<profiles><profile>{_listing('a')}</profile></profiles>{_listing('b')}")
        pom(tmp_path / "a", _listing("c") + "<artifactId>a</artifactId>")
        pom(tmp_path / "a" / "c", "<artifactId>c</artifactId>")
        pom(tmp_path / "b", "<artifactId>b</artifactId>")
        found = {each.artifact: each.in_profile for each in Project.at(tmp_path).modules}
        assert found == {"": False, "a": True, "c": True, "b": False}

    def test_what_is_missing_broken_or_listed_in_a_circle_is_left_out(self, tmp_path: Path) -> None:
        pom(tmp_path, _listing("gone", "broken", "a", "a\\", "x" * 5000))
        (tmp_path / "broken").mkdir()
        (tmp_path / "broken" / "pom.xml").write_text("<project>")
        pom(tmp_path / "a", _listing("..", ".", "../a"))
        poms = Project.at(tmp_path).poms
        assert [pom.directory for pom in poms] == [tmp_path, tmp_path / "a"]

    def test_maven_4_finds_those_that_nobody_lists(self, tmp_path: Path) -> None:
        attributes = XMLNS.replace("4.0.0", "4.1.0")
        pom(tmp_path, "<packaging>pom</packaging>", attributes)
        pom(tmp_path / "b")
        pom(tmp_path / "a")
        pom(tmp_path / "a" / "deep")
        project = Project.at(tmp_path)
        assert [pom.directory for pom in project.poms] == [tmp_path, tmp_path / "a", tmp_path / "b"]
        assert project.is_reactor

    def test_any_other_is_none(self, tmp_path: Path) -> None:
        pom(tmp_path, "<modules/>")
        pom(tmp_path / "sample")
        project = Project.at(tmp_path)
        assert not project.is_reactor
        assert [pom.directory for pom in project.poms] == [tmp_path]

    @pytest.mark.parametrize(
        "text", ["<project>", '<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/hosts">]><p>&e;</p>']
    )
    def test_a_broken_pom_is_left_to_maven(self, tmp_path: Path, text: str) -> None:
        (tmp_path / "pom.xml").write_text(text)
        project = Project.at(tmp_path)
        assert not project.is_reactor
        assert project.packages == ()


_PIECES = st.sampled_from(
    [
        *("<modules>", "</modules>", "<module>", "</module>", "a", "..", ".", "${a}", "$", "{"),
        *("<parent>", "</parent>", "<relativePath>", "</relativePath>", "<a>", "</a>", "\\", "/"),
        *("<properties>", "</properties>", "<artifactId>", "</artifactId>", "<build>", "</build>"),
    ]
)


@given(st.lists(_PIECES, max_size=30).map("".join) | st.text() | st.binary())
def test_any_pom_has_modules_and_packages(
    tmp_path_factory: pytest.TempPathFactory, content: str | bytes
) -> None:
    root = tmp_path_factory.mktemp("any")
    text = content.encode("utf-8", "replace") if isinstance(content, str) else content
    (root / "pom.xml").write_bytes(b"<project>" + text + b"</project>")
    project = Project(root)
    assert not project.poms or project.poms[0].directory == root
    assert len(project.modules) != 1 or project.is_reactor
    assert len(project.packages) <= len(project.poms)


class TestPackages:
    def test_it_is_the_projects_own_group(self, tmp_path: Path) -> None:
        pom(tmp_path, "<parent><groupId>org.parent</groupId></parent><groupId> com.shop </groupId>")
        source(tmp_path, "src/main/java/com/shop/cart/Cart.java")
        source(tmp_path, "src/main/java/org/parent/Copy.java")
        assert packages(tmp_path) == ("com.shop",)

    def test_a_parents_group_says_nothing(self, tmp_path: Path) -> None:
        pom(tmp_path, "<parent><groupId>org.parent</groupId></parent>")
        source(tmp_path, "src/main/java/com/shop/cart/Cart.java")
        source(tmp_path, "src/main/java/com/shop/stock/Stock.java")
        assert packages(tmp_path) == ("com.shop",)

    def test_a_group_that_holds_no_source_is_not_the_package(self, tmp_path: Path) -> None:
        pom(tmp_path, "<groupId>com.company.products</groupId>")
        source(tmp_path, "src/main/java/net/shop/Cart.java")
        assert packages(tmp_path) == ("net.shop",)

    @pytest.mark.parametrize("path", ["main/kotlin", "test/java", "main/scala", "test/groovy"])
    def test_other_sources_count_too(self, tmp_path: Path, path: str) -> None:
        pom(tmp_path)
        source(tmp_path, f"src/{path}/net/shop/Cart.kt")
        assert packages(tmp_path) == ("net.shop",)

    def test_a_module_descriptor_is_in_no_package(self, tmp_path: Path) -> None:
        pom(tmp_path)
        source(tmp_path, "src/main/java/module-info.java")
        source(tmp_path, "src/main/java/net/shop/Cart.java")
        assert packages(tmp_path) == ("net.shop",)

    def test_directories_that_are_no_packages_do_not_count(self, tmp_path: Path) -> None:
        pom(tmp_path)
        source(tmp_path, "src/main/java/META-INF/x")
        source(tmp_path, "src/main/java/net/shop/Cart.java")
        assert packages(tmp_path) == ("net.shop",)

    @pytest.mark.parametrize(
        "paths", [[], ["Main.java"], ["shop/Cart.java"], ["a/b/C.java", "d/E.java"]]
    )
    def test_sources_without_a_common_root_have_none(
        self, tmp_path: Path, paths: list[str]
    ) -> None:
        pom(tmp_path)
        for path in paths:
            source(tmp_path, f"src/main/java/{path}")
        assert packages(tmp_path) == ()

    def test_each_module_has_its_own(self, tmp_path: Path) -> None:
        listed = "<module>a</module><module>b</module>"
        pom(tmp_path, f"<groupId>g</groupId><modules>{listed}</modules>")
        for name, group in (("a", "com.a"), ("b", "com.b")):
            pom(tmp_path / name, f"<groupId>{group}</groupId>")
            source(tmp_path / name, f"src/main/java/com/{name}/X.java")
        assert packages(tmp_path) == ("com.a", "com.b")

    def test_sources_may_be_elsewhere(self, tmp_path: Path) -> None:
        pom(tmp_path, "<build><sourceDirectory>code</sourceDirectory></build>")
        source(tmp_path, "code/net/shop/Cart.java")
        assert packages(tmp_path) == ("net.shop",)

    def test_a_group_that_no_directory_can_be_called_is_none(self, tmp_path: Path) -> None:
        pom(tmp_path, f"<groupId>{'x' * 5000}</groupId>")
        assert packages(tmp_path) == ()

    def test_a_link_in_a_circle_ends(self, tmp_path: Path) -> None:
        pom(tmp_path)
        (tmp_path / "src/main/java").mkdir(parents=True)
        (tmp_path / "src/main/java/loop").symlink_to(".", target_is_directory=True)
        packages(tmp_path)


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A directory that is all of the PATH, with programs called mvn and java."""
    directory = tmp_path / "bin"
    directory.mkdir()
    for name in ("mvn", "java"):
        (directory / name).write_text("#!/bin/sh\n")
        (directory / name).chmod(0o755)
    monkeypatch.setenv("PATH", str(directory))
    monkeypatch.delenv("JAVA_HOME", raising=False)
    return directory


@pytest.mark.skipif(os.name == "nt", reason="programs of another system")
class TestMaven:
    def test_it_is_the_installed_one(self, tmp_path: Path, installed: Path) -> None:
        assert maven_program(Project.at(pom(tmp_path / "p")).root) == (str(installed / "mvn"),)

    @pytest.mark.parametrize(("mode", "start"), [(0o755, ()), (0o644, ("sh",))])
    def test_the_projects_wrapper_comes_first(
        self, tmp_path: Path, installed: Path, mode: int, start: tuple[str, ...]
    ) -> None:
        wrapper = pom(tmp_path / "p") / "mvnw"
        wrapper.touch(mode)
        wrapper.chmod(mode)
        assert maven_program(Project.at(tmp_path / "p").root) == (*start, str(wrapper))

    def test_no_maven_is_said(self, tmp_path: Path, installed: Path) -> None:
        (installed / "mvn").unlink()
        with pytest.raises(ToolError, match="Maven is not installed"):
            maven_program(Project.at(pom(tmp_path / "p")).root)

    def test_no_jdk_is_said(
        self, tmp_path: Path, installed: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        project = Project.at(pom(tmp_path / "p"))
        monkeypatch.setenv("JAVA_HOME", str(tmp_path / "none"))
        with pytest.raises(ToolError, match="There is no JDK"):
            maven_program(project.root)
        monkeypatch.delenv("JAVA_HOME")
        (installed / "java").unlink()
        with pytest.raises(ToolError, match="There is no JDK"):
            maven_program(project.root)

"""POMs on disk: what they say themselves, and what they inherit from parents beside them."""

from __future__ import annotations

from pathlib import Path
from xml.etree.ElementTree import Element

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pageful.maven.projects.pom import Pom, PomReader, pom_file

PARENT = """
<groupId>com.shop</groupId><artifactId>shop</artifactId><version>${revision}</version>
<packaging>pom</packaging>
<properties><revision>2.1</revision><suffix>-x</suffix></properties>
<build><directory>${project.basedir}/out</directory></build>
"""
CHILD = """
<parent><groupId>com.shop</groupId><artifactId>shop</artifactId><version>${revision}</version>
</parent>
<artifactId>shop-api${suffix}</artifactId>
"""


def write(file: Path, content: str, head: str = "<project>") -> Path:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(f"{head}{content}</project>")
    return file


def read(file: Path) -> Pom:
    pom = PomReader().pom(file)
    assert pom
    return pom


@pytest.fixture
def child(tmp_path: Path) -> Pom:
    write(tmp_path / "pom.xml", PARENT)
    return read(write(tmp_path / "api" / "pom.xml", CHILD))


class TestNames:
    def test_what_a_pom_does_not_say_is_its_parents(self, child: Pom) -> None:
        assert (child.group, child.own_group, child.version) == ("com.shop", None, "2.1")

    def test_properties_are_put_in(self, child: Pom) -> None:
        assert (child.artifact, child.name) == ("shop-api-x", "shop-api-x")

    def test_a_module_is_a_jar_unless_it_says_so(self, child: Pom) -> None:
        assert child.packaging == "jar"
        assert child.parents[0].packaging == "pom"

    def test_a_name_may_be_made_of_others(self, tmp_path: Path) -> None:
        text = "<groupId>g</groupId><artifactId>a</artifactId><name>${project.groupId} :: "
        pom = read(write(tmp_path / "pom.xml", f"{text}${{project.artifactId}} ${{gone}}</name>"))
        assert pom.name == "g :: a ${gone}"

    def test_a_pom_without_names_has_empty_ones(self, tmp_path: Path) -> None:
        pom = read(write(tmp_path / "pom.xml", ""))
        assert (pom.group, pom.artifact, pom.version) == ("", "", "")


class TestParents:
    def test_directories_are_the_childs_own(self, child: Pom) -> None:
        assert child.inherited_text("build/directory") == f"{child.directory}/out"

    def test_another_pom_in_the_place_of_the_parent_is_none(self, tmp_path: Path) -> None:
        write(tmp_path / "pom.xml", PARENT.replace(">shop<", ">other<"))
        assert read(write(tmp_path / "api/pom.xml", CHILD)).parents == ()

    def test_an_empty_path_means_that_it_is_in_a_repository(self, tmp_path: Path) -> None:
        write(tmp_path / "pom.xml", PARENT)
        text = CHILD.replace("</parent>", "<relativePath/></parent>")
        assert read(write(tmp_path / "api/pom.xml", text)).parents == ()

    @pytest.mark.parametrize("path", ["../base", "../base/pom.xml", "..\\base"])
    def test_it_may_be_elsewhere(self, tmp_path: Path, path: str) -> None:
        write(tmp_path / "base/pom.xml", PARENT)
        text = CHILD.replace("</parent>", f"<relativePath>{path}</relativePath></parent>")
        assert read(write(tmp_path / "api/pom.xml", text)).version == "2.1"

    def test_poms_that_are_each_others_parents_end(self, tmp_path: Path) -> None:
        content = "<artifactId>a</artifactId><parent><artifactId>a</artifactId></parent>"
        directory = tmp_path
        for _ in range(60):
            write(directory / "pom.xml", content)
            directory /= "d"
        assert len(read(directory.parent / "pom.xml").parents) < 60
        loop = content.replace("</parent>", "<relativePath>pom.xml</relativePath></parent>")
        assert read(write(tmp_path / "loop/pom.xml", loop)).artifact == "a"


class TestModules:
    def test_those_of_profiles_are_apart(self, tmp_path: Path) -> None:
        listed = "<modules><module> a </module><module/></modules>"
        also = "<modules><module>a</module><module>it</module></modules>"
        profile = f"<profiles><profile>{also}</profile></profiles>"
        pom = read(write(tmp_path / "pom.xml", listed + profile))
        assert (pom.listed_modules, pom.modules_of_profiles) == (("a",), ("it",))

    @pytest.mark.parametrize(
        ("head", "content", "finds"),
        [
            ("<project>", "<modelVersion>4.1.0</modelVersion><packaging>pom</packaging>", True),
            (
                '<project xmlns="http://maven.apache.org/POM/4.1.0">',
                "<packaging>pom</packaging>",
                True,
            ),
            ("<project>", "<modelVersion>4.0.0</modelVersion><packaging>pom</packaging>", False),
            ("<project>", "<modelVersion>4.1.0</modelVersion>", False),
            (
                "<project>",
                "<modelVersion>4.1.0</modelVersion><packaging>pom</packaging><subprojects/>",
                False,
            ),
        ],
    )
    def test_maven_4_finds_them_where_none_are_listed(
        self, tmp_path: Path, head: str, content: str, *, finds: bool
    ) -> None:
        assert read(write(tmp_path / "pom.xml", content, head)).finds_modules is finds


class TestProperties:
    @pytest.mark.parametrize(
        "values",
        [
            "<a>${b}</a><b>${a}</b>",
            "<a>${a}</a>",
            f"<a>{'${b}' * 200}</a><b>{'${c}' * 200}</b><c>{'x' * 200}</c>",
        ],
    )
    def test_endless_ones_end(self, tmp_path: Path, values: str) -> None:
        pom = read(write(tmp_path / "pom.xml", f"<properties>{values}</properties>"))
        assert len(pom.interpolate("${a}")) <= 10_000

    def test_one_without_a_value_is_known_nevertheless(self, tmp_path: Path) -> None:
        pom = read(write(tmp_path / "pom.xml", "<properties><argLine/></properties>"))
        assert pom.knows("argLine")
        assert not pom.knows("other")
        assert pom.interpolate("@{argLine} -Xmx1g ${other}") == " -Xmx1g ${other}"

    @given(st.text())
    def test_any_text_can_be_asked_for(self, text: str) -> None:
        assert isinstance(Pom(Path("/p/pom.xml"), Element("project")).interpolate(text), str)


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"<project>",
        b"\xff\xfe\x00",
        b'<!DOCTYPE x [<!ENTITY e "x">]><project>&e;</project>',
        b'<?xml version="1.0" encoding="no-such"?><project/>',
    ],
)
def test_what_is_no_pom_is_absent(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "pom.xml").write_bytes(content)
    assert PomReader().pom(tmp_path / "pom.xml") is None


def test_a_pom_that_is_not_there_is_absent(tmp_path: Path) -> None:
    assert PomReader().pom(tmp_path / "pom.xml") is None
    assert PomReader().pom(tmp_path) is None


@pytest.mark.parametrize("name", ["a\0b", "x" * 5000])
def test_a_name_that_no_file_has_means_none(tmp_path: Path, name: str) -> None:
    assert PomReader().pom(pom_file(tmp_path, name)) is None

"""Where modules keep what."""

from __future__ import annotations

from pathlib import Path

import pytest

from pageful.maven.projects.layout import Layout, Resources
from pageful.maven.projects.pom import PomReader


def layout(directory: Path, build: str = "", properties: str = "") -> Layout:
    text = f"<project><properties>{properties}</properties><build>{build}</build></project>"
    (directory / "pom.xml").write_text(text)
    pom = PomReader().pom(directory / "pom.xml")
    assert pom
    return Layout.of(pom)


def test_a_pom_that_says_nothing_means_the_standard(tmp_path: Path) -> None:
    found = layout(tmp_path)
    assert found == Layout.standard(tmp_path)
    assert found.main.output == tmp_path / "target/classes"
    assert found.test.generated == tmp_path / "target/generated-test-sources"
    assert found.test.sources[0] == tmp_path / "src/test/java"
    assert found.main.resources == (
        Resources(tmp_path / "src/main/resources", tmp_path / "target/classes"),
    )


@pytest.mark.parametrize("name", ["checks", "${project.basedir}/checks", "./checks", "${where}"])
def test_tests_may_be_elsewhere(tmp_path: Path, name: str) -> None:
    found = layout(
        tmp_path,
        f"<testSourceDirectory>{name}</testSourceDirectory>",
        "<where>checks</where>",
    )
    assert found.test.sources[0] == tmp_path / "checks"
    assert found.main == Layout.standard(tmp_path).main


def test_the_build_directory_may_be_elsewhere(tmp_path: Path) -> None:
    found = layout(tmp_path, "<directory>build</directory>")
    assert (found.build, found.main.output) == (tmp_path / "build", tmp_path / "build/classes")
    assert found.main.record.is_relative_to(tmp_path / "build")


def test_classes_may_be_elsewhere_in_it(tmp_path: Path) -> None:
    text = "<outputDirectory>${project.build.directory}/main</outputDirectory>"
    assert layout(tmp_path, text).main.output == tmp_path / "target/main"


def test_what_only_a_build_knows_is_taken_for_the_standard(tmp_path: Path) -> None:
    text = "<sourceDirectory>${generated.later}/x</sourceDirectory>"
    assert layout(tmp_path, text).main == Layout.standard(tmp_path).main


class TestResources:
    @pytest.fixture
    def resources(self, tmp_path: Path) -> Resources:
        text = (
            "<resources><resource><directory>.</directory><targetPath>META-INF</targetPath>"
            "<includes><include>LICENSE*</include><include>docs/</include></includes>"
            "<excludes><exclude>**/*.tmp</exclude></excludes></resource></resources>"
        )
        (found,) = layout(tmp_path, text).main.resources
        return found

    def test_a_file_has_its_copy_in_the_target_path(
        self, tmp_path: Path, resources: Resources
    ) -> None:
        copy = tmp_path / "target/classes/META-INF/LICENSE.txt"
        assert resources.copy(tmp_path / "LICENSE.txt") == copy

    @pytest.mark.parametrize("name", ["README", "docs/a.tmp", "x/LICENSE"])
    def test_what_is_not_included_has_none(
        self, tmp_path: Path, resources: Resources, name: str
    ) -> None:
        assert resources.copy(tmp_path / name) is None

    def test_one_without_a_directory_is_none(self, tmp_path: Path) -> None:
        text = "<testResources><testResource/></testResources>"
        assert layout(tmp_path, text).test.resources == ()

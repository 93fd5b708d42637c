"""Whether compiled classes are what their sources say."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from pageful.maven.projects.layout import Layout
from pageful.maven.projects.pom import PomReader
from pageful.maven.projects.staleness import is_stale
from pageful.maven.projects.staleness import test_sources as sources_of_tests

Write = Callable[..., Path]
COMPILED, LATER = 1_000, 2_000


@pytest.fixture
def write(tmp_path: Path) -> Write:
    """Write a file of the project in `tmp_path`, last modified at a given second."""

    def written(path: str, text: str = "", at: int = COMPILED) -> Path:
        file = tmp_path / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
        os.utime(file, (at, at))
        return file

    return written


@pytest.fixture
def record(tmp_path: Path, write: Write) -> Callable[..., None]:
    """Write the compiler plugin's record of what it compiled."""

    def recorded(*sources: str, kind: str = "main") -> None:
        goal = "compile/default-compile" if kind == "main" else "testCompile/default-testCompile"
        lines = "".join(f"{tmp_path / source}\n" for source in sources)
        write(f"target/maven-status/maven-compiler-plugin/{goal}/inputFiles.lst", lines)

    return recorded


A, A_CLASS = "src/main/java/x/A.java", "target/classes/x/A.class"
T, T_CLASS = "src/test/java/x/T.java", "target/test-classes/x/T.class"


def test_an_empty_project_is_fresh(tmp_path: Path) -> None:
    assert not is_stale(Layout.standard(tmp_path))


@pytest.mark.parametrize(("source", "compiled"), [(A, A_CLASS), (T, T_CLASS)])
def test_a_source_newer_than_its_class_is_stale(
    tmp_path: Path, write: Write, source: str, compiled: str
) -> None:
    write(compiled)
    write(source, at=LATER)
    assert is_stale(Layout.standard(tmp_path))


def test_a_source_as_old_as_its_class_is_fresh(tmp_path: Path, write: Write) -> None:
    write(A)
    write(A_CLASS)
    assert not is_stale(Layout.standard(tmp_path))


def test_main_and_test_sources_are_compared_with_their_own_classes(
    tmp_path: Path, write: Write
) -> None:
    write(A)
    write(A_CLASS)
    write(T, at=LATER)
    write(T_CLASS, at=LATER)
    assert not is_stale(Layout.standard(tmp_path))


def test_a_new_source_is_stale(tmp_path: Path, write: Write) -> None:
    write(A)
    assert is_stale(Layout.standard(tmp_path))


def test_a_new_source_that_is_old_is_stale_by_the_record(
    tmp_path: Path, write: Write, record: Callable[..., None]
) -> None:
    write(A)
    write(A_CLASS)
    write("src/main/java/x/Moved.java", at=1)
    record(A)
    assert is_stale(Layout.standard(tmp_path))


@pytest.mark.parametrize("recorded", [True, False])
def test_a_deleted_source_is_stale(
    tmp_path: Path, write: Write, record: Callable[..., None], *, recorded: bool
) -> None:
    write(A)
    write(A_CLASS)
    write("target/classes/x/Gone.class")
    if recorded:
        record(A, "src/main/java/x/Gone.java")
    assert is_stale(Layout.standard(tmp_path))


class TestClassesOfOtherNames:
    SOURCE = "src/main/java/x/Shapes.java"

    @pytest.fixture(params=[True, False], autouse=True)
    def compiled(
        self, request: pytest.FixtureRequest, write: Write, record: Callable[..., None]
    ) -> None:
        write(self.SOURCE, "interface Circle {} record Square() {}")
        for name in ("Circle", "Square", "Square$1"):
            write(f"target/classes/x/{name}.class")
        if request.param:
            record(self.SOURCE)

    def test_are_fresh(self, tmp_path: Path) -> None:
        assert not is_stale(Layout.standard(tmp_path))

    def test_are_stale_when_their_source_is_newer(self, tmp_path: Path, write: Write) -> None:
        write(self.SOURCE, "interface Circle {} record Square() {}", at=LATER)
        assert is_stale(Layout.standard(tmp_path))


def test_a_failed_compilation_leaves_its_source_stale(
    tmp_path: Path, write: Write, record: Callable[..., None]
) -> None:
    source = "src/main/java/x/Shapes.java"
    write("target/classes/x/Circle.class")
    write(source, at=LATER)
    record(source)
    os.utime(next(tmp_path.rglob("inputFiles.lst")), (LATER + 1, LATER + 1))
    assert is_stale(Layout.standard(tmp_path))


def test_a_package_description_has_no_class(tmp_path: Path, write: Write) -> None:
    write("src/main/java/x/package-info.java", at=LATER)
    assert not is_stale(Layout.standard(tmp_path))


def test_a_module_descriptor_has_one(tmp_path: Path, write: Write) -> None:
    write("src/main/java/module-info.java", at=LATER)
    write("target/classes/module-info.class")
    assert is_stale(Layout.standard(tmp_path))


@pytest.mark.parametrize("language", ["kotlin", "groovy", "scala"])
def test_other_languages_are_looked_at(tmp_path: Path, write: Write, language: str) -> None:
    source = f"src/main/{language}/Util.kt"
    write(source, "fun top() {}")
    write("target/classes/x/UtilKt.class")
    assert not is_stale(Layout.standard(tmp_path))
    write(source, at=LATER)
    assert is_stale(Layout.standard(tmp_path))


def test_generated_sources_explain_their_classes(
    tmp_path: Path, write: Write, record: Callable[..., None]
) -> None:
    write(A)
    write(A_CLASS)
    write("target/generated-sources/annotations/x/A_Impl.java")
    write("target/classes/x/A_Impl.class")
    assert not is_stale(Layout.standard(tmp_path))
    record(A, "target/generated-sources/annotations/x/A_Impl.java")
    assert not is_stale(Layout.standard(tmp_path))


def test_sources_elsewhere_are_known_by_the_record(
    tmp_path: Path, write: Write, record: Callable[..., None]
) -> None:
    write("java/x/A.java", at=LATER)
    write(A_CLASS)
    record("java/x/A.java")
    assert is_stale(Layout.standard(tmp_path))


class TestResources:
    RESOURCE, COPY = "src/main/resources/a/x.properties", "target/classes/a/x.properties"

    @pytest.mark.parametrize("copied", [0, COMPILED])
    def test_a_changed_or_new_one_is_stale(self, tmp_path: Path, write: Write, copied: int) -> None:
        write(self.RESOURCE, at=LATER)
        if copied:
            write(self.COPY, at=copied)
        assert is_stale(Layout.standard(tmp_path))

    def test_a_copied_one_is_fresh(self, tmp_path: Path, write: Write) -> None:
        write(self.RESOURCE)
        write(self.COPY)
        assert not is_stale(Layout.standard(tmp_path))

    def test_one_that_the_pom_excludes_is_fresh_once_all_else_is(
        self, tmp_path: Path, write: Write
    ) -> None:
        write("src/main/resources/template.tmpl", at=COMPILED)
        write("target/classes/a/other.properties", at=LATER)
        assert not is_stale(Layout.standard(tmp_path))

    @pytest.mark.parametrize("name", [".gitignore", ".DS_Store", "x~", "#x#", ".#x"])
    def test_what_maven_never_copies_is_fresh(
        self, tmp_path: Path, write: Write, name: str
    ) -> None:
        write(f"src/main/resources/{name}", at=LATER)
        assert not is_stale(Layout.standard(tmp_path))


class TestLayoutsOfPoms:
    """Sources and resources that are not where they usually are."""

    @pytest.fixture
    def stale(self, tmp_path: Path, write: Write) -> Callable[[str], bool]:
        def is_stale_with(build: str) -> bool:
            write("pom.xml", f"<project><build>{build}</build></project>")
            pom = PomReader().pom(tmp_path / "pom.xml")
            assert pom
            return is_stale(Layout.of(pom))

        return is_stale_with

    def test_sources_are_found_where_the_pom_says(
        self, write: Write, stale: Callable[[str], bool]
    ) -> None:
        build = "<testSourceDirectory>checks</testSourceDirectory>"
        write("checks/x/T.java")
        write(T_CLASS)
        assert not stale(build)
        write("checks/x/T.java", at=LATER)
        assert stale(build)

    def test_only_resources_that_are_copied_count(
        self, write: Write, stale: Callable[[str], bool]
    ) -> None:
        resource = "<directory>.</directory><includes><include>LICENSE</include></includes>"
        build = f"<resources><resource>{resource}</resource></resources>"
        write("LICENSE")
        write("target/classes/LICENSE")
        write("README", at=LATER)
        write("target/surefire-reports/x.txt", at=LATER)
        assert not stale(build)
        write("LICENSE", at=LATER)
        assert stale(build)

    def test_packages_may_be_called_target(
        self, write: Write, stale: Callable[[str], bool]
    ) -> None:
        write("target/classes/target/A.class")
        write("src/main/java/target/A.java", at=LATER)
        assert stale("")


def test_test_sources_are_known_by_name(tmp_path: Path, write: Write) -> None:
    for name in ("java/x/ATest.java", "kotlin/BTest.kt", "resources/CTest.txt"):
        write(f"src/test/{name}")
    assert sources_of_tests(Layout.standard(tmp_path)) == {"ATest", "BTest"}


def test_an_editors_lock_is_no_source(tmp_path: Path) -> None:
    (tmp_path / "src/main/java").mkdir(parents=True)
    (tmp_path / "src/main/java/.#A.java").symlink_to("nobody@nowhere")
    assert not is_stale(Layout.standard(tmp_path))


def test_a_source_that_vanishes_meanwhile_is_stale(tmp_path: Path, write: Write) -> None:
    write(A_CLASS)
    (tmp_path / "src/main/java/x").mkdir(parents=True)
    (tmp_path / A).symlink_to("gone")
    assert is_stale(Layout.standard(tmp_path))

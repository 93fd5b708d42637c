"""What POMs and the local repository say of errors, and errors that follow from others."""

from __future__ import annotations

import time
import zipfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from class_files import class_file
from pageful import present, to_json
from pageful.builds.results import Build, Failure, Problem, Status
from pageful.builds.views.build import build_page
from pageful.builds.views.problems import problem_sections
from pageful.maven.projects.local_repository import LocalRepository, version_key
from pageful.maven.projects.project import Project
from pageful.maven.sources.excerpts import with_excerpts
from pageful.maven.sources.source_texts import SourceTexts

_FILE = "src/main/java/com/example/Reader.java"
_SOURCE = """package com.example;

import org.apache.commons.io.input.NoSuchReader;
import org.apache.commons.lang3.Strings;
import org.apache.commons.io.IOUtils;

public class Reader extends NoSuchReader {
    private NoSuchReader inner;

    @Override
    public int read() {
        IOUtils.closeQuietlySuppress(null, null);
        return super.read() + Strings.CS.length();
    }
}
"""
_POM = """<project>
  <groupId>com.example</groupId><artifactId>reader</artifactId><version>1</version>
  <properties>
    <commons.io.version>2.20.0</commons.io.version>
  </properties>
  <dependencyManagement><dependencies>
    <dependency>
      <groupId>org.example</groupId>
      <artifactId>commons-csv</artifactId>
      <version>1.10</version>
    </dependency>
  </dependencies></dependencyManagement>
  <dependencies>
    <!-- <dependency><artifactId>commons-io</artifactId></dependency> -->
    <dependency>
      <groupId>commons-io</groupId>
      <artifactId>commons-io</artifactId>
      <version>${commons.io.version}</version>
    </dependency>
    <dependency>
      <groupId>org.example.tests</groupId>
      <artifactId>asserts</artifactId>
      <version>3.1</version>
      <scope>test</scope>
    </dependency>
  </dependencies>
</project>
"""
_ERRORS = (
    (3, "cannot find symbol: class NoSuchReader in package org.apache.commons.io.input"),
    (4, "package org.apache.commons.lang3 does not exist"),
    (7, "cannot find symbol: class NoSuchReader"),
    (8, "cannot find symbol: class NoSuchReader"),
    (10, "method does not override or implement a method from a supertype"),
    (12, "cannot find symbol: method closeQuietlySuppress(<nulltype>,<nulltype>) in class IOUtils"),
    (13, "cannot find symbol: variable super"),
    (13, "package Strings does not exist"),
)
_JARS = {
    ("commons-io", "commons-io", "2.20.0"): ("org/apache/commons/io/input/Reader.class",),
    ("commons-io", "commons-io", "2.9.0"): ("org/apache/commons/io/input/Reader.class",),
    ("commons-io", "commons-io", "2.22.0"): ("org/apache/commons/io/input/NoSuchReader.class",),
    ("org.apache.commons", "commons-lang3", "3.9"): ("org/apache/commons/lang3/Range.class",),
    ("org.apache.commons", "commons-lang3", "3.18.0"): ("org/apache/commons/lang3/Strings.class",),
    ("org.example.tests", "asserts", "3.1"): ("org/example/tests/Asserts.class",),
    ("org.example", "commons-csv", "1.10"): (),
}


@pytest.fixture
def repository(tmp_path: Path) -> LocalRepository:
    found = LocalRepository(tmp_path / "repository")
    for (group, artifact, version), classes in _JARS.items():
        place = found.directory.joinpath(*group.split("."), artifact, version)
        place.mkdir(parents=True)
        with zipfile.ZipFile(place / f"{artifact}-{version}.jar", "w") as jar:
            for name in classes:
                jar.writestr(name, class_file("x"))
            if artifact == "commons-io":
                methods = ("copy", "closeQuietlySuppress")[: 1 + (version == "2.22.0")]
                jar.writestr("org/apache/commons/io/IOUtils.class", class_file(*methods))
    return found


@pytest.fixture
def project(tmp_path: Path) -> Path:
    root = tmp_path / "reader"
    for path, text in ((_FILE, _SOURCE), ("pom.xml", _POM)):
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text, encoding="utf-8")
    return root


_PAGES = Path(__file__).parent / "pages" / "sources"


def _taken(project: Path, repository: LocalRepository, *errors: Problem) -> Build:
    sources = SourceTexts(project, Project(project).poms, time.time_ns() + 10**9)
    build = Build("Compile", Status.FAILURE, 900, errors=errors, id="b3")
    return with_excerpts(build, sources, (), repository)


def _uncompiled() -> tuple[Problem, ...]:
    return tuple(Problem(message, _FILE, line, 9) for line, message in _ERRORS)


def _page(build: Build) -> str:
    return present(build, build_page).text


def test_what_is_missing_has_its_dependency_and_what_follows_has_one_line(
    project: Path, repository: LocalRepository
) -> None:
    golden = (_PAGES / "dependency-missing.md").read_text(encoding="utf-8")
    assert _page(_taken(project, repository, *_uncompiled())) + "\n" == golden


def test_two_independent_errors_beside_followers_are_all_shown(
    project: Path, repository: LocalRepository
) -> None:
    others = (
        Problem("incompatible types: int cannot be converted to String", _FILE, 13, 9),
        Problem("cannot find symbol: class Other", _FILE, 8, 9),
    )
    taken = _taken(project, repository, *_uncompiled(), *others)
    assert [each.follows for each in taken.errors][-2:] == [None, None]


def test_the_pages_of_a_record_have_every_error_whole(
    project: Path, repository: LocalRepository
) -> None:
    taken = _taken(project, repository, *_uncompiled())
    page = present(taken, lambda build, _: problem_sections(build.errors)).text
    assert page.count("\n- L") == len(_ERRORS)
    assert '"follows":"NoSuchReader"' in to_json(taken)
    assert '"supplies":[{"of":0,"missing":"class org' in to_json(taken)


def test_a_single_follower_is_an_error_as_any_other(
    project: Path, repository: LocalRepository
) -> None:
    taken = _taken(project, repository, *_uncompiled()[:3])
    assert [each.follows for each in taken.errors] == [None] * 3


def test_a_class_of_a_dependency_for_tests_has_the_line_of_its_scope(
    project: Path, repository: LocalRepository
) -> None:
    (project / _FILE).write_text("package com.example;\nimport org.example.tests.Asserts;\n")
    error = Problem("package org.example.tests does not exist", _FILE, 2, 9)
    taken = _taken(project, repository, error)
    assert [place.text for place in taken.places or ()][1:] == ["<scope>test</scope>"]
    assert taken.supplies is None


def _places(build: Build) -> list[tuple[int, str]]:
    return [(place.line, place.text) for place in build.places or ()]


def test_a_missing_version_has_the_entries_that_manage_such_an_artifact(
    project: Path, repository: LocalRepository
) -> None:
    message = "'dependencies.dependency.version' for {}:commons-csv:jar is missing."
    error = Problem(message.format("org.example"), "pom.xml", 9)
    assert (9, "<artifactId>commons-csv</artifactId>") in _places(
        _taken(project, repository, error)
    )
    error = Problem(message.format("org.exmaple"), "pom.xml", 9)
    taken = _taken(project, repository, error)
    assert (8, "<groupId>org.example</groupId>") in _places(taken)
    assert "  org.exmaple:commons-csv: is managed in no POM of the project" in _page(taken)


def test_an_artifact_that_is_not_found_has_the_line_that_asks_for_it_and_what_there_is(
    project: Path, repository: LocalRepository
) -> None:
    error = Problem("commons-io:commons-io:jar:2.20.0: not found in central")
    taken = _taken(project, repository, error)
    assert _places(taken) == [(4, "<commons.io.version>2.20.0</commons.io.version>")]
    said = "  commons-io:commons-io: the local repository has 2.9.0, 2.20.0, 2.22.0"
    assert said in _page(taken)


@pytest.mark.parametrize("content", [b"", b"PK\x03\x04", b"no zip" * 99])
def test_a_jar_that_is_no_zip_tells_nothing(
    content: bytes, project: Path, repository: LocalRepository
) -> None:
    for jar in repository.directory.rglob("*.jar"):
        jar.write_bytes(content)
    assert _taken(project, repository, *_uncompiled()).supplies is None


def test_the_repository_is_the_one_that_the_call_or_the_project_names(project: Path) -> None:
    (project / ".mvn").mkdir()
    (project / ".mvn/maven.config").write_text("-Dmaven.repo.local=kept\n")
    assert LocalRepository.of(project, ()).directory == project / "kept"
    named = LocalRepository.of(project, ("-Dmaven.repo.local=/named",))
    assert named.directory == Path("/named")


def test_versions_are_ordered_by_their_numbers() -> None:
    versions = ["2.10", "2.9.1", "2.9", "2.10-rc1", "x"]
    assert sorted(versions, key=version_key) == ["x", "2.9", "2.9.1", "2.10-rc1", "2.10"]


@settings(deadline=None)
@given(
    st.text(st.sampled_from("<>dependencyvrsoa/.${} \n-!"), max_size=200),
    st.text(st.sampled_from("import org.;\nclaset{}"), max_size=200),
)
def test_any_pom_and_source_are_read(
    tmp_path_factory: pytest.TempPathFactory, pom: str, source: str
) -> None:
    root = tmp_path_factory.getbasetemp() / "foreign"
    (root / _FILE).parent.mkdir(parents=True, exist_ok=True)
    (root / _FILE).write_text(source)
    (root / "pom.xml").write_text(f"<project><!-- --></project><dependency>{pom}")
    assert _taken(root, LocalRepository(root), *_uncompiled()).errors


_NULL = """package com.example;
class Till {
    private String owner;
    private final String name;
    Till(String name) {
        this.name = name;
    }
    String owner() {
        return owner;
    }
    int length() {
        return this.name.length() + owner().length();
    }
}
"""


@pytest.fixture
def till(tmp_path: Path) -> Path:
    """A project with a class whose fields may be null."""
    source = tmp_path / "src/main/java/com/example/Till.java"
    source.parent.mkdir(parents=True)
    source.write_text(_NULL)
    (tmp_path / "pom.xml").write_text(_POM)
    return tmp_path


def _null(till: Path, because: str) -> Build:
    message = f'NullPointerException: Cannot invoke "String.length()" because {because}'
    failure = Failure(("TillTest#a",), message, ("at com.example.Till.length(Till.java:12)",))
    sources = SourceTexts(till, Project(till).poms, time.time_ns() + 10**9)
    return with_excerpts(Build("Test", Status.FAILURE, 900, failures=(failure,)), sources, ())


def test_a_null_field_has_its_golden_page(till: Path) -> None:
    golden = (_PAGES / "null-field.md").read_text(encoding="utf-8")
    assert _page(_null(till, '"this.name" is null')) + "\n" == golden


@pytest.mark.parametrize(
    ("because", "lines"),
    [
        ('"this.name" is null', [4, 6]),
        ('the return value of "com.example.Till.owner()" is null', [8, 3]),
        ('"com.example.Till.name" is null', [4, 6]),
        ('"<local1>" is null', []),
        ('"name" is null', []),
        ('the return value of "java.util.Map.get(Object)" is null', []),
    ],
)
def test_a_null_field_has_the_lines_that_declare_and_set_it(
    because: str, lines: list[int], till: Path
) -> None:
    assert [each.line for each in _null(till, because).places or ()] == lines

"""From classes and printed paths to files."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pageful.maven.projects.source_files import SourceFiles


def project(root: Path, *files: str) -> SourceFiles:
    for file in files:
        (root / file).parent.mkdir(parents=True, exist_ok=True)
        (root / file).touch()
    return SourceFiles(str(root), {"shop": ".", "shop-api": "api", "shop-core": "core"})


class TestClasses:
    @pytest.mark.parametrize(
        ("name", "file_name"),
        [
            ("com.example.Foo", ""),
            ("com.example.Foo$Bar", ""),
            ("com.example.Helper", "Foo.java"),
        ],
    )
    def test_a_class_is_found_in_the_module_that_speaks(
        self, name: str, file_name: str, tmp_path: Path
    ) -> None:
        file = "api/src/main/java/com/example/Foo.java"
        sources = project(tmp_path, file, file.replace("api", "core"))
        assert sources.of_class(name, file_name, "shop-api") == file

    @pytest.mark.parametrize(
        "file", ["src/test/java/a/B.java", "src/main/kotlin/a/B.kt", "src/test/groovy/a/B.groovy"]
    )
    def test_tests_and_other_languages_are_found(self, file: str, tmp_path: Path) -> None:
        assert project(tmp_path, file).of_class("a.B", "", "shop") == file

    def test_a_class_without_a_source_keeps_its_name(self, tmp_path: Path) -> None:
        assert project(tmp_path).of_class("a.Generated", "Generated.java", "shop") == "a.Generated"

    def test_a_class_of_a_module_that_is_not_known_is_looked_for_in_all(
        self, tmp_path: Path
    ) -> None:
        file = "core/src/main/java/a/B.java"
        sources = project(tmp_path, file)
        assert sources.of_class("a.B", "", "") == file
        assert sources.of_class("a.B", "", "shop-api") == "a.B"

    def test_where_the_project_is_gone_it_is_where_sources_are_by_custom(self) -> None:
        sources = SourceFiles("/no/such/project", {"shop-api": "api"})
        assert sources.of_class("a.B$C", "", "shop-api") == "api/src/main/java/a/B.java"
        assert sources.of_class("B", "", "") == "src/main/java/B.java"


class TestPaths:
    def test_an_absolute_one_is_cut_at_the_root(self) -> None:
        assert SourceFiles("/p").relative("/p/src/A.java", "") == "src/A.java"
        assert SourceFiles("C:\\p").relative("C:\\p\\src\\A.java", "") == "src/A.java"
        assert SourceFiles("/p").relative("/other/A.java", "") == "/other/A.java"

    def test_a_relative_one_starts_in_its_module(self) -> None:
        sources = SourceFiles("/no/such/project", {"shop-api": "api"})
        assert sources.relative("./src/A.java", "shop-api") == "api/src/A.java"
        assert sources.relative("src/A.java", "unknown") == "src/A.java"

    def test_one_that_is_not_there_is_looked_for_in_the_other_modules(self, tmp_path: Path) -> None:
        sources = project(tmp_path, "core/src/A.java", "api/src/B.java", "core/src/B.java")
        assert sources.relative("src/A.java", "shop-api") == "core/src/A.java"
        assert sources.relative("src/B.java", "shop") == "src/B.java"
        assert sources.relative("api/src/B.java", "shop-api") == "api/src/B.java"


def test_a_class_of_an_endless_log_is_looked_for_no_more(tmp_path: Path) -> None:
    sources = project(tmp_path)
    for number in range(3000):
        sources.of_class(f"a.B{number}", "", "shop")
    (tmp_path / "src/main/java").mkdir(parents=True)
    (tmp_path / "src/main/java/C.java").touch()
    assert sources.of_class("C", "", "shop") == "C"


@given(st.text(), st.text(max_size=20), st.text(max_size=20))
def test_any_name_is_read(name: str, file_name: str, module: str) -> None:
    sources = SourceFiles(str(Path(__file__).parent), {module: file_name})
    sources.of_class(name, file_name, module)
    sources.relative(name, module)
